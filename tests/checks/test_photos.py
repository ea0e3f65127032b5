"""Pictures that are compared by what is seen of them."""

import hashlib
import io
import json

import PIL.Image
import pytest
from familykit.pictures import picture

from pytest_knows.artifact.presentation import Picture
from pytest_knows.checks.photos import Album, Photo
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.pages import Pages, PageWriter
from pytest_knows.judge.scripted import ScriptedJudge
from pytest_knows.scoring import Mechanism

ONE, OTHER = picture(1), picture(2)


def photo(data=ONE, crop=(0, 0, 0, 0), url="u"):
    return Photo.of(Picture(id="p", z=0, url=url, crop=crop, source=lambda _: data))


def jpeg(data):
    file = io.BytesIO()
    PIL.Image.open(io.BytesIO(data)).convert("RGB").save(file, "JPEG", quality=60)
    return file.getvalue()


@pytest.mark.parametrize(
    ("shown", "likeness"),
    [
        (photo(), Mechanism.DETERMINISTIC),
        (photo(jpeg(ONE)), Mechanism.FUZZY_MATCH),
        (photo(OTHER), None),
        (photo(crop=(0.1, 0.1, 0.1, 0)), Mechanism.DETERMINISTIC),
        (photo(crop=(0.6, 0.6, 0, 0)), None),
    ],
)
def test_likeness_of_what_is_seen(shown, likeness):
    """A crop that hides most of a picture makes another one of it."""
    assert shown.likeness(photo()) is likeness
    assert photo().likeness(shown) is likeness


def test_one_half_of_a_bitmap_is_the_picture_that_was_put_there():
    both = PIL.Image.new("RGB", (320, 120))
    for place, data in enumerate((ONE, OTHER)):
        both.paste(PIL.Image.open(io.BytesIO(data)), (160 * place, 0))
    file = io.BytesIO()
    both.save(file, "PNG")
    left, right = photo(file.getvalue(), (0, 0, 0.5, 0)), photo(file.getvalue(), (0.5, 0, 0, 0))
    assert (left.likeness(photo()), right.likeness(photo(OTHER))) == (Mechanism.DETERMINISTIC,) * 2
    assert photo(file.getvalue(), (0, 0, 0.51, 0)).likeness(photo(file.getvalue(), (0.51, 0, 0, 0))) is None


def test_what_a_judge_sees_is_cropped():
    seen = PIL.Image.open(io.BytesIO(photo(crop=(0.5, 0, 0.25, 0.5)).png()))
    assert seen.size == (40, 60)
    judge = ScriptedJudge([{"key": "same", "answer": True}])
    assert photo().is_same(judge, "same", photo(OTHER))
    assert judge.asked == ["same"]


def test_what_cannot_be_read():
    damaged = photo(b"no picture")
    assert not damaged.is_readable
    for ask in (damaged.seen, damaged.png, lambda: damaged.fingerprint, lambda: photo().likeness(damaged)):
        with pytest.raises(DamagedEvidence):
            ask()


def test_where_it_is_shown(tmp_path):
    with PageWriter(tmp_path) as writer:
        writer.add("https://example.org/one.jpg", jpeg(ONE), content_type="image/jpeg")
        writer.add("https://example.org/other.png", OTHER, content_type="image/png")
        writer.add("https://example.org/refused", "", status=403)
    files = {
        file.relative_to(tmp_path).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in tmp_path.glob("pages/*")
    }
    (tmp_path / "snapshot.json").write_text(json.dumps({"schema": 1, "files": files, "notes": {}}))
    pages = Pages(Snapshot(tmp_path))
    one, other, refused = (f"https://example.org/{name}" for name in ("one.jpg", "other.png", "refused"))
    assert photo().is_shown_at([refused, other, one], pages)
    assert not photo().is_shown_at([other], pages)
    assert not photo(crop=(0.6, 0.6, 0, 0)).is_shown_at([one], pages)
    assert photo().is_shown_at([other], pages, lambda _: True)
    with pytest.raises(DamagedEvidence, match="refused"):
        photo().is_shown_at([refused, other], pages)


def test_an_album_has_one_photo_of_each_picture_and_crop():
    pictures = [Picture(id=name, z=0, url=url, crop=crop, source=lambda _: ONE) for name, url, crop in (
        ("a", "u", (0, 0, 0, 0)), ("b", "u", (0, 0, 0, 0)), ("c", "u", (0.1, 0, 0, 0)), ("d", "", (0, 0, 0, 0)),
        ("e", "", (0, 0, 0, 0)),
    )]  # fmt: skip
    album = Album()
    photos = [album(one) for one in pictures]
    assert photos[0] is photos[1]
    assert len(set(photos)) == 4
