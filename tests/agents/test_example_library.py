"""The example agent's library of papers, through the protocol of write targets: folders made, addresses filled into the
prompt, uploads frozen, and graded offline. Its mistakes fail, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from familykit import failed, partly
from familykit.outcomes import Results
from familykit.pictures import picture

from pytest_knows.agents.example import agent, research
from pytest_knows.agents.functions import checked_function
from pytest_knows.episode.run import run_episode
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.assets import Assets
from pytest_knows.evidence.drive import Drive
from pytest_knows.evidence.gold import GoldArchive
from pytest_knows.grading import Grader, Resources, Rubric
from pytest_knows.judge.scripted import ScriptedJudge
from pytest_knows.tasks.model import SourceAsset, TaskText
from pytest_knows.workspace import Connection, Workspace
from pytest_knows.workspace.local.process import LocalServer

FAMILY = "sheets_10_paper_sorting"
SOURCE = "1vJ3XnjNK792DmyA3relBnrIfIKC5NAED"
ADDRESS = f"https://drive.google.com/drive/folders/{SOURCE}"
PROMPT = (
    f"Make a sheet of all the papers in my drive folder {ADDRESS}. Upload new PDFs to the pdfs folder in "
    "{{OUTPUT_FOLDER_URL}}, figures to the figures folder in {{OUTPUT_FOLDER_URL}}. Highlight papers that mention dark "
    "energy in yellow."
)


def papers() -> list[dict[str, Any]]:
    notes = research.find("libraries", PROMPT)
    assert notes is not None
    return list(notes["papers"])


def write_gold(folder: Path) -> GoldArchive:
    """What the agent says of the papers, but for abstracts, and with more authors where it cut them off."""
    place = folder / FAMILY / "instance_2/data"
    place.mkdir(parents=True)
    (place / "figure.png").write_bytes(picture(1))
    records: dict[bool, list[dict[str, Any]]] = {False: [], True: []}
    for paper in papers():
        authors = paper["authors"].replace(" et al.", ", Ann Other, Jan Nowak, Eva Muster").split(", ")
        records[paper.get("new", False)].append({
            "arxiv_id": paper["number"], "title": paper["title"], "authors": authors,
            "abstract": "What the authors themselves say of it, at some length and in other words. " * 5,
            "has_keyword": paper.get("mentions", False), "figure_1_path": "data/figure.png",
        })  # fmt: skip
    (place / "gold_papers.json").write_text(json.dumps({"papers": records[False]}))
    (place / "gold_new_papers.json").write_text(json.dumps({"papers": records[True]}))
    return GoldArchive.open(str(folder))


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """One of its own: provisioning brings the task's folder with its real id, and the family's tests bring it too."""
    with LocalServer.start(tmp_path_factory.mktemp("workspace") / "workspace.db") as server:
        yield Workspace(Connection(endpoint=server.endpoint, token=server.admin_token))


@pytest.fixture(scope="module")
def episode(workspace: Workspace, tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    root = tmp_path_factory.mktemp("library")
    (root / "assets" / SOURCE).mkdir(parents=True)
    for paper in papers():
        if not paper.get("new"):
            (root / "assets" / SOURCE / f"{paper['number']}v1.pdf").write_bytes(b"%PDF-1.4\n")
    info = Rubric.load(Path(__file__).parents[2] / "rubrics" / FAMILY).tasks[1]
    asset = SourceAsset(id=SOURCE, url=ADDRESS, kind="drive_folder")
    text = TaskText(task_id=info.task_id, family=FAMILY, instance=2, prompt=PROMPT, source_assets=(asset,))
    more: dict[str, Any] = {"assets": Assets.open(str(root / "assets")), "want_rendering": False}
    example = checked_function(agent, "the example")
    run_episode(root / "t1", workspace=workspace, agent=example, info=info, text=text, **more)
    return Snapshot(root / "t1")


def test_folders_are_made_and_named_in_the_prompt(episode: Snapshot) -> None:
    target = Drive(episode).targets["OUTPUT_FOLDER_URL"]
    prompt = episode.json("task.json")["prompt"]
    assert "{{" not in prompt
    assert prompt.count(target.url) >= 2
    assert {folder.name for folder in target.children} == {"pdfs", "figures"}


def test_uploads_are_frozen(episode: Snapshot) -> None:
    target = Drive(episode).targets["OUTPUT_FOLDER_URL"]
    pdfs, figures = target.folder("pdfs"), target.folder("figures")
    assert pdfs is not None
    assert figures is not None
    assert (len(pdfs.files), len(figures.files)) == (3, 7)
    assert all(file.data().startswith(b"%PDF") for file in pdfs.files)
    assert all(file.data().startswith(b"\x89PNG") for file in figures.files)


def test_its_mistakes_fail_and_nothing_else_does(episode: Snapshot, tmp_path: Path) -> None:
    """Graded twice, each time from the episode alone."""
    rubric = Rubric.load(Path(__file__).parents[2] / "rubrics" / FAMILY)
    gold = write_gold(tmp_path)
    for _ in range(2):
        resources = Resources(judge=ScriptedJudge([{"key": "figure", "answer": False}]), gold=gold)
        results = Results(Grader(rubric, rubric.tasks[1], Snapshot(episode.root), resources).results())
        assert results.differing() == (
            failed("fuzzy_match", "orig_abstracts", "new_abstracts")
            | failed("llm_vlm_judgement", "orig_figures", "new_figures")
            | partly("deterministic", orig_authors=1, new_authors=3, new_arxiv=3, new_drive=3)
            | partly("fuzzy_match", author_coverage=1, new_titles=3)
            | partly("web_visit", new_visited=3)
        )
