"""Typed values out of texts and cells, one kind a module: each keeps what was written and what it was read as.

Every kind is read by a function of its module from a text, and by its `in_cell` from a cell's number or text; none
raises on any text. A value is compared by an explicit method in its own unit: `off(...)` says why it does not match,
and is "" where it does.
"""

from pytest_knows.checks.values.number import Number, in_cell, in_text

__all__ = ["Number", "in_cell", "in_text"]
