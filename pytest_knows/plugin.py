"""All that pytest loads: options, markers, and the switch. Imports nothing heavy.

A run that asks for none of our options gets no further hook of ours; one that does gets those of `hooks.SessionHooks`.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

from pytest_knows.options import add_options, idle_options, is_wanted

MARKERS = (
    "knows_docs: steps of tasks that make a Google Doc",
    "knows_sheets: steps of tasks that make a Google Sheet",
    "knows_slides: steps of tasks that make a Google Slides deck",
    "knows_task(family, domain, group, artifact, short_id): the task, e.g. -m \"knows_task(domain='Recipes')\"",
    "knows_step(category): the category of a step, e.g. -m \"knows_step(category='spatial_check')\"",
    "knows_needs_judge: the step may ask a judge",
    "knows_needs_web: the step may read recorded web pages",
    "knows_needs_gold: the step reads gold data",
    "knows_needs_assets: the step reads source assets",
    "knows_smoke: steps of one task per app that need neither judge nor gold",
    "knows_info: information step, 0 points, never fails the run",
)

pytest.register_assert_rewrite("knows_rubrics")


def pytest_addoption(parser: pytest.Parser) -> None:
    add_options(parser)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)
    if is_wanted(config):
        from pytest_knows.hooks import start

        start(config)
    elif idle := idle_options(config):
        raise pytest.UsageError(
            f"{', '.join(idle)}: no effect without --knows-agent, --knows-regrade or --knows-resume"
        )


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """A wrapper, because a rubric.py that is named on the command line would be collected as a test module as well."""
    collectors = yield
    if file_path.name != "rubric.py":
        return collectors
    from pytest_knows.collection import collect_rubric

    return collect_rubric(file_path, parent, collectors)
