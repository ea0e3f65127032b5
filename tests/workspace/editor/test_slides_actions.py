"""What the Slides editor's page asks of the server: merging, taking back, crop, layout, pasting, whatever is sent."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from pytest_knows.workspace import FileRef, Kind, Workspace

from .talk import Json, box_of, plain

POINT = 12700


@pytest.fixture
def file(workspace: Workspace) -> FileRef:
    return workspace.create_file(Kind.PRESENTATION, "talk")


class Page:
    """One browser's page, as the server sees it."""

    def __init__(self, http: httpx.Client, file: FileRef) -> None:
        self.http, self.path = http, f"/_knows/slides/{file.id}"
        self.shown: Json = self.http.get(self.path).raise_for_status().json()
        self.title, self.subtitle = (one["objectId"] for one in self.shown["page"]["pageElements"][:2])

    def act(self, **body: Any) -> Json:
        self.shown = self.http.post(self.path, json=body).raise_for_status().json()
        return self.shown

    def write(self, *requests: Json, saw: str = "") -> Json:
        return self.act(requests=list(requests), seen=[{"objectId": self.title, "text": saw}])

    @property
    def text(self) -> str:
        self.shown = self.http.get(self.path).json()
        return plain(self.shown["page"]["pageElements"][0]["shape"])

    def elements(self) -> list[Json]:
        found: list[Json] = self.shown["page"].get("pageElements", [])
        return found

    def insertion(self, index: int, text: str) -> Json:
        return {"insertText": {"objectId": self.title, "insertionIndex": index, "text": text}}

    def stretch(self, name: str, start: int, end: int, **more: Any) -> Json:
        found = {"type": "FIXED_RANGE", "startIndex": start, "endIndex": end}
        return {name: {"objectId": self.title, "textRange": found, **more}}


@pytest.fixture
def page(http: httpx.Client, file: FileRef) -> Page:
    return Page(http, file)


def box(name: str, kind: str = "RECTANGLE", left: float = 100) -> Json:
    size = {side: {"magnitude": 100, "unit": "PT"} for side in ("width", "height")}
    at = {"scaleX": 1, "scaleY": 1, "translateX": left, "translateY": 50, "unit": "PT"}
    return {
        "createShape": {
            "objectId": name,
            "shapeType": kind,
            "elementProperties": {"pageObjectId": "p", "size": size, "transform": at},
        }
    }


def test_late_requests_find_their_places(page: Page) -> None:
    page.write(page.insertion(0, "one 😀 two three"))
    saw = "one 😀 two three\n"
    page.write(page.insertion(0, "NEW "), page.insertion(20, " END"), saw=saw)
    assert page.text == "NEW one 😀 two three END\n"
    # Another page still sees the text without NEW and END: its indices are of that text, one after the other.
    page.write(
        page.insertion(11, "?"),
        page.insertion(12, "!"),
        page.stretch("updateTextStyle", 7, 10, style={"bold": True}, fields="bold"),
        page.stretch("deleteText", 0, 4),
        saw=saw,
    )
    assert page.text == "NEW 😀 two ?!three END\n"
    runs = [one["textRun"] for one in page.elements()[0]["shape"]["text"]["textElements"] if "textRun" in one]
    assert [run["content"] for run in runs if run["style"].get("bold")] == ["two"]


def test_what_others_wrote_into_what_is_deleted_stays(page: Page) -> None:
    page.write(page.insertion(0, "abcdef"))
    page.write(page.insertion(3, "XY"), saw="abcdef\n")
    page.write(page.stretch("deleteText", 1, 5), saw="abcdef\n")
    assert page.text == "aXYf\n"


def test_taking_back_leaves_what_others_did(page: Page) -> None:
    page.act(requests=[box("first"), box("second", "ELLIPSE", 300)])
    before = page.shown["page"]
    deleted = page.act(requests=[{"deleteObject": {"objectId": "first"}}])["made"]
    ordered = page.act(
        requests=[{"updatePageElementsZOrder": {"pageElementObjectIds": ["second"], "operation": "SEND_TO_BACK"}}]
    )["made"]
    page.act(requests=[box("third", "DIAMOND", 500), page.insertion(0, "theirs")])
    undone = page.act(undo=[deleted, ordered])
    assert undone["skipped"] == 0
    assert [one["objectId"] for one in page.elements()] == [page.title, page.subtitle, "first", "second", "third"]
    assert page.elements()[2] == before["pageElements"][2]
    assert page.text == "theirs\n"
    page.act(undo=[undone["made"]])
    assert [one["objectId"] for one in page.elements()] == ["second", page.title, page.subtitle, "third"]


def test_a_text_that_another_one_changed_is_not_taken_back(page: Page) -> None:
    mine = page.write(page.insertion(0, "mine"))["made"]
    page.write(page.insertion(4, " and theirs"), saw="mine\n")
    assert page.act(undo=[mine])["skipped"] == 1
    assert page.text == "mine and theirs\n"
    assert page.act(undo=[10**6, "x", None])["skipped"] == 3


def test_slides_and_groups_come_back(page: Page) -> None:
    page.act(requests=[box("first"), box("second", "ELLIPSE", 300)])
    whole = page.act(requests=[{"createSlide": {"objectId": "other"}}])["slides"]
    steps = [
        {"groupObjects": {"groupObjectId": "group", "childrenObjectIds": ["first", "second"]}},
        {"ungroupObjects": {"objectIds": ["group"]}},
        {"duplicateObject": {"objectId": "p", "objectIds": {"p": "copy_of_p"}}},
        {"updateSlidesPosition": {"slideObjectIds": ["p"], "insertionIndex": 3}},
        {"deleteObject": {"objectId": "p"}},
    ]
    made = [page.act(requests=[step])["made"] for step in steps]
    assert [slide["id"] for slide in page.shown["slides"]] == ["copy_of_p", "other"]
    assert page.act(undo=made, page="p")["skipped"] == 0
    assert page.shown["slides"] == whole


def test_crop_keeps_what_stays_where_it_was(page: Page, http: httpx.Client, png: bytes) -> None:
    url = http.post("/_knows/pictures", content=png).json()["url"]
    size = {side: {"magnitude": length, "unit": "PT"} for side, length in (("width", 400), ("height", 300))}
    at = {"scaleX": 0, "scaleY": 0, "shearX": -1, "shearY": 1, "translateX": 500, "translateY": 10, "unit": "PT"}
    place = {"pageObjectId": "p", "size": size, "transform": at}
    page.act(requests=[{"createImage": {"objectId": "picture", "url": url, "elementProperties": place}}])
    page.act(crop={"objectId": "picture", "left": 0.25, "top": 0.5, "right": 0.25, "bottom": 0})
    picture = page.elements()[-1]
    assert picture["image"]["imageProperties"]["cropProperties"] == {
        "leftOffset": 0.25,
        "topOffset": 0.5,
        "rightOffset": 0.25,
    }
    lengths = [picture["size"][side]["magnitude"] / POINT for side in ("width", "height")]
    assert lengths == pytest.approx([200, 150])
    # Turned by 90 degrees, a cut from the left moves it down and one from the top to the left.
    moved = [picture["transform"][name] / POINT for name in ("translateX", "translateY")]
    assert moved == pytest.approx([500 - 150, 10 + 100])
    page.act(crop={"objectId": "picture", "left": 0, "top": 0, "right": 0, "bottom": 0})
    assert "cropProperties" not in page.elements()[-1]["image"]["imageProperties"]
    assert page.elements()[-1]["transform"]["translateX"] / POINT == pytest.approx(500)
    for wrong in ({"left": 0.6, "right": 0.5}, {"top": -1}, {"left": 1}):
        body = {"crop": {"objectId": "picture", "left": 0, "top": 0, "right": 0, "bottom": 0, **wrong}}
        assert http.post(page.path, json=body).status_code == 400


def test_another_layout_takes_the_texts_along(page: Page) -> None:
    page.write(page.insertion(0, "Title"))
    layouts = {layout["name"]: layout["id"] for layout in page.shown["layouts"]}
    page.act(layout={"objectId": "p", "layoutId": layouts["Title and two columns"]})
    kinds = [
        (one["shape"]["placeholder"]["type"], one["shape"]["placeholder"].get("index", 0)) for one in page.elements()
    ]
    assert kinds == [("TITLE", 0), ("BODY", 0), ("BODY", 1)]
    assert page.elements()[0]["objectId"] == page.title
    assert plain(page.elements()[0]["shape"]) == "Title\n"
    assert page.shown["page"]["slideProperties"]["layoutObjectId"] == layouts["Title and two columns"]
    page.act(layout={"objectId": "p", "layoutId": layouts["Blank"]})
    assert [one["objectId"] for one in page.elements()] == [page.title], "what has text stays"


def test_pasting_on_another_slide_and_after_cutting(page: Page) -> None:
    page.act(requests=[box("first"), {"createSlide": {"objectId": "other"}}])
    page.act(paste={"objectIds": ["first"], "copies": ["copy_1"], "pageId": "other", "shift": 0}, page="other")
    assert [one["objectId"] for one in page.elements()] == ["copy_1"]
    place = box_of(page.elements()[0])
    cut = page.act(requests=[{"deleteObject": {"objectId": "copy_1"}}], page="other")["made"]
    again = {"objectIds": ["copy_1"], "copies": ["copy_2"], "pageId": "other", "shift": 72, "cut": cut}
    page.act(paste=again, page="other")
    assert box_of(page.elements()[0])[:2] == pytest.approx((place[0] + 1, place[1] + 1))


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"requests": "x"},
        {"requests": [1]},
        {
            "requests": [{"insertText": {"objectId": "p", "insertionIndex": "a", "text": "b"}}],
            "seen": [{"objectId": 1}, 2],
        },
        {"requests": [{"insertText": 3}], "seen": {"a": 1}},
        {
            "requests": [{"deleteText": {"objectId": "i0", "textRange": []}}],
            "seen": [{"objectId": "i0", "text": "abc"}],
        },
        {
            "requests": [{"insertText": {"objectId": "i0", "cellLocation": {"rowIndex": "a"}, "text": "b"}}],
            "seen": [{"objectId": "i0", "cellLocation": {"rowIndex": []}, "text": "abc"}],
        },
        {"crop": {}},
        {"crop": {"objectId": "i0", "left": "x"}},
        {"layout": {"objectId": "p", "layoutId": "p"}},
        {"layout": {"objectId": [], "layoutId": {}}},
        {"paste": {"objectIds": ["i0"], "copies": ["!"], "pageId": "p", "cut": "x"}},
        {"paste": {"objectIds": "i0", "copies": "i0", "pageId": "p"}},
    ],
)
def test_whatever_is_sent_is_refused_in_words(page: Page, http: httpx.Client, body: Json) -> None:
    before = http.get(page.path).json()["revision"]
    answer = http.post(page.path, json=body)
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"]["message"]
    assert http.get(page.path).json()["revision"] == before


def test_others_see_and_change_nothing(page: Page, http: httpx.Client, workspace: Workspace, file: FileRef) -> None:
    for access, statuses in (
        (workspace.grant_agent([], name="x"), (404, 404)),
        (workspace.grant_agent([], view=[file.id], name="x"), (200, 403)),
    ):
        bearer = {"Authorization": f"Bearer {access.token}"}
        with httpx.Client(base_url=access.endpoint or "", headers=bearer, trust_env=False) as client:
            read, written = client.get(page.path), client.post(page.path, json={"requests": [page.insertion(0, "x")]})
            assert (read.status_code, written.status_code) == statuses
    assert page.text == ""
