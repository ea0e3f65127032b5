"""The example agent, through the door of every agent: an `AgentTask` in, a file in the Workspace out."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pytest_knows.agents.example import agent
from pytest_knows.agents.example.posters import read_talk
from pytest_knows.agents.example.trackers import Order, read_order
from pytest_knows.agents.functions import checked_function
from pytest_knows.agents.model import AgentResult, AgentTask
from pytest_knows.artifact.document import Document
from pytest_knows.episode.run import run_episode
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.assets import Assets
from pytest_knows.grading import Grader, Resources, Rubric
from pytest_knows.judge import NoJudge
from pytest_knows.tasks import load_tasks
from pytest_knows.tasks.model import SourceAsset, TaskInfo, TaskText
from pytest_knows.workspace import Workspace
from pytest_knows.workspace.local.rendering import find_chromium

RUBRICS = Path(__file__).parents[2] / "rubrics"
LETTER, TRACKER, POSTER = "docs_1_formal_letter", "sheets_6_investmenttracker", "slides_51_event_announcement_poster"

MISTAKES = {
    (LETTER, 1): "",  # the early signature is seen with gold data only
    (LETTER, 2): "email_text email_location",
    (LETTER, 3): "name_location title_location institution_location email_location",
    (LETTER, 4): "institution_text institution_location",
    (LETTER, 5): "",
    (TRACKER, 1): "stock_match_005930_ks past_price_accuracy current_price_accuracy chart_contains_stocks "
    "chart_shows_values",
    (TRACKER, 2): "chart_exists chart_contains_stocks chart_shows_values",
    (TRACKER, 3): "",
    (TRACKER, 4): "gain_loss_accuracy",
    (TRACKER, 5): "total_value_column",
    (POSTER, 1): "no_overlap",
    (POSTER, 2): "header_bold",
    (POSTER, 3): "footer_position footer_contact footer_page",
    (POSTER, 4): "header_colour colour_scheme",
    (POSTER, 5): "notes_citations notes_topic notes_bio body_sources",
}
"""Which steps fail without a judge, gold data and prices; all others pass or are ungraded."""


@pytest.fixture(scope="module")
def texts() -> Any:
    if "KNOWS_SHARED" not in os.environ:
        pytest.skip("KNOWS_SHARED is not set")
    return load_tasks(str(Path(os.environ["KNOWS_SHARED"]) / "knows" / "test.jsonl"), benchmark="1.2.0", wanted=None)


@pytest.fixture
def run(workspace: Workspace, tmp_path: Path) -> Callable[..., Snapshot]:
    """`run(info, text, assets=None)`: the frozen episode."""

    def run(info: TaskInfo, text: TaskText, assets: Assets | None = None, want_rendering: bool = False) -> Snapshot:
        example = checked_function(agent, "the example")
        more = {"assets": assets, "want_rendering": want_rendering}
        run_episode(tmp_path / "t1", workspace=workspace, agent=example, info=info, text=text, **more)
        return Snapshot(tmp_path / "t1")

    return run


@pytest.mark.parametrize(("family", "instance"), MISTAKES)
def test_its_mistakes_fail_and_nothing_else_does(texts, run, family, instance):
    if family == LETTER and find_chromium() is None:
        pytest.skip("no Chromium: a letter's layout is read from a rendering")
    rubric = Rubric.load(RUBRICS / family)
    info = rubric.tasks[instance - 1]
    snapshot = run(info, texts[info.task_id], want_rendering=family == LETTER)
    results = Grader(rubric, info, snapshot, Resources(judge=NoJudge(), gold=None)).results()
    outcomes = {slug: result.outcome.value for slug, result in results.items()}
    assert {slug for slug, outcome in outcomes.items() if outcome == "failed"} == set(
        MISTAKES[family, instance].split()
    )
    assert set(outcomes.values()) <= {"passed", "failed", "ungraded"}
    assert sum(outcome == "passed" for outcome in outcomes.values()) >= 4


def test_the_signature_comes_from_the_folder_that_the_task_names(run, tmp_path):
    file = io.BytesIO()
    Image.new("RGB", (123, 45), "navy").save(file, "PNG")
    (tmp_path / "assets/folder0001").mkdir(parents=True)
    (tmp_path / "assets/folder0001/signature.png").write_bytes(file.getvalue())
    folder = SourceAsset(id="folder0001", url="https://drive.google.com/drive/folders/folder0001", kind="drive_folder")
    prompt = (
        "Write a formal letter, with what you find on https://ethanashby.github.io/.\n- My Name\n- My Email Address"
    )
    text = TaskText(task_id="tests.letter.1", family="letter", instance=1, prompt=prompt, source_assets=(folder,))
    info = Rubric.load(RUBRICS / LETTER).tasks[0]
    snapshot = run(info, text, Assets.open(str(tmp_path / "assets")))
    document = Document(snapshot.json("artifact/file.json"), snapshot.picture)
    sizes = [Image.open(io.BytesIO(picture.data())).size for picture in document.pictures]
    assert sizes[-1] == (123, 45)
    lines = [line.text for line in document.lines]
    assert "Email: eashby@uw.edu" in lines
    assert "Biostatistics PhD Student" not in lines  # the prompt does not ask for the title


@pytest.mark.parametrize(
    "prompt",
    [
        "Translate this book.",
        "Write a formal letter for https://nobody.example/.",
        "Track the top 5 companies by market cap in farming; I own 5 shares; draw a pie chart.",
        "Make an event announcement poster for Pavel Panchekha.",
        "Make a reference list from the slides of https://courses.example.org/.",
    ],
)
def test_it_gives_up_on_what_it_does_not_know(task: Callable[..., AgentTask], prompt):
    result = agent(task(prompt=prompt))
    assert isinstance(result, AgentResult)
    assert result.gave_up
    assert result.visited is None


def test_numbers_are_read_from_the_prompt():
    prompt = "Track the top 12 banks. I own 1,500 shares of each. Draw a line chart of each one as a percentage."
    assert read_order(prompt) == Order(count=12, shares=1500, chart="LINE", percent=True)
    assert read_order("Track the top 12 banks in a table chart, 5 shares each.") is None


def test_an_event_is_read_from_the_prompt():
    talk = read_talk(
        "A talk; mention 4 of their main achievements.\n"
        "Header (top, centered): On Bees: A Night, large, bold, in color Deep Teal.\n"
        "Subheader (below header, left-aligned): May 3rd, Hall 2, Ghent, and hosted by the Bee Club, styled in x\n"
        "Right Sidebar (shaded box, color Warm Amber): Speaker bio (Dr. Ada Bij), with credentials."
    )
    assert talk is not None
    assert (talk.event, talk.speaker, talk.achievements) == ("On Bees: A Night", "Dr. Ada Bij", 4)
    assert talk.details == "May 3rd  |  Hall 2, Ghent\nHosted by Bee Club"
    assert (talk.header_colour, talk.sidebar_colour) == ("deep teal", "warm amber")
