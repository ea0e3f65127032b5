"""One document while a batch is applied to it: tabs, segments, places, and the changes that keep named ranges right."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from pytest_knows.workspace.local.documents import content as edit
from pytest_knows.workspace.local.documents.content import Spot
from pytest_knows.workspace.local.documents.indexing import end, number, number_from, paragraphs, start, units
from pytest_knows.workspace.local.documents.lag import Lag
from pytest_knows.workspace.local.engine import Environment, Json, RequestError

_SEGMENTS = ("headers", "footers", "footnotes")
_MOST_PARAGRAPHS = 50_000  # a bound of ours: one small request must not fill the server's memory
_LONGEST = 1_020_000  # "Up to 1.02 million characters" (Google's list of files that Drive can store)


@dataclass(slots=True, kw_only=True)
class Segment:
    """A body, header, footer or footnote; `id` is empty for the body."""

    tab: Json
    """The tab's `documentTab`."""
    tab_id: str
    id: str
    content: list[Json]
    end: int
    """The index after the segment's last newline; `Editor.changed` keeps it right."""

    @property
    def is_footnote(self) -> bool:
        return self.id in self.tab.get("footnotes", {})


class Editor:
    """The state of one document, with the environment that handlers may ask."""

    def __init__(self, state: Json, env: Environment) -> None:
        self.state = state
        self.env = env
        self.lag = Lag()
        self._joined: dict[int, Json] = {}
        self._unswept: Json | None = None
        for tab in self.all_tabs():
            renumber(tab["documentTab"])

    def all_tabs(self) -> Iterator[Json]:
        """Every tab with contents, parents before their children."""
        self.settle()
        return _tabs(self.state["tabs"])

    def tab(self, tab_id: str | None) -> Json:
        """The `Tab` of that id; the first without one. Raises `RequestError`."""
        self.settle()
        return self._tab(tab_id)

    def settle(self) -> None:
        """Do what was put off: write all indices, forget what is anchored nowhere any more."""
        self.lag.settle()
        self._joined.clear()
        self._sweep()

    def _sweep(self) -> None:
        if self._unswept is not None:
            _forget_unanchored(self._unswept)
            self._unswept = None

    def _tab(self, tab_id: str | None) -> Json:
        tabs = list(_tabs(self.state["tabs"]))
        if not tab_id:
            return tabs[0]
        for tab in tabs:
            if tab["tabProperties"]["tabId"] == tab_id:
                return tab
        raise RequestError(f"The tab with ID {tab_id} was not found.", status="NOT_FOUND", http=404)

    def tabs_of(self, criteria: Json | None) -> list[Json]:
        """The tabs that a `TabsCriteria` names; all of them without one."""
        ids = (criteria or {}).get("tabIds", [])
        return [self.tab(tab_id) for tab_id in ids] if ids else list(self.all_tabs())

    def segment(self, where: Json, *, late: bool = False) -> Segment:
        """The segment that a Location, EndOfSegmentLocation or Range is in. Raises `RequestError`.

        `late`: the indices in it may lag behind (see `Lag`): only methods of this class find places in it then.
        """
        segment_id = where.get("segmentId", "")
        if not late or (segment_id and self._unswept is not None):
            self.settle()
        tab = self._tab(where.get("tabId"))
        contents = tab["documentTab"]
        found = contents["body"] if not segment_id else _other_segment(contents, segment_id)
        tab_id = tab["tabProperties"]["tabId"]
        content = found["content"]
        return Segment(tab=contents, tab_id=tab_id, id=segment_id, content=content, end=self.lag.end(content))

    def place(self, body: Json, *, late: bool = False) -> tuple[Segment, Spot]:
        """Where `location` or `endOfSegmentLocation` of a request points. Raises `RequestError`."""
        if ("location" in body) == ("endOfSegmentLocation" in body):
            raise RequestError("Exactly one of location and endOfSegmentLocation must be set.")
        if "endOfSegmentLocation" in body:
            segment = self.segment(body["endOfSegmentLocation"], late=late)
            return segment, self.spot(segment, segment.end - 1)
        segment = self.segment(body["location"], late=late)
        return segment, self.spot(segment, body["location"].get("index", 0))

    def spot(self, segment: Segment, index: int) -> Spot:
        """The place at an index. Raises `RequestError` where no paragraph is."""
        if index < 0:
            raise RequestError(f"Index {index} must be greater than or equal to 0.")
        if index >= segment.end:
            limit = f"less than the end index of the referenced segment, {segment.end}."
            raise RequestError(f"Index {index} must be {limit}")
        spot = edit.find_spot(segment.content, index, self.lag.reach(segment.content, index))
        if spot is None:
            raise RequestError(
                "The insertion index must be inside the bounds of an existing paragraph. "
                "You can still create new paragraphs by inserting newlines."
            )
        return spot

    def bounds(self, where: Json, *, late: bool = False) -> tuple[Segment, int, int]:
        """The segment and the two indices of a `Range`. Raises `RequestError`."""
        segment = self.segment(where, late=late)
        first, stop = where.get("startIndex", 0), where.get("endIndex")
        if stop is None:
            raise RequestError("range.endIndex is required.")
        if first < 0 or stop <= first:
            raise RequestError("The range should not be empty.")
        if stop > segment.end:
            limit = f"less than or equal to the end index of the referenced segment, {segment.end}."
            raise RequestError(f"Index {stop} must be {limit}")
        return segment, first, stop

    def paragraphs_in(self, segment: Segment, first: int, stop: int) -> list[Json]:
        """The paragraph nodes that overlap a range; their indices are right."""
        top, bottom = self._nodes(segment.content, first, stop - 1)
        nodes = segment.content[top : bottom + 1]
        return [node for node in paragraphs(nodes) if start(node) < stop and end(node) > first]

    def _nodes(self, content: list[Json], first: int, last: int) -> tuple[int, int]:
        """The positions of the nodes that two indices are in."""
        known = self.lag.reach(content, last)
        top, bottom = (bisect_right(content, index, hi=known, key=start) - 1 for index in (first, last))
        return top, bottom

    def joined(self, node: Json) -> list[Json]:
        """The elements of a paragraph node whose indices are right, once equal neighbours among them were joined."""
        paragraph = node["paragraph"]
        if id(paragraph) not in self._joined:
            edit.join_numbered(paragraph["elements"])
            self._joined[id(paragraph)] = paragraph  # kept, so that no other one gets its id
        elements: list[Json] = paragraph["elements"]
        return elements

    def insert_text(self, segment: Segment, index: int, text: str, style: Json | None = None) -> None:
        """Insert text, in the style of its surroundings unless one is given."""
        self.check_room(segment, units(text), text.count("\n"))
        spot = self.spot(segment, index)
        with self._changing(segment, index, index):
            edit.insert_text(spot, text, edit.style_at(spot) if style is None else style)

    def insert(self, segment: Segment, spot: Spot, element: Json) -> None:
        """Put one paragraph element at a place."""
        index = start(spot.node) + spot.offset
        edit.insert_elements(spot, [element])
        self.changed(segment, index)

    def style_behind(self, segment: Segment, index: int) -> Json:
        """The text style of the character that starts at `index`."""
        return edit.style_at(self.spot(segment, index + 1))

    def delete(self, segment: Segment, first: int, stop: int) -> None:
        """Delete a range and the objects whose last anchor went with it. Raises `RequestError`."""
        if first < 1 and not segment.id:
            raise RequestError("Cannot delete the section break at the start of the body.")
        if stop >= segment.end:
            raise RequestError("The range cannot include the newline character at the end of the segment.")
        with self._changing(segment, first, stop):
            edit.delete_range(segment.content, first, stop, self.lag.reach(segment.content, stop))
        if self._unswept is not segment.tab:
            self._sweep()
            self._unswept = segment.tab

    @contextmanager
    def _changing(self, segment: Segment, first: int, last: int) -> Iterator[None]:
        """The caller changes the nodes that two indices are in; then they get their numbers, and ranges are moved."""
        content = segment.content
        top, bottom = self._nodes(content, first, last)
        behind, begin, stop = len(content) - bottom - 1, start(content[top]), end(content[bottom])
        self.lag.move(bottom + 1)
        yield
        bottom = len(content) - behind
        growth = number(content[top:bottom], begin) - stop
        self.lag.add(bottom, growth)
        segment.end += growth
        _move_ranges(segment, lambda where: _shifted(where, first, growth))

    def changed(self, segment: Segment, index: int) -> None:
        """Renumber a settled segment after a change at `index` and move the named ranges and comments behind it."""
        before, segment.end = segment.end, number_from(segment.content, index)
        growth = segment.end - before
        _move_ranges(segment, lambda where: _shifted(where, index, growth))

    def check_room(self, segment: Segment, growth: int, lines: int) -> None:
        """Raises `RequestError` if so many more units, or paragraphs (each cell has one), would be too many."""
        if growth > 0 and segment.end + growth > _LONGEST:
            raise RequestError(f"A document can have at most {_LONGEST} characters.")
        crowded = lines > 0 and lines + segment.end > _MOST_PARAGRAPHS  # each has a unit at least
        if crowded and lines + sum(1 for _ in paragraphs(segment.content)) > _MOST_PARAGRAPHS:
            raise RequestError(f"The embedded Workspace keeps at most {_MOST_PARAGRAPHS} paragraphs and cells.")

    def rewritten(self, segment: Segment, moved: Callable[[Json], Json]) -> None:
        """Renumber a segment after changes all over it; `moved` gives each `Range` in it anew."""
        segment.end = number(segment.content)
        _move_ranges(segment, moved)
        _forget_unanchored(segment.tab)


def _tabs(tabs: list[Json]) -> Iterator[Json]:
    for tab in tabs:
        yield tab
        yield from _tabs(tab.get("childTabs", []))


def renumber(contents: Json) -> None:
    """Number all segments of a `documentTab`."""
    number(contents["body"]["content"])
    for kind in _SEGMENTS:
        for segment in contents.get(kind, {}).values():
            number(segment["content"])


def _other_segment(contents: Json, segment_id: str) -> Json:
    for kind in _SEGMENTS:
        if segment_id in contents.get(kind, {}):
            found: Json = contents[kind][segment_id]
            return found
    raise RequestError(f"Segment with ID {segment_id} was not found.")


def all_content(contents: Json) -> Iterator[list[Json]]:
    """The content lists of all segments of a `documentTab`, the body first."""
    yield contents["body"]["content"]
    for kind in _SEGMENTS:
        for segment in contents.get(kind, {}).values():
            yield segment["content"]


def _forget_unanchored(contents: Json) -> None:
    anchored: dict[str, set[str]] = {"inlineObjects": set(), "positionedObjects": set(), "footnotes": set()}
    if not any(contents.get(name) for name in anchored):
        return
    for content in all_content(contents):
        for node in paragraphs(content):
            anchored["positionedObjects"].update(node["paragraph"].get("positionedObjectIds", []))
            for element in node["paragraph"]["elements"]:
                anchored["inlineObjects"].add(element.get("inlineObjectElement", {}).get("inlineObjectId"))
                anchored["footnotes"].add(element.get("footnoteReference", {}).get("footnoteId"))
    for name, kept in anchored.items():
        for object_id in set(contents.get(name, {})) - kept:
            del contents[name][object_id]
    number_footnotes(contents["body"]["content"])


def number_footnotes(content: list[Json]) -> None:
    """Number the references to footnotes in reading order."""
    elements = (element for node in paragraphs(content) for element in node["paragraph"]["elements"])
    references = [element["footnoteReference"] for element in elements if "footnoteReference" in element]
    for place, reference in enumerate(references, 1):
        reference["footnoteNumber"] = str(place)


def _move_ranges(segment: Segment, moved: Callable[[Json], Json]) -> None:
    """Give named ranges and comment anchors their new places; a named range without any is gone."""
    for anchor in segment.tab.get("commentAnchors", {}).values():
        anchor["ranges"] = _kept(anchor["ranges"], segment, moved)
    ranges = segment.tab.get("namedRanges", {})
    for name, group in list(ranges.items()):
        for named in group["namedRanges"]:
            named["ranges"] = _kept(named["ranges"], segment, moved)
        group["namedRanges"] = [named for named in group["namedRanges"] if named["ranges"]]
        if not group["namedRanges"]:
            del ranges[name]


def _kept(ranges: list[Json], segment: Segment, moved: Callable[[Json], Json]) -> list[Json]:
    """Ranges after a change in a segment, without those that it emptied."""
    now = [moved(r) if r.get("segmentId", "") == segment.id else r for r in ranges]
    return [r for r in now if r["startIndex"] < r["endIndex"]]


def place_of(segment: Segment, first: int, stop: int) -> Json:
    """A `Range` of a segment."""
    where: Json = {"startIndex": first, "endIndex": stop, "tabId": segment.tab_id}
    return {**where, "segmentId": segment.id} if segment.id else where


def _shifted(where: Json, index: int, growth: int) -> Json:
    first, stop = where["startIndex"], where["endIndex"]
    if growth >= 0:
        # Text typed exactly at the start of a range stands before it.
        first, stop = (i + growth if i > index or (i == index and i == first) else i for i in (first, stop))
    else:
        first, stop = (max(index, i + growth) if i > index else i for i in (first, stop))
    return {**where, "startIndex": first, "endIndex": stop}
