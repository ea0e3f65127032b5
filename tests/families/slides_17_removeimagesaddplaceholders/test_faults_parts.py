"""What the reference grader got wrong, continued: the pictures in Drive, the credits, the looks of the texts."""

import pytest
from familykit import failed, partly, world_error

from pytest_knows.evidence.pictures import decode
from pytest_knows.judge.scripted import ScriptedJudge

from .altering import element, encoded, in_between, moved, opened, screenshot, styled
from .building import (
    BLACK,
    DEPENDENCY,
    DET,
    FUZZY,
    IMAGES,
    LLM,
    RED,
    SPATIAL,
    VACUOUS,
    YES,
    full_work,
    gold_picture,
    new_picture,
    open_items,
)

# -- 7, 8, 15, 17: the pictures in Drive -------------------------------------------------------------------------------


class Seeing(ScriptedJudge):
    """Keeps the questions."""

    def __init__(self, rules):
        super().__init__(list(rules))
        self.questions = []

    def answer(self, key, question):
        self.questions.append((key, question))
        return super().answer(key, question)


@pytest.mark.fault("slides_17/7")
@pytest.mark.parametrize(("answer", "lost"), [(True, {}), (False, failed(LLM, "originals_saved"))])
def test_the_judge_sees_the_original_and_only_what_is_open(studio, answer, lost):
    work = full_work()
    original = work.folder["image3.png"]
    work.folder["image3.png"] = screenshot(original)
    judge = Seeing([*YES, {"key": "same_picture_saved", "answer": answer}])
    assert studio.lost(work, judge=judge) == lost
    asked = [question for key, question in judge.questions if key == "same_picture_saved"]
    assert len(asked) == 1
    shown = [decode(data) for data in asked[0].images.values()]
    assert shown[0].identical(decode(original))
    assert shown[1].identical(decode(work.folder["image3.png"]))


@pytest.mark.fault("slides_17/8")
def test_pictures_in_any_mode(studio):
    """CMYK, palette, 16-bit grey with alpha; and a file that is none."""
    work = full_work()
    images = {name: opened(data) for name, data in work.folder.items()}
    work.folder = {
        "image1.png": work.folder["image1.png"],
        "cmyk.jpg": encoded(images["image2.png"].convert("CMYK"), "JPEG", quality=95),
        "palette.gif": encoded(images["image3.png"].convert("P"), "GIF"),
        "alpha.png": encoded(images["image4.png"].convert("RGBA")),
        "image5.tiff": encoded(images["image5.png"], "TIFF"),
        "broken.png": b"\x89PNG and nothing more",
    }
    work.new("image2.png").data = new = encoded(opened(work.new("image2.png").data).convert("CMYK"), "JPEG")
    work.pages[work.url("image2.png")] = new
    results = studio.grade(work)
    assert results.differing() == {}
    assert results["originals_saved"].mechanism == FUZZY
    assert "broken.png" in str(results["originals_saved"].evidence)


@pytest.mark.fault("slides_17/15")
def test_files_in_a_subfolder(studio):
    work, saved = full_work(), full_work().folder
    work.folder = {}

    def deeper(targets):
        inner = studio.workspace.create_folder("pictures", parent=targets[IMAGES].id)
        for name, data in saved.items():
            studio.put(data, name, inner.id)

    assert studio.lost(studio.freeze(work, prepare=deeper)) == {}


def in_drive(studio, change):
    """The full-score episode with another record of the images folder."""
    return studio.with_targets(lambda targets: change(targets[IMAGES]))


@pytest.mark.fault("slides_17/15")
def test_a_folder_that_could_not_be_listed_is_not_empty(studio):
    def unlisted(folder):
        folder.pop("children")
        folder["error"] = "503"

    assert studio.lost(in_drive(studio, unlisted)) == world_error("originals_saved")
    assert studio.lost(in_drive(studio, lambda folder: folder.update(children=[]))) == failed(DET, "originals_saved")


@pytest.mark.fault("slides_17/15")
@pytest.mark.parametrize("subfolder", [False, True])
def test_a_file_that_could_not_be_downloaded_leaves_open_what_it_is(studio, subfolder):
    def undone(folder):
        lost = folder["children"].pop()
        lost = {"name": "more", "mimeType": "application/vnd.google-apps.folder"} if subfolder else lost
        folder["children"].append({**lost, "error": "500"})

    assert studio.lost(in_drive(studio, undone)) == world_error("originals_saved")

    def beside(folder):
        folder["children"].append({"name": "more.png", "mimeType": "image/png", "error": "500"})

    assert studio.lost(in_drive(studio, beside)) == {}


@pytest.mark.fault("slides_17/17")
def test_a_picture_that_resembles_the_original_is_new(studio):
    work = full_work()
    alike = in_between(gold_picture(4, "image1.png"), new_picture(4, "image1.png"), 11, 15)
    work.new("image1.png").data = work.pages[work.url("image1.png")] = alike
    assert studio.lost(work) == {}
    again = in_between(gold_picture(4, "image1.png"), new_picture(4, "image1.png"), 1, 10)
    work.new("image1.png").data = again
    assert studio.lost(work)["originals_removed"] == ("failed", FUZZY, 8)


@pytest.mark.fault("slides_17/17")
def test_a_saved_picture_that_only_resembles_the_original(studio):
    work = full_work()
    work.folder["image1.png"] = in_between(gold_picture(4, "image1.png"), new_picture(4, "image1.png"), 11, 15)
    judge = (*YES, {"key": "same_picture_saved", "answer": False})
    assert studio.lost(work, judge=judge) == failed(LLM, "originals_saved")


# -- 9, 10, 11: credits ------------------------------------------------------------------------------------------------


def credited(studio, url, page):
    """The full-score episode with that address below the first picture, written out and linked."""

    def edit(raw):
        text = element(raw, "credit_image1")["shape"]["text"]["textElements"]
        run = next(one["textRun"] for one in text if "textRun" in one)
        run["content"], run["style"]["link"] = f"{url}\n", {"url": url}

    return studio.with_pages({url: page}, studio.edited(edit))


UPLOAD = "https://upload.wikimedia.org/wikipedia/commons/1/11/Rocks.jpg"
OPEN = open_items(8, "credit_is_image")
WRONG = partly(DET, credit_is_image=8)


@pytest.mark.fault("slides_17/9")
@pytest.mark.parametrize(
    ("url", "page", "lost"),
    [
        (UPLOAD, 403, {}),
        (UPLOAD, {"error": "timed out"}, {}),
        (UPLOAD, 404, WRONG),
        (UPLOAD, "<html><body>An article</body></html>", WRONG),
        ("https://en.wikipedia.org/wiki/Rock_art", 403, OPEN),
        ("https://en.wikipedia.org/wiki/Rock_art", "<html><body>An article</body></html>", WRONG),
        ("https://wikimedia.org.example.net/Rocks.jpg", 403, OPEN),
        ("https://notwikimedia.org/Rocks.jpg", 503, OPEN),
        ("https://photos.example.org/Rocks.jpg", 429, OPEN),
        ("https://photos.example.org/Rocks.jpg", 410, WRONG),
        ("https://photos.example.org/Rocks.jpg", {"error": "dns: the host does not exist"}, WRONG),
        ("https://photos.example.org/Rocks.jpg", {"error": "wall: a page for robots ('captcha')"}, OPEN),
        ("https://photos.example.org/Rocks.jpg", {"body": b"\xff\xd8 cut off", "content_type": "image/jpeg"}, OPEN),
        ("mailto:rocks@example.org", 404, {**partly(SPATIAL, credit_below=8), **partly(DEPENDENCY, credit_is_image=8)}),
    ],
)
def test_credits_that_cannot_be_opened_or_lead_elsewhere(studio, url, page, lost):
    results = studio.grade(credited(studio, url, page))
    assert results.differing() == lost


@pytest.mark.fault("slides_17/9")
def test_if_every_host_refuses_it_is_a_vacuous_pass(studio):
    work = full_work()
    for name in work.names:
        box = work.credit(name)
        box.text = f"https://i.pinimg.com/originals/{name}"
        box.links = {box.text: box.text}
        work.pages[box.text] = 403
    results = studio.grade(work)
    assert results.differing() == {}
    assert results["credit_is_image"].mechanism == VACUOUS


def written(studio, *runs):
    """The full-score episode with a credit of these texts, a run each and no link behind any, all of one address."""

    def edit(raw):
        text = element(raw, "credit_image1")["shape"]["text"]
        marker = next(one for one in text["textElements"] if "paragraphMarker" in one)
        text["textElements"] = [marker, *({"textRun": {"content": run, "style": {}}} for run in (*runs, "\n"))]

    return studio.edited(edit)


@pytest.mark.fault("slides_17/10")
@pytest.mark.parametrize(
    ("runs", "url"),
    [
        (["https://a.example.org/Reef_(Fiji).jpg"], "https://a.example.org/Reef_(Fiji).jpg"),
        (["(see https://a.example.org/reef.jpg)."], "https://a.example.org/reef.jpg"),
        (["Source: https://a.exam", "ple.org/reef.jpg"], "https://a.example.org/reef.jpg"),
        (["a.example.org/reef.jpg"], "https://a.example.org/reef.jpg"),
        (["www.example.org"], "https://www.example.org"),
    ],
)
def test_addresses_as_people_write_them(studio, runs, url):
    data = new_picture(4, "image1.png")
    assert studio.lost(studio.with_pages({url: data}, written(studio, *runs))) == {}


@pytest.mark.fault("slides_17/10")
def test_a_word_with_a_dot_is_no_address(studio):
    lost = studio.lost(written(studio, "Picture by Sakura.co"))
    assert lost == {**partly(SPATIAL, credit_below=8), **partly(DEPENDENCY, credit_is_image=8)}


@pytest.mark.fault("slides_17/11")
@pytest.mark.parametrize(
    ("place", "near"),
    [
        ({"y": 4492975 + 600000}, True),  # hangs off the page
        ({"y": 4492975 + 950000}, False),
        ({"y": 4492975 - 340000}, True),  # over the lowest tenth
        ({"y": 4492975 - 400000}, False),
        ({"x": 5459125 - 2400000}, True),  # its middle is a little left of the picture
        ({"x": 5459125 - 3000000}, False),
    ],
)
def test_credits_near_and_far(studio, place, near):
    lost = studio.lost(studio.edited(lambda raw: moved(raw, "credit_image1", **place)))
    assert lost == ({} if near else {**partly(SPATIAL, credit_below=8), **partly(DEPENDENCY, credit_is_image=8)})


@pytest.mark.fault("slides_17/11")
def test_a_credit_over_a_picture_that_reaches_down_to_the_edge(studio):
    """Below it there is no room: up to 15 % of the picture may be covered."""
    new = full_work(1).new("NOSEMONKEY.jpeg")
    lower = studio.edited(lambda raw: moved(raw, "credit_NOSEMONKEY", y=new.y + 0.86 * new.h), studio.full(1))
    assert studio.lost(lower) == {}


# -- 12: red and big ---------------------------------------------------------------------------------------------------


@pytest.mark.fault("slides_17/12")
@pytest.mark.parametrize(
    ("runs", "good"),
    [
        ([("A rock with a face", RED, 18)], True),
        ([("A rock with a face", (0.8, 0.05, 0.05), 17.96)], True),
        ([("A rock with a face", (1, 0.4, 0), 24)], False),  # orange
        ([("A rock with a face", (1, 0.29, 0.29), 24)], True),  # within the bounds of saturation
        ([("A rock with a face", (1, 0.45, 0.45), 24)], False),  # rose
        ([("A rock with a face", (0.4, 0, 0), 24)], False),  # brown
        ([("A rock with a face", BLACK, 24)], False),
        ([("A rock with a face", RED, None)], False),  # 14 pt
        ([("Rock", RED, 24), (" with a painted face on it", None, None)], False),
        ([("A rock with a painted face on it", RED, 24), (" (1)", BLACK, 8)], True),
        ([("A rock with a face", {"themeColor": "ACCENT2"}, 24)], True),
    ],
)
def test_red_and_big(studio, runs, good):
    def edit(raw):
        for master in raw["masters"]:
            for entry in master["pageProperties"]["colorScheme"]["colors"]:
                if entry["type"] == "ACCENT2":
                    entry["color"] = {"red": 0.9}
        styled(raw, *runs)

    assert studio.lost(studio.edited(edit)) == ({} if good else partly(FUZZY, placeholder_red_big=8))


@pytest.mark.fault("slides_17/12")
@pytest.mark.parametrize(("scale", "good"), [(0.75, True), (0.7, False)])
def test_text_that_was_shrunk_to_fit(studio, scale, good):
    def edit(raw):
        properties = element(raw, "placeholder_image1")["shape"]["shapeProperties"]
        properties["autofit"] = {"autofitType": "TEXT_AUTOFIT", "fontScale": scale}

    assert studio.lost(studio.edited(edit)) == ({} if good else partly(FUZZY, placeholder_red_big=8))
