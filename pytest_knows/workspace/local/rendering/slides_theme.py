"""What a slide inherits: colours of the theme, properties and text styles along placeholder -> layout -> master."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_knows.workspace.local.rendering.markup import Json, at, items, mapping, number, rgb

_DEFAULT_TEXT: Json = {
    "fontFamily": "Arial",
    "fontSize": {"magnitude": 14, "unit": "PT"},
    "foregroundColor": {"opaqueColor": {"themeColor": "DARK1"}},
}
_DEFAULT_PARAGRAPH: Json = {"lineSpacing": 100}
_LONGEST_CHAIN = 4


class Theme:
    """Looks up pages and placeholders of one presentation."""

    def __init__(self, deck: Json) -> None:
        pages = [page for group in ("masters", "layouts", "slides") for page in items(deck.get(group))]
        self._pages = {str(page.get("objectId")): page for page in pages}
        elements = [element for page in pages for element in items(page.get("pageElements"))]
        self._elements = {str(element.get("objectId")): element for element in elements}
        self._first_master = next(iter(items(deck.get("masters"))), {})

    def parents(self, page: Json) -> list[Json]:
        """The page's layout and master, as far as they exist."""
        ids = (
            at(page, "slideProperties", "layoutObjectId"),
            at(page, "slideProperties", "masterObjectId") or at(page, "layoutProperties", "masterObjectId"),
        )
        return [self._pages[str(page_id)] for page_id in ids if str(page_id) in self._pages]

    def colour(self, page: Json, colour: object) -> str | None:
        """An `OpaqueColor` (or an `OptionalColor` around one) as CSS; None for none."""
        found = mapping(at(colour, "opaqueColor") or colour)
        if "themeColor" in found:
            return self._theme_colour(page, str(found["themeColor"]))
        return rgb(found["rgbColor"]) if "rgbColor" in found else None

    def _theme_colour(self, page: Json, name: str) -> str | None:
        for source in (page, *self.parents(page), self._first_master):
            for entry in items(at(source, "pageProperties", "colorScheme", "colors")):
                if entry.get("type") == name:
                    return rgb(entry.get("color"))
        return {"DARK1": "black", "TEXT1": "black", "LIGHT1": "white", "BACKGROUND1": "white"}.get(name)

    def fill(self, page: Json, fill: object) -> str | None:
        """A fill with a `solidFill` as CSS; None where nothing is to be drawn."""
        solid = at(fill, "solidFill")
        if solid is None or at(fill, "propertyState") == "NOT_RENDERED":
            return None
        colour = self.colour(page, at(solid, "color"))
        alpha = number(at(solid, "alpha"), 1.0)
        return colour if colour is None or alpha >= 1 else f"rgba({colour[4:-1]},{max(0.0, alpha):.4f})"

    def chain(self, shape: Json) -> Iterator[Json]:
        """The shape and the placeholders it inherits from, nearest first."""
        for _ in range(_LONGEST_CHAIN):
            yield shape
            parent = self._elements.get(str(at(shape, "placeholder", "parentObjectId")))
            if parent is None:
                return
            shape = mapping(parent.get("shape") or parent.get("image"))

    def shape_property(self, shape: Json, name: str) -> object:
        """A shape's property, or the first along its chain that does not say INHERIT."""
        for source in self.chain(shape):
            value = at(source, "shapeProperties", name)
            if value is not None and at(value, "propertyState") != "INHERIT":
                return value
        return None

    def text_style(self, shape: Json, level: int) -> Json:
        """The text style that a paragraph of that nesting level starts from."""
        return self._merged(shape, level, "textRun", _DEFAULT_TEXT)

    def paragraph_style(self, shape: Json, level: int) -> Json:
        """The paragraph style that a paragraph of that nesting level starts from."""
        return self._merged(shape, level, "paragraphMarker", _DEFAULT_PARAGRAPH)

    def _merged(self, shape: Json, level: int, kind: str, default: Json) -> Json:
        style = dict(default)
        for source in reversed(list(self.chain(shape))[1:]):
            style.update(_level_style(items(at(source, "text", "textElements")), level, kind))
        return style


def _level_style(elements: list[Json], level: int, kind: str) -> Json:
    """The style that a placeholder's text gives to a nesting level; level 0 is also a paragraph without bullet."""
    current = 0
    for element in elements:
        if "paragraphMarker" in element:
            current = int(number(at(element, "paragraphMarker", "bullet", "nestingLevel")))
        if kind in element and current == level:
            return mapping(at(element, kind, "style"))
    return {}
