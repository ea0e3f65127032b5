"""One page, as well as it can be had: by httpx, patiently; by a browser if it needs one; and never a robots' wall."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from pytest_knows.evidence.html import read_html
from pytest_knows.evidence.request import Request
from pytest_knows.evidence.urls import unwrap
from pytest_knows.evidence.web.address import AddressRule
from pytest_knows.evidence.web.answer import Answer
from pytest_knows.evidence.web.browser import WebBrowser
from pytest_knows.evidence.web.client import Client
from pytest_knows.evidence.web.limits import WebLimits
from pytest_knows.evidence.web.walls import wall

_AGAIN = frozenset({429, 502, 503, 504})
_REFUSALS = frozenset({403, 406})
_FOR_BROWSERS = _REFUSALS | {503}
"""What servers answer to a client that they take for no browser."""


class Fetcher:
    """Fetches under one rule and one set of limits; `own` are hosts (`host:port`) of ours that httpx may ask too."""

    def __init__(
        self,
        *,
        allowed: tuple[str, ...] = (),
        own: tuple[str, ...] = (),
        proxied: bool = False,
        limits: WebLimits | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.limits = limits or WebLimits()
        self._client = Client(AddressRule((*allowed, *own)), self.limits, proxied=proxied)
        # What a page's scripts ask for is the page's wish: our own Workspace is not open to it.
        self._browser = WebBrowser(AddressRule(allowed), self.limits, proxied=proxied)
        self._sleep = sleep

    def close(self) -> None:
        """End the browser."""
        self._browser.close()

    def get(self, url: str) -> Answer:
        """The page; never raises. What could not be had has an `error`."""
        deadline = time.monotonic() + self.limits.page_seconds
        target = unwrap(url.strip())
        if "://" not in target:
            target = "https://" + target.lstrip("/")
        answer = self._patiently(lambda: self._client.get(target, deadline), self.limits.waits, deadline)
        if answer.status in _REFUSALS:  # also of pictures to those who come from no page of the site
            again = self._client.get(target, deadline, as_visitor=True)
            answer = answer if again.error or again.status in _REFUSALS else again
        if _needs_browser(answer):
            answer = _better(answer, self._browser.get(answer.final_url if _empty(answer) else target, deadline))
        found = None if answer.error else wall(answer)
        return replace(answer, url=url, error=f"wall: {found}" if found else answer.error)

    def call(self, request: Request) -> Answer:
        """The answer of a web service, as it is; never raises. What could not be had has an `error`."""
        deadline = time.monotonic() + self.limits.call_seconds
        answer = self._patiently(lambda: self._client.call(request, deadline), self.limits.call_waits, deadline)
        return replace(
            answer,
            body=None if answer.body is None else request.body_without_key(answer.body),
            error=answer.error and request.without_key(answer.error),
        )

    def _patiently(self, ask: Callable[[], Answer], waits: tuple[float, ...], deadline: float) -> Answer:
        """Asked again after each of the waits, if the server is busy or does not answer."""
        answer = ask()
        for wait in waits:
            seconds = wait if answer.retry_after is None else max(wait, answer.retry_after)
            too_long = seconds > max(wait, self.limits.longest_wait) or time.monotonic() + seconds > deadline
            if too_long or not (answer.status in _AGAIN or answer.kind == "connection"):
                break
            self._sleep(seconds)
            answer = ask()
        return answer


def _needs_browser(answer: Answer) -> bool:
    if answer.error:
        return answer.kind == "encoding"
    return answer.status in _FOR_BROWSERS or _empty(answer) or wall(answer) is not None


def _empty(answer: Answer) -> bool:
    """A page without visible text whose scripts may bring it."""
    return not answer.error and answer.has_scripts and not read_html(answer.source)[1]


def _better(plain: Answer, shown: Answer) -> Answer:
    """What the browser shows; if it could not, a refusal stays one, and an empty shell is not taken for the page."""
    if not shown.error:
        return shown
    if plain.error or plain.status in _FOR_BROWSERS or wall(plain):
        return plain
    return replace(plain, error=shown.error)
