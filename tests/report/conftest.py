"""A browser that reads score pages."""

from __future__ import annotations

import pytest
import reportkit

from pytest_knows.report.page import write_page
from pytest_knows.workspace.local.rendering.browser import find_chromium


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def opened(browser, tmp_path):
    """`opened(results, others=())`: the page in a browser, with what went wrong in `page.problems`."""
    contexts = []

    def opened(content, others=(), text="Do it."):
        reportkit.episode(tmp_path, content, text)
        path = write_page(tmp_path, content, others)
        context = browser.new_context(viewport={"width": 1200, "height": 900})
        contexts.append(context)
        page = context.new_page()
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.on("dialog", lambda dialog: page.problems.append(dialog.message))
        page.on(
            "request", lambda request: None if request.url.startswith(("file:", "data:")) else page.problems.append(1)
        )
        page.goto(path.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
