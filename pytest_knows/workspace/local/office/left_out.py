"""What a file holds that the other format has no place for, found by names, so that a reply can say so.

The tables say it in the words of the reply; docs/limitations.md says more about each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.office_formats import DOCX, PPTX, XLSX

_BEFORE = r"(?:[\w:]{1,30}=\"[^\"<]{0,300}\"\s){0,12}"
"""Attributes before the one that is meant. Bounded, as all here: a part may have been made to be slow to search."""
_ANY = [(r".*vbaProject\.bin", "", "macros"), (r".*/diagrams/.*", "", "SmartArt"), (r".*/embeddings/.*\.bin", "",
        "embedded objects")]  # fmt: skip
_IN: dict[str, list[tuple[str, str, str]]] = {
    DOCX: [
        (r"word/comments\.xml", r"<w:comment[ >]", "comments"),
        (r"word/document\.xml", r"<w:(?:ins|del) ", "tracked changes (insertions kept, deletions dropped)"),
        (
            r"word/.*\.xml",
            rf"<wp[sg]:|<v:(?:shape|rect|oval|group|line) (?!{_BEFORE}o:hr=)",
            "drawings, shapes and text boxes",
        ),
        (r"word/document\.xml", r"<m:oMath[ >]", "equations (kept as plain text)"),
        (r"word/document\.xml", r"<w:endnoteReference ", "endnotes (kept as footnotes)"),
        (r"word/document\.xml", rf"<w:hyperlink {_BEFORE}w:anchor=", "links to bookmarks"),
        (r"word/document\.xml", r"<w:vanish", "hidden text"),
        (r"word/document\.xml", r"<w:tabs>", "tab stops"),
    ],
    XLSX: [
        (r"xl/pivotTables/.*", "", "pivot tables (their values are kept)"),
        (r"xl/slicers/.*", "", "slicers"),
        (r"xl/externalLinks/.*", "", "links to other workbooks"),
        (r"xl/worksheets/.*", r"sparklineGroup ", "sparklines"),
        (r"xl/worksheets/.*", r"type=\"(?:iconSet|dataBar)\"", "icon sets and data bars"),
        (r"xl/worksheets/.*", r"outlineLevel=", "groups of rows and columns"),
        (r"xl/worksheets/.*", rf"<dataValidation {_BEFORE}type=\"(?!list|none)", "validation other than lists"),
        (r"xl/worksheets/.*", r"<(?:sheetProtection|protectedRange) ", "protection"),
        (r"xl/sharedStrings\.xml", r"<(?:\w+:)?r>", "looks of parts of a cell's text"),
        (r"xl/drawings/.*", r"<xdr:(?:sp|grpSp|cxnSp)[ >]", "drawn shapes, and pictures in groups"),
        (r"xl/drawings/.*", r"<a:srcRect [ltrb]=", "crops of pictures"),
    ],
    PPTX: [
        (r"ppt/comments/.*", "", "comments"),
        (r"ppt/slides/.*", r"<p:timing[ >]", "animations"),
        (r"ppt/slides/.*", r"<p:transition[ />]", "transitions"),
        (r"ppt/slides/.*", r"<a:(?:videoFile|audioFile|wavAudioFile) ", "video and sound"),
        (r"ppt/slides/.*", r"<a:effectLst>", "effects"),
        (r"ppt/slides/.*", r"<a:gradFill[ >]", "gradients (their first colour is kept)"),
        (r"ppt/slides/.*", r"(?<!<p:bgPr>)<a:blipFill", "picture fills of shapes"),
        (r"ppt/slides/.*", r"hlinksldjump", "links from slide to slide"),
    ],
}
"""Office's type -> (part, what stands in it, what is not carried)."""
_OUT = {
    DOCX: {
        "suggestedInsertionIds": "suggestions", "suggestedDeletionIds": "suggestions", "equation": "equations",
        "namedRanges": "named ranges", "embeddedDrawingProperties": "drawings", "comments": "comments",
        "person": "chips (kept as text)", "richLink": "chips (kept as text)", "dateElement": "chips (kept as text)",
        "dropdownDefinitions": "dropdowns",
    },
    XLSX: {
        "textFormatRuns": "looks of parts of a cell's text", "chipRuns": "chips (kept as text)",
        "filterViews": "filter views", "slicers": "slicers", "protectedRanges": "protection",
        "rowGroups": "groups of rows and columns", "columnGroups": "groups of rows and columns",
        "developerMetadata": "developer metadata", "criteria": "filter conditions", "filterSpecs": "filter conditions",
        "bandedRanges": "bands (kept as fills)", "padding": "padding", "histogramChart": "charts that Excel has not",
        "bubbleChart": "charts that Excel has not", "candlestickChart": "charts that Excel has not",
        "orgChart": "charts that Excel has not", "scorecardChart": "charts that Excel has not",
        "treemapChart": "charts that Excel has not", "waterfallChart": "charts that Excel has not",
    },
    PPTX: {
        "video": "videos", "wordArt": "WordArt", "recolor": "recolouring of pictures",
        "sheetsChart": "links of charts (kept as pictures)", "comments": "comments",
    },
}  # fmt: skip
"""Office's type -> name of a field -> what is not carried if it holds anything."""
_LOOKS = frozenset(("effectiveFormat", "defaultFormat", "spreadsheetTheme", "placeholder"))


def left_out_in(members: dict[str, bytes], mime: str) -> set[str]:
    """What an Office file of type `mime` holds that does not come in."""
    return {
        what
        for part, inside, what in _ANY + _IN[mime]
        for name, data in members.items()
        if re.fullmatch(part, name) and (not inside or re.search(inside.encode(), data, re.DOTALL))
    }


def left_out_of(rest: Json, mime: str) -> set[str]:
    """What the REST JSON of a file holds that does not go out to `mime`."""
    table = _OUT.get(mime, {})
    return {table[name] for name in _names(rest) if name in table}


def _names(value: Any) -> Iterator[str]:
    """The names of all fields that hold something, but for those of computed looks."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, list):
            stack.extend(item)
        elif isinstance(item, dict):
            for name, inner in item.items():
                if inner and name not in _LOOKS:
                    yield name
                    stack.append(inner)
