"""Builds a poster through the API clients, freezes it and grades it.

`poster(instance)` deserves full points; tests change its boxes, notes, pages or judge before `grade(poster)`.
The people are real, what the pages, quotes and judge say here is made up.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from familykit import Results
from familykit.kept import keep
from familykit.slides import Box, Image, placed, rgb, text_style  # noqa: F401 (test modules take them from here)
from PIL import Image as Pixels

from pytest_knows.episode.freeze import freeze
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.gold import GoldArchive
from pytest_knows.evidence.pages import PageWriter
from pytest_knows.grading import Grader, Resources, Rubric
from pytest_knows.judge import NoJudge
from pytest_knows.judge.scripted import ScriptedJudge
from pytest_knows.workspace import Kind, Workspace

FAMILY = Path(__file__).parents[3] / "rubrics/slides_51_event_announcement_poster"
SLIDE, NOTES = "p", "notes"


@dataclass
class Logo(Box):
    """An image; `pixels` is the size of its bitmap."""

    pixels: tuple[int, int] = (140, 85)

    def requests(self, name: str, page: str) -> list[dict[str, Any]]:
        return Image(self.x, self.y, self.w, self.h, picture(self.pixels)).requests(name, page)


def picture(size: tuple[int, int]) -> bytes:
    """A PNG with something on it."""
    image = Pixels.new("RGB", size, "white")
    image.paste((190, 10, 40), (size[0] // 4, size[1] // 4, size[0] // 2, size[1] - 5))
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


@dataclass
class Poster:
    """What an agent might hand in, and the world around it. `pages` maps a URL to a body, a status or an error text."""

    instance: int
    boxes: dict[str, Box]
    notes: str
    pages: dict[str, str | int]
    rules: list[dict[str, Any]]
    note_links: dict[str, str] = field(default_factory=dict)
    more: list[dict[str, Any]] = field(default_factory=list)
    """Further API requests, after the boxes are made."""
    edit: Callable[[Any], Any] = lambda _: None
    """Changes the frozen JSON in place, or returns another: for what the API's requests cannot say."""

    def answer(self, key: str, answer: Any, contains: str | None = None) -> None:
        """Overrides the judge's answers to questions of that key (a glob)."""
        self.rules.insert(0, {"key": key, "answer": answer, **({"contains": contains} if contains else {})})

    def requests(self) -> list[dict[str, Any]]:
        return [
            request for name, box in self.boxes.items() for request in box.requests(f"box_{name}", SLIDE)
        ] + self.more


TALKS: dict[int, dict[str, Any]] = {
    1: {
        "event": "Foundations of Web Browser Internals",
        "details": "07/27/2026 | Warnock Engineering Building Room L101 | Hosted by the University of Utah",
        "colours": ((0, 0, 0), (0.8, 0.8, 0.8)),
        "bio": "Pavel Panchekha is a professor at the University of Utah. PhD, University of Washington; BS, MIT.",
        "achievements": [
            "He co-wrote the book Web Browser Engineering",
            "he founded a project on accurate numbers",
            "and he leads a group that verifies page layouts",
        ],
        "link": "All of his work asks how a web browser turns text into pixels.",
        "footer": "University of Utah, info@cs.utah.edu, (801) 555-0100 | https://pavpanchekha.com",
        "sources": (
            "https://browser.engineering/",
            "https://en.wikipedia.org/wiki/Web_browser",
            "https://pavpanchekha.com/",
        ),
        "subject": "web browsers",
    },
    2: {
        "event": "Becoming a National Geographic Photographer",
        "details": "September 15th | 1030 North Olive Road, Tucson | "
        "Center for Creative Photography at the University of Arizona",
        "colours": ((0.6, 0.95, 0.7), (1, 0.75, 0.45)),
        "bio": "Michael Yamashita works for National Geographic. He read Asian Studies at Wesleyan.",
        "achievements": [
            "He followed Marco Polo for a long story",
            "he walked along the Great Wall",
            "he published a dozen books",
            "he made two films",
            "and he taught many young colleagues",
        ],
        "link": "His photographs explain why the craft matters.",
        "footer": "Center for Creative Photography, (520) 555-0100 | michaelyamashita.com",
        "sources": (
            "https://www.britannica.com/technology/photography",
            "https://en.wikipedia.org/wiki/Photography",
            "https://michaelyamashita.com/about",
        ),
        "subject": "photography",
    },
    3: {
        "event": "Diving Into the Deep: A Life of Ocean Exploration",
        "details": "November 8 | 8622 Kennel Way, La Jolla, CA | Scripps Institution of Oceanography at UC San Diego",
        "colours": ((0, 0.3, 0.5), (0.5, 0.92, 0.75)),
        "bio": "Dr. Sylvia Earle is a National Geographic Explorer at Large. BS, Florida State; MS and PhD, Duke.",
        "achievements": [
            "She founded Mission Blue",
            "she was the first woman to be Chief Scientist of NOAA",
            "and she walked untethered on the floor of the sea",
        ],
        "link": "She has given her life to the ocean.",
        "footer": "Scripps Institution of Oceanography, 9500 Gilman Drive, La Jolla | missionblue.org",
        "sources": (
            "https://www.noaa.gov/ocean-coasts",
            "https://en.wikipedia.org/wiki/Marine_conservation",
            "https://missionblue.org/about/",
        ),
        "subject": "the ocean",
    },
    4: {
        "event": "Global Supply Chain Resilience Summit",
        "details": "09/14/2026 | Tang Center Room E51-335, Cambridge, MA | MIT Sloan School of Management",
        "colours": ((0, 0, 0.5), (0.2, 0.25, 0.3)),
        "bio": "Yossi Sheffi is a professor at MIT. BSc, Technion; PhD, MIT.",
        "achievements": [
            "He wrote The Resilient Enterprise",
            "he directs the Center for Transportation and Logistics",
            "and he founded several companies",
        ],
        "link": "His subject is how a supply chain survives a shock.",
        "footer": "MIT Sloan, (617) 555-0100, sloan@mit.edu | https://sheffi.mit.edu",
        "sources": (
            "https://ctl.mit.edu/research",
            "https://en.wikipedia.org/wiki/Supply_chain_resilience",
            "https://sheffi.mit.edu/about",
        ),
        "subject": "supply chains",
    },
    5: {
        "event": "Breaking the Silence: Understanding the Youth Mental Health Crisis",
        "details": "10/03/2026 | Ronald Reagan Building and International Trade Center, Washington, D.C. | "
        "American Psychological Association",
        "colours": ((0, 0.3, 0.3), (1, 0.65, 0.1)),
        "bio": "Dr. Lisa Damour advises the Schubert Center at Case Western Reserve. BA, Yale; PhD, Michigan.",
        "achievements": [
            "Her book Untangled was a bestseller",
            "she advised the makers of Inside Out 2",
            "and she speaks for the profession in public",
        ],
        "link": "She explains teenagers to their parents.",
        "footer": "American Psychological Association, 750 First Street NE, Washington | https://drlisadamour.com",
        "sources": (
            "https://www.apa.org/topics/children",
            "https://www.cdc.gov/healthyyouth/mental-health",
            "https://drlisadamour.com/about/",
        ),
        "subject": "young people",
    },
}

BOOK = "https://browser.engineering/onepage.html"


def paragraph(subject: str, end: str) -> str:
    """About 280 characters on the subject."""
    text = (
        f"Few things shape our days as much as {subject}, and few are as little understood. This evening shows "
        "what lies beneath the surface, why it came to be so, and where it may go from here; it asks what each of us "
        "can do with that "
    )
    return f"{text}{end}"


def full_score(instance: int) -> Poster:
    """As the specification's full-score artifact; the longer names of some events get two lines."""
    talk = TALKS[instance]
    header, sidebar = talk["colours"]
    long_name = len(talk["event"]) > 40
    topic, second, bio = talk["sources"]
    bio_text = f"{talk['bio']} {', '.join(talk['achievements'])}. {talk['link']}"
    body = "\n".join(
        paragraph(talk["subject"], end) for end in ("knowledge once they see it.", "tomorrow. Come and ask!")
    )
    boxes = {
        "header": Box(
            *(1600200, 182880, 5943600, 502920),
            talk["event"],
            size=20 if long_name else 22,
            bold=True,
            align="CENTER",
            colour=header,
        ),
        "subheader": Box(
            *(457200, 850000 if long_name else 731520, 5943600, 420000),
            talk["details"],
            size=10 if long_name else 12,
            italic=True,
            align="START",
        ),
        "logo": Logo(7680960, 137160, 1280160, 777240),
        "body": Box(457200, 1188720, 4937760, 3017520, body, size=14),
        "sidebar": Box(5577840, 1188720, 3108960, 3200400, bio_text, size=11, fill=sidebar, shape="RECTANGLE"),
        "footer": Box(4572000, 4663440, 4114800, 365760, talk["footer"], size=10, align="END"),
    }
    if instance == 2:
        boxes["callout"] = Box(457200, 4480560, 3000000, 400000, "“A picture is a question with a frame.”", size=10)
    poster = Poster(
        instance=instance,
        boxes=boxes,
        notes=f"On the subject: {topic} (what it is), {second} (its history).\nOn the speaker: {bio} (the whole bio).",
        pages={url: page(talk["subject"], url) for url in talk["sources"]} | {BOOK: page("browsers", BOOK)},
        rules=[],
    )
    poster.rules = [
        {"key": "citation_roles", "answer": roles({topic: "topic", second: "topic", bio: "bio"})},
        {"key": "achievements", "answer": [{"quote": quote} for quote in talk["achievements"]]},
        {"key": "*", "answer": True},
    ]
    return poster


def roles(by_url: dict[str, str]) -> list[dict[str, str]]:
    return [{"url": url, "role": role} for url, role in by_url.items()]


def page(subject: str, url: str) -> str:
    return (
        f"<html><head><title>{url}</title></head><body><p>Everything that is known about {subject}.</p></body></html>"
    )


@pytest.fixture(scope="session")
def rubric() -> Rubric:
    return Rubric.load(FAMILY)


@pytest.fixture
def poster():
    """`poster(instance)`: a poster that deserves full points, to be changed by the test."""
    return full_score


@pytest.fixture(scope="session")
def gold(tmp_path_factory: pytest.TempPathFactory) -> GoldArchive:
    """An archive with two example logos for every instance."""
    root = tmp_path_factory.mktemp("gold")
    for instance in TALKS:
        folder = root / FAMILY.name / f"instance_{instance}/data/gold_images/logos"
        folder.mkdir(parents=True)
        for number in (1, 2):
            (folder / f"logo_{number}.png").write_bytes(picture((60, 30 + number)))
    return GoldArchive.open(str(root))


@pytest.fixture
def grade(rubric: Rubric, workspace: Workspace, gold: GoldArchive, tmp_path: Path):
    """`grade(poster, judge=None, gold=...)`: build through the clients, freeze, grade every step."""

    def grade(poster: Poster, **resources: Any) -> Results:
        snapshot = frozen(rubric, workspace, poster, tmp_path)
        return regrade(rubric, snapshot, poster, **{"gold": gold, **resources})

    return grade


def regrade(rubric: Rubric, snapshot: Snapshot, poster: Poster, *, gold: GoldArchive, judge: Any = None) -> Results:
    resources = Resources(judge=judge or ScriptedJudge(poster.rules), gold=gold)
    results = Results(Grader(rubric, rubric.tasks[poster.instance - 1], snapshot, resources).results())
    keep(rubric, snapshot, results, gold)
    return results


def frozen(rubric: Rubric, workspace: Workspace, poster: Poster, tmp_path: Path) -> Snapshot:
    info, folder = rubric.tasks[poster.instance - 1], recorded(poster, tmp_path)
    snapshot = freeze(workspace, build(workspace, poster), folder, info=info, want_rendering=False)
    patch_json(folder, poster.edit)
    return snapshot


@pytest.fixture(scope="module")
def regrade_json(rubric: Rubric, workspace: Workspace, gold: GoldArchive, tmp_path_factory: pytest.TempPathFactory):
    """`regrade_json(change)`: grade what `change` makes of a full-score poster's JSON (instance 1)."""
    poster = full_score(1)
    snapshot = frozen(rubric, workspace, poster, tmp_path_factory.mktemp("episodes"))
    original = (snapshot.root / "artifact/file.json").read_text()

    def regraded(change: Callable[[Any], Any]) -> Results:
        patch_json(snapshot.root, lambda _: change(json.loads(original)))
        return regrade(rubric, Snapshot(snapshot.root), poster, gold=gold)

    return regraded


@pytest.fixture
def no_judge() -> NoJudge:
    return NoJudge()


def build(workspace: Workspace, poster: Poster) -> Any:
    file = workspace.create_file(Kind.PRESENTATION, "poster")
    decks = workspace.clients.slides.presentations()
    first = decks.get(presentationId=file.id).execute()["slides"][0]
    notes = first["slideProperties"]["notesPage"]["notesProperties"]["speakerNotesObjectId"]
    requests = poster.requests()
    if poster.notes:
        requests.append({"insertText": {"objectId": NOTES, "text": poster.notes}})
    for words, url in poster.note_links.items():
        start = poster.notes.index(words)
        span = {"type": "FIXED_RANGE", "startIndex": start, "endIndex": start + len(words)}
        requests.append(text_style(NOTES, {"link": {"url": url}}, span))
    if requests:
        body = json.dumps({"requests": requests}).replace(f'"{NOTES}"', f'"{notes}"')
        body = body.replace(f'"pageObjectId": "{SLIDE}"', f'"pageObjectId": "{first["objectId"]}"')
        decks.batchUpdate(presentationId=file.id, body=json.loads(body)).execute()
    return file


def recorded(poster: Poster, tmp_path: Path) -> Path:
    """An episode's folder with the recorded pages."""
    folder = tmp_path / f"episode{len(list(tmp_path.iterdir()))}"
    folder.mkdir()
    with PageWriter(folder) as writer:
        for url, answer in poster.pages.items():
            if isinstance(answer, int):
                writer.add(url, "no", status=answer)
            elif "<" in answer:
                writer.add(url, answer)
            else:
                writer.add(url, error=answer)
    return folder


def patch_json(folder: Path, edit: Callable[[Any], Any]) -> None:
    """Change artifact/file.json and the manifest that vouches for it."""
    path, manifest = folder / "artifact/file.json", json.loads((folder / "snapshot.json").read_text())
    deck = json.loads(path.read_text())
    changed = edit(deck)
    path.write_text(json.dumps(deck if changed is None else changed))
    manifest["files"]["artifact/file.json"] = hashlib.sha256(path.read_bytes()).hexdigest()
    (folder / "snapshot.json").write_text(json.dumps(manifest))
