"""Requests that change text: inserting, deleting, styles, bullets, replacing."""

from __future__ import annotations

import copy
import re

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.masks import apply_paths
from pytest_knows.workspace.local.matching import search_pattern
from pytest_knows.workspace.local.presentations.autofit import settle_autofit
from pytest_knows.workspace.local.presentations.deck import REQUESTS, Deck, as_answered, elements_of
from pytest_knows.workspace.local.presentations.numbering import count_anew, numeral
from pytest_knows.workspace.local.presentations.template import pt
from pytest_knows.workspace.local.presentations.text import Paragraph, Text, dump, load
from pytest_knows.workspace.local.schema import schema_of

_BULLETS = {
    "BULLET_DISC_CIRCLE_SQUARE": "●○■",
    "BULLET_DIAMONDX_ARROW3D_SQUARE": "❖➢■",
    "BULLET_CHECKBOX": "❏❏❏",
    "BULLET_ARROW_DIAMOND_DISC": "➔◆●",
    "BULLET_STAR_CIRCLE_SQUARE": "★○■",
    "BULLET_ARROW3D_CIRCLE_SQUARE": "➢○■",
    "BULLET_LEFTTRIANGLE_DIAMOND_DISC": "◀◆●",
    "BULLET_DIAMONDX_HOLLOWDIAMOND_SQUARE": "❖◇■",
    "BULLET_DIAMOND_CIRCLE_SQUARE": "◆○■",
}
_NUMBERS = {
    "NUMBERED_DIGIT_ALPHA_ROMAN": ("1ai", "."),
    "NUMBERED_DIGIT_ALPHA_ROMAN_PARENS": ("1ai", ")"),
    "NUMBERED_DIGIT_NESTED": ("111", "."),
    "NUMBERED_UPPERALPHA_ALPHA_ROMAN": ("Aai", "."),
    "NUMBERED_UPPERROMAN_UPPERALPHA_DIGIT": ("IA1", "."),
    "NUMBERED_ZERODIGIT_ALPHA_ROMAN": ("0ai", "."),
}
_LAST_LEVEL = 8


@REQUESTS.handles("insertText")
def insert_text(deck: Deck, body: Json) -> None:
    holder = deck.text_holder(body)
    inserted = need(body, "text")
    text = load(holder.get("text"))
    text.insert(body.get("insertionIndex", 0), inserted)
    _keep(holder, text)


@REQUESTS.handles("deleteText")
def delete_text(deck: Deck, body: Json) -> None:
    holder, text = deck.text(body)
    text.delete(*text.span(body.get("textRange")))
    _keep(holder, text)


def _keep(holder: Json, text: Text) -> None:
    """Store a text that may have other paragraphs than before."""
    count_anew([paragraph.bullet for paragraph in text.paragraphs])
    holder["text"] = dump(text)


@REQUESTS.handles("updateTextStyle")
def update_text_style(deck: Deck, body: Json) -> None:
    paths = schema_of("slides").mask("TextStyle", need(body, "fields"))
    style = _with_font_pair(as_answered(body.get("style", {})))
    if any(path[0] in ("fontFamily", "weightedFontFamily") for path in paths):
        paths = [path for path in paths if path[0] not in ("fontFamily", "weightedFontFamily")]
        paths += [("fontFamily",), ("weightedFontFamily",)]
    holder, text = deck.text(body)
    start, end = text.span(body.get("textRange"))
    for char in text.chars[start:end]:
        changed = copy.deepcopy(char.style)
        if ("link",) in paths:
            _set_link_look(changed, style.get("link"))
        apply_paths(changed, style, paths)
        char.style = changed
    holder["text"] = dump(text)


def _with_font_pair(style: Json) -> Json:
    """`fontFamily` and `weightedFontFamily` say the same; whichever was given completes the other."""
    if "weightedFontFamily" in style:
        weighted = {"weight": 400, **style["weightedFontFamily"]}
        return {**style, "fontFamily": weighted.get("fontFamily", "Arial"), "weightedFontFamily": weighted}
    if "fontFamily" in style:
        return {**style, "weightedFontFamily": {"fontFamily": style["fontFamily"], "weight": 400}}
    return style


def _set_link_look(style: Json, link: Json | None) -> None:
    """Setting a link also underlines and colours the text; removing it undoes that, as Google documents."""
    if link:
        style["foregroundColor"] = {"opaqueColor": {"themeColor": "HYPERLINK"}}
        style["underline"] = True
    elif "link" in style:
        style.pop("foregroundColor", None)
        style.pop("underline", None)


@REQUESTS.handles("updateParagraphStyle")
def update_paragraph_style(deck: Deck, body: Json) -> None:
    paths = schema_of("slides").mask("ParagraphStyle", need(body, "fields"))
    holder, text = deck.text(body)
    for number in text.paragraph_numbers(*text.span(body.get("textRange"))):
        apply_paths(text.paragraphs[number].style, body.get("style", {}), paths)
    holder["text"] = dump(text)


@REQUESTS.handles("createParagraphBullets")
def create_paragraph_bullets(deck: Deck, body: Json) -> None:
    """Bullets or numbers for the paragraphs; leading tabs become the nesting level and are removed."""
    preset = body.get("bulletPreset", "BULLET_DISC_CIRCLE_SQUARE")
    holder, text = deck.text(body)
    numbers = text.paragraph_numbers(*text.span(body.get("textRange")))
    list_id = f"list.{deck.object_id(None)}"
    text.lists[list_id] = {"listId": list_id, "nestingLevel": {str(n): {"bulletStyle": {}} for n in range(9)}}
    counts: dict[int, int] = {}
    for number in numbers:
        paragraph = text.paragraphs[number]
        old = (paragraph.bullet or {}).get("nestingLevel", 0)
        level = min(_strip_tabs(text, number) or old, _LAST_LEVEL)
        counts = {deeper: count for deeper, count in counts.items() if deeper <= level}
        counts[level] = counts.get(level, 0) + 1
        paragraph.bullet = {
            "listId": list_id,
            **({"nestingLevel": level} if level else {}),
            "glyph": _glyph(preset, level, counts),
            "bulletStyle": {},
        }
        paragraph.style["indentStart"], paragraph.style["indentFirstLine"] = pt(36 * (level + 1)), pt(18 + 36 * level)
    holder["text"] = dump(text)


def _strip_tabs(text: Text, number: int) -> int:
    start = 0
    for _ in range(number):
        start = next(n for n in range(start, len(text.chars)) if text.chars[n].text == "\n") + 1
    tabs = 0
    while text.chars[start].text == "\t":
        del text.chars[start]
        tabs += 1
    return tabs


def _glyph(preset: str, level: int, counts: dict[int, int]) -> str:
    if preset in _BULLETS:
        return _BULLETS[preset][level % 3]
    kinds, mark = _NUMBERS.get(preset, _NUMBERS["NUMBERED_DIGIT_ALPHA_ROMAN"])
    if preset == "NUMBERED_DIGIT_NESTED":
        return ".".join(str(counts.get(n, 1)) for n in range(level + 1)) + mark
    return numeral(kinds[level % 3], counts[level]) + mark


@REQUESTS.handles("deleteParagraphBullets")
def delete_paragraph_bullets(deck: Deck, body: Json) -> None:
    holder, text = deck.text(body)
    for number in text.paragraph_numbers(*text.span(body.get("textRange"))):
        _unbullet(text.paragraphs[number])
    _keep(holder, text)


def _unbullet(paragraph: Paragraph) -> None:
    """The text keeps its place: a nested paragraph stays indented by its level."""
    if paragraph.bullet is None:
        return
    indent = pt(36 * paragraph.bullet.get("nestingLevel", 0))
    paragraph.style["indentStart"], paragraph.style["indentFirstLine"] = indent, copy.deepcopy(indent)
    paragraph.bullet = None


@REQUESTS.handles("replaceAllText")
def replace_all_text(deck: Deck, body: Json) -> Json:
    pattern = pattern_of(need(body, "containsText"))
    replacement = body.get("replaceText", "")
    changed = 0
    for page in pages_meant(deck, body):
        for holder in _text_holders(page):
            changed += _replace_in(holder, pattern, replacement)
    return {"occurrencesChanged": changed} if changed else {}


def pattern_of(criteria: Json) -> re.Pattern[str]:
    return search_pattern(
        need(criteria, "text"),
        match_case=criteria.get("matchCase", False),
        regex=criteria.get("searchByRegex", False),
    )


def pages_meant(deck: Deck, body: Json) -> list[Json]:
    """The pages of `pageObjectIds`, else all slides; a notes page or notes master cannot be named."""
    wanted = body.get("pageObjectIds")
    if not wanted:
        return deck.slides
    pages = [deck.page(object_id) for object_id in wanted]
    if any(page.get("pageType") in ("NOTES", "NOTES_MASTER") for page in pages):
        raise RequestError("pageObjectIds must not name a notes page or notes master.")
    return pages


def _text_holders(page: Json) -> list[Json]:
    holders = []
    for found in elements_of(page):
        if "text" in found.element.get("shape", {}):
            holders.append(found.element["shape"])
        for row in found.element.get("table", {}).get("tableRows", []):
            holders.extend(cell for cell in row.get("tableCells", []) if "text" in cell)
    return holders


def _replace_in(holder: Json, pattern: re.Pattern[str], replacement: str) -> int:
    text = load(holder["text"])
    # An AutoText is one character of `chars`; a private-use sign keeps the places aligned and matches nothing.
    plain = "".join("\ue000" if char.auto else char.text for char in text.chars)
    matches = [match for match in pattern.finditer(plain) if match.end() > match.start()]
    for match in reversed(matches):
        end = min(match.end(), len(text.chars) - 1)
        if match.start() < end:
            text.replace(match.start(), end, replacement)
    if matches:
        holder["text"] = dump(text)
        settle_autofit(holder)
    return len(matches)
