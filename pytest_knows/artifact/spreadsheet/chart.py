"""A chart: its kind, its title, and the ranges that feed it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pytest_knows.artifact.lenient import at, entries, string, table
from pytest_knows.artifact.spreadsheet.ranges import Range, index

Line = tuple[Range, ...]
"""The sources of one domain or series, one after the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """An embedded chart."""

    tab: str
    kind: str
    """BAR, COLUMN, LINE, AREA, SCATTER, COMBO, STEPPED_AREA, PIE, HISTOGRAM, ...; "" if the chart does not say."""
    title: str
    domains: tuple[Line, ...]
    series: tuple[Line, ...]
    header_count: int | None
    """Leading rows or columns of the ranges that are headers; None if the chart does not say."""
    raw: Mapping[str, Any]

    def __repr__(self) -> str:
        return f"{self.kind or 'unknown'} chart {self.title!r} on {self.tab!r}"

    @classmethod
    def of(cls, raw: Mapping[str, Any], tab: str) -> Chart:
        """From the API's `EmbeddedChart`."""
        spec = table(raw, "spec")
        name = next((name for name in sorted(spec) if name.endswith("Chart") and isinstance(spec[name], dict)), "")
        body = table(spec, name)
        basic = name == "basicChart"
        domains = [at(entry, "domain") for entry in entries(body, "domains")] if basic else [body.get("domain")]
        series = [at(entry, "series") for entry in entries(body, "series")] if basic else [body.get("series")]
        return cls(
            tab=tab,
            kind=string(body, "chartType") if basic else name.removesuffix("Chart").upper(),
            title=string(spec, "title"),
            domains=_lines(domains),
            series=_lines(series),
            header_count=index(body, "headerCount"),
            raw=raw,
        )


def _lines(sources: list[object]) -> tuple[Line, ...]:
    """The `ChartData` that name ranges; others (columns of a connected database) have no cells to read."""
    lines = [tuple(map(Range.of, entries(data, "sourceRange", "sources"))) for data in sources]
    return tuple(line for line in lines if line)
