"""Typed values out of texts and cells, one kind a module: each keeps what was written and what it was read as."""

from pytest_knows.checks.values.number import Number, in_cell, in_text

__all__ = ["Number", "in_cell", "in_text"]
