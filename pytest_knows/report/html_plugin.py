"""Columns for pytest-html: points, category, mechanism, reason. Rows stay short: the evidence is in the score page."""

from __future__ import annotations

from html import escape
from typing import Any

_COLUMNS = (
    ("Points", "knows_points"),
    ("Category", "knows_category"),
    ("Mechanism", "knows_mechanism"),
    ("Reason", "knows_reason"),
)
_BEFORE_LINKS = -1
"""pytest-html's own last column holds the links; ours stand before it."""


class HtmlColumns:
    """Hook implementations of pytest-html (>= 4); cells are HTML, so everything is escaped here."""

    def pytest_html_results_table_header(self, cells: list[str]) -> None:
        cells[_BEFORE_LINKS:_BEFORE_LINKS] = [f"<th>{title}</th>" for title, _ in _COLUMNS]

    def pytest_html_results_table_row(self, report: Any, cells: list[str]) -> None:
        if not cells:
            return
        found = dict(report.user_properties)
        cells[_BEFORE_LINKS:_BEFORE_LINKS] = [f"<td>{escape(_shown(found, key))}</td>" for _, key in _COLUMNS]


def _shown(found: dict[str, Any], key: str) -> str:
    if key == "knows_points" and key in found:
        return f"{found[key]:g} of {found.get('knows_max', 0):g}"
    return str(found.get(key, ""))
