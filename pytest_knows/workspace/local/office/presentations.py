"""A .pptx as the presentations engine's state: masters, layouts, slides, notes."""

from __future__ import annotations

from dataclasses import dataclass, field

from pytest_knows.workspace.local.engine import Environment, Json, RequestError
from pytest_knows.workspace.local.office.drawing import Palette
from pytest_knows.workspace.local.office.markup import Element, amount, attribute, find, find_all, q
from pytest_knows.workspace.local.office.opening import Package
from pytest_knows.workspace.local.office.presentation_shapes import PageReader, Placeholder
from pytest_knows.workspace.local.office.presentation_text import (
    DEFAULT_SIZE,
    LEVELS,
    NO_LEVELS,
    Level,
    Levels,
    TextReader,
    stacked,
)
from pytest_knows.workspace.local.presentations.create import new_slide
from pytest_knows.workspace.local.presentations.template import emu, new_presentation, pt

LAYOUT_NAMES = {
    "title": "TITLE", "obj": "TITLE_AND_BODY", "tx": "TITLE_AND_BODY", "secHead": "SECTION_HEADER", "blank": "BLANK",
    "twoObj": "TITLE_AND_TWO_COLUMNS", "twoColTx": "TITLE_AND_TWO_COLUMNS", "titleOnly": "TITLE_ONLY",
}  # fmt: skip
MAX_SIDE = 51_206_400
"""EMU: PowerPoint's largest slide (56 inches)."""


@dataclass(slots=True, kw_only=True)
class _Master:
    """A master or layout that was read, with what the pages below inherit."""

    page: Json
    palette: Palette
    placeholders: list[Placeholder]
    levels: dict[str, Levels]
    defaults: Levels
    layouts: dict[str, _Master] = field(default_factory=dict)
    """By part name."""


def import_package(package: Package, env: Environment) -> Json:
    """The state of a presentation. Raises `RequestError` for parts that are no PowerPoint presentation."""
    root = package.xml(package.main)
    if root is None or root.tag != q("p:presentation"):
        raise RequestError("The file is not a PowerPoint presentation (Strict Open XML is not read).")
    state = new_presentation(env.title)
    size = find(root, "p:sldSz")
    sides = [min(max(amount(size, name, default), 1), MAX_SIDE) for name, default in (("cx", 9144000), ("cy", 6858000))]
    state["pageSize"] = emu(*sides)
    reader = _DeckReader(package=package, env=env, root=root)
    masters = reader.masters()
    if not masters:
        raise RequestError("The file is damaged: the presentation has no slide master.")
    state["masters"] = [master.page for master in masters]
    state["layouts"] = [layout.page for master in masters for layout in master.layouts.values()]
    layouts = {name: layout for master in masters for name, layout in master.layouts.items()}
    state["slides"] = reader.slides(layouts, masters[0])
    return state


@dataclass(slots=True, kw_only=True)
class _DeckReader:
    package: Package
    env: Environment
    root: Element

    def _listed(self, path: str) -> list[str]:
        """The parts that a list of the presentation names, in order."""
        relations = self.package.relations(self.package.main)
        found = (relations.get(attribute(item, "r:id")) for item in find_all(self.root, path))
        return [r.target for r in found if r and not r.external and r.target in self.package.members]

    def masters(self) -> list[_Master]:
        """The masters, each with its layouts."""
        found = []
        for number, name in enumerate(self._listed("p:sldMasterIdLst/p:sldMasterId"), 1):
            master = self._master(name, f"m{number}")
            found.append(master)
            targets = [r.target for r in self.package.relations(name).values() if r.kind == "slideLayout"]
            for count, target in enumerate(dict.fromkeys(targets), 1):
                if target in self.package.members:
                    master.layouts[target] = self._layout(target, f"m{number}l{count}", master)
        return found

    def _master(self, name: str, page_id: str) -> _Master:
        root = self.package.xml(name)
        palette = Palette.of(self.package.xml(self.package.related(name, "theme")), find(root, "p:clrMap"))
        reader = TextReader(palette=palette, relations=self.package.relations(name))
        base = Level(
            paragraph={"alignment": "START"},
            text={
                "fontSize": pt(DEFAULT_SIZE),
                "foregroundColor": {"opaqueColor": palette.role("tx1")},
                **({"fontFamily": palette.fonts["+mn-lt"]} if palette.fonts.get("+mn-lt") else {}),
            },
        )
        own = reader.levels(find(self.root, "p:defaultTextStyle"))
        defaults = stacked(own, (base,) * LEVELS)
        styles = find(root, "p:txStyles")
        levels = {kind.upper(): reader.levels(find(styles, f"p:{kind}Style")) for kind in ("title", "body", "other")}
        pages = self._reader(page_id, "MASTER", reader, [], defaults, levels)
        page = self._page(root, pages)
        page["pageProperties"]["colorScheme"] = {"colors": palette.scheme()}
        page["masterProperties"] = {"displayName": attribute(find(root, "p:cSld"), "name") or "Office"}
        return _Master(page=page, palette=palette, placeholders=pages.placeholders, levels=levels, defaults=defaults)

    def _layout(self, name: str, page_id: str, master: _Master) -> _Master:
        root = self.package.xml(name)
        palette = master.palette.mapped(find(root, "p:clrMapOvr/a:overrideClrMapping"))
        reader = TextReader(palette=palette, relations=self.package.relations(name))
        pages = self._reader(page_id, "LAYOUT", reader, master.placeholders, master.defaults, master.levels)
        page = self._page(root, pages)
        page["layoutProperties"] = {
            "masterObjectId": master.page["objectId"],
            "name": LAYOUT_NAMES.get(attribute(root, "type"), f"CUSTOM_{page_id}"),
            "displayName": attribute(find(root, "p:cSld"), "name"),
        }
        # What a layout has no placeholder for may still be inherited from the master.
        kinds = {placeholder.kind for placeholder in pages.placeholders}
        more = [placeholder for placeholder in master.placeholders if placeholder.kind not in kinds]
        return _Master(
            page=page,
            palette=palette,
            placeholders=pages.placeholders + more,
            levels=master.levels,
            defaults=master.defaults,
        )

    def _reader(
        self,
        page_id: str,
        kind: str,
        reader: TextReader,
        parents: list[Placeholder],
        defaults: Levels,
        levels: dict[str, Levels],
    ) -> PageReader:
        return PageReader(
            page_id=page_id, kind=kind, package=self.package, env=self.env, reader=reader, parents=parents,
            defaults=defaults, master_levels=levels,
        )  # fmt: skip

    def _page(self, root: Element | None, pages: PageReader) -> Json:
        return {
            "objectId": pages.page_id,
            "pageType": pages.kind,
            "pageElements": pages.elements(find(root, "p:cSld/p:spTree")),
            "pageProperties": {"pageBackgroundFill": self._background(root, pages)},
        }

    def _background(self, root: Element | None, pages: PageReader) -> Json:
        background = find(root, "p:cSld/p:bg")
        palette = pages.reader.palette
        named = palette.colour(find(background, "p:bgRef"))
        solid = palette.solid(find(background, "p:bgPr"))
        if solid is None and named:
            solid = {"color": named[0], "alpha": named[1]}
        if solid:
            return {"propertyState": "RENDERED", "solidFill": solid}
        relation = pages.reader.relations.get(attribute(find(background, "p:bgPr/a:blipFill/a:blip"), "r:embed"))
        stored = self.package.picture(relation.target, self.env) if relation and not relation.external else None
        if stored:
            return {"propertyState": "RENDERED", "stretchedPictureFill": {"contentUrl": stored.url}}
        if pages.kind == "MASTER":
            return {"propertyState": "RENDERED", "solidFill": {"color": palette.role("bg1"), "alpha": 1}}
        return {"propertyState": "INHERIT"}

    def slides(self, layouts: dict[str, _Master], first_master: _Master) -> list[Json]:
        """The slides in the order of the presentation."""
        found = []
        for number, name in enumerate(self._listed("p:sldIdLst/p:sldId"), 1):
            layout = layouts.get(self.package.related(name, "slideLayout"), first_master)
            found.append(self._slide(name, f"p{number}", layout))
        return found

    def _slide(self, name: str, page_id: str, layout: _Master) -> Json:
        root = self.package.xml(name)
        palette = layout.palette.mapped(find(root, "p:clrMapOvr/a:overrideClrMapping"))
        reader = TextReader(palette=palette, relations=self.package.relations(name))
        pages = self._reader(page_id, "SLIDE", reader, layout.placeholders, layout.defaults, layout.levels)
        slide = {**new_slide(page_id, layout.page), **self._page(root, pages)}
        if "layoutProperties" not in layout.page:
            slide["slideProperties"] |= {"layoutObjectId": "", "masterObjectId": layout.page["objectId"]}
        if attribute(root, "show") in ("0", "false"):
            slide["slideProperties"]["isSkipped"] = True
        notes = self._notes(self.package.related(name, "notesSlide"), palette)
        for element in slide["slideProperties"]["notesPage"]["pageElements"] if notes else ():
            if element["shape"]["placeholder"]["type"] == "BODY":
                element["shape"]["text"] = notes
        return slide

    def _notes(self, name: str, palette: Palette) -> Json | None:
        """The text of a notes page."""
        root = self.package.xml(name) if name else None
        reader = TextReader(palette=palette, relations=self.package.relations(name) if name else {})
        for shape in find_all(root, "p:cSld/p:spTree/p:sp"):
            mark = find(shape, "p:nvSpPr/p:nvPr/p:ph")
            if mark is not None and attribute(mark, "type") == "body":
                return reader.body(find(shape, "p:txBody"), NO_LEVELS, NO_LEVELS)
        return None
