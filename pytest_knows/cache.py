"""The user's cache folder: what was fetched once and holds for every run (task texts, members of the gold archive)."""

from __future__ import annotations

import os
from pathlib import Path


def user_cache(*parts: str) -> Path:
    """A folder or file in the cache, not created; `KNOWS_CACHE` moves the whole cache."""
    import platformdirs

    root = os.environ.get("KNOWS_CACHE") or platformdirs.user_cache_dir("pytest-knows", appauthor=False)
    return Path(root, *parts)
