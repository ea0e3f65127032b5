"""Training data in a table, charts of it over time, and baselines from the web with their sources."""

from pytest_knows.checks import on_sheet, tables
from pytest_knows.checks.cut_off import Sight, cut_off
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.checks.text_width import per_point
from pytest_knows.checks.words import mentions
from pytest_knows.rubric import decided_by, fail, located, proportion, show, step
from pytest_knows.scoring import Mechanism

from .activities import check_value, dated, day_of, paired, read_entries, read_export
from .graphs import find_baselines, graphs_of, identify, main_series, names, says
from .progress import check_daily, check_running_total
from .sources import cited, require_reachable, require_support, seek
from .titles import check_text
from .training_table import find_places, find_table, metric_places, own_headers

SIGHT = Sight(width=per_point(0.6), slack=1.3)
SLACK = 3
"""Pixels by which charts may overlap other things, and the sources below them."""
ROWS_BELOW, COLUMNS_BESIDE = 60, 3
DASHED = ("DOTTED", "DASHED", "MEDIUM_DASHED", "MEDIUM_DASHED_DOTTED", "LONG_DASHED", "LONG_DASHED_DOTTED")
NO_TABLE = "the spreadsheet has no table"

# -- What is found once ------------------------------------------------------------------------------------------------


@located
def wanted(facts):
    return tables.wanted_columns(facts.columns, {})


@located(title="a table")
def table(sheet, wanted, facts):
    return find_table(sheet, wanted, facts)


@located
def headers(table, facts):
    return own_headers(table, facts)


@located
def columns(headers, wanted, judge):
    return tables.Columns(headers, wanted, judge)


@located
def places(headers, columns, facts):
    """Measure -> the attempt to find its column in the wanted unit."""
    return find_places(headers, columns, facts)


@located(title="the column")
def place(measure, places):
    return places[measure].get()


@located(title="the date column")
def date_column(columns):
    return columns.find("date")


@located
def entries(table, date_column, places):
    """The rows, with the values of the columns that are known."""
    known = {measure: place.known for measure, place in places.items() if place.known is not None}
    return read_entries(table.rows, date_column.index, known)


@located
def export(gold, facts):
    """The attempt to read what the export lists."""
    return Attempt(lambda: read_export(gold.text("data/gold_activities.csv"), facts))


@located
def activities(export):
    return export.get()


@located
def pairs(activities, entries, facts):
    return paired(activities, entries, facts.measures)


@located
def metric_columns(table: object | None, columns: object | None, places: object | None, facts):
    return metric_places(table, columns, places, facts.metric) if table else ()


@located
def identified(sheet, metric_columns, facts, judge):
    """Topic -> the attempt to find its chart."""
    return identify(graphs_of(sheet), {name: facts.topics[name] for name in facts.charts}, metric_columns, judge)


@located(title="a chart of it")
def graph(topic, identified):
    return identified[topic].get()


@located
def baselines(topic, graph, facts, metric_columns, judge):
    """Key -> the attempt to find its series."""
    wanted = {key: facts.baselines[key] for key in facts.lines if facts.baselines[key].topic == topic}
    return find_baselines(graph, wanted, facts.surnames, metric_columns, judge)


@located(title="the baseline's series")
def baseline(key, baselines):
    return baselines[key].get()


@located(title="the series of the activities")
def main(graph, baselines, metric_columns, facts):
    return main_series(graph, baselines, metric_columns, facts.topics.metric.series)


@located
def bars(graph, baselines):
    """The series that are no baseline; while one is undecided, it may be any that is nearly constant."""
    known = [attempt.known for attempt in baselines.values()]
    undecided = any(attempt.open for attempt in baselines.values())
    return [series for series in graph.series if series not in known and not (undecided and series.near_constant)]


def shown(graph):
    if graph is None:
        fail("no chart shows it", Mechanism.STRUCTURAL)
    return graph


# -- 1: the table ------------------------------------------------------------------------------------------------------


@step(category="structural_check", mechanism="deterministic", needs=["judge"])
def column_present(column, columns: object | None):
    assert columns is not None, NO_TABLE
    show("column", columns.required(column).header)


@step(category="formatting_check", mechanism="spatial", title="No cell of the table is cut off")
def table_fully_visible(sheet, table: object | None):
    assert table is not None, NO_TABLE
    tab = sheet.tab(table.area.sheet_id)
    titles = (tab.cell(table.area.start_row, column) for column in tab.columns_of(table.area))
    cells = (cell for cells in (titles, *table.rows) for cell in cells if not cell.empty)
    hidden = next((why for cell in cells if (why := cut_off(tab, cell, SIGHT))), "")
    assert not hidden, hidden


# -- 2: the data -------------------------------------------------------------------------------------------------------


@step(points=10, category="information_retrieval", needs=["gold"], title="Dates of the activities")
def date_match(activities, entries):
    right = dated(activities, entries)
    return proportion(activities, lambda activity: id(activity) in right)


@step(points=10, category="information_retrieval", mechanism="fuzzy_match", needs=["gold"])
def value_match(measure, activities, pairs, place, headers, facts):
    show("column", headers[place])
    decided_by(Mechanism.DETERMINISTIC if facts.counts else Mechanism.FUZZY_MATCH)
    return proportion(activities, lambda activity: check_value(measure, activity, pairs))


# -- 3 and on: the charts ----------------------------------------------------------------------------------------------


@step(category="structural_check", mechanism="deterministic", needs=["judge"])
def x_axis(topic, graph: object | None, facts, judge):
    text = shown(graph).date_title
    question = (
        f"Does this axis title of a chart of {facts.topics[topic].what} say that the axis shows the date or time?"
    )
    check_text(text, says(text, facts.date_words), judge, f"{topic}_x_axis", question)


@step(category="structural_check", mechanism="deterministic", needs=["judge"])
def y_axis(topic, graph: object | None, facts, judge):
    text = shown(graph).value_title
    wanted = facts.topics[topic]
    question = f"Does this axis title of a chart say that the axis shows {wanted.what}?"
    check_text(text, says(text, wanted.axis_words), judge, f"{topic}_y_axis", question)


@step(category="structural_check", mechanism="deterministic", needs=["judge"])
def chart_title(topic, graph: object | None, facts, judge):
    text = shown(graph).title
    wanted = facts.topics[topic]
    named = any(all(says(text, [word]) for word in words) for words in wanted.title_words)
    question = (
        f"Does this chart title say that the chart shows {wanted.what} over time? "
        f"Time may be left to the axis, which is titled {'dates' if graph.date_title else 'nothing'}."
    )
    check_text(text, named, judge, f"{topic}_title", question)


@step(category="spatial_check")
def no_overlap(graph: object | None, table: object | None):
    tab = shown(graph).tab
    here = table is not None and table.area.sheet_id == tab.id
    also = [on_sheet.place_of(tab, tab.rows_of(table.area), tab.columns_of(table.area))] if here else []
    covered = on_sheet.covered_by(tab, graph.chart, SLACK, also)
    assert covered is None, f"it covers {covered}"


@step(category="structural_check", mechanism="deterministic", title="Main series from the metric's column")
def main_series_column(graph: object | None, main: object | None, metric_columns, facts):
    shown(graph)
    assert main is not None, "no series of the chart holds values"
    drawn = any(main.stands_in(place) for place in metric_columns)
    assert drawn or mentions(main.label, facts.topics.metric.series), f"{main} is of another column"


@step(category="formatting_check", mechanism="deterministic", title="Circular points")
def circular_points(graph: object | None, main: object | None):
    shown(graph)
    if main is None:
        fail("no series of the chart holds values", Mechanism.DEPENDENCY_NOT_EVALUATED)
    assert main.pointed, f"{main} has no points"
    assert main.round, f"the points of {main} are no circles"


def labelled(key, graph, baselines, facts):
    """The baseline's series, if its label says so."""
    shown(graph)
    found = baselines[key].known
    named = found is not None and names(found.label, facts.baselines[key], facts.surnames)
    assert named, f"no constant series is labelled as {facts.baselines[key].what}: {list(graph.series)}"
    return found


@step(category="formatting_check", mechanism="deterministic", title="Baseline is labelled and dotted")
def baseline_dotted(key, graph: object | None, baselines: object | None, facts):
    series = labelled(key, graph, baselines, facts)
    assert series.style in DASHED, f"{series} is drawn {series.style}"


@step(category="structural_check", mechanism="deterministic", title="Baseline is labelled")
def baseline_labelled(key, graph: object | None, baselines: object | None, facts):
    labelled(key, graph, baselines, facts)


@step(category="information_retrieval", mechanism="fuzzy_match", needs=["judge"], title="Value of the baseline")
def baseline_data(key, graph: object | None, baseline: object | None, facts):
    shown(graph)
    if baseline is None:
        fail("no series is this baseline", Mechanism.DEPENDENCY_NOT_EVALUATED)
    low, high = facts.baselines[key].low, facts.baselines[key].high
    assert baseline.constant, f"{baseline} is not constant"
    assert low <= baseline.mean <= high, f"{baseline} is {baseline.mean:.6g}, expected {low} to {high}"


@step(category="formatting_check", mechanism="fuzzy_match", needs=["judge"], title="Baselines differ from the data")
def baselines_distinct(graph: object | None, baselines: object | None, main: object | None):
    shown(graph)
    if main is None or any(attempt.known is None and not attempt.open for attempt in baselines.values()):
        fail("not all series are identified", Mechanism.DEPENDENCY_NOT_EVALUATED)
    lines = [main, *(attempt.get() for attempt in baselines.values())]
    alike = [(a, b) for place, a in enumerate(lines) for b in lines[:place] if a.looks_like(b)]
    assert not alike, f"{alike[0]} look alike"


@step(category="structural_check", mechanism="deterministic", needs=["web"], title="Sources below the chart")
def sources_below(graph: object | None, baselines: object | None, pages):
    tab = shown(graph).tab
    cells = on_sheet.below(tab, graph.chart, rows=ROWS_BELOW, beside=COLUMNS_BESIDE, slack=SLACK)
    require_reachable(cited(cells), len(baselines), pages)


@step(category="structural_check", title="Chart on the table's tab")
def same_tab(graph: object | None, table: object | None):
    shown(graph)
    if table is None:
        fail(NO_TABLE, Mechanism.DEPENDENCY_NOT_EVALUATED)
    assert graph.tab.id == table.area.sheet_id, f"the chart is on {graph.tab.title!r}, the table on {table.tab!r}"


@step(category="structural_check", mechanism="deterministic", title="Bar chart")
def daily_is_bar(graph: object | None, bars: object | None):
    mixed = shown(graph).kind == "COMBO" and bars and bars[0].kind == "COLUMN"
    assert mixed or graph.kind in ("BAR", "COLUMN"), f"it is a {graph}"


@step(category="structural_check", mechanism="deterministic", title="Series of miles")
def daily_series(graph: object | None, bars: object | None):
    shown(graph)
    assert any(len(set(series.values)) > 2 for series in bars), "no series varies"


@step(category="information_retrieval", mechanism="fuzzy_match", needs=["gold"], title="Runs and walks included")
def daily_walk_and_run(graph: object | None, bars: object | None, export):
    shown(graph)
    varied = [series for series in bars if len(set(series.values)) > 2]
    if not varied:
        fail("no series varies", Mechanism.DEPENDENCY_NOT_EVALUATED)
    check_daily([bars, *([series] for series in varied)], export.get(), "distance")


@step(category="information_retrieval", mechanism="fuzzy_match", needs=["gold"], title="Running total")
def cumulative_data(graph: object | None, export, facts):
    series = next((series for series in shown(graph).series if series.values and not series.constant), None)
    if series is None:
        fail("no series of the chart grows", Mechanism.DETERMINISTIC)
    points = [(cell and day_of(cell), value) for cell, value in graph.points(series)]
    counted = [activity for activity in export.get() if activity.kind in facts.growing.kinds]
    check_running_total(points, counted, facts.growing.measure)


@step(category="structural_check", mechanism="deterministic", title="Line chart")
def cumulative_line(graph: object | None):
    combined = shown(graph).kind == "COMBO" and graph.series
    first = graph.series[0].kind if combined else graph.kind
    assert first in ("LINE", "AREA"), f"it is a {graph}"


# -- last: the sources -------------------------------------------------------------------------------------------------


@located
def visits(sheet, trace):
    """What was visited for a spreadsheet that has anything in it; pages alone are no work."""
    return trace if sheet.charts or any(tab.used_rows for tab in sheet.tabs) else None


@located(title="a visited page about it")
def sought(key, visits, pages, facts, judge):
    return seek(key, facts.baselines[key], visits, pages, judge)


@step(category="web_visit_check", needs=["judge"], title="Source visited")
def url_visited(sought: object | None):
    assert sought is not None, "no visited page is about it, or the spreadsheet is blank"
    decided_by(Mechanism.WEB_VISIT if sought.by_address else Mechanism.LLM_VLM_JUDGEMENT)
    show("pages", sought.urls)


@step(category="web_visit_check", needs=["judge", "web"], judge_primary=True, title="Source supports the baseline")
def content(key, baseline, sought, pages, facts, judge):
    require_support(key, facts.baselines[key], baseline.mean, sought, pages, judge)
