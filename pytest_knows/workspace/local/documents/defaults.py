"""What Google puts into a new document: page, margins, named styles, the empty body."""

from __future__ import annotations

from pytest_knows.workspace.local.engine import Json

FIRST_TAB = "t.0"


def points(magnitude: float) -> Json:
    """A Dimension in points; zero is left out, as protobuf's JSON does."""
    return {"magnitude": magnitude, "unit": "PT"} if magnitude else {"unit": "PT"}


def grey(level: float) -> Json:
    """An OptionalColor with equal red, green and blue (0 to 1)."""
    rgb = {"red": level, "green": level, "blue": level} if level else {}
    return {"color": {"rgbColor": rgb}}


def paragraph(elements: list[Json] | None = None, style: Json | None = None) -> Json:
    """A structural element with one paragraph; an empty one without `elements`."""
    run = {"textRun": {"content": "\n", "textStyle": {}}}
    base = {"namedStyleType": "NORMAL_TEXT", "direction": "LEFT_TO_RIGHT"}
    return {"paragraph": {"elements": elements or [run], "paragraphStyle": {**base, **(style or {})}}}


def section_break(section_type: str = "CONTINUOUS") -> Json:
    """A structural element that begins a section."""
    style = {
        "columnSeparatorStyle": "NONE",
        "contentDirection": "LEFT_TO_RIGHT",
        "sectionType": section_type,
    }
    return {"sectionBreak": {"sectionStyle": style}}


def document_style() -> Json:
    """US Letter, one-inch margins: a new document of an account with US settings."""
    return {
        "background": {"color": {}},
        "pageNumberStart": 1,
        "marginTop": points(72),
        "marginBottom": points(72),
        "marginRight": points(72),
        "marginLeft": points(72),
        "pageSize": {"height": points(792), "width": points(612)},
        "marginHeader": points(36),
        "marginFooter": points(36),
        "useCustomHeaderFooterMargins": True,
    }


def _border() -> Json:
    return {"color": {}, "width": points(0), "padding": points(0), "dashStyle": "SOLID"}


def _normal_paragraph_style() -> Json:
    sides = ("Between", "Top", "Bottom", "Left", "Right")
    return {
        "namedStyleType": "NORMAL_TEXT",
        "alignment": "START",
        "lineSpacing": 115,
        "direction": "LEFT_TO_RIGHT",
        "spacingMode": "COLLAPSE_LISTS",
        "spaceAbove": points(0),
        "spaceBelow": points(0),
        **{f"border{side}": _border() for side in sides},
        "indentFirstLine": points(0),
        "indentStart": points(0),
        "indentEnd": points(0),
        "keepLinesTogether": False,
        "keepWithNext": False,
        "avoidWidowAndOrphan": True,
        "shading": {"backgroundColor": {}},
        "pageBreakBefore": False,
    }


def _normal_text_style() -> Json:
    return {
        "bold": False,
        "italic": False,
        "underline": False,
        "strikethrough": False,
        "smallCaps": False,
        "backgroundColor": {},
        "foregroundColor": grey(0),
        "fontSize": points(11),
        "weightedFontFamily": {"fontFamily": "Arial", "weight": 400},
        "baselineOffset": "NONE",
    }


# Name, size, grey level of the colour, space above, space below (points): a new document's styles in Google Docs.
_NAMED: tuple[tuple[str, float, float | None, float, float], ...] = (
    ("HEADING_1", 20, None, 20, 6),
    ("HEADING_2", 16, None, 18, 6),
    ("HEADING_3", 14, 0.2627451, 16, 4),
    ("HEADING_4", 12, 0.4, 14, 4),
    ("HEADING_5", 11, 0.4, 12, 4),
    ("HEADING_6", 11, 0.4, 12, 4),
    ("TITLE", 26, None, 0, 3),
    ("SUBTITLE", 15, 0.4, 0, 16),
)


def _named_style(name: str, size: float, level: float | None, above: float, below: float) -> Json:
    text: Json = {"fontSize": points(size)}
    if name in ("HEADING_2", "HEADING_3"):
        text["bold"] = False
    if name == "HEADING_6":
        text["italic"] = True
    if name == "SUBTITLE":
        text["italic"] = False
        text["weightedFontFamily"] = {"fontFamily": "Arial", "weight": 400}
    if level is not None:
        text["foregroundColor"] = grey(level)
    style = {
        "namedStyleType": "NORMAL_TEXT",
        "direction": "LEFT_TO_RIGHT",
        "spaceAbove": points(above),
        "spaceBelow": points(below),
        "keepLinesTogether": True,
        "keepWithNext": True,
        "pageBreakBefore": False,
    }
    return {"namedStyleType": name, "textStyle": text, "paragraphStyle": style}


def named_styles() -> Json:
    """Google's nine named styles; all but the first hold only what differs from NORMAL_TEXT."""
    normal = {
        "namedStyleType": "NORMAL_TEXT",
        "textStyle": _normal_text_style(),
        "paragraphStyle": _normal_paragraph_style(),
    }
    return {"styles": [normal, *(_named_style(*row) for row in _NAMED)]}


def default_style(part: str) -> Json:
    """The `textStyle` or `paragraphStyle` of NORMAL_TEXT in a new document."""
    found: Json = named_styles()["styles"][0][part]
    return found


def blank_tab(tab_id: str = FIRST_TAB, title: str = "Tab 1", index: int = 0) -> Json:
    """One tab with an empty body, in the API's `Tab` shape."""
    return {
        "tabProperties": {"tabId": tab_id, "title": title, "index": index},
        "documentTab": {
            "body": {"content": [section_break(), paragraph()]},
            "documentStyle": document_style(),
            "namedStyles": named_styles(),
        },
    }
