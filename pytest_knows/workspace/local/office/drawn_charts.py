"""Charts of Word and PowerPoint as pictures, which is what Drive makes of them, drawn from the values in the file."""

from __future__ import annotations

from pytest_knows.errors import WorkspaceError
from pytest_knows.workspace.local.engine import Environment, StoredPicture
from pytest_knows.workspace.local.office.markup import Element, attribute, clean, find, find_all, number
from pytest_knows.workspace.local.office.opening import Package
from pytest_knows.workspace.local.office.spreadsheet_charts import STACKED, kind_of, parts_of, title_of

_MOST = 60
"""Charts of one file; each takes Chromium a third of a second."""


def drawn_chart(package: Package, part: str, size: tuple[float, float], env: Environment) -> StoredPicture | None:
    """The picture of a chart in a size in pt; None, and said so, if it cannot be drawn."""
    from pytest_knows.workspace.local.rendering import Plot, RendererMissing, plot_png

    chart = find(package.xml(part), "c:chart") if part else None
    parts = parts_of(chart)
    if not parts or package.drawn_charts >= _MOST:
        package.left_out.add("charts of a kind that is not known" if not parts else "charts after the first sixty")
        return None
    package.drawn_charts += 1
    series = [item for _, part_ in parts for item in find_all(part_, "c:ser")]
    first = _cached(series[0], "c:cat", "c:xVal") if series else []
    plot = Plot(
        kind=kind_of(parts[0]),
        title=title_of(chart),
        categories=first,
        series=[(" ".join(_cached(item, "c:tx")), _numbers(item)) for item in series],
        stacked=attribute(find(parts[0][1], "c:grouping"), "val") in STACKED,
    )
    try:
        return env.keep_picture(plot_png(plot, size))
    except (RendererMissing, WorkspaceError):
        package.left_out.add("charts (no Chromium to draw them)")
        return None


def _cached(series: Element, *names: str) -> list[str]:
    """The texts that a part of a series showed when the file was saved."""
    found = ([item.text or "" for item in find_all(series, f"{name}//c:pt/c:v")] for name in names)
    return [clean(text) for text in next(filter(None, found), [])]


def _numbers(series: Element) -> list[float]:
    return [number(text) or 0.0 for text in _cached(series, "c:val", "c:yVal")]
