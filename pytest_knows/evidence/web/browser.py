"""Pages that need JavaScript, by one Chromium behind our own proxy.

Playwright's synchronous API belongs to the thread that started it, so a thread of our own does all of it.
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pytest_knows.evidence.web.address import AddressRule, FetchError
from pytest_knows.evidence.web.answer import HTML, Answer
from pytest_knows.evidence.web.dialing import Dialer
from pytest_knows.evidence.web.limits import WebLimits
from pytest_knows.evidence.web.proxy import CONNECT_SECONDS, REFUSED_HEADER, GuardProxy
from pytest_knows.workspace.local.rendering.browser import find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

_ARGUMENTS = [
    "--proxy-bypass-list=<-loopback>",  # loopback and link-local too go through the proxy, which refuses them
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # the proxy's own address is all it may look up
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy",
    "--disable-quic",
    "--dns-prefetch-disable",
    "--no-pings",
]
_SHORTEST = 0.5


@dataclass(slots=True)
class _Job:
    url: str
    deadline: float
    result: Future[Answer] = field(default_factory=Future)


class WebBrowser:
    """Started with the first page, started anew if it crashed, ended by `close`. May be used by several threads."""

    def __init__(self, rule: AddressRule, limits: WebLimits, *, proxied: bool = False) -> None:
        self._rule = rule
        self._limits = limits
        self._proxied = proxied
        self._jobs: queue.Queue[_Job | None] = queue.Queue()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    def get(self, url: str, deadline: float) -> Answer:
        """The page as its scripts leave it; never raises. Its status is that of the main document."""
        executable = find_chromium()
        if executable is None:
            return Answer.failed(url, FetchError("the page needs a browser, and no Chromium was found", "browser"))
        job = _Job(url, deadline)
        with self._starting:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, args=(executable,), name="knows-web", daemon=True)
                self._thread.start()
            self._jobs.put(job)
        try:
            return job.result.result(max(_SHORTEST, deadline - time.monotonic()) + self._limits.settle_seconds)
        except TimeoutError:
            return Answer.failed(url, FetchError("the browser did not show it in time", "timeout"))

    def close(self) -> None:
        """End the browser; a later page starts a new one."""
        with self._starting:
            thread, self._thread = self._thread, None
            if thread is not None and thread.is_alive():
                self._jobs.put(None)
                thread.join(timeout=10)

    def _connect(self, host: str, port: int) -> Any:
        return Dialer(self._rule, proxied=self._proxied).connect_tcp(host, port, CONNECT_SECONDS)

    def _work(self, executable: str) -> None:
        from playwright.sync_api import sync_playwright

        with (
            contextlib.closing(GuardProxy(self._connect, 2 * self._limits.page_bytes)) as proxy,
            sync_playwright() as playwright,
        ):
            tab = _Tab(playwright, executable, proxy, self._limits)
            while (job := self._jobs.get()) is not None:
                try:
                    job.result.set_result(tab.get(self._rule, job.url, job.deadline))
                except Exception as problem:  # whatever it was, its caller is waiting for an answer
                    tab.close()
                    job.result.set_result(Answer.failed(job.url, _as_ours(problem)))
            tab.close()


class _Tab:
    """The browser, with a context of its own for each page: no cookie or cache passes from one to another."""

    def __init__(self, playwright: Playwright, executable: str, proxy: GuardProxy, limits: WebLimits) -> None:
        self._playwright = playwright
        self._executable = executable
        self._proxy = proxy
        self._limits = limits
        self._browser: Browser | None = None

    def close(self) -> None:
        browser, self._browser = self._browser, None
        if browser is not None and browser.is_connected():
            browser.close()

    def get(self, rule: AddressRule, url: str, deadline: float) -> Answer:
        """Raises FetchError, Playwright's errors."""
        rule.url(url)
        if self._browser is None or not self._browser.is_connected():
            self._browser = self._launch()
        del self._proxy.refusals[:]
        context = self._browser.new_context(accept_downloads=False, service_workers="block", locale="en-US")
        try:
            page = context.new_page()
            budget = _Budget(page, self._limits.page_bytes)
            try:
                return self._visit(page, url, deadline)
            except Exception as problem:
                budget.check()
                if "ERR_TUNNEL_CONNECTION_FAILED" in str(problem) and self._proxy.refusals:
                    raise FetchError(self._proxy.refusals[-1]) from problem
                raise
        finally:
            with contextlib.suppress(Exception):  # a crashed context is gone already
                context.close()

    def _launch(self) -> Browser:
        """With Chromium's own sandbox, but where that does not start: for root, and in most containers."""
        from playwright.sync_api import Error

        for sandbox in (True, False):
            if sandbox and hasattr(os, "geteuid") and os.geteuid() == 0:
                continue
            with contextlib.suppress(*([Error] if sandbox else [])):
                return self._playwright.chromium.launch(
                    executable_path=self._executable,
                    args=_ARGUMENTS,
                    chromium_sandbox=sandbox,
                    proxy={"server": self._proxy.address, "bypass": "<-loopback>"},
                )
        raise FetchError("Chromium did not start", "browser")

    def _visit(self, page: Page, url: str, deadline: float) -> Answer:
        left = max(_SHORTEST, deadline - time.monotonic())
        response = page.goto(url, wait_until="domcontentloaded", timeout=1000 * left)
        if response is None:
            raise FetchError("the browser got no answer", "browser")
        if response.header_value(REFUSED_HEADER) and self._proxy.refusals:
            raise FetchError(self._proxy.refusals[-1])
        with contextlib.suppress(Exception):  # pages that never fall silent are taken as they are by then
            page.wait_for_load_state("networkidle", timeout=1000 * min(self._limits.settle_seconds, left))
        kind = (response.header_value("content-type") or "").partition(";")[0].strip().lower()
        shown = kind in HTML or page.url.partition("#")[0] != response.url.partition("#")[0]
        body = page.content().encode("utf-8", "replace") if shown else response.body()
        if len(body) > self._limits.page_bytes:
            raise FetchError(f"it has more than {self._limits.page_bytes} bytes", "size")
        if not page.url.startswith(("http://", "https://")):
            raise FetchError(f"it led to {page.url[:60]!r}")
        return Answer(
            url=url,
            final_url=page.url,
            status=response.status,
            content_type="text/html; charset=utf-8" if shown else kind,
            body=body,
            challenged=(response.header_value("cf-mitigated") or "").lower() == "challenge",
            rendered=True,
        )


class _Budget:
    """Closes a page that unpacks to more than it may: compression hides the size from our proxy."""

    def __init__(self, page: Page, limit: int) -> None:
        self._page = page
        self._left = limit
        self._limit = limit
        session = page.context.new_cdp_session(page)
        session.on("Network.dataReceived", self._received)
        session.send("Network.enable")

    def check(self) -> None:
        """Raises FetchError if the page was closed by us."""
        if self._left < 0:
            raise FetchError(f"it has more than {self._limit} bytes", "size")

    def _received(self, event: dict[str, Any]) -> None:
        before, self._left = self._left, self._left - int(event.get("dataLength", 0))
        if before >= 0 > self._left:
            self._page.close()


def _as_ours(problem: Exception) -> FetchError:
    if isinstance(problem, FetchError):
        return problem
    first_line = str(problem).strip().partition("\n")[0]
    return FetchError(first_line[:300], "timeout" if type(problem).__name__ == "TimeoutError" else "browser")
