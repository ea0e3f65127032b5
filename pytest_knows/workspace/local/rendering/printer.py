"""HTML to PDF by Chromium: one thread, one browser, kept open between jobs.

Playwright's synchronous API may only be used in the thread that started it, so the callers (threads of the server) hand
their HTML over in a queue.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import queue
import signal
import subprocess
import threading
import uuid
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
    abandoned: bool = False


class Printer:
    """Prints HTML with a browser that it starts with the first job and restarts once if it crashed."""

    def __init__(self, patience_s: float = 120) -> None:
        self.patience_s = patience_s
        self._jobs: queue.Queue[_Job | None] = queue.Queue()
        self._current: _Job | None = None
        self._mark = f"--knows-press={uuid.uuid4().hex}"
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    def print(self, html: str) -> bytes:
        """The PDF of a page; its size comes from the page's `@page` rule.

        Raises `RendererMissing` without a browser and `WorkspaceError` when the browser cannot print the page.
        """
        self._start()
        job = _Job(html)
        self._jobs.put(job)
        try:
            return job.result.result(self.patience_s)
        except TimeoutError:
            job.abandoned = True
            if self._current is job:
                _kill(self._mark)
            raise WorkspaceError(
                f"Chromium did not print the file to PDF within {self.patience_s:g} s: it may have too many pages"
            ) from None

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
            press = _Press(playwright, executable, self._mark)
            while (job := self._jobs.get()) is not None:
                self._current = job
                try:
                    job.result.set_result(press.print(job))
                except Exception as problem:  # whatever it was, its caller is waiting for an answer
                    job.result.set_exception(_unprintable(problem))
                self._current = None
            press.close()


class _Press:
    """One browser page. It is kept: a new page for each job would cost twenty times what printing does."""

    def __init__(self, playwright: Playwright, executable: str, mark: str) -> None:
        self._playwright = playwright
        self._executable = executable
        self._mark = mark
        self._page: Page | None = None

    def print(self, job: _Job) -> bytes:
        """Print; a browser that died before or meanwhile is started anew, once."""
        try:
            return self._print_once(job.html)
        except Exception:
            self.close()
            if job.abandoned:
                raise
            return self._print_once(job.html)

    def close(self) -> None:
        page, self._page = self._page, None
        browser = page.context.browser if page else None
        if browser is not None and browser.is_connected():
            browser.close()

    def _print_once(self, html: str) -> bytes:
        if self._page is None:
            self._page = _blank_page(self._playwright, self._executable, self._mark)
        self._page.set_content(html, wait_until="load", timeout=_LOAD_TIMEOUT_MS)
        return self._page.pdf(prefer_css_page_size=True, print_background=True)


def _kill(mark: str) -> None:
    """End the browser that was started with a mark: Playwright tells no process id and cannot interrupt printing."""
    table = subprocess.run(["ps", "-ww", "-eo", "pid=,args="], capture_output=True, text=True, check=False).stdout
    for line in table.splitlines():
        if mark in line:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(line.split(None, 1)[0]), signal.SIGKILL)


def _unprintable(problem: Exception) -> WorkspaceError:
    first_line = str(problem).strip().partition("\n")[0]
    return WorkspaceError(f"Chromium could not print the file to PDF, even after a restart: {first_line}")


def _blank_page(playwright: Playwright, executable: str, mark: str) -> Page:
    arguments = [mark, "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # Chromium refuses its sandbox to root; what it prints runs no script and reaches no network.
        arguments.append("--no-sandbox")
    browser = playwright.chromium.launch(executable_path=executable, args=arguments)
    context = browser.new_context(java_script_enabled=False, offline=True)
    context.route("**/*", lambda route: route.abort())
    return context.new_page()


PRINTER = Printer()
"""The one of this process."""
