"""A real Chromium on the editors' pages, entered by the link that agents get."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from pytest_knows.workspace import FileRef, Workspace
from pytest_knows.workspace.local.rendering import find_chromium

Open = Callable[[FileRef], Page]


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of this folder; it ends before others, whose event loops it would break."""
    path = find_chromium()
    if path is None:
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


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
