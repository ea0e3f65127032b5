"""pytest-knows: run an agent on knowledge-work tasks and grade what it made, step by step."""

__version__ = "0.1.0"
