"""What a new presentation starts with: Google's theme "Simple Light" with its eleven layouts.

Positions and sizes are those that the real API answers for a blank presentation: every placeholder is a 3000000 x
3000000 EMU box under a scaling transform. A row of LAYOUTS is one placeholder.
"""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, field
from functools import lru_cache

from pytest_knows.workspace.local.colours import from_hex
from pytest_knows.workspace.local.engine import Json

MASTER = "simple-light-2"
NOTES_MASTER = "n"
PAGE = (9144000, 5143500)
"""Width and height of a slide in EMU (16:9)."""

_BOX = 3000000
_LEVELS = 9
_DISCS = "●○■"
_THEME = {
    "DARK1": "000000",
    "LIGHT1": "ffffff",
    "DARK2": "595959",
    "LIGHT2": "eeeeee",
    "ACCENT1": "4285f4",
    "ACCENT2": "212121",
    "ACCENT3": "78909c",
    "ACCENT4": "ffab40",
    "ACCENT5": "0097a7",
    "ACCENT6": "eeff41",
    "HYPERLINK": "0097a7",
    "FOLLOWED_HYPERLINK": "0097a7",
    "TEXT1": "000000",
    "BACKGROUND1": "ffffff",
    "TEXT2": "eeeeee",
    "BACKGROUND2": "595959",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A placeholder of a layout: scale and position, and what differs from the master's style."""

    kind: str
    scale: tuple[float, float]
    at: tuple[float, float]
    pt: int | tuple[int, int] | None = None
    """Font size: of all list levels, or of the first and of the others."""
    centred: bool = False
    bare: bool = False
    """Single line spacing and no space below (subtitles, captions)."""
    index: int = 0


_TITLE_BAR = Spot(kind="TITLE", scale=(2.8402, 0.1909), at=(311700, 445025))
_NUMBER = Spot(kind="SLIDE_NUMBER", scale=(0.1829, 0.1312), at=(8472457.8125, 4663216.7975))
_BODY = Spot(kind="BODY", scale=(2.8402, 1.1388), at=(311700, 1152475))


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    name: str
    title: str
    spots: tuple[Spot, ...]
    panel: bool = False
    """A light rectangle over the right half, behind the placeholders."""
    all_spots: tuple[Spot, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "all_spots", (*self.spots, _NUMBER))


def _spot(kind: str, scale: tuple[float, float], at: tuple[float, float], **more: object) -> Spot:
    return Spot(kind=kind, scale=scale, at=at, **more)  # type: ignore[arg-type]


LAYOUTS = (
    Layout(name="TITLE", title="Title slide", spots=(
        _spot("CENTERED_TITLE", (2.8402, 0.6842), (311708.35, 744575), pt=52, centred=True),
        _spot("SUBTITLE", (2.8402, 0.2642), (311700, 2834125), pt=28, centred=True, bare=True))),
    Layout(name="SECTION_HEADER", title="Section header", spots=(
        _spot("TITLE", (2.8402, 0.2806), (311700, 2150850), pt=36, centred=True),)),
    Layout(name="TITLE_AND_BODY", title="Title and body", spots=(_TITLE_BAR, _BODY)),
    Layout(name="TITLE_AND_TWO_COLUMNS", title="Title and two columns", spots=(
        _TITLE_BAR,
        _spot("BODY", (1.3333, 1.1388), (311700, 1152475), pt=(14, 12)),
        _spot("BODY", (1.3333, 1.1388), (4832400, 1152475), pt=(14, 12), index=1))),
    Layout(name="TITLE_ONLY", title="Title only", spots=(_TITLE_BAR,)),
    Layout(name="ONE_COLUMN_TEXT", title="One column text", spots=(
        _spot("TITLE", (0.936, 0.2519), (311700, 555600), pt=24),
        _spot("BODY", (0.936, 1.0598), (311700, 1389600), pt=12))),
    Layout(name="MAIN_POINT", title="Main point", spots=(
        _spot("TITLE", (2.1226, 1.3636), (490250, 450150), pt=48),)),
    Layout(name="SECTION_TITLE_AND_DESCRIPTION", title="Section title and description", panel=True, spots=(
        _spot("TITLE", (1.3484, 0.4941), (265500, 1233175), pt=42, centred=True),
        _spot("SUBTITLE", (1.3484, 0.4117), (265500, 2803075), pt=21, centred=True, bare=True),
        _spot("BODY", (1.279, 1.2317), (4939500, 724075)))),
    Layout(name="CAPTION_ONLY", title="Caption", spots=(
        _spot("BODY", (1.9996, 0.2017), (311700, 4230575), bare=True),)),
    Layout(name="BIG_NUMBER", title="Big number", spots=(
        _spot("TITLE", (2.8402, 0.6545), (311700, 1106125), pt=120, centred=True),
        _spot("BODY", (2.8402, 0.4336), (311700, 3152225), centred=True))),
    Layout(name="BLANK", title="Blank", spots=()),
)  # fmt: skip

_PARENTS = {"CENTERED_TITLE": "p1_i0", "TITLE": "p1_i0", "SUBTITLE": "p1_i1", "BODY": "p1_i1", "SLIDE_NUMBER": "p1_i2"}


def pt(magnitude: float) -> Json:
    """A Dimension in points; 0 is left out, as Google does."""
    return {"magnitude": magnitude, "unit": "PT"} if magnitude else {"unit": "PT"}


def emu(width: float, height: float) -> Json:
    """A Size in EMU; whole numbers are written as such."""
    return {"width": length(width), "height": length(height)}


def length(magnitude: float) -> Json:
    """A Dimension in EMU; whole numbers are written as such."""
    whole = float(magnitude).is_integer()
    return {"magnitude": int(magnitude) if whole else magnitude, "unit": "EMU"}


def default_paragraph(alignment: str = "START", spacing: float = 100, below: float = 0) -> Json:
    """A ParagraphStyle with everything stated, as Google answers it where nothing is inherited."""
    return {
        "lineSpacing": spacing,
        "alignment": alignment,
        "indentStart": pt(0),
        "indentEnd": pt(0),
        "spaceAbove": pt(0),
        "spaceBelow": pt(below),
        "indentFirstLine": pt(0),
        "direction": "LEFT_TO_RIGHT",
        "spacingMode": "NEVER_COLLAPSE",
    }


def default_text(size: float = 14, colour: str = "DARK1") -> Json:
    """A TextStyle with everything stated: Arial, 14 pt unless told otherwise."""
    return {
        "backgroundColor": {},
        "foregroundColor": {"opaqueColor": {"themeColor": colour}},
        "bold": False,
        "italic": False,
        "fontFamily": "Arial",
        "fontSize": pt(size),
        "baselineOffset": "NONE",
        "smallCaps": False,
        "strikethrough": False,
        "underline": False,
        "weightedFontFamily": {"fontFamily": "Arial", "weight": 400},
    }


def hidden_outline() -> Json:
    return {
        "outlineFill": {"solidFill": {"color": {"rgbColor": {}}, "alpha": 1}},
        "weight": {"magnitude": 9525, "unit": "EMU"},
        "dashStyle": "SOLID",
        "propertyState": "NOT_RENDERED",
    }


def hidden_shadow() -> Json:
    return {
        "type": "OUTER",
        "transform": {"scaleX": 1, "scaleY": 1, "unit": "EMU"},
        "alignment": "BOTTOM_LEFT",
        "blurRadius": {"unit": "EMU"},
        "color": {"rgbColor": {}},
        "alpha": 1,
        "rotateWithShape": False,
        "propertyState": "NOT_RENDERED",
    }


def inherited_shape() -> Json:
    """The ShapeProperties of a placeholder that changes nothing."""
    return {
        "shapeBackgroundFill": {"propertyState": "INHERIT"},
        "outline": {"propertyState": "INHERIT"},
        "shadow": {"propertyState": "INHERIT"},
        "autofit": {"autofitType": "NONE", "fontScale": 1},
    }


def bare_shape() -> Json:
    """The ShapeProperties of a text box: no fill, no outline, no shadow."""
    return {
        "shapeBackgroundFill": {
            "propertyState": "NOT_RENDERED",
            "solidFill": {"color": {"rgbColor": {"red": 1, "green": 1, "blue": 1}}, "alpha": 1},
        },
        "outline": hidden_outline(),
        "shadow": hidden_shadow(),
        "autofit": {"autofitType": "NONE", "fontScale": 1},
    }


def placed(object_id: str, scale: tuple[float, float], at: tuple[float, float]) -> Json:
    """A page element's id, size and transform, the box being 3000000 EMU wide and high before scaling."""
    transform = {"scaleX": scale[0], "scaleY": scale[1], "translateX": at[0], "translateY": at[1], "unit": "EMU"}
    return {"objectId": object_id, "size": emu(_BOX, _BOX), "transform": transform}


def _levels(paragraph: Json, styles: list[Json], glyphs: str) -> Json:
    """The text of a placeholder in a layout or master: one empty paragraph for each list level."""
    elements: list[Json] = []
    nesting: Json = {}
    for level, style in enumerate(styles):
        start = {"startIndex": level} if level else {}
        bullet = {"listId": "bodyPlaceholderListEntity", "nestingLevel": level, "glyph": glyphs[level % len(glyphs)]}
        if not level:
            del bullet["nestingLevel"]
        marker = {"style": copy.deepcopy(paragraph), "bullet": bullet}
        elements.append({**start, "endIndex": level + 1, "paragraphMarker": marker})
        elements.append({**start, "endIndex": level + 1, "textRun": {"content": "\n", "style": copy.deepcopy(style)}})
        kept = {name: style[name] for name in ("foregroundColor", "fontSize") if name in style}
        nesting[str(level)] = {"bulletStyle": copy.deepcopy(kept)}
    lists = {"bodyPlaceholderListEntity": {"listId": "bodyPlaceholderListEntity", "nestingLevel": nesting}}
    return {"textElements": elements, "lists": lists}


def _number_text(paragraph: Json, style: Json) -> Json:
    return {
        "textElements": [
            {"endIndex": 2, "paragraphMarker": {"style": paragraph}},
            {"endIndex": 1, "autoText": {"type": "SLIDE_NUMBER", "style": style}},
            {"startIndex": 1, "endIndex": 2, "textRun": {"content": "\n", "style": copy.deepcopy(style)}},
        ]
    }


def _text_box(spot: Spot, object_id: str, text: Json, properties: Json, placeholder: Json) -> Json:
    shape = {"shapeType": "TEXT_BOX", "text": text, "shapeProperties": properties, "placeholder": placeholder}
    return {**placed(object_id, spot.scale, spot.at), "shape": shape}


def _master() -> Json:
    titles = _levels(default_paragraph(), [default_text(28)] * _LEVELS, " ")
    bodies = [default_text(18, "DARK2")] + [default_text(14, "DARK2")] * (_LEVELS - 1)
    body = _levels(default_paragraph(spacing=115, below=16), bodies, _DISCS)
    number = _number_text(default_paragraph("END"), default_text(10, "DARK2"))
    elements = [
        _text_box(_TITLE_BAR, "p1_i0", titles, bare_shape(), {"type": "TITLE"}),
        _text_box(_BODY, "p1_i1", body, bare_shape(), {"type": "BODY"}),
        _text_box(_NUMBER, "p1_i2", number, bare_shape(), {"type": "SLIDE_NUMBER"}),
    ]
    for element, content in zip(elements, ("TOP", "TOP", "MIDDLE"), strict=True):
        element["shape"]["shapeProperties"]["contentAlignment"] = content
    return {
        "objectId": MASTER,
        "pageType": "MASTER",
        "pageElements": elements,
        "pageProperties": {
            "pageBackgroundFill": {"solidFill": {"color": {"themeColor": "LIGHT1"}, "alpha": 1}},
            "colorScheme": {"colors": [{"type": name, "color": from_hex(code)} for name, code in _THEME.items()]},
        },
        "masterProperties": {"displayName": "Simple Light"},
    }


def _layout_spot(page: str, number: int, spot: Spot) -> Json:
    parent = _PARENTS[spot.kind]
    placeholder: Json = {"type": spot.kind, **({"index": spot.index} if spot.index else {}), "parentObjectId": parent}
    if spot.kind == "SLIDE_NUMBER":
        text = _number_text({}, {})
    else:
        text = _levels(_spot_paragraph(spot), _spot_styles(spot), _DISCS if spot.kind == "BODY" else " ")
    properties = inherited_shape()
    if spot.kind in ("CENTERED_TITLE", "TITLE") and spot.pt:
        properties["contentAlignment"] = "MIDDLE" if spot.pt == 48 or spot.pt == 36 else "BOTTOM"
    return _text_box(spot, f"{page}_i{number}", text, properties, placeholder)


def _spot_paragraph(spot: Spot) -> Json:
    style: Json = {"lineSpacing": 100} if spot.bare else {}
    if spot.centred:
        style["alignment"] = "CENTER"
    if spot.bare:
        style["spaceBelow"] = pt(0)
    return style


def _spot_styles(spot: Spot) -> list[Json]:
    if spot.pt is None:
        return [{} for _ in range(_LEVELS)]
    first, others = spot.pt if isinstance(spot.pt, tuple) else (spot.pt, spot.pt)
    return [{"fontSize": pt(first)}] + [{"fontSize": pt(others)} for _ in range(_LEVELS - 1)]


def _panel(page: str) -> Json:
    fill = {"solidFill": {"color": {"themeColor": "LIGHT2"}, "alpha": 1}}
    shape = {"shapeType": "RECTANGLE", "shapeProperties": {**bare_shape(), "shapeBackgroundFill": fill}}
    return {**placed(f"{page}_i0", (1.524, 1.7145), (4572000, -125)), "shape": shape}


def _layout(number: int, layout: Layout) -> Json:
    page = f"p{number}"
    first = int(layout.panel)
    spots = [_layout_spot(page, first + n, spot) for n, spot in enumerate(layout.all_spots)]
    return {
        "objectId": page,
        "pageType": "LAYOUT",
        "pageElements": ([_panel(page)] if layout.panel else []) + spots,
        "pageProperties": {"pageBackgroundFill": {"propertyState": "INHERIT"}},
        "layoutProperties": {"masterObjectId": MASTER, "name": layout.name, "displayName": layout.title},
    }


_NOTES_PICTURE = ((2.032, 1.143), (381000, 685800))
_NOTES_BODY = ((1.8288, 1.3716), (685800, 4343400))


def _notes_master() -> Json:
    master = _master()
    body_style = _levels(default_paragraph(), [default_text(11)] * _LEVELS, _DISCS)
    slide_image = {"type": "SLIDE_IMAGE", "index": 2}
    picture = {"shapeType": "RECTANGLE", "shapeProperties": bare_shape(), "placeholder": slide_image}
    body = {
        "shapeType": "TEXT_BOX",
        "text": body_style,
        "shapeProperties": bare_shape(),
        "placeholder": {"type": "BODY", "index": 1},
    }
    return {
        "objectId": NOTES_MASTER,
        "pageType": "NOTES_MASTER",
        "pageElements": [
            {**placed("n_i0", *_NOTES_PICTURE), "shape": picture},
            {**placed("n_i1", *_NOTES_BODY), "shape": body},
        ],
        "pageProperties": master["pageProperties"],
    }


def notes_page(slide_id: str) -> Json:
    """The notes page of a slide; its BODY shape holds the speaker notes."""
    page = f"{slide_id}:notes"
    picture = {
        "shapeType": "RECTANGLE",
        "shapeProperties": inherited_shape(),
        "placeholder": {"type": "SLIDE_IMAGE", "index": 2, "parentObjectId": "n_i0"},
    }
    body = {
        "shapeType": "TEXT_BOX",
        "shapeProperties": inherited_shape(),
        "placeholder": {"type": "BODY", "index": 1, "parentObjectId": "n_i1"},
    }
    return {
        "objectId": page,
        "pageType": "NOTES",
        "pageElements": [
            {**placed(f"{page}_i0", *_NOTES_PICTURE), "shape": picture},
            {**placed(f"{page}_i1", *_NOTES_BODY), "shape": body},
        ],
        "pageProperties": {"pageBackgroundFill": {"propertyState": "INHERIT"}},
        "notesProperties": {"speakerNotesObjectId": f"{page}_i1"},
    }


def new_presentation(title: str) -> Json:
    """The state of a blank presentation without slides: `title`, `pageSize`, `masters`, `layouts`, `notesMaster`."""
    return {"title": title, **json.loads(_theme())}


@lru_cache(maxsize=1)
def _theme() -> str:
    """All but the title, as JSON text: parsing it is faster than building it again."""
    theme = {
        "locale": "en",
        "pageSize": emu(*PAGE),
        "slides": [],
        "masters": [_master()],
        "layouts": [_layout(number, layout) for number, layout in enumerate(LAYOUTS, 2)],
        "notesMaster": _notes_master(),
    }
    return json.dumps(theme)
