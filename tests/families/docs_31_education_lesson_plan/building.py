"""Lesson plans: the full-score one as a value that tests change, and the class room that freezes and grades them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from familykit import Bench, Results
from familykit.bench import Page, rewritten
from familykit.docs import Block, Grid, Picture, Text, data_url, pt, write
from familykit.pictures import picture

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.errors import JudgeError
from pytest_knows.evidence.pictures import Pixels, decode
from pytest_knows.judge.question import Question
from pytest_knows.judge.scripted import ScriptedJudge
from pytest_knows.workspace import FileRef

DET, FUZZY, STRUCT, SPATIAL = "deterministic", "fuzzy_match", "structural", "spatial"
WEB, LLM, DEPENDENCY = "web_visit", "llm_vlm_judgement", "dependency_not_evaluated"
DISCS = "BULLET_DISC_CIRCLE_SQUARE"
YELLOW, CYAN, GREEN = (1, 1, 0), (0, 1, 1), (0.7, 0.9, 0.6)

POINTS = {
    "topics_on_subject": 4, "topic_count": 3, "topics_distinct": 2, "topics_level": 3, "topics_fun": 3,
    "websites_per_topic": 10, "websites_distinct": 5, "websites_reachable": 10, "websites_visited": 10,
    "websites_relevant": 10, "facts_per_website": 15, "facts_distinct": 5, "facts_on_page": 15,
    "facts_copied": 8, "copied_facts_bulleted": 4, "colour_uniform": 4, "colour_distinct": 4,
    "image_per_topic": 5, "images_at_bottom": 5, "images_side_by_side": 5, "images_conceptual": 5,
    "summary_present": 3, "summary_from_facts": 7,
}  # fmt: skip

NAMES = {
    1: ("The Chemistry of Fireworks", "Slime and Polymers"),
    2: ("Is the Ship Still the Same Ship?", "When Do Many Things Make One?"),
    3: ("How Computers Learn to See Cats", "Teaching a Robot to Draw"),
    4: ("The Birthday Paradox", "Why Polls Go Wrong"),
    5: ("Volcanoes up Close", "Where Fossils Come From"),
}
FACTS = tuple(
    line.strip()
    for line in """
    Barium salts give the green stars of a display their colour.
    A rocket climbs for about 3 seconds before its shell bursts.
    Black powder has been mixed from three solids since the ninth century.
    Strontium makes red, and sodium makes a yellow that drowns the others.
    The crackling comes from grains of bismuth oxide that break apart.
    Copper burns blue only below 1,200 degrees, which makes blue hard.
    Every pattern in the sky is glued into a paper shell by hand.
    An oxidiser hands over the oxygen that the fuel takes up.
    Magnesium shines so bright that it is used for white flashes.
    A fuse of 10 cm delays the burst until the top of the flight.
    Light travels faster than the bang, so we see the flower first.
    Titanium sponge throws long silver sparks into the night.
    The heat lifts electrons, and their fall back sends out light.
    Charcoal leaves the golden trails of a willow shell behind.
    Smoke is mostly potassium carbonate and other fine solids.
    Perchlorates dissolve in lakes, so some shows do without them.
    The first coloured displays were seen in Italy around 1830.
    A safe distance for a shell of 20 cm is at least 200 metres.
    Sugar rockets work after the same rules as the big ones do.
    Gerbs are fountains that stay on the ground and spray sparks.
    Slime is a tangle of chains that borax ties into a loose net.
    White glue holds polyvinyl acetate, a chain of thousands of links.
    Pulled slowly it flows, but pulled fast it snaps like rubber.
    A polymer is a molecule made of many like parts in a row.
    Rubber trees give a milk that hardens when acid is stirred in.
    Nylon was shown to the public in 1938 as a thread for brushes.
    Proteins are polymers too, built from about 20 amino acids.
    Cornstarch in water turns solid under a punch and melts again.
    Cross links decide whether a plastic stretches or shatters.
    A nappy holds 300 times its weight in water inside a gel.
    DNA is the longest natural chain that fits into a tiny cell.
    Silicone keeps its bounce from the freezer to the oven.
    Teflon was found by accident in an empty looking gas bottle.
    Bakelite cannot be melted twice because its net is closed.
    Chewing gum is softened by the warmth of the mouth.
    Recycling code 5 stands for polypropylene, used in bottle caps.
    Wool shrinks when its scales hook into each other in hot water.
    Foam is a plastic that was set while full of small bubbles.
    Spider silk is stronger than steel of the same weight.
    Cling film sticks by charge and by its very smooth skin.
    """.strip().splitlines()
)
SENTENCES = (
    "Today we look at two kinds of chemistry that can be seen with the naked eye.",
    "Fireworks get their colours from metal salts: barium for green, strontium for red, copper for a cool blue.",
    "Black powder lifts the shell and bursts it when the fuse has burnt down, high above the heads.",
    "Slime shows the opposite of a bang, for borax ties long chains of glue into a loose net.",
    "In both, the way in which atoms are bound together decides what we see, hear and feel.",
)
SUMMARY = " ".join(SENTENCES)
SPACE: tuple[Block, ...] = (Text(""),) * 12
"""Between the summary and the photos: these then stand in the lower part of the page."""
PHOTOS = (picture(31, (400, 300)), picture(32, (400, 300)), picture(33, (400, 300)))


@dataclass
class Site:
    """A website bullet; its page says its facts unless the plan's pages say otherwise. `text` None: the URL."""

    url: str
    facts: list[str]
    text: str | None = None

    def blocks(self) -> list[Block]:
        text = self.url if self.text is None else self.text
        links = {text: self.url} if self.url else {}
        return [bullet(text or "a website", 1, links=links), *(bullet(fact, 2) for fact in self.facts)]


@dataclass
class Topic:
    """A topic bullet, and the highlight of its copied facts."""

    name: str
    sites: list[Site]
    colour: tuple[float, float, float] | None

    @property
    def facts(self) -> list[str]:
        return [fact for site in self.sites for fact in site.facts]

    def blocks(self) -> list[Block]:
        return [bullet(self.name), *(block for site in self.sites for block in site.blocks())]

    def copies(self) -> list[Block]:
        return [copied(fact, self.colour) for fact in self.facts]


@dataclass
class Plan:
    """What stands in the document, in this order: `before`, the topics, `heading`, copies, `closing`, `images`."""

    instance: int = 1
    topics: list[Topic] = field(default_factory=list)
    before: list[Block] = field(default_factory=list)
    heading: list[Block] = field(default_factory=lambda: [Text("All Facts", style="HEADING_2")])
    copies: list[Block] | None = None
    """None: those of the topics."""
    closing: list[Block] = field(default_factory=lambda: [Text("Lesson Summary", style="HEADING_2"), Text(SUMMARY)])
    images: list[Block] = field(default_factory=lambda: [*SPACE, Grid([[shown(0), shown(1)]])])
    pages: dict[str, Page] = field(default_factory=dict)
    visited: list[str] | None = field(default_factory=list)
    """The trace; None: not recorded."""

    @property
    def sites(self) -> list[Site]:
        return [site for topic in self.topics for site in topic.sites]

    def outline(self) -> list[Block]:
        return [block for topic in self.topics for block in topic.blocks()]

    def blocks(self) -> list[Block]:
        copies = [block for topic in self.topics for block in topic.copies()] if self.copies is None else self.copies
        return [*self.before, *self.outline(), *self.heading, *copies, *self.closing, *self.images]


def bullet(text: str, level: int = 0, **more: Any) -> Text:
    return Text(text, bullets=DISCS, level=level, **more)


def copied(fact: str, colour: tuple[float, float, float] | None, **more: Any) -> Text:
    styles = {"": background(colour)} if colour else {}
    return Text(fact, styles=styles, **{"bullets": DISCS, **more})


def background(colour: tuple[float, float, float]) -> dict[str, Any]:
    return {"backgroundColor": rgb(colour)}


def rgb(colour: tuple[float, float, float]) -> dict[str, Any]:
    return {"color": {"rgbColor": dict(zip(("red", "green", "blue"), colour, strict=True))}}


def shown(number: int, width: float = 200, height: float = 150) -> Picture:
    return Picture(PHOTOS[number], width, height)


def full_plan(instance: int = 1) -> Plan:
    """Two topics, four websites each with five facts; highlighted copies, a summary, two photos in a table."""
    sites = [Site(f"https://s{n + 1}.example.org/page", list(FACTS[5 * n : 5 * n + 5])) for n in range(8)]
    one, two = NAMES[instance]
    plan = Plan(instance=instance, topics=[Topic(one, sites[:4], YELLOW), Topic(two, sites[4:], CYAN)])
    plan.visited = [site.url for site in sites]
    plan.pages = {site.url: page_of(site.facts) for site in sites}
    return plan


def page_of(facts: Sequence[str]) -> str:
    body = "".join(f"<p>{fact} This is explained below with a drawing.</p>" for fact in facts)
    return f"<html><title>A page</title><body><h1>Science at home</h1>{body}</body></html>"


QUESTIONS = ("topic_on_subject", "topic_level", "topic_fun", "website_relevant", "lesson_summary", "summary_from_facts")
YES: tuple[dict[str, Any], ...] = tuple({"key": key, "answer": True} for key in QUESTIONS)


@cache
def _decoded(number: int) -> Pixels:
    return decode(PHOTOS[number])


class Teacher(ScriptedJudge):
    """A script, and for pictures which of `PHOTOS` show which topics (by their places in the plan)."""

    def __init__(
        self,
        plan: Plan,
        rules: Sequence[Mapping[str, Any]] = YES,
        *,
        shows: Mapping[int, set[int]] | None = None,
        lost: Collection[tuple[int, int]] = (),
    ) -> None:
        """`lost`: (photo, topic) of questions without an answer."""
        super().__init__(rules)
        self._topics = [topic.name for topic in plan.topics]
        self._shows = {0: {0}, 1: {1}, 2: {2}} if shows is None else shows
        self._lost = lost
        self.questions: list[Question] = []

    def answer(self, key: str, question: Question) -> Any:
        self.questions.append(question)
        if key != "image_shows_topic":
            return super().answer(key, question)
        self.asked.append(key)
        seen, name = decode(question.images["picture"]), question.evidence["topic"]
        photo = min(range(len(PHOTOS)), key=lambda number: _decoded(number).distance(seen))
        topic = self._topics.index(name) if name in self._topics else None
        if (photo, topic) in self._lost:
            raise JudgeError("no answer")
        return topic in self._shows.get(photo, ())


class Classroom:
    """Builds, freezes and grades; `pdf` is the export of the full-score plan, for episodes that need no other."""

    def __init__(self, bench: Bench, pdf: bytes | None = None) -> None:
        self.bench = bench
        self._pdf = pdf
        self._files: dict[str, FileRef] = {}

    def file(self, blocks: Sequence[Block]) -> FileRef:
        return write(self.bench.workspace, blocks)

    def freeze(
        self,
        plan: Plan,
        file: FileRef | None = None,
        *,
        blocks: Sequence[Block] | None = None,
        rendering: bool = False,
        **more: Any,
    ) -> Snapshot:
        """`rendering`: export the document itself; else the full-score plan's export stands for it.

        `blocks` are written instead of the plan's.
        """
        snapshot = self.bench.freeze(
            file or self._written(plan.blocks() if blocks is None else blocks),
            plan.instance,
            pages=plan.pages,
            visited=plan.visited,
            rendering=rendering,
            **more,
        )
        return snapshot if rendering or self._pdf is None else rewritten(snapshot, {"artifact/export.pdf": self._pdf})

    def _written(self, blocks: Sequence[Block]) -> FileRef:
        """Tests that differ in pages, trace or judge share one file."""
        key = repr(blocks)
        if key not in self._files:
            self._files[key] = self.file(blocks)
        return self._files[key]

    def grade(self, plan: Plan, snapshot: Snapshot | None = None, *, judge: Any = None, **more: Any) -> Results:
        return self.bench.grade(snapshot or self.freeze(plan, **more), judge=judge or Teacher(plan))

    def lost(self, plan: Plan, snapshot: Snapshot | None = None, **more: Any) -> dict[str, tuple[str, str, float]]:
        return self.grade(plan, snapshot, **more).differing()


def third_topic() -> Topic:
    """With facts that are no other topic's: those of the first one, said backwards."""
    facts = [" ".join(reversed(fact.rstrip(".").split())) + "." for fact in FACTS[:20]]
    sites = [Site(f"https://t{n + 1}.example.org/", facts[5 * n : 5 * n + 5]) for n in range(4)]
    return Topic("Soap and Its Bubbles", sites, GREEN)


def three_topics() -> Plan:
    """The full-score plan with a third topic and photo."""
    plan = full_plan()
    plan.topics.append(third_topic())
    for site in plan.topics[2].sites:
        plan.pages[site.url] = page_of(site.facts)
        plan.visited += [site.url]
    plan.images = [*SPACE, Grid([[shown(0, 140, 105), shown(1, 140, 105), shown(2, 140, 105)]])]
    return plan


def append_picture(room: Classroom, file: FileRef, photo: Picture) -> None:
    """Into the document's last paragraph, behind what stands there."""
    size = {"width": pt(photo.width), "height": pt(photo.height)}
    request = {"insertInlineImage": {"uri": data_url(photo.data), "objectSize": size, "endOfSegmentLocation": {}}}
    documents = room.bench.workspace.clients.docs.documents()
    documents.batchUpdate(documentId=file.id, body={"requests": [request]}).execute()


def add_margin(room: Classroom, file: FileRef, kind: str, text: str, photo: Picture | None = None) -> None:
    """A page header or footer (`kind`) with a text, and a picture before it."""
    documents = room.bench.workspace.clients.docs.documents()
    made = documents.batchUpdate(
        documentId=file.id, body={"requests": [{f"create{kind.capitalize()}": {"type": "DEFAULT"}}]}
    ).execute()
    segment = made["replies"][0][f"create{kind.capitalize()}"][f"{kind}Id"]
    where = {"location": {"segmentId": segment, "index": 0}}
    requests: list[dict[str, Any]] = [{"insertText": {"text": text, **where}}]
    if photo:
        requests.append({"insertInlineImage": {"uri": data_url(photo.data), **where}})
    documents.batchUpdate(documentId=file.id, body={"requests": requests}).execute()
