"""A page of a presentation as HTML pieces for the editor: one for each element, everything inherited resolved."""

from __future__ import annotations

from pytest_knows.workspace.local.media import MEDIA_PATH
from pytest_knows.workspace.local.rendering.markup import Json, items, mapping, tag
from pytest_knows.workspace.local.rendering.pictures import Pictures, PictureSource, crop_of
from pytest_knows.workspace.local.rendering.slides_geometry import placed
from pytest_knows.workspace.local.rendering.slides_html import SlidePage
from pytest_knows.workspace.local.rendering.slides_text import text_html
from pytest_knows.workspace.local.rendering.slides_theme import Theme
from pytest_knows.workspace.local.rendering.text_css import Css

Drawn = dict[str, object]


class LinkedPictures(Pictures):
    """Pictures of this server by their address, so that a browser keeps them; others as `data:` URLs."""

    def __init__(self, source: PictureSource, address: str) -> None:
        super().__init__(source)
        self._address = address

    def data_url(self, image: Json, url: object) -> str | None:
        if isinstance(url, str) and url.startswith(self._address + MEDIA_PATH):
            return url.removeprefix(self._address)
        return super().data_url({}, url)


class EditorPage(SlidePage):
    """A page whose texts can be edited in place."""

    editing = True

    def drawing(self) -> Drawn:
        """`background` (CSS), `furniture` (HTML) and `elements`: id and HTML, groups as their children."""
        elements = placed(items(self.slide.get("pageElements")))
        return {
            "background": ";".join(f"{name}:{value}" for name, value in self.background().items() if value),
            "furniture": self.drawn(self.furniture()),
            "elements": [{"id": str(one.element.get("objectId")), "html": self.element(one)} for one in elements],
        }

    def image(self, properties: Json, url: object, css: Css) -> str:
        """The whole picture behind a window of the size of what is left of it."""
        source = self.pictures.data_url(properties, url)
        if not source:
            return ""
        left, top, right, bottom = crop_of(properties.get("cropProperties"))
        across, down = 1 - left - right, 1 - top - bottom
        whole: Css = {
            "position": "absolute",
            "left": f"{-100 * left / across:.4f}%",
            "top": f"{-100 * top / down:.4f}%",
            "width": f"{100 / across:.4f}%",
            "height": f"{100 / down:.4f}%",
        }
        return tag("div", tag("img", "", whole, src=source, alt=""), {**css, "overflow": "hidden"})


def drawing(theme: Theme, page: Json, pictures: Pictures) -> Drawn:
    """The page as pieces; the speaker notes of a slide as the HTML of their text (`notes`)."""
    notes = mapping(mapping(page.get("slideProperties")).get("notesPage"))
    wanted = mapping(notes.get("notesProperties")).get("speakerNotesObjectId")
    shape = next((mapping(one.get("shape")) for one in items(notes.get("pageElements")) if _is(one, wanted)), None)
    drawn = EditorPage(page, theme, pictures).drawing()
    if shape is not None:
        drawn["notes"] = text_html(shape.get("text"), {}, notes, theme, editing=True)
    return drawn


def _is(element: Json, object_id: object) -> bool:
    return isinstance(object_id, str) and element.get("objectId") == object_id
