"""Whether a link leads to a picture: files, pages, what could not be had, and how that is decided."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pytest_knows.checks import linked_pictures
from pytest_knows.checks.linked_pictures import leads_to, same_as, to_record
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.errors import DamagedEvidence, Ungraded
from pytest_knows.evidence.pages import Pages, PageWriter
from pytest_knows.evidence.pictures import Pixels
from pytest_knows.judge import NoJudge
from pytest_knows.judge.scripted import ScriptedJudge
from pytest_knows.scoring import recording

URL = "https://pictures.example/p"


def noisy(seed: int, size: tuple[int, int] = (160, 120)) -> Image.Image:
    data = b"".join(hashlib.sha256(f"{seed} {n}".encode()).digest() for n in range(3))
    return Image.frombytes("RGB", (8, 4), data).resize(size, Image.Resampling.BICUBIC)


def encoded(image: Image.Image, form: str = "PNG", **options: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


REFERENCE = Pixels(noisy(1))
SAME, ALIKE, OTHER = encoded(noisy(1)), encoded(noisy(1), "JPEG", quality=40), encoded(noisy(2))

Recorded = Callable[[dict[str, Any]], Pages]


@pytest.fixture
def recorded(tmp_path: Path) -> Recorded:
    """`recorded({path: bytes of a picture, HTML, status or error})`."""

    def recorded(pages: dict[str, Any]) -> Pages:
        with PageWriter(tmp_path) as writer:
            for path, page in pages.items():
                url = URL if path == "" else f"https://pictures.example/{path}"
                if isinstance(page, int):
                    writer.add(url, "no", status=page)
                elif isinstance(page, bytes):
                    writer.add(url, page, content_type="image/png")
                elif page.startswith("<"):
                    writer.add(url, page)
                else:
                    writer.add(url, error=page)
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        names = {path.relative_to(tmp_path).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
        (tmp_path / "snapshot.json").write_text(json.dumps({"schema": 1, "files": names, "notes": {}}))
        return Pages(Snapshot(tmp_path))

    return recorded


def decided(pages: Pages, answer: bool | None = None, **options: Any) -> tuple[bool, str]:
    """Whether it leads there, and by which mechanism; `answer` is the judge's, None for no judge."""
    ask = None if answer is None else same_as(ScriptedJudge([{"key": "same", "answer": answer}]), "same", REFERENCE)
    with recording() as record:
        found = leads_to(URL, REFERENCE, pages, ask, **options)
    return found, record.mechanisms[-1].value


@pytest.mark.parametrize(
    ("body", "answer", "outcome"),
    [
        (SAME, False, (True, "deterministic")),
        (ALIKE, False, (True, "fuzzy_match")),
        (OTHER, True, (True, "llm_vlm_judgement")),
        (OTHER, False, (False, "llm_vlm_judgement")),
        (OTHER, None, (False, "fuzzy_match")),
    ],
)
def test_a_link_to_a_file(recorded: Recorded, body: bytes, answer: bool | None, outcome: tuple[bool, str]) -> None:
    assert decided(recorded({"": body}), answer) == outcome


def test_without_a_judge_that_could_be_asked(recorded: Recorded) -> None:
    with pytest.raises(Ungraded):
        leads_to(URL, REFERENCE, recorded({"": OTHER}), same_as(NoJudge(), "same", REFERENCE))


def test_the_tolerance_is_the_callers(recorded: Recorded) -> None:
    pages = recorded({"": OTHER})
    assert decided(pages, within=64) == (True, "fuzzy_match")


@pytest.mark.parametrize("status", [404, 410])
def test_a_dead_link_is_wrong(recorded: Recorded, status: int) -> None:
    assert decided(recorded({"": status})) == (False, "deterministic")


@pytest.mark.parametrize("page", [403, 429, 500, "timeout: no answer", b"no picture at all"])
def test_what_could_not_be_read_is_the_worlds_fault(recorded: Recorded, page: Any) -> None:
    with pytest.raises(DamagedEvidence):
        decided(recorded({"": page}), answer=True)


def test_what_is_no_link_is_wrong() -> None:
    with recording() as record:
        assert not leads_to("http://", REFERENCE, recorded_nothing(), None)
    assert record.mechanisms[-1].value == "deterministic"


def recorded_nothing() -> Pages:
    class Nothing:
        def has(self, name: str) -> bool:
            return False

    return Pages(Nothing())  # type: ignore[arg-type]


def test_a_link_that_was_not_recorded(recorded: Recorded) -> None:
    with pytest.raises(DamagedEvidence, match="not recorded"):
        decided(recorded({}), answer=True)


PAGE = "<p>Photos<img src=/one.png><img src=/two.png>"


@pytest.mark.parametrize(
    ("one", "two", "answer", "outcome"),
    [
        (OTHER, SAME, False, (True, "deterministic")),
        (OTHER, ALIKE, False, (True, "fuzzy_match")),
        (403, OTHER, True, (True, "llm_vlm_judgement")),
        (OTHER, 404, False, (False, "llm_vlm_judgement")),
        (OTHER, OTHER, None, (False, "fuzzy_match")),
    ],
)
def test_a_link_to_a_page(recorded: Recorded, one: Any, two: Any, answer: bool | None, outcome: Any) -> None:
    assert decided(recorded({"": PAGE, "one.png": one, "two.png": two}), answer) == outcome


def test_pages_do_not_count_where_the_picture_itself_is_wanted(recorded: Recorded) -> None:
    pages = recorded({"": PAGE, "one.png": SAME, "two.png": SAME})
    assert decided(pages, answer=True, in_pages=False) == (False, "deterministic")


def test_icons_are_no_pictures_of_a_page(recorded: Recorded) -> None:
    icon = encoded(noisy(1, (99, 120)))
    assert decided(recorded({"": PAGE, "one.png": icon, "two.png": OTHER}), answer=False)[0] is False
    assert decided(recorded({"": icon}))[0] is True


def test_a_page_whose_pictures_were_not_recorded(recorded: Recorded) -> None:
    with pytest.raises(DamagedEvidence, match="pictures of"):
        decided(recorded({"": PAGE, "one.png": 403}), answer=True)
    assert decided(recorded({"": "<p>no picture"}), answer=True) == (False, "fuzzy_match")


def test_the_judge_sees_the_nearest_first_and_no_more_than_five(recorded: Recorded) -> None:
    bodies = {f"{n}.png": encoded(noisy(n)) for n in range(2, 12)}
    html = "<p>" + "".join(f"<img src=/{name}>" for name in bodies)
    judge = ScriptedJudge([{"key": "same", "answer": False}])
    assert not leads_to(URL, REFERENCE, recorded({"": html, **bodies}), same_as(judge, "same", REFERENCE))
    assert len(judge.asked) == linked_pictures.NEAREST


def test_what_a_family_names_for_it(recorded: Recorded) -> None:
    other = '<img src="https://else.example/three.png">'
    pages = recorded({"": PAGE, "file": SAME, "other": other})
    links = [URL, "https://pictures.example/file", "https://new.example", "https://pictures.example/other"]
    one, two = "https://pictures.example/one.png", "https://pictures.example/two.png"
    assert list(to_record(links, pages)) == [*links, one, "https://else.example/three.png", two]
