"""Where a Chromium is. Light on purpose: used at start-up to say that there is none."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

_COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_IN_DOWNLOAD = ("chrome-linux/chrome", "chrome-linux64/chrome", "chrome-mac/Chromium.app/Contents/MacOS/Chromium")


def find_chromium() -> str | None:
    """The path of a Chromium: `KNOWS_CHROMIUM`, one on PATH, or Playwright's own download; None if there is none.

    A `KNOWS_CHROMIUM` that is no executable counts as none: a wrong setting is not silently replaced.
    """
    asked = os.environ.get("KNOWS_CHROMIUM")
    if asked:
        return shutil.which(asked)
    return next((found for command in _COMMANDS if (found := shutil.which(command))), None) or _downloaded()


def _downloaded() -> str | None:
    return next((str(path) for path in _downloads() if os.access(path, os.X_OK)), None)


def _downloads() -> Iterator[Path]:
    """Playwright's browsers, newest first, without starting Playwright."""
    asked = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    cache = Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
    root = Path(asked) if asked and asked != "0" else cache / "ms-playwright"
    for folder in sorted(root.glob("chromium-*"), key=lambda path: (len(path.name), path.name), reverse=True):
        yield from (folder / inner for inner in _IN_DOWNLOAD)
