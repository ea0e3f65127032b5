"""Recordings that Playwright made of the site, read as those that agents hand in."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from pytest_knows.errors import ConfigurationError
from pytest_knows.evidence.har import read_har
from pytest_knows.workspace.local.rendering.browser import find_chromium

from .conftest import needs_browser
from .site import PAGES, Site


@pytest.fixture(scope="module")
def recordings(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    from playwright.sync_api import sync_playwright

    folder = tmp_path_factory.mktemp("recordings")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium())
        context = browser.new_context(record_har_path=folder / "har.zip", record_har_content="attach")
        context.tracing.start(snapshots=True)
        page = context.new_page()
        for path in ("/to-301", "/ld", "/404"):
            page.goto(site.root + path)
        context.tracing.stop(path=folder / "trace.zip")
        context.close()
        browser.close()
    return folder


@needs_browser
@pytest.mark.parametrize("name", ["har.zip", "trace.zip"])
def test_navigations_and_contents(site: Site, recordings: Path, name: str) -> None:
    found = read_har(recordings / name)
    assert [url.removeprefix(site.root) for url in found.visited if "favicon" not in url][-2:] == ["/ld", "/404"]
    by_path = {page.url.removeprefix(site.root): page for page in found.pages}
    assert by_path["/to-301"].final_url == f"{site.root}/plain"
    assert (by_path["/ld"].status, by_path["/ld"].body) == (200, PAGES["/ld"][2])
    assert by_path["/404"].status == 404


@pytest.mark.parametrize("content", [{}, {"har.har": b"{}"}, {"har.har": b"["}, {"trace.network": b"{not json"}])
def test_a_zip_that_is_no_recording_is_said_to_be_none(content: dict[str, bytes], tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as file:
        file.writestr("other.txt", b"")
        for name, data in content.items():
            file.writestr(name, data)
    with pytest.raises(ConfigurationError, match=r"x\.zip is not a recording"):
        read_har(tmp_path / "x.zip")
