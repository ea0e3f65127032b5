"""A .docx as the documents engine's state."""

from __future__ import annotations

from pytest_knows.workspace.local.documents.defaults import blank_tab, points, section_break
from pytest_knows.workspace.local.documents.editor import number_footnotes
from pytest_knows.workspace.local.documents.engine import document_state
from pytest_knows.workspace.local.engine import Environment, Json, RequestError
from pytest_knows.workspace.local.office.document_context import Context, Geometry, Part
from pytest_knows.workspace.local.office.document_lists import Numbering
from pytest_knows.workspace.local.office.document_styles import Styles, optional_colour
from pytest_knows.workspace.local.office.document_text import Blocks
from pytest_knows.workspace.local.office.markup import (
    Element,
    amount,
    attribute,
    children,
    find,
    find_all,
    is_true,
    q,
    toggle,
    val,
)
from pytest_knows.workspace.local.office.opening import Package

_NO_NOTES = ("separator", "continuationSeparator", "continuationNotice")


def import_package(package: Package, env: Environment) -> Json:
    """The state of a document. Raises `RequestError` for parts that are no Word document."""
    main = package.main
    root = package.xml(main)
    body = find(root, "w:body")
    if root is None or root.tag != q("w:document") or body is None:
        raise RequestError("The file is not a Word document: its main part has no body (Strict Open XML is not read).")
    tab = blank_tab()
    contents = tab["documentTab"]
    styles = Styles(package.xml(package.related(main, "styles")), _fonts(package, main))
    contents["namedStyles"] = styles.named_styles()
    numbering = Numbering(package.xml(package.related(main, "numbering")))
    sections = _sections(body)
    context = Context(package=package, env=env, styles=styles, numbering=numbering, tab=contents)
    context.geometry = Geometry.of(sections[0])
    for kind in ("footnote", "endnote"):
        _read_notes(context, package.related(main, f"{kind}s"), kind)
    _set_page(context, contents["documentStyle"], sections[0])
    background = optional_colour(attribute(find(root, "w:background"), "w:color"))
    if background:
        contents["documentStyle"]["background"] = background
    contents["body"] = {"content": _with_sections(body, context, Part(relations=package.relations(main)), sections)}
    number_footnotes(contents["body"]["content"])
    return document_state([tab])


def _sections(body: Element) -> list[Element | None]:
    """The properties of each section: those of all but the last stand in the section's last paragraph."""
    inner = [find(child, "w:pPr/w:sectPr") for name, child in children(body) if name == "w:p"]
    found = [section for section in inner if section is not None]
    return [*found, find(body, "w:sectPr")]


def _fonts(package: Package, main: str) -> dict[str, str]:
    """The theme's fonts by `major` and `minor`."""
    theme = package.xml(package.related(main, "theme"))
    fonts = {
        kind: attribute(find(theme, f"a:themeElements/a:fontScheme/a:{kind}Font/a:latin"), "typeface")
        for kind in ("major", "minor")
    }
    return {kind: name for kind, name in fonts.items() if name}


def _read_notes(context: Context, name: str, kind: str) -> None:
    """Footnotes and endnotes; Google knows only the former. Ids first: notes may refer to notes."""
    notes = [
        note
        for note in find_all(context.package.xml(name) if name else None, f"w:{kind}")
        if attribute(note, "w:type") not in _NO_NOTES
    ]
    part = Part(relations=context.package.relations(name) if name else {})
    for note in notes:
        footnote_id = context.env.new_id()
        content = Blocks(context, part).read(note)
        context.tab.setdefault("footnotes", {})[footnote_id] = {"footnoteId": footnote_id, "content": content}
        context.notes[kind, attribute(note, "w:id")] = footnote_id


def _with_sections(body: Element, context: Context, part: Part, sections: list[Element | None]) -> list[Json]:
    """The body's content with a section break before each section."""
    content = [section_break("CONTINUOUS")]
    blocks = Blocks(context, part)
    _set_columns(content[0], sections[0], context.geometry)
    ahead = iter(sections[1:])
    headers = _HeaderParts(context, part)
    headers.refer(context.tab["documentStyle"], sections[0])
    pending: list[Element] = []
    for _, child in children(body):
        pending.append(child)
        if find(child, "w:pPr/w:sectPr") is not None and (following := next(ahead, None)) is not None:
            content += blocks.read(pending)
            content.append(_break(following, context, headers))
            pending = []
    return content + blocks.read(pending)


def _break(section: Element, context: Context, headers: _HeaderParts) -> Json:
    continuous = val(section, "w:type") == "continuous"
    made = section_break("CONTINUOUS" if continuous else "NEXT_PAGE")
    context.geometry = Geometry.of(section)
    style = made["sectionBreak"]["sectionStyle"]
    style |= _margins(context.geometry)
    start = find(section, "w:pgNumType")
    if attribute(start, "w:start"):
        style["pageNumberStart"] = int(amount(start, "w:start", 1))
    page = context.tab["documentStyle"]["pageSize"]
    if (page["width"], page["height"]) == (points(context.geometry.height), points(context.geometry.width)):
        style["flipPageOrientation"] = page["width"] != page["height"]
    _set_columns(made, section, context.geometry)
    headers.refer(style, section)
    return made


def _set_columns(made: Json, section: Element | None, page: Geometry) -> None:
    columns = find(section, "w:cols")
    count = min(int(amount(columns, "w:num", 1)), 3)  # Google has at most three
    if count > 1:
        space = amount(columns, "w:space", 720) / 20
        width = max(1, (page.width - page.left - page.right - space * (count - 1)) / count)
        properties = [{"width": points(width), "paddingEnd": points(space)} for _ in range(count)]
        properties[-1]["paddingEnd"] = points(0)
        made["sectionBreak"]["sectionStyle"]["columnProperties"] = properties
        if is_true(attribute(columns, "w:sep")):
            made["sectionBreak"]["sectionStyle"]["columnSeparatorStyle"] = "BETWEEN_EACH_COLUMN"


def _margins(page: Geometry) -> Json:
    names = ("Left", "Right", "Top", "Bottom", "Header", "Footer")
    return {f"margin{name}": points(getattr(page, name.lower())) for name in names}


def _set_page(context: Context, style: Json, section: Element | None) -> None:
    page = Geometry.of(section)
    style |= _margins(page)
    style["pageSize"] = {"height": points(page.height), "width": points(page.width)}
    start = amount(find(section, "w:pgNumType"), "w:start", 1)
    style["pageNumberStart"] = int(start)
    settings = context.package.xml(context.package.related(context.package.main, "settings"))
    if toggle(settings, "w:evenAndOddHeaders"):
        style["useEvenPageHeaderFooter"] = True


class _HeaderParts:
    """Headers and footers, each part read once."""

    def __init__(self, context: Context, part: Part) -> None:
        self._context, self._part = context, part
        self._ids: dict[str, str] = {}

    def refer(self, style: Json, section: Element | None) -> None:
        """Put a section's references into its style."""
        for kind in ("header", "footer"):
            for reference in find_all(section, f"w:{kind}Reference"):
                segment = self._segment(attribute(reference, "r:id"), kind)
                use = {"first": "firstPage", "even": "evenPage"}.get(attribute(reference, "w:type"), "default")
                if segment:
                    style[f"{use}{kind.capitalize()}Id"] = segment
        style["useFirstPageHeaderFooter"] = bool(toggle(section, "w:titlePg"))

    def _segment(self, relation_id: str, kind: str) -> str:
        relation = self._part.relations.get(relation_id)
        root = self._context.package.xml(relation.target) if relation and not relation.external else None
        if relation is None or root is None:
            return ""
        name = relation.target
        if name not in self._ids:
            self._ids[name] = segment = self._context.env.new_id()
            blocks = Blocks(self._context, Part(relations=self._context.package.relations(name)))
            made = {f"{kind}Id": segment, "content": blocks.read(root)}
            self._context.tab.setdefault(f"{kind}s", {})[segment] = made
        return self._ids[name]
