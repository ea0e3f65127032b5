"""What a line of a document consists of besides text and pictures: chips, references, fields."""

from __future__ import annotations

from pytest_knows.workspace.local.rendering.documents_paragraphs import colour
from pytest_knows.workspace.local.rendering.markup import Json, at, escape, items, mapping, tag
from pytest_knows.workspace.local.rendering.text_css import Css, link_target, text_css

_CHIP: Css = {"border": "0.75pt solid #c4c7c5", "border-radius": "6pt", "padding": "0 3pt", "white-space": "nowrap"}
"""The outline that Docs draws around a smart chip."""
_TEXTS = {
    "footnoteReference": (("footnoteNumber",),),
    "person": (("personProperties", "name"), ("personProperties", "email")),
    "richLink": (("richLinkProperties", "title"), ("richLinkProperties", "uri")),
    "dateElement": (("dateElementProperties", "displayText"),),
    "dropdown": (("dropdownProperties", "displayValue"),),
}
"""Where the text of an element stands; the first that is there."""
_CHIPS = frozenset(_TEXTS) - {"footnoteReference"}


def element_html(kind: str, value: Json, inherited: Json, contents: Json, fields: Json) -> str:
    """An element of a paragraph in the style of its surroundings; `fields`: `PAGE_NUMBER` and the like -> text."""
    style = {**inherited, **mapping(value.get("textStyle"))}
    if kind == "horizontalRule":
        # Not <hr>, which would end the paragraph.
        return tag("span", "", {"display": "inline-block", "width": "100%", "border-bottom": "1pt solid gray"})
    if kind == "footnoteReference":
        style["baselineOffset"] = "SUPERSCRIPT"
    text = escape(_text(kind, value, fields))
    if not text:
        return ""
    css: Css = {name: value for name, value in text_css(style, colour).items() if value is not None}
    if kind in _CHIPS:
        css |= {**_CHIP, **_option_css(value, contents)}
    target = link_target({"link": {"url": _address(kind, value)}}) or link_target(style)
    if target is None:
        return tag("span", text, css)
    return tag("a", text, {"text-decoration": "none", "color": "inherit", **css}, href=target)


def _text(kind: str, value: Json, fields: Json) -> str:
    if kind == "textRun":
        return str(value.get("content", "")).replace("\n", "")
    if kind == "autoText":
        return str(fields.get(str(value.get("type")), ""))
    return next((str(found) for path in _TEXTS.get(kind, ()) if (found := at(value, *path))), "")


def _address(kind: str, value: Json) -> str | None:
    if kind == "person":
        return f"mailto:{at(value, 'personProperties', 'email')}"
    return at(value, "richLinkProperties", "uri") if kind == "richLink" else None


def _option_css(value: Json, contents: Json) -> Css:
    """The colours of the option that a dropdown shows."""
    chosen = mapping(value.get("dropdownProperties"))
    definition = at(contents, "dropdownDefinitions", str(chosen.get("dropdownDefinitionId")))
    for option in items(at(definition, "dropdownDefinitionProperties", "options")):
        if option.get("optionId") == chosen.get("selectedOptionId"):
            look = mapping(option.get("textStyle"))
            drawn = {
                "color": colour(look.get("foregroundColor")),
                "background-color": colour(look.get("backgroundColor")),
            }
            return {name: found for name, found in drawn.items() if found is not None}
    return {}
