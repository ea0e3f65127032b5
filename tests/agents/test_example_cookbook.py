"""The example agent's cookbook, with pages that say what it says: its mistakes are found, and nothing else is."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

import pytest
from familykit import failed, ungraded
from familykit.outcomes import Results

from pytest_knows.agents.example import agent, pictures, research
from pytest_knows.agents.functions import checked_function
from pytest_knows.episode.run import run_episode
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.pages import PageWriter
from pytest_knows.grading import Grader, Resources, Rubric
from pytest_knows.judge import NoJudge
from pytest_knows.tasks.model import TaskText
from pytest_knows.workspace.local.rendering import find_chromium

RUBRIC = Path(__file__).parents[2] / "rubrics/docs_11_personal_recipe_ocr"
PROMPT = (
    "Create a recipe from the Recipe Coral template: https://drive.google.com/file/d/1S7XtioiuOZXdNt6fSS_9FkGQ42UDZ8l-/"
)
HISTORY = "It has been cooked here for as long as anybody can remember, and every autumn again. " * 3


def page(recipe: dict[str, Any]) -> str:
    """The source of one of its recipes."""
    minutes, serves, calories = (line.split() for line in recipe.get("info", ["Ready in 35", "Serves 4", "160"]))
    declared = {
        "@type": "Recipe",
        "image": recipe["source"] + "/photo.png",
        "recipeIngredient": recipe["ingredients"],
        "recipeInstructions": recipe["preparation"],
        "totalTime": f"PT{minutes[2]}M",
        "recipeYield": serves[1],
        "nutrition": {"calories": calories[0]},
    }
    head = f'<script type="application/ld+json">{json.dumps(declared)}</script>'
    return f"<html><head>{head}</head><body><p>{HISTORY}{escape(recipe['tips'][0][0])}</p></body></html>"


@pytest.fixture(scope="module")
def results(workspace, tmp_path_factory):
    if find_chromium() is None:
        pytest.skip("no Chromium: pages are compared as they are rendered")
    rubric = Rubric.load(RUBRIC)
    info = rubric.tasks[0]
    folder = tmp_path_factory.mktemp("cookbook") / "t1"
    first, *others = research.find("cookbooks", PROMPT)["recipes"]

    def record(draft):
        with PageWriter(draft.root) as writer:
            said = f"{HISTORY}{first['tips'][0][0]} Prefer the smaller fruit: its flesh is firm and sweet."
            writer.add(first["tips"][0][1], f"<p>{said}</p>")
            for recipe in others:
                writer.add(recipe["source"], page(recipe))
                photo = pictures.emblem(recipe["title"][:2], recipe["colour"])
                writer.add(recipe["source"] + "/photo.png", photo, content_type="image/png")
        return {}

    text = TaskText(task_id=info.task_id, family=info.family, instance=1, prompt=PROMPT, source_assets=())
    example = checked_function(agent, "the example")
    run_episode(folder, workspace=workspace, agent=example, info=info, text=text, research=record)
    return Results(Grader(rubric, info, Snapshot(folder), Resources(judge=NoJudge())).results())


def test_its_mistakes_fail_and_nothing_else_does(results):
    gold = ("ingredients", "preparation", "photo_provenance", "photo_legible")
    asked = ("distinct", "preparation_match")
    assert results.differing() == {
        **failed("fuzzy_match", "original_tips_quoted", "original_photo_fits_slot"),
        **failed("deterministic", "extra_info_changed_r3", "extra_info_match_r3"),
        **ungraded("original_tips_relevant", *(f"original_{name}" for name in gold)),
        **ungraded(*(f"extra_{name}_r{number}" for number in (2, 3, 4) for name in asked)),
    }
