"""The site, a fetcher that may ask it, and episodes to record into."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_knows.evidence.web.fetcher import Fetcher
from pytest_knows.evidence.web.gathering import LiveWeb
from pytest_knows.evidence.web.limits import WebLimits
from pytest_knows.evidence.web.shared import SharedPages
from pytest_knows.workspace.local.rendering.browser import find_chromium

from .site import Site

LIMITS = WebLimits(
    page_bytes=2 << 20, page_seconds=10, redirects=4, waits=(0.01, 0.02), longest_wait=1, host_gap=0, settle_seconds=2
)

needs_browser = pytest.mark.skipif(find_chromium() is None, reason="there is no Chromium")


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    site = Site()
    yield site
    site.close()


@pytest.fixture(scope="module")
def fetcher() -> Iterator[Fetcher]:
    fetcher = Fetcher(allowed=("127.0.0.1",), limits=LIMITS)
    yield fetcher
    fetcher.close()


@pytest.fixture
def live(fetcher: Fetcher, tmp_path: Path) -> LiveWeb:
    return LiveWeb(fetcher, SharedPages(tmp_path / "run" / "pages"))
