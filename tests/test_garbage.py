"""The collector is as it was, whatever happens meanwhile."""

import gc
import weakref

import pytest

from pytest_knows import garbage
from pytest_knows.garbage import no_collection


@no_collection()
def _failing():
    assert not gc.isenabled()
    raise RuntimeError


@pytest.mark.parametrize("enabled", [True, False])
def test_it_is_restored(enabled):
    before = gc.isenabled()
    (gc.enable if enabled else gc.disable)()
    try:
        with pytest.raises(RuntimeError):
            _failing()
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if before else gc.disable)()


def test_what_was_made_counts_as_old():
    """Young collections, of which there are many, do not go through it."""
    with no_collection():
        made = [[number] for number in range(10)]
    young = {id(thing) for generation in (0, 1) for thing in gc.get_objects(generation)}
    assert young.isdisjoint(map(id, made))
    assert gc.get_freeze_count() == 0


def test_what_somebody_froze_stays_frozen():
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        with no_collection():
            pass
        assert gc.get_freeze_count() >= frozen > 0
    finally:
        gc.unfreeze()


class Held:
    """Holds itself, as views and closures do."""

    def __init__(self, content):
        self.content, self.itself = content, self


def test_old_garbage_is_given_back(monkeypatch):
    """Of a hundred parsed files of 1,000 objects that nobody needs any more, no more than ten are left."""
    monkeypatch.setattr(garbage, "MOST", 10_000)
    known = []
    for _ in range(100):
        with no_collection():
            held = Held([{} for _ in range(1000)])
        known.append(weakref.ref(held))
        del held
    assert sum(one() is not None for one in known) <= 11
