"""Whether two pictures are the same: the tiers, what is left out, what is an error."""

from __future__ import annotations

import io
import random

import pytest
from PIL import Image, ImageChops, ImageDraw

from pytest_knows.artifact.document import Crop, Picture
from pytest_knows.checks import images
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.pictures import Pixels
from pytest_knows.scoring import Mechanism, recording


def drawing(number: int) -> Image.Image:
    image = Image.new("RGB", (96, 96), "white")
    pen = ImageDraw.Draw(image)
    for step in range(5):
        x, y = (step * 37 * number) % 80, (step * 53 + 17 * number) % 80
        pen.rectangle((x, y, x + 22, y + 12 + 5 * number), (60 * number, 40 * step, 120))
    return image


def encoded(image: Image.Image, form: str = "PNG", **options) -> bytes:
    file = io.BytesIO()
    image.save(file, form, **options)
    return file.getvalue()


def picture(name: str, data: bytes | None, **more) -> Picture:
    def source(url: str) -> bytes:
        if data is None:
            raise DamagedEvidence(f"{url} was not recorded")
        return data

    return Picture(object_id=name, url=f"https://{name}", source=source, **more)


def shown(*pictures: Picture) -> tuple[images.Shown, ...]:
    return images.decoded(pictures).shown


def name(match: images.Match) -> str | None:
    return match.shown.picture.object_id if match.shown else None


def test_what_cannot_be_read_is_left_out_and_remembered():
    found = images.decoded([picture("a", encoded(drawing(1))), picture("b", b"junk"), picture("c", None)])
    assert [each.picture.object_id for each in found.shown] == ["a"]
    assert "Picture(b" in str(found.damage)
    assert images.decoded([picture("a", encoded(drawing(1)))]).damage is None


def test_an_exact_match_anywhere_goes_before_an_alike_one():
    near = picture("near", encoded(drawing(1), "JPEG", quality=70))
    exact = picture("exact", encoded(drawing(2)))
    references = [Pixels(drawing(1)), Pixels(drawing(2))]
    match = images.same_picture(shown(near, exact), references)
    assert (name(match), match.mechanism) == ("exact", Mechanism.DETERMINISTIC)
    match = images.same_picture(shown(near, exact), references[:1])
    assert (name(match), match.mechanism) == ("near", Mechanism.FUZZY_MATCH)
    match = images.same_picture(shown(exact), references[:1])
    assert (name(match), match.mechanism) == (None, Mechanism.FUZZY_MATCH)


def test_pictures_are_compared_as_cropped():
    framed = Image.new("RGB", (192, 192), "white")
    framed.paste(drawing(1), (48, 48))
    crop = Crop(left=0.25, top=0.25, right=0.25, bottom=0.25)
    match = images.same_picture(shown(picture("framed", encoded(framed), crop=crop)), [Pixels(drawing(1))])
    assert (name(match), match.mechanism) == ("framed", Mechanism.DETERMINISTIC)
    assert name(images.same_picture(shown(picture("framed", encoded(framed))), [Pixels(drawing(1))])) is None


def test_renditions_are_compared_uncropped():
    half = picture("half", encoded(drawing(1)), crop=Crop(right=0.5))
    copy = picture("copy", encoded(drawing(1).resize((60, 60))))
    with recording() as record:
        found = images.renditions(shown(half, picture("other", encoded(drawing(3))), copy), Pixels(drawing(1)))
    assert [each.picture.object_id for each in found] == ["half", "copy"]
    assert record.mechanisms == [Mechanism.DETERMINISTIC]
    with recording() as record:
        assert images.renditions(shown(copy), Pixels(drawing(1)))
        assert images.renditions((), Pixels(drawing(1))) == ()
    assert set(record.mechanisms) == {Mechanism.FUZZY_MATCH}


def test_the_judge_is_asked_in_order_until_yes():
    asked = []

    def accepts(pixels: Pixels) -> bool:
        asked.append(pixels.size)
        return len(asked) == 2

    candidates = shown(*(picture(str(n), encoded(drawing(n).resize((50 + n, 50)))) for n in (1, 2, 3)))
    match = images.judged(candidates, accepts)
    assert (name(match), match.mechanism) == ("2", Mechanism.LLM_VLM_JUDGEMENT)
    assert asked == [(51, 50), (52, 50)]
    asked.clear()
    copies = shown(*(picture(str(n), encoded(drawing(1))) for n in range(3)))
    assert images.judged(copies, lambda pixels: bool(asked.append(pixels.size))).shown is None
    assert len(asked) == 1, "a copy is not asked about again"
    assert images.judged([], accepts) == images.NO_PICTURE


def test_a_confirmed_match_gives_the_step_its_mechanism():
    with recording() as record:
        assert images.confirmed(images.NO_PICTURE) is None
        assert images.confirmed(images.Match(shown=None, mechanism=Mechanism.FUZZY_MATCH)) is None
    assert record.mechanisms == [Mechanism.DETERMINISTIC, Mechanism.FUZZY_MATCH]


class Gold:
    def __init__(self, **members: bytes) -> None:
        self.members = {key.replace("_", "."): data for key, data in members.items()}

    def names(self, folder: str) -> list[str]:
        return list(self.members)

    def read(self, name: str) -> bytes:
        return self.members[name]


def test_gold_pictures_in_the_order_of_names():
    gold = Gold(b_png=encoded(drawing(1)), readme_txt=b"no picture", a_JPG=encoded(drawing(2), "JPEG"), c_png=b"broken")
    found = images.gold_pictures(gold, "logos")
    assert [pixels.distance(Pixels(drawing(n))) <= 4 for pixels, n in zip(found, (2, 1), strict=True)] == [True, True]


@pytest.mark.parametrize(
    ("members", "says"), [({}, "no picture in logos"), ({"a_png": b"broken"}, "gold picture a.png")]
)
def test_gold_without_a_readable_picture_is_damaged(members, says):
    with pytest.raises(DamagedEvidence, match=says):
        images.gold_pictures(Gold(**members), "logos")


def test_pictures_for_a_judge_are_numbered():
    sent = images.numbered("logo", [Pixels(drawing(1)), Pixels(drawing(2))])
    assert list(sent) == ["logo 1", "logo 2"]
    assert all(data.startswith(b"\x89PNG") for data in sent.values())


def noisy(number: int, size: int = 160) -> Image.Image:
    """A picture with structure at every scale, as photographs have: smooth random fields, added up."""
    chance = random.Random(number)
    total = Image.new("L", (size, size), 0)
    for cells, share in ((3, 0.5), (6, 0.3), (12, 0.2)):
        grid = Image.new("L", (cells, cells))
        grid.putdata([chance.randrange(256) for _ in range(cells * cells)])
        field = grid.resize((size, size), Image.Resampling.BICUBIC).point(lambda value, share=share: value * share)
        total = ImageChops.add(total, field)
    return total.convert("RGB")


def trimmed(image: Image.Image, share: float) -> Image.Image:
    """Without that share of each side."""
    cut = round(image.width * share)
    return image.crop((cut, cut, image.width - cut, image.height - cut))


def recompressed(image: Image.Image, quality: int) -> Image.Image:
    return Image.open(io.BytesIO(encoded(image, "JPEG", quality=quality)))


@pytest.mark.parametrize(
    ("change", "tier"),
    [
        (lambda image: image.copy(), Mechanism.DETERMINISTIC),
        (lambda image: recompressed(image, 90), Mechanism.FUZZY_MATCH),
        (lambda image: recompressed(image, 30), Mechanism.FUZZY_MATCH),
        (lambda image: image.resize((80, 80)), Mechanism.FUZZY_MATCH),
        (lambda image: image.resize((400, 400)), Mechanism.FUZZY_MATCH),
        (lambda image: recompressed(image.resize((90, 90)), 60), Mechanism.FUZZY_MATCH),
        (lambda image: trimmed(image, 0.01), Mechanism.FUZZY_MATCH),
        (lambda image: trimmed(image, 0.25), None),  # left to the judge
        (lambda image: image.rotate(90), None),
        (lambda image: image.transpose(Image.Transpose.FLIP_LEFT_RIGHT), None),
    ],
)
@pytest.mark.parametrize("number", range(4))
def test_which_tier_finds_a_changed_copy(number, change, tier):
    match = images.same_picture(shown(picture("copy", encoded(change(noisy(number))))), [Pixels(noisy(number))])
    assert (match.mechanism if match.shown else None) == tier


def test_like_pictures_make_a_group_through_any_of_them():
    pictures = [noisy(1), noisy(2), recompressed(noisy(1), 40), noisy(3), noisy(1).resize((70, 70))]
    with recording() as record:
        assert images.groups([Pixels(image) for image in pictures]) == ((0, 2, 4), (1,), (3,))
    assert record.mechanisms == [Mechanism.FUZZY_MATCH]
    assert images.groups([]) == ()


def test_groups_join_when_a_later_picture_is_like_both():
    """slides_26/4.5: transitively, although the first two are too far from each other."""

    class Hash(Pixels):
        def __init__(self, phash: int) -> None:
            self.phash = phash

        def distance(self, other: Hash) -> int:  # type: ignore[override]
            return (self.phash ^ other.phash).bit_count()

    ends_and_middle = [Hash(0), Hash(0xFFFF), Hash(0xFF)]
    assert images.groups(ends_and_middle[:2]) == ((0,), (1,))
    assert images.groups(ends_and_middle) == ((0, 1, 2),)


def test_pairs_use_each_picture_once_exact_ones_first():
    """slides_17/A: two wanted renditions of one picture, one exact and one near candidate."""
    near, exact, other = recompressed(noisy(1), 40), noisy(1), noisy(5)
    wanted = [Pixels(recompressed(noisy(1), 70)), Pixels(noisy(1)), Pixels(noisy(7))]
    candidates = [Pixels(image) for image in (other, near, exact)]
    assert images.paired(wanted, candidates) == {1: 2, 0: 1}
    assert images.paired([one.fingerprint for one in wanted], [one.fingerprint for one in candidates]) == {1: 2, 0: 1}
    assert images.paired(wanted[:1] * 2, candidates[1:2]) == {0: 0}
    assert images.paired(wanted[1:2] * 2, [candidates[1], candidates[2]]) == {0: 0, 1: 1}
