"""Drives the Workspace's editors as a person would: a browser, mouse and keyboard, elements by role and name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from pytest_knows.workspace import AgentAccess
from pytest_knows.workspace.local.rendering import find_chromium

VIEWPORT = {"width": 1280, "height": 800}


@contextmanager
def chromium() -> Iterator[Browser]:
    """A Chromium; tests are skipped where there is none."""
    executable = find_chromium()
    if executable is None:
        pytest.skip("there is no Chromium here")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        yield browser
        browser.close()


def entered(browser: Browser, access: AgentAccess, url: str) -> Page:
    """A page of the Workspace in a browser of its own (cookies, clipboard), entered by the link with the code."""
    context = browser.new_context(viewport=VIEWPORT, permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.set_default_timeout(10_000)
    page.goto(access.entrance(url))
    return page
