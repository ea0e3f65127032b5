#!/usr/bin/env python
"""Write the table of value kinds and checks into docs/checks.md: what each reads, and which families ask for it.

python tools/checks_table.py          writes
python tools/checks_table.py --check  exit status 1 if that would change the file
"""

from __future__ import annotations

import sys
from importlib import import_module

from generated import main

ASKED_FOR = {
    "checks.values.number": "sheets_2 sheets_6 sheets_7 sheets_25 sheets_38 sheets_55 slides_29",
    "checks.values.money": "sheets_6 sheets_28 sheets_38 slides_29",
    "checks.values.quantity": "docs_11 sheets_2 sheets_7 sheets_25 slides_29",
    "checks.values.date": "docs_5 docs_37 sheets_6 sheets_7 sheets_25 sheets_28 sheets_55 slides_51",
    "checks.values.clock": "sheets_28",
    "checks.values.duration": "docs_11 sheets_7 sheets_28 sheets_55",
    "checks.values.pace": "sheets_7",
    "checks.values.coordinates": "sheets_25 sheets_28",
    "checks.values.aspect": "sheets_25",
    "checks.values.rating": "sheets_55 slides_29",
    "checks.values.answer": "sheets_38",
    "checks.values.fraction": "docs_11 sheets_2",
    "checks.values.listed": "docs_37",
    "checks.values.person": "docs_37 sheets_10 slides_30",
    "checks.values.title": "docs_5 docs_11 docs_37 sheets_10 sheets_55 slides_20 slides_29",
    "evidence.urls": "docs_1 docs_5 docs_11 docs_31 docs_37 sheets_2 sheets_6 sheets_7 sheets_10 sheets_25 sheets_28"
    " sheets_38 sheets_45 sheets_55 slides_17 slides_20 slides_26 slides_29 slides_30 slides_39 slides_42 slides_51",
    "evidence.searches": "sheets_7 sheets_45 slides_39",
    "checks.contact": "docs_1 slides_51",
    "checks.colour": "docs_31 docs_37 sheets_2 sheets_7 sheets_10 sheets_25 sheets_28 sheets_45 sheets_55 slides_17"
    " slides_20 slides_26 slides_42 slides_51",
    "checks.images": "docs_1 docs_11 docs_31 sheets_10 sheets_25 sheets_45 slides_17 slides_20 slides_26 slides_29"
    " slides_30 slides_39 slides_42 slides_51",
    "checks.assignment": "docs_31 slides_17",
    "checks.linked_pictures": "slides_17 slides_26 slides_39 slides_42",
    "checks.layout": "docs_1 docs_31 slides_17 slides_20 slides_26 slides_29 slides_30 slides_39 slides_42 slides_51",
    "checks.slide_text": "slides_20 slides_26",
    "checks.styled": "slides_26",
    "checks.stated": "docs_11 docs_31 slides_20",
    "checks.majority": "docs_11 docs_31 sheets_28 sheets_45 slides_17 slides_20 slides_26",
    "checks.on_sheet": "sheets_7",
    "checks.cut_off": "sheets_7 sheets_10 sheets_38",
}
"""Which specifications name a value, a comparison or a check of that module."""


def table() -> str:
    """Markdown: one row per module, in the order of `ASKED_FOR`, with the first sentence of its docstring."""
    lines = ["| module | what it reads or decides | asked for by |", "| --- | --- | --- |"]
    for name, families in ASKED_FOR.items():
        first = (import_module(f"pytest_knows.{name}").__doc__ or "").strip().partition("\n\n")[0]
        asking = families.split()
        lines.append(f"| `{name}` | {' '.join(first.split())} | {len(asking)}: {', '.join(asking)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main("checks_table.py", "checks.md", table()))
