"""Decks as an agent leaves them: the full-score one as a value that tests change, and the studio that grades them."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from familykit import Bench, Results, failed, lost, missing_dependency
from familykit.bench import Altered, Page, record
from familykit.pictures import picture
from familykit.slides import Box, Image, Slide, write

from pytest_knows.episode.attempt import Target
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.workspace import FileRef, FolderRef

DET, FUZZY, STRUCT, SPATIAL = "deterministic", "fuzzy_match", "structural", "spatial"
LLM, DEPENDENCY, VACUOUS = "llm_vlm_judgement", "dependency_not_evaluated", "vacuous_pass"
STEPS = (
    "originals_saved", "originals_removed", "placeholder_at_spot", "placeholder_describes", "placeholder_red_big",
    "replacement_at_spot", "credit_below", "credit_is_image", "replacement_similar", "replacement_covers",
    "no_extra_images", "no_extra_textboxes",
)  # fmt: skip
OUTPUT, IMAGES, WORKING_COPY = "OUTPUT_FOLDER_URL", "IMAGES_FOLDER_URL", "WORKING_COPY_URL"
RED, GREEN, BLACK = (1.0, 0.0, 0.0), (0.0, 0.5, 0.0), (0.0, 0.0, 0.0)
UNTOUCHED = {
    **failed(DET, "originals_saved", "originals_removed"),
    **failed(SPATIAL, "placeholder_at_spot", "replacement_at_spot"),
    **missing_dependency(*STEPS[3:5], *STEPS[6:]),
}
"""What a copy lacks in which nothing was done, with an empty folder."""
YES = (
    {"key": "placeholder_describes", "answer": True},
    {"key": "replacement_similar", "answer": True},
)

PAGE_WIDTH, PAGE_HEIGHT = 9144000, 5143500
TEXTS = {
    1: (1, 5, 4, 4, 1, 2, 1, 4, 1),
    2: (1, 3, 2, 3, 2, 2, 2, 2, 2, 2, 2),
    3: (3, 4, 4, 4, 4, 4, 1),
    4: (3, 4, 4, 4, 4, 4, 3),
    5: (3, 2, 6, 6, 6, 6, 6, 7),
}
"""How many text boxes the slides of the five decks have."""


def _read_layout() -> dict[int, list[tuple[str, int, tuple[int, int, int, int]]]]:
    found: dict[int, list[Any]] = {}
    for row in csv.DictReader(Path(__file__).with_name("layout.csv").open()):
        box = tuple(int(row[name]) for name in ("x", "y", "w", "h"))
        found.setdefault(int(row["instance"]), []).append((row["file"], int(row["slide"]), box))
    return found


LAYOUT = _read_layout()
"""Instance -> (file, slide, box) of each picture."""


@cache
def gold_picture(instance: int, name: str) -> bytes:
    return drawn(100 * instance + _place(instance, name), _box(instance, name), name)


@cache
def new_picture(instance: int, name: str, variant: int = 0) -> bytes:
    """Unlike every gold picture."""
    return drawn(5000 + 1000 * variant + 100 * instance + _place(instance, name), _box(instance, name), name)


def drawn(seed: int, box: tuple[int, int, int, int], name: str = "") -> bytes:
    """A picture with the proportions of the box."""
    form = "JPEG" if name.lower().endswith((".jpg", ".jpeg")) else "PNG"
    return picture(seed, (round(box[2] / 40000), round(box[3] / 40000)), form)


def _place(instance: int, name: str) -> int:
    return [file for file, _, _ in LAYOUT[instance]].index(name)


def _box(instance: int, name: str) -> tuple[int, int, int, int]:
    return LAYOUT[instance][_place(instance, name)][2]


def text_place(index: int, number: int) -> tuple[int, int, int, int]:
    """Small boxes along the upper edge; none of them stands for a picture."""
    return 60000 + 1290000 * number + 30000 * index, 20000, 1250000, 200000


def description(name: str) -> str:
    return f"A drawing of {name.partition('.')[0].lower()} in bright colours"


def stem(name: str) -> str:
    return name.partition(".")[0]


@dataclass
class Work:
    """What an agent left: the deck's slides (boxes by name, in page order), the Drive folder, the web."""

    instance: int = 4
    slides: list[dict[str, Box | Image]] = field(default_factory=list)
    folder: dict[str, bytes] = field(default_factory=dict)
    pages: dict[str, Page] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        return [name for name, _, _ in LAYOUT[self.instance]]

    def slide(self, name: str) -> dict[str, Box | Image]:
        """The one on which the picture was."""
        return self.slides[next(slide for file, slide, _ in LAYOUT[self.instance] if file == name)]

    def placeholder(self, name: str) -> Any:
        return self.slide(name)[f"placeholder_{stem(name)}"]

    def new(self, name: str) -> Any:
        return self.slide(name)[f"new_{stem(name)}"]

    def credit(self, name: str) -> Any:
        return self.slide(name)[f"credit_{stem(name)}"]

    def drop(self, *parts: str) -> None:
        """Boxes by their names, wherever they are."""
        for slide in self.slides:
            for part in parts:
                slide.pop(part, None)

    def url(self, name: str) -> str:
        return f"https://img.example.org/i{self.instance}/{stem(name)}.jpg"


def full_work(instance: int = 4) -> Work:
    work = untouched(instance)
    work.folder = {name: gold_picture(instance, name) for name in work.names}
    for slide in work.slides:
        for part in [part for part in slide if part.startswith("old_")]:
            del slide[part]
    for name, _, (x, y, w, h) in LAYOUT[instance]:
        slide, data, url = work.slide(name), new_picture(instance, name), work.url(name)
        slide[f"placeholder_{stem(name)}"] = Box(x, y, w, h, description(name), size=24, colour=RED)
        slide[f"new_{stem(name)}"] = Image(x, y, w, h, data)
        slide[f"credit_{stem(name)}"] = Box(x, y + h + 40000, w, 300000, url, links={url: url})
        work.pages[url] = data
    return work


def untouched(instance: int = 4) -> Work:
    """The original deck, and an empty folder."""
    work = Work(instance)
    for index, count in enumerate(TEXTS[instance]):
        boxes = {f"text_{n}": Box(*text_place(index, n), text=f"Words {index}.{n}") for n in range(count)}
        pictures = {
            f"old_{stem(name)}": Image(*box, gold_picture(instance, name))
            for name, slide, box in LAYOUT[instance]
            if slide == index
        }
        work.slides.append({**boxes, **pictures})
    return work


# -- Gold data ---------------------------------------------------------------------------------------------------------

FAMILY = Path(__file__).parent.name


def write_gold(root: Path) -> Path:
    for instance in LAYOUT:
        data = root / FAMILY / f"instance_{instance}" / "data"
        (data / "gold_images").mkdir(parents=True)
        for name, _, _ in LAYOUT[instance]:
            (data / "gold_images" / name).write_bytes(gold_picture(instance, name))
        (data / "original_image_locations.json").write_text(json.dumps(_image_places(instance)))
        (data / "original_textbox_locations.json").write_text(json.dumps(_text_places(instance)))
        with (data / "gold_descriptions.csv").open("w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(("filename", "description"))
            rows.writerows((name, f" {description(name)}") for name, _, _ in LAYOUT[instance])
    return root


def bbox(x: float, y: float, w: float, h: float) -> dict[str, float]:
    return {"x": x + 0.25, "y": y, "width": w, "height": h}


def _image_places(instance: int) -> dict[str, Any]:
    return {
        name: {"slide_index": slide, "bbox": bbox(*box), "object_id": "o", "content_url": "https://gone.example.org/"}
        for name, slide, box in LAYOUT[instance]
    }


def _text_places(instance: int) -> list[dict[str, Any]]:
    return [
        {"slide_index": index, "bbox": bbox(*text_place(index, number))}
        for index, count in enumerate(TEXTS[instance])
        for number in range(count)
    ]


def twin_of_gold(gold: Path, root: Path, changes: Mapping[str, bytes | None], instance: int = 4) -> Path:
    """A copy of one instance's gold data with other files (None: without it)."""
    place = Path(FAMILY) / f"instance_{instance}"
    shutil.copytree(gold / place, root / place)
    for name, data in changes.items():
        if data is None:
            (root / place / "data" / name).unlink()
        else:
            (root / place / "data" / name).write_bytes(data)
    return root


# -- The studio --------------------------------------------------------------------------------------------------------


class Studio:
    """Builds, freezes and grades. The deck lies where the prompt wants it: in the output folder, or it is the copy."""

    def __init__(self, bench: Bench, gold: Path, frozen: dict[int, Snapshot]) -> None:
        self.bench = bench
        self.gold = gold
        self.workspace = bench.workspace
        self._frozen = frozen
        self._folders: dict[object, FolderRef] = {}

    def full(self, instance: int) -> Snapshot:
        """The full-score episode; not to be changed."""
        if instance not in self._frozen:
            self._frozen[instance] = self.freeze(full_work(instance))
        return self._frozen[instance]

    @property
    def base(self) -> Snapshot:
        return self.full(4)

    def deck(self, work: Work, more: list[dict[str, Any]] | None = None) -> FileRef:
        return write(self.workspace, [Slide(boxes) for boxes in work.slides], more)

    def move(self, file: FileRef, folder: str) -> None:
        self.workspace.clients.drive.files().update(fileId=file.id, addParents=folder).execute()

    def put(self, data: bytes, name: str, folder: str) -> str:
        path = self.bench.root / name
        path.write_bytes(data)
        return self.workspace.upload(path, parent=folder)

    def freeze(
        self,
        work: Work,
        deck: FileRef | None = None,
        *,
        prepare: Callable[[dict[str, Target]], None] | None = None,
        file: FileRef | None = None,
        elsewhere: bool = False,
    ) -> Snapshot:
        """`prepare` changes the folders before the freeze; `file` is the blank deck that the harness made;
        `elsewhere`: the agent worked in that one instead."""
        deck = deck or self.deck(work)
        folders = {
            OUTPUT: self.workspace.create_folder("Output"),
            IMAGES: self._images(work, fresh=prepare is not None),
        }
        targets = {token: Target(id=one.id, url=one.url, kind="folder") for token, one in folders.items()}
        if work.instance == 1:
            targets[WORKING_COPY] = Target(id=deck.id, url=deck.url, kind="presentation")
        elif not elsewhere:
            self.move(deck, targets[OUTPUT].id)
        if prepare:
            prepare(targets)
        given = deck if elsewhere else file or self.blank
        return self.bench.freeze(given, work.instance, pages=work.pages, targets=targets)

    @cached_property
    def blank(self) -> FileRef:
        return write(self.workspace, [])

    def _images(self, work: Work, *, fresh: bool) -> FolderRef:
        """A folder with the work's pictures: a fresh one, or one of an earlier episode with the same."""
        key = object() if fresh else tuple(work.folder.items())
        if key not in self._folders:
            folder = self._folders[key] = self.workspace.create_folder("Images")
            for name, data in work.folder.items():
                self.put(data, name, folder.id)
        return self._folders[key]

    def edited(self, edit: Callable[[Any], Any], snapshot: Snapshot | None = None) -> Snapshot:
        """The episode with the deck's JSON changed by `edit`."""
        snapshot = snapshot or self.base
        targets = snapshot.json("drive/targets.json")
        name = (targets.get(WORKING_COPY) or targets[OUTPUT]["children"][0])["content"]
        raw = json.loads(snapshot.read(name))
        changed = edit(raw)
        return Altered(snapshot, {name: json.dumps(raw if changed is None else changed).encode()})

    def with_pages(self, pages: Mapping[str, Page], snapshot: Snapshot | None = None) -> Snapshot:
        """The episode with other answers of these pages."""
        snapshot, folder = snapshot or self.base, self.bench.folder()
        record(folder, pages)
        index = snapshot.json("pages/index.json")
        index["pages"] |= json.loads((folder / "pages/index.json").read_bytes())["pages"]
        files = {f"pages/{path.name}": path.read_bytes() for path in (folder / "pages").iterdir()}
        return Altered(snapshot, {**files, "pages/index.json": json.dumps(index).encode()})

    def with_targets(self, change: Callable[[Any], None], snapshot: Snapshot | None = None) -> Snapshot:
        """The episode with another record of its write targets."""
        snapshot = snapshot or self.base
        targets = snapshot.json("drive/targets.json")
        change(targets)
        return Altered(snapshot, {"drive/targets.json": json.dumps(targets).encode()})

    def grade(self, what: Work | Snapshot, *, judge: Any = YES, gold: Path | None = None) -> Results:
        snapshot = self.freeze(what) if isinstance(what, Work) else what
        return self.bench.grade(snapshot, judge=judge, gold=gold or self.gold)

    def lost(self, what: Work | Snapshot, **more: Any) -> dict[str, tuple[str, str, float]]:
        return self.grade(what, **more).differing()


def open_items(points: float, *slugs: str) -> dict[str, tuple[str, str, float]]:
    """Steps of which some items could not be decided through the world's fault."""
    return lost("error", "execution_error", *slugs, points=points)
