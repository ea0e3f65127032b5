"""The charts: which one shows what, and their series as they are drawn."""

import re
from functools import cached_property
from statistics import fmean

from pytest_knows.artifact.colour import Colour
from pytest_knows.artifact.lenient import entries, number, string, table
from pytest_knows.artifact.spreadsheet.format import sheets_theme
from pytest_knows.artifact.spreadsheet.ranges import Range
from pytest_knows.checks.colour import channel_difference
from pytest_knows.checks.matching import ask_which
from pytest_knows.checks.quantifiers import Attempt, first_open
from pytest_knows.checks.values import duration
from pytest_knows.checks.words import mentions

from .activities import in_days, plausible

NEAR, CONSTANT = 0.1, 0.01
"""Variance of a series that is nearly constant; difference of the extremes of one that is constant."""
DISTINCT = 0.05
"""Of one colour channel."""
FARTHEST = 1e12
"""No chart of these data has larger values; their squares would overflow."""
VERTICAL = ("LEFT_AXIS", "RIGHT_AXIS")
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")


def says(text, phrases):
    """Whether the text holds one of the phrases as whole words, in the singular or with an s."""
    return mentions(text, [form for phrase in phrases for form in (phrase, f"{phrase}s")])


def plotted(cell):
    """The value of a cell as a chart of these data means it: minutes for a duration or "m:ss"; None for no number."""
    if cell.number is not None:
        return plausible(cell.number * duration.DAY) if in_days(cell) else cell.number
    text = re.sub(r"[%,$€£\s]", "", cell.text)
    if _NUMBER.fullmatch(text):
        return float(text)
    found = duration.duration(text, colons="m:ss") if ":" in text else None
    return plausible(found.minutes) if found else None


class Series:
    """One series of a chart: its label, and its values by the row (or column) that they stand in."""

    def __init__(self, workbook, graph, raw, order):
        self._workbook = workbook
        self._graph = graph
        self.raw = raw
        self.order = order
        self.areas = _areas(raw, "series")
        self.kind = string(raw, "type") or graph.kind
        self.axis = string(raw, "targetAxis") or VERTICAL[0]

    def __repr__(self):
        return f"series {self.label or self.order + 1!r}"

    @cached_property
    def _parts(self):
        """(label, value cells). A chart that does not count headers has one if the first cell is no number."""
        cells = self._workbook.line(self.areas)
        headers = self._graph.chart.header_count
        if headers is None:
            headers = int(bool(cells) and plotted(cells[0]) is None)
        if headers:
            return " ".join(cells[headers - 1].text.split()) if len(cells) >= headers else "", cells[headers:]
        return self._above(cells), cells

    def _above(self, cells):
        """The text right above a range that holds no label."""
        tab = self._workbook.tab(self.areas[0].sheet_id) if cells else None
        above = tab.shown(cells[0].row - 1, cells[0].column) if tab and cells[0].row else None
        return "" if above is None or above.number is not None else " ".join(above.text.split())

    @property
    def label(self):
        return self._parts[0]

    @cached_property
    def by_row(self):
        """Place in the range -> value; cells without a number are left out."""
        found = ((place, plotted(cell)) for place, cell in enumerate(self._parts[1]))
        return {place: value for place, value in found if value is not None and abs(value) < FARTHEST}

    @cached_property
    def values(self):
        return tuple(self.by_row.values())

    @cached_property
    def mean(self):
        return fmean(self.values)

    @cached_property
    def variance(self):
        return fmean((value - self.mean) ** 2 for value in self.values)

    @property
    def near_constant(self):
        return bool(self.values) and self.variance < NEAR

    @property
    def constant(self):
        return bool(self.values) and max(self.values) - min(self.values) <= CONSTANT

    @property
    def cells(self):
        """The cells behind the values."""
        return self._parts[1]

    def stands_in(self, place):
        """Whether it is drawn from that (sheet id, column)."""
        return any((area.sheet_id, area.start_column) == place for area in self.areas)

    @property
    def pointed(self):
        """Whether its values are marked by points."""
        return "SCATTER" in (self.kind, self._graph.kind) or number(self.raw, "pointStyle", "size") > 0

    @property
    def round(self):
        """Whether its points, if any, are circles; the shape that nobody chose is one."""
        return string(self.raw, "pointStyle", "shape") in ("", "POINT_SHAPE_UNSPECIFIED", "CIRCLE")

    @property
    def style(self):
        """Of its line: SOLID, DOTTED, ...; POINTS if there is none, only points."""
        line = table(self.raw, "lineStyle")
        stated = string(line, "type")
        unseen = stated == "INVISIBLE" or ("width" in line and number(line, "width") <= 0)
        if self.pointed and (unseen or (not stated and self.kind == "SCATTER")):
            return "POINTS"
        return stated or "SOLID"

    @property
    def colour(self):
        """None where the chart chooses one by the series' place."""
        stated = self._graph.theme.opaque(table(self.raw, "colorStyle"))
        plain = table(self.raw).get("color")
        return stated or (Colour.of_rgb(plain) if isinstance(plain, dict) else None)

    def looks_like(self, other):
        """Whether neither style nor colour tells them apart."""
        if self.style != other.style or None in (self.colour, other.colour):
            return False
        return channel_difference(self.colour, other.colour) <= DISTINCT


class Graph:
    """A chart with axes."""

    def __init__(self, workbook, tab, chart):
        self.tab = tab
        self.chart = chart
        self.kind = chart.kind
        self.title = " ".join(chart.title.split())
        self.theme = sheets_theme(workbook.raw.get("properties"))
        body = table(chart.raw, "spec", "basicChart")
        self.series = tuple(Series(workbook, self, raw, order) for order, raw in enumerate(entries(body, "series")))
        self._domains = [areas for raw in entries(body, "domains") if (areas := _areas(raw, "domain"))]
        self._titles = {
            string(axis, "position"): " ".join(string(axis, "title").split()) for axis in entries(body, "axis")
        }
        self._workbook = workbook

    def __repr__(self):
        return repr(self.chart)

    @property
    def date_title(self):
        """Of the axis that the points are spread over: the left one of horizontal bars."""
        return self._titles.get("LEFT_AXIS" if self.kind == "BAR" else "BOTTOM_AXIS", "")

    @property
    def value_titles(self):
        """Of the axes that values are read on."""
        sides = ("BOTTOM_AXIS",) if self.kind == "BAR" else VERTICAL
        return [title for side in sides if (title := self._titles.get(side, ""))]

    @property
    def value_title(self):
        """Of the axis of the first series that varies, of another one if that has none."""
        axis = next((series.axis for series in self.series if not series.near_constant), "")
        return self._titles.get(axis, "") or next(iter(self.value_titles), "")

    def points(self, series):
        """(cell of the domain or None, value): side by side, or by row where the ranges differ in length."""
        cells = self._workbook.line(self._domains[0]) if self._domains else ()
        headers = len(self._workbook.line(series.areas)) - len(series.cells)
        if len(cells) == headers + len(series.cells):
            return [(cells[headers + place], value) for place, value in series.by_row.items()]
        by_row = {cell.row: cell for cell in cells}
        return [(by_row.get(series.cells[place].row), value) for place, value in series.by_row.items()]


def _areas(raw, name):
    return tuple(map(Range.of, entries(raw, name, "sourceRange", "sources")))


def graphs_of(workbook):
    """The charts with axes of all tabs, in order."""
    return [Graph(workbook, tab, c) for tab in workbook.tabs for c in tab.charts if table(c.raw, "spec", "basicChart")]


# -- which chart is which ----------------------------------------------------------------------------------------------


def identify(graphs, topics, metric_places, judge):
    """Topic -> the attempt to find its chart; each serves one topic.

    First all topics by title, then by the title of the value axis, by the column of a series, and by the judge.
    """

    def titled(topic, text, phrases):
        return says(text, phrases) and (topic.growing or not says(text, ["cumulative"]))

    rules = (
        lambda topic, graph: titled(topic, graph.title, topic.titles),
        lambda topic, graph: any(titled(topic, text, topic.value_axis) for text in graph.value_titles),
        lambda topic, graph: topic.by_column and any(s.stands_in(p) for s in graph.series for p in metric_places),
    )
    found, free = {}, list(graphs)
    for rule in rules:
        for name, topic in topics.items():
            graph = next((graph for graph in free if name not in found and rule(topic, graph)), None)
            if graph is not None:
                free.remove(graph)
                found[name] = Attempt(lambda graph=graph: graph)

    def ask(name, topic):
        if not free:
            return None
        question = (
            f"Which of the numbered charts of a spreadsheet (title, title of its value axis) shows {topic.what}? "
            "Answer its number, or no if none of them does."
        )
        graph = ask_which(judge, f"{name}_chart", question, free, lambda g: f"{g.title} / {' / '.join(g.value_titles)}")
        if graph is not None:
            free.remove(graph)
        return graph

    for name, topic in topics.items():
        if name not in found:
            found[name] = Attempt(lambda name=name, topic=topic: ask(name, topic))
    return found


# -- which series is which ---------------------------------------------------------------------------------------------


def names(label, baseline, surnames):
    """Whether the label says that it is this baseline and no other athlete's, people's or race's."""
    if baseline.surnames:
        return mentions(label, baseline.surnames)
    others = (*surnames, *baseline.others)
    return not mentions(label, others) and sum(mentions(label, words) for words in baseline.words) >= baseline.needed


def find_baselines(graph, wanted, surnames, metric_places, judge):
    """Key -> the attempt to find its series among the nearly constant ones; the column of the metric is none."""
    own = [series for series in graph.series if any(series.stands_in(place) for place in metric_places)]
    free = [series for series in graph.series if series.near_constant and series not in own]
    found = {}

    def take(key, series):
        free.remove(series)
        found[key] = Attempt(lambda: series)

    for key, baseline in wanted.items():
        others = [other for name, other in wanted.items() if name != key]
        labelled = [series for series in free if names(series.label, baseline, surnames)]
        likely = [
            series
            for series in free
            if baseline.low <= series.mean <= baseline.high
            and not any(names(series.label, other, surnames) for other in others)
        ]
        series = next(iter(labelled + likely), None)
        if series is not None:
            take(key, series)

    for key, baseline in wanted.items():
        if key not in found:
            found[key] = Attempt(lambda key=key, baseline=baseline: _ask_for_series(judge, key, baseline, free))
    return found


def _ask_for_series(judge, key, baseline, free):
    if not free:
        return None
    question = f"Which of the numbered labels of a chart's lines names {baseline.what}? Answer its number, or no."
    series = ask_which(judge, f"{key}_series", question, free, lambda one: one.label)
    if series is not None:
        free.remove(series)
    return series


def main_series(graph, baselines, metric_places, words):
    """The series that is no baseline: of the metric's column, else named like it, else the one that varies most.

    While a baseline is undecided, it may be any that is nearly constant: the main one varies, if any does.
    """
    for series in graph.series:
        if any(series.stands_in(place) for place in metric_places):
            return series
    taken = [attempt.known for attempt in baselines.values() if attempt.known]
    rest = [series for series in graph.series if series not in taken and series.values]
    undecided = first_open(attempt.open for attempt in baselines.values())
    if undecided is not None:
        rest = [series for series in rest if not series.near_constant]
        if not rest:
            raise undecided
    # "Baseline pace" is not the main one while a series that varies is named like it.
    named = sorted((s for s in rest if mentions(s.label, words)), key=lambda series: series.near_constant)
    return next(iter(named), None) or max(rest, key=lambda series: series.variance, default=None)
