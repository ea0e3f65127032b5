"""Stored pages that are not what was stored."""

import gzip
import os

import pytest

from pytest_knows.episode.snapshot import Draft
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.pages import BODY_BYTES, packed, unpacked


def test_there_and_back():
    assert unpacked(packed(b"text" * 100), "a.gz") == b"text" * 100
    assert unpacked(b"as it is", "a.html") == b"as it is"


@pytest.mark.parametrize(
    "data",
    [b"", b"no gzip", packed(b"text" * 100)[:-9], packed(b"text") + b"more", packed(b"one") + packed(b"two")],
    ids=["empty", "plain", "cut off", "something behind", "two in one"],
)
def test_damaged(data):
    with pytest.raises(DamagedEvidence, match=r"a\.gz cannot be unpacked"):
        unpacked(data, "a.gz")


def test_a_bomb():
    with pytest.raises(DamagedEvidence, match="unpacks to more than"):
        unpacked(gzip.compress(bytes(BODY_BYTES + 1)), "a.gz")


def test_files_outside_the_episode_are_not_read(tmp_path):
    episode = tmp_path / "episode"
    (episode / "pages").mkdir(parents=True)
    (tmp_path / "episode2").mkdir()
    (tmp_path / "episode2/secret").write_bytes(b"secret")
    (episode / "pages/inside").write_bytes(b"inside")
    os.symlink(tmp_path / "episode2/secret", episode / "pages/link")
    draft = Draft(episode)
    assert draft.read("pages/inside") == b"inside"
    for name in ("../episode2/secret", str(tmp_path / "episode2/secret"), "pages/link", "pages/../../episode2/secret"):
        with pytest.raises(DamagedEvidence, match="outside its folder"):
            draft.read(name)
