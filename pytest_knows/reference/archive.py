"""The gold data as the zip that the evaluators download."""

from __future__ import annotations

import io
import zipfile
from functools import lru_cache

from pytest_knows.errors import Ungraded
from pytest_knows.evidence.gold import MEND, GoldArchive


@lru_cache(maxsize=2)
def gold_zip(gold: GoldArchive | None) -> bytes:
    """All members of the archive, uncompressed. Raises Ungraded without one, DamagedEvidence for a broken one."""
    if gold is None:
        raise Ungraded("no gold archive was given", need="gold", mend=MEND)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        for name in sorted(gold.members.names):
            made.writestr(name, gold.members.read(name))
    return file.getvalue()
