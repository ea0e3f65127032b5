"""The outline of the lesson: topics, their websites, the facts of each; and what stands outside of it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from pytest_knows.artifact.document import Cell, Paragraph, Tab
from pytest_knows.checks.text import fold
from pytest_knows.evidence import urls

from .sentences import Said, Sentences


@dataclass(frozen=True, kw_only=True, eq=False)
class Part:
    """A paragraph of the body and where it stands. `row` is its row of the innermost table, `cells` all around it."""

    paragraph: Paragraph
    tab: Tab
    row: tuple[Cell, ...] | None = None
    cells: tuple[Cell, ...] = ()

    def __repr__(self):
        return repr(self.text[:60])

    @cached_property
    def text(self):
        return " ".join(self.paragraph.text.split())

    @cached_property
    def said(self):
        return Said.of(self.text)

    @property
    def listed(self):
        """Whether it is an item of a list; an empty bullet is none."""
        return self.paragraph.bullet is not None and bool(self.text)

    @property
    def pictures(self):
        """(picture, its line) of each picture with content: not of drawings."""
        return [(picture, line) for line in self.paragraph.lines for picture in line.pictures if picture.url]


def parts(doc) -> list[Part]:
    """All paragraphs of the bodies in reading order, tables row by row."""
    return [part for tab in doc.tabs for part in _parts(tab.body.blocks, Part(paragraph=Paragraph(lines=()), tab=tab))]


def _parts(blocks, holder: Part) -> Iterator[Part]:
    for block in blocks:
        if isinstance(block, Paragraph):
            yield Part(paragraph=block, tab=holder.tab, row=holder.row, cells=holder.cells)
            continue
        for row in block.rows:
            for cell in row:
                inside = Part(paragraph=holder.paragraph, tab=holder.tab, row=row, cells=(cell, *holder.cells))
                yield from _parts(cell.blocks, inside)


@dataclass(kw_only=True, eq=False)
class Item:
    """A list item with the deeper ones under it."""

    part: Part
    children: list["Item"] = field(default_factory=list)

    def __repr__(self):
        return repr(self.part)

    @property
    def level(self):
        return self.part.paragraph.bullet.level

    @property
    def list_id(self):
        return self.part.paragraph.bullet.list_id

    def all(self) -> Iterator["Item"]:
        """Itself and what is under it, in order."""
        waiting = [self]
        while waiting:
            item = waiting.pop()
            yield item
            waiting += reversed(item.children)

    @property
    def leaves(self):
        return [item for item in self.all() if not item.children]


def outline(body: list[Part]) -> list[Item]:
    """The items with nothing shallower before them. A list in a table cell is one by itself."""
    roots: list[Item] = []
    open_items: dict[object, list[Item]] = {}
    for part in body:
        if not part.listed:
            continue
        item = Item(part=part)
        above = open_items.setdefault(id(part.cells[0]) if part.cells else id(part.tab), [])
        while above and above[-1].level >= item.level:
            above.pop()
        (above[-1].children if above else roots).append(item)
        above.append(item)
    return roots


@dataclass(kw_only=True, eq=False)
class Fact:
    """A leaf under a website."""

    said: Said
    website: "Website"

    def __repr__(self):
        return repr(self.said.text)

    @property
    def topic(self):
        return self.website.topic


@dataclass(kw_only=True, eq=False)
class Website:
    """A bullet under a topic; `url` is "" if it gives none."""

    item: Item
    topic: "Topic"
    url: str
    facts: list[Fact] = field(default_factory=list)

    def __repr__(self):
        return self.url or f"{self.item} (no URL)"


@dataclass(kw_only=True, eq=False)
class Topic:
    item: Item
    websites: list[Website] = field(default_factory=list)

    def __repr__(self):
        return repr(self.item)

    @property
    def name(self):
        return self.item.part.text


@dataclass(kw_only=True, eq=False)
class Lesson:
    """`rest` is everything outside of the topics, in order."""

    topics: list[Topic]
    body: list[Part]

    @cached_property
    def rest(self):
        inside = {id(item.part) for topic in self.topics for item in topic.item.all()}
        return [part for part in self.body if id(part) not in inside]


def read_lesson(body: list[Part]) -> Lesson:
    """The topics: the trees that say so themselves (a URL in the second level, or a third level), and those of the
    same list without anything in them that stand among or directly behind these. Copied facts end the plan."""
    roots, links = outline(body), _links(body)
    known = Sentences()
    rich: dict[int, Topic] = {}
    for place, root in enumerate(roots):
        if _repeats(root, known):
            roots = roots[:place]
            break
        topic = _topic(root, links)
        if any(website.url for website in topic.websites) or any(item.level >= root.level + 2 for item in root.all()):
            rich[place] = topic
            for website in topic.websites:
                known.add(website.facts)
    topics = [rich.get(place) or _poor(place, roots, rich, body, known, links) for place in range(len(roots))]
    return Lesson(topics=[topic for topic in topics if topic], body=body)


def _repeats(root: Item, known: Sentences) -> bool:
    """Whether more than half of its leaves say what earlier topics said."""
    leaves = root.leaves
    return 2 * sum(known.holds(leaf.part.said) for leaf in leaves) > len(leaves)


def _topic(root: Item, links: dict[str, str]) -> Topic:
    """A child that jumps a level is a website too, if it has a URL or facts."""
    topic = Topic(item=root)
    for child in root.children:
        website = Website(item=child, topic=topic, url=find_url(child, links))
        leaves = [leaf for leaf in child.leaves if leaf is not child]
        website.facts += [Fact(said=leaf.part.said, website=website) for leaf in leaves]
        if child.level == root.level + 1 or website.url or website.facts:
            topic.websites.append(website)
    return topic


def _poor(place, roots, rich, body, known, links):
    """The topic of a tree without URLs and facts, if the list's other topics make it one."""
    root = roots[place]
    alike = [number for number, topic in rich.items() if topic.item.list_id == root.list_id]
    if not alike:
        return None
    last = alike[-1]
    behind = place == last + 1 and _adjoins(roots[last], root, body) and not _followed_by_copies(root, body, known)
    return _topic(root, links) if place < last or behind else None


def _adjoins(before: Item, root: Item, body: list[Part]) -> bool:
    """Whether nothing stands between a tree and the next one."""
    end = body.index(list(before.all())[-1].part)
    return not any(part.text or part.pictures for part in body[end + 1 : body.index(root.part)])


def _followed_by_copies(root: Item, body: list[Part], known: Sentences) -> bool:
    """Whether the next list item says what a topic said: the tree is then the heading of the copied facts."""
    end = body.index(list(root.all())[-1].part)
    following = next((part for part in body[end + 1 :] if part.listed), None)
    return following is not None and known.holds(following.said)


# -- URLs --------------------------------------------------------------------------------------------------------------


def find_url(item: Item, links: dict[str, str]) -> str:
    """That of a link in the bullet, else one written there, else that of a link elsewhere under the same words."""
    paragraph, text = item.part.paragraph, item.part.text
    linked = (run.link for run in paragraph.runs if run.link and urls.parse(run.link))
    written = iter((*urls.find(text), *([links[fold(text)]] if fold(text) in links else urls.bare_domains(text))))
    return next(linked, None) or next(written, "")


def _links(body: list[Part]) -> dict[str, str]:
    """Words of a link, folded -> the URL of the first one."""
    found: dict[str, str] = {}
    for part in body:
        for line in part.paragraph.lines:
            for text, url in line.links:
                if urls.parse(url):
                    found.setdefault(fold(text), url)
    return found
