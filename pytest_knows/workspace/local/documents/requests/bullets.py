"""Lists: createParagraphBullets, deleteParagraphBullets."""

from __future__ import annotations

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.documents.content import find_spot
from pytest_knows.workspace.local.documents.defaults import points
from pytest_knows.workspace.local.documents.editor import Editor, Segment
from pytest_knows.workspace.local.documents.indexing import plain_text, start
from pytest_knows.workspace.local.documents.registry import REQUESTS
from pytest_knows.workspace.local.documents.replacing import Edits, replaced
from pytest_knows.workspace.local.engine import Json, RequestError

_LEVELS = 9
_STEP = 36  # points that each nesting level is indented by

# The glyphs that a preset's name spells out, repeated every three levels.
_GLYPHS: dict[str, str] = {
    "BULLET_DISC_CIRCLE_SQUARE": "●○■",
    "BULLET_DIAMONDX_ARROW3D_SQUARE": "❖➢■",
    "BULLET_CHECKBOX": "",
    "BULLET_ARROW_DIAMOND_DISC": "➔◆●",
    "BULLET_STAR_CIRCLE_SQUARE": "★○■",
    "BULLET_ARROW3D_CIRCLE_SQUARE": "➢○■",
    "BULLET_LEFTTRIANGLE_DIAMOND_DISC": "◄◆●",
    "BULLET_DIAMONDX_HOLLOWDIAMOND_SQUARE": "❖◇■",
    "BULLET_DIAMOND_CIRCLE_SQUARE": "◆○■",
}
_NUMBERS: dict[str, tuple[str, str, str]] = {
    "NUMBERED_DECIMAL_ALPHA_ROMAN": ("DECIMAL", "ALPHA", "ROMAN"),
    "NUMBERED_DECIMAL_ALPHA_ROMAN_PARENS": ("DECIMAL", "ALPHA", "ROMAN"),
    "NUMBERED_DECIMAL_NESTED": ("DECIMAL", "DECIMAL", "DECIMAL"),
    "NUMBERED_UPPERALPHA_ALPHA_ROMAN": ("UPPER_ALPHA", "ALPHA", "ROMAN"),
    "NUMBERED_UPPERROMAN_UPPERALPHA_DECIMAL": ("UPPER_ROMAN", "UPPER_ALPHA", "DECIMAL"),
    "NUMBERED_ZERODECIMAL_ALPHA_ROMAN": ("ZERO_DECIMAL", "ALPHA", "ROMAN"),
}


def nesting_levels(preset: str) -> list[Json]:
    """The nine `NestingLevel`s of a preset: text 36 pt in, its glyph 18 pt, each further level 36 pt more."""
    return [
        {
            "bulletAlignment": "START",
            **_glyph(preset, level),
            "indentFirstLine": points(18 + _STEP * level),
            "indentStart": points(36 + _STEP * level),
            "textStyle": {"underline": False},
            "startNumber": 1,
        }
        for level in range(_LEVELS)
    ]


def _glyph(preset: str, level: int) -> Json:
    if preset in _NUMBERS:
        return {"glyphType": _NUMBERS[preset][level % 3], "glyphFormat": _format(preset, level)}
    symbols = _GLYPHS[preset]
    if not symbols:
        return {"glyphType": "GLYPH_TYPE_UNSPECIFIED", "glyphFormat": f"%{level}"}
    return {"glyphSymbol": symbols[level % 3], "glyphFormat": f"%{level}"}


def _format(preset: str, level: int) -> str:
    if preset.endswith("NESTED"):
        return "".join(f"%{above}." for above in range(level + 1))
    return f"%{level})" if preset.endswith("PARENS") else f"%{level}."


@REQUESTS.handles("createParagraphBullets")
def create_paragraph_bullets(editor: Editor, body: Json) -> None:
    """Make list items; leading tabs say how deep and are removed."""
    preset = need(body, "bulletPreset")
    if preset not in _GLYPHS and preset not in _NUMBERS:
        raise RequestError(f"Invalid bullet preset: {preset}")
    segment, first, stop = editor.bounds(need(body, "range"))
    nodes = editor.paragraphs_in(segment, first, stop)
    list_id = _preceding_list(segment, nodes[0], preset) or _new_list(editor, segment, preset) if nodes else ""
    removed = []
    for node in nodes:
        paragraph, text = node["paragraph"], plain_text(node)
        tabs = len(text) - len(text.lstrip("\t"))
        _make_item(paragraph, list_id, min(tabs, _LEVELS - 1))
        if tabs:
            removed.append((start(node), start(node) + tabs))
            paragraph["elements"] = list(replaced(paragraph["elements"], [(0, tabs)], ""))
    editor.rewritten(segment, Edits(length=0, spans=removed).moved)


def _make_item(paragraph: Json, list_id: str, level: int) -> None:
    nesting = {"nestingLevel": level} if level else {}
    paragraph["bullet"] = {"listId": list_id, **nesting, "textStyle": {}}
    paragraph["paragraphStyle"]["indentFirstLine"] = points(18 + _STEP * level)
    paragraph["paragraphStyle"]["indentStart"] = points(36 + _STEP * level)


def _preceding_list(segment: Segment, node: Json, preset: str) -> str | None:
    """The list that the paragraph just before belongs to, if its glyphs are the preset's."""
    before = find_spot(segment.content, start(node) - 1)
    bullet = before.paragraph.get("bullet") if before else None
    if not bullet:
        return None
    levels = segment.tab.get("lists", {}).get(bullet["listId"], {}).get("listProperties", {}).get("nestingLevels")
    return str(bullet["listId"]) if levels == nesting_levels(preset) else None


def _new_list(editor: Editor, segment: Segment, preset: str) -> str:
    list_id = editor.env.new_id()
    segment.tab.setdefault("lists", {})[list_id] = {"listProperties": {"nestingLevels": nesting_levels(preset)}}
    return list_id


@REQUESTS.handles("deleteParagraphBullets")
def delete_paragraph_bullets(editor: Editor, body: Json) -> None:
    """Make plain paragraphs again; an indent keeps the depth visible."""
    for node in editor.paragraphs_in(*editor.bounds(need(body, "range"), late=True)):
        bullet = node["paragraph"].pop("bullet", None)
        if bullet is None:
            continue
        style = node["paragraph"]["paragraphStyle"]
        depth = points(_STEP * bullet.get("nestingLevel", 0))
        for name in ("indentFirstLine", "indentStart"):
            style.pop(name, None)
            if "magnitude" in depth:
                style[name] = depth
