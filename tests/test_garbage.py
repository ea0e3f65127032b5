"""The collector is as it was, whatever happens meanwhile."""

import gc

import pytest

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
