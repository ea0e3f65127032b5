"""One kitchen for each test module."""

from __future__ import annotations

import pytest

from pytest_knows.workspace.local.rendering import find_chromium

from .building import Kitchen, write_gold


@pytest.fixture(scope="module")
def kitchen(bench, tmp_path_factory) -> Kitchen:
    if find_chromium() is None:
        pytest.skip("no Chromium: pages are compared as they are rendered")
    return Kitchen(bench, write_gold(tmp_path_factory.mktemp("gold")))
