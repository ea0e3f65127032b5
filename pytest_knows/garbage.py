"""Python's garbage collector, out of the way where it cannot help."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

MOST = 2_000_000
"""Objects that may be made without a look at whether earlier ones are garbage: about 350 MB."""
_made = 0


@contextmanager
def no_collection() -> Iterator[None]:
    """While very many objects are made that all live on: looking for garbage among them costs more than making them.

    Afterwards they count as old ones; else the next three collections would go through all of them. Since Python looks
    at old ones only when enough young ones grew old, all are looked at here after every `MOST`: before more are made,
    when those of an earlier episode are garbage.
    """
    global _made
    enabled = gc.isenabled()
    if enabled and _made > MOST:
        _made = 0
        gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            _made += gc.get_count()[0]
            if not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()
            gc.enable()
