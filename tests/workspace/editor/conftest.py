"""A real Chromium on the editors' pages, entered by the link that agents get."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from editorkit import chromium
from playwright.sync_api import Browser, Page

from pytest_knows.workspace import FileRef, Workspace

Open = Callable[[FileRef], Page]


@pytest.fixture(scope="module", name="chromium")
def browser() -> Iterator[Browser]:
    """One browser for the tests of a file; it ends before others, whose event loops it would break."""
    with chromium() as started:
        yield started


@pytest.fixture
def open_file(chromium: Browser, workspace: Workspace) -> Iterator[Open]:
    """`open_file(file)`: its page in a fresh browser, as an agent who may change it. Script errors fail the test."""
    contexts, problems = [], []

    def opened(file: FileRef) -> Page:
        context = chromium.new_context(viewport={"width": 1280, "height": 800})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(workspace.grant_agent([file.id], name="Agent").entrance(file.url))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert problems == []
