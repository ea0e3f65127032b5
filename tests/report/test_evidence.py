"""A task's page shows what decided its steps: boxes, cells, quotes, the judge's questions; and what is disputed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from familykit.pdf import handmade, words_at
from PIL import Image
from reportkit import results

from pytest_knows.judge.answers import Answers, Ballot
from pytest_knows.judge.parsing import Answer
from pytest_knows.judge.question import Question
from pytest_knows.report import asked
from pytest_knows.report.disputes import Dispute, disputes
from pytest_knows.report.page import write_page
from pytest_knows.scoring import DISPUTE, INJECTION, OVERRULED
from pytest_knows.workspace.local.rendering.browser import find_chromium

needs_browser = pytest.mark.skipif(find_chromium() is None, reason="there is no Chromium")

BOOK = {
    "sheets": [
        {
            "properties": {"title": "Plan"},
            "data": [
                {"rowData": [{"values": [{"formattedValue": f"r{r}c{c}<b>"} for c in range(5)]} for r in range(30)]}
            ],
        }
    ]
}


def evident(entries: list[dict[str, Any]], items: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    """Results of one task whose first step has this evidence."""
    content = results(tasks=1, steps=2)
    content["run"]["judge"] = None
    content["steps"][0] |= {"evidence": entries, "items": list(items)}
    content["steps"][1] |= {"evidence": [], "items": []}
    return content


@needs_browser
def test_a_box_is_drawn_where_it_stands_on_the_page(opened):
    entry = {"label": "title", "value": "Box", "page": 1, "box": [0.25, 0.1, 0.5, 0.2]}
    item = {"name": "second", "outcome": "failed", "reason": "low", "page": 1, "box": [0, 0.5, 1, 0.5]}
    page = opened(evident([entry], (item,)))
    page.click("#list a")
    page.click("text=on page 1")
    picture, box = (page.locator(name).first.bounding_box() for name in (".marked img", ".marked .mark"))
    assert (box["x"] - picture["x"]) / picture["width"] == pytest.approx(0.25, abs=0.01)
    assert (box["y"] - picture["y"]) / picture["height"] == pytest.approx(0.1, abs=0.02)
    assert (box["width"] / picture["width"], box["height"] / picture["height"]) == pytest.approx((0.5, 0.2), abs=0.03)
    assert page.locator(".mark.m-failed").get_attribute("title") == "second"
    assert page.problems == []


@needs_browser
def test_a_page_that_has_no_picture_is_named(opened):
    page = opened(evident([{"label": "title", "value": "Box", "page": 9, "box": [0, 0, 1, 1]}]))
    page.click("#list a")
    assert "on page 9, of which there is no picture here" in page.inner_text("#task")


@needs_browser
def test_a_line_of_a_document_is_found_on_its_page(opened, tmp_path):
    content = evident([{"label": "greeting", "value": "Line", "quote": "Dear  bee,"}])
    page = opened(content)
    folder = tmp_path / content["run"]["episodes"][0]["folder"]
    (folder / "artifact/export.pdf").write_bytes(handmade(words_at((20, 60, 10, "Dear bee, hello"))))
    page.goto(write_page(tmp_path, content).as_uri())
    page.click("#list a")
    page.click("text=on page 1")
    picture, box = (page.locator(name).bounding_box() for name in (".marked img", ".marked .mark"))
    assert (box["x"] - picture["x"]) / picture["width"] == pytest.approx(0.1, abs=0.01), "20 of 200 pt"
    assert 0.3 < (box["y"] - picture["y"]) / picture["height"] < 0.45


@needs_browser
def test_cells_are_marked_in_an_excerpt_of_their_tab(opened, tmp_path):
    content = evident([{"label": "cell", "value": "x", "tab": "Plan", "cell": cells} for cells in ("C12", "B20:C29")])
    page = opened(content)
    folder = tmp_path / content["run"]["episodes"][0]["folder"]
    (folder / "artifact/file.json").write_text(json.dumps(BOOK))
    page.goto(write_page(tmp_path, content).as_uri())
    page.click("#list a")
    page.click("text=in Plan: C12, B20:C29")
    assert page.locator("td.named").all_inner_texts()[0] == "r11c2<b>"
    rows = page.locator("table.excerpt tbody th").all_inner_texts()
    assert rows == ["1", "11", "12", "13", "19", "20", "21", "22", "23", "24"], "the first row, and what is near"
    assert page.locator("table.excerpt thead th").all_inner_texts() == ["Plan", "A", "B", "C", "D"]
    assert page.problems == []


@pytest.fixture
def kept(tmp_path):
    """`kept(*answers, text, image)`: the names of the votes on one question, as a run keeps them."""

    def kept(*answers: object, text: str = "Bees are kind.", image: bytes | None = None) -> list[str]:
        images = {"the photo": image} if image else {}
        question = Question(
            kind="yes_no", text="Is it polite?", schema={"type": "boolean"}, evidence={"note": text}, images=images
        )
        folder, names = Answers(tmp_path / "answers"), []
        for vote, answer in enumerate(answers, 1):
            ballot = Ballot(model="openai/test", parameters={}, vote=vote)
            folder.keep(question, ballot, Answer(value=answer, reason=f"reason {vote}"))
            names.append(ballot.key(question))
        return names

    return kept


@needs_browser
def test_the_judges_question_evidence_and_votes(opened, kept, tmp_path):
    Image.new("RGB", (300, 200), "red").save(tmp_path / "red.png")
    hostile = "Bees </script><img src=x onerror=window.hacked=1>\u202e are kind."
    names = kept(True, False, True, text=hostile, image=(tmp_path / "red.png").read_bytes())
    page = opened(evident([{"label": "judge: polite", "value": "true: reason 1", "answers": names}]))
    page.click("#list a")
    page.click("text=question, evidence and 3 votes")
    shown = page.inner_text(".asked")
    for words in ("Is it polite?", "onerror", "\\u202e are kind.", "false reason 2 (openai/test, vote 2)", "the photo"):
        assert words in shown
    assert page.eval_on_selector(".asked img", "image => image.complete && image.naturalWidth") == 180
    assert page.evaluate("window.hacked") is None
    assert page.problems == []


@needs_browser
def test_questions_beyond_the_pages_limit_are_named(opened, kept, monkeypatch):
    monkeypatch.setattr(asked, "TOTAL", 1000)
    one, two = kept(True), kept(True, text="A long one. " * 100)
    label = {"label": "judge: polite", "value": "true"}
    page = opened(evident([{**label, "answers": one}, {**label, "answers": two}]))
    assert "1 of the judge's questions had no room" in page.inner_text("main")
    page.click("#list a")
    assert page.locator("text=question, evidence and answer").count() == 1
    assert f"(asked in answers/{two[0]}.json)" in page.inner_text("#task")


@pytest.mark.parametrize("name", ["../run", "gone", "damaged", 3])
def test_answers_that_are_not_there_cost_nothing(tmp_path, name):
    (tmp_path / "answers").mkdir()
    (tmp_path / "answers/damaged.json").write_text("[")
    (tmp_path / "run.json").write_text('{"question": {"text": "secret"}}')
    assert asked.Asked(tmp_path).place([name]) is None


def test_a_question_of_several_steps_is_there_once(tmp_path, kept):
    shown, names = asked.Asked(tmp_path), kept(True)
    assert (shown.place(names), shown.place(names), len(shown.questions)) == (0, 0, 1)


# --- disputes ---

SPLIT = {"label": "judge: polite", "value": "true: so it is", "votes": {"false": 1, "true": 2}}
LOOK = {
    "votes are split": (SPLIT, "polite: 1 x false, 2 x true"),
    "rule and judge disagree": ({"label": OVERRULED, "value": "fuzzy_match said no"}, "fuzzy_match said no"),
    "suspected injection": ({"label": INJECTION, "value": "note: role: system:"}, "note: role: system:"),
}


@pytest.mark.parametrize("kind", LOOK)
def test_each_kind_of_dispute_is_listed_with_its_step(kind):
    entry, what = LOOK[kind]
    assert disputes(evident([entry])) == [Dispute(kind=kind, what=what, task_id="own.docs.0", trial=1, step="s0")]


def test_one_voice_is_no_dispute():
    assert disputes(evident([{"label": "judge: polite", "value": "true: so it is"}])) == []


def test_a_tie_is_listed_once_and_what_only_the_ledger_knows_is_too():
    tie = {**SPLIT, "votes": {"false": 1, "true": 1}}
    content = evident([tie, {"label": DISPUTE, "value": "polite: 1 x false, 1 x true"}, LOOK["suspected injection"][0]])
    content["run"]["judge"] = {
        "disputes": ["polite: 1 x false, 1 x true", "lost: 1 x a, 1 x b"],
        "flags": ["polite: note: role: system:", "polite: note: hidden markup: <!--"],
    }
    found = [(dispute.what, dispute.task_id) for dispute in disputes(content)]
    assert found == [
        ("polite: 1 x false, 1 x true", "own.docs.0"),
        ("lost: 1 x a, 1 x b", ""),
        ("note: role: system:", "own.docs.0"),
        ("note: hidden markup: <!--", ""),
    ]


@needs_browser
def test_the_list_of_disputes_leads_to_the_step(opened):
    content = evident([entry for entry, _ in LOOK.values()])
    page = opened(content)
    card = page.inner_text(".card >> text=For a person to look at >> xpath=..")
    assert all(f"{kind}: 1" in card and what in card for kind, (_, what) in LOOK.items())
    page.click("a >> text=own.docs.0, s0 >> nth=0")
    assert page.locator("tr.aim code").inner_text() == "s0"
    assert page.problems == []
