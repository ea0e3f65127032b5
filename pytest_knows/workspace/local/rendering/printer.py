"""HTML to PDF by Chromium: one thread, one browser, kept open between jobs.

Playwright's synchronous API may only be used in the thread that started it, so the callers (threads of the server) hand
their HTML over in a queue.
"""

from __future__ import annotations

import atexit
import os
import queue
import threading
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_knows.errors import WorkspaceError
from pytest_knows.workspace.local.rendering.browser import find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page, Playwright

_LOAD_TIMEOUT_MS = 60_000


class RendererMissing(Exception):
    """There is no Chromium on this machine."""


@dataclass(slots=True)
class _Job:
    html: str
    result: Future[bytes] = field(default_factory=Future)


class Printer:
    """Prints HTML with a browser that it starts with the first job and restarts once if it crashed."""

    def __init__(self) -> None:
        self._jobs: queue.Queue[_Job | None] = queue.Queue()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    def print(self, html: str) -> bytes:
        """The PDF of a page; its size comes from the page's `@page` rule.

        Raises `RendererMissing` without a browser and `WorkspaceError` when the browser cannot print the page.
        """
        self._start()
        job = _Job(html)
        self._jobs.put(job)
        return job.result.result()

    def stop(self) -> None:
        """End the browser; a later job starts a new one."""
        with self._starting:
            thread, self._thread = self._thread, None
        if thread is not None and thread.is_alive():
            self._jobs.put(None)
            thread.join(timeout=10)

    def _start(self) -> None:
        with self._starting:
            if self._thread is None or not self._thread.is_alive():
                executable = find_chromium()
                if executable is None:
                    raise RendererMissing(
                        "no Chromium was found: install chromium, or set KNOWS_CHROMIUM to the path of one"
                    )
                self._thread = threading.Thread(target=self._work, args=(executable,), name="knows-pdf", daemon=True)
                self._thread.start()
                atexit.register(self.stop)

    def _work(self, executable: str) -> None:
        from playwright.sync_api import sync_playwright

        with sync_playwright() as playwright:
            press = _Press(playwright, executable)
            while (job := self._jobs.get()) is not None:
                try:
                    job.result.set_result(press.print(job.html))
                except Exception as problem:  # whatever it was, its caller is waiting for an answer
                    job.result.set_exception(_unprintable(problem))
            press.close()


class _Press:
    """One browser page. It is kept: a new page for each job would cost twenty times what printing does."""

    def __init__(self, playwright: Playwright, executable: str) -> None:
        self._playwright = playwright
        self._executable = executable
        self._page: Page | None = None

    def print(self, html: str) -> bytes:
        """Print; a browser that died before or meanwhile is started anew, once."""
        try:
            return self._print_once(html)
        except Exception:
            self.close()
            return self._print_once(html)

    def close(self) -> None:
        page, self._page = self._page, None
        browser = page.context.browser if page else None
        if browser is not None and browser.is_connected():
            browser.close()

    def _print_once(self, html: str) -> bytes:
        if self._page is None:
            self._page = _blank_page(self._playwright, self._executable)
        self._page.set_content(html, wait_until="load", timeout=_LOAD_TIMEOUT_MS)
        return self._page.pdf(prefer_css_page_size=True, print_background=True)


def _unprintable(problem: Exception) -> WorkspaceError:
    first_line = str(problem).strip().partition("\n")[0]
    return WorkspaceError(f"Chromium could not print the file to PDF, even after a restart: {first_line}")


def _blank_page(playwright: Playwright, executable: str) -> Page:
    arguments = ["--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # Chromium refuses its sandbox to root; what it prints runs no script and reaches no network.
        arguments.append("--no-sandbox")
    browser = playwright.chromium.launch(executable_path=executable, args=arguments)
    context = browser.new_context(java_script_enabled=False, offline=True)
    context.route("**/*", lambda route: route.abort())
    return context.new_page()


PRINTER = Printer()
"""The one of this process."""
