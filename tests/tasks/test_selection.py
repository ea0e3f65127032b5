"""--knows-select."""

import pytest

from pytest_knows.errors import ConfigurationError
from pytest_knows.kind import Kind
from pytest_knows.tasks import TaskInfo, select


def info(family, instance, short_id, prefix):
    return TaskInfo(
        task_id=f"{prefix}.{instance}",
        short_id=short_id,
        family=family,
        instance=instance,
        kind=Kind.DOCUMENT,
        group="",
        domain="",
    )


INFOS = [
    info("docs_1_letter", 1, "1b", "knows.docs_1_letter"),
    info("docs_1_letter", 2, "1a", "knows.docs_1_letter"),
    info("sheets_6_invest", 1, None, "knows.sheets_6_stocks"),
    info("sheets_6_invest", 2, "6b", "knows.sheets_6_stocks"),
]


@pytest.mark.parametrize(
    ("patterns", "chosen"),
    [
        (["1a"], [1]),
        (["docs_1_letter"], [0, 1]),
        (["sheets_6_invest"], [2, 3]),
        (["knows.sheets_6_stocks"], [2, 3]),
        (["knows.sheets_6_stocks.2"], [3]),
        (["sheets_6_invest.1"], [2]),
        (["*.2"], [1, 3]),
        (["knows.docs_*"], [0, 1]),
        (["6b", "1a", "1a", "docs_1_*"], [0, 1, 3]),
        ([], []),
    ],
)
def test_names_and_globs(patterns, chosen):
    assert select(INFOS, patterns) == [INFOS[index] for index in chosen]


def test_unknown_ones_are_all_listed_with_near_matches():
    with pytest.raises(ConfigurationError) as caught:
        select(INFOS, ["1a", "docs_1_leter", "zzz"])
    message = str(caught.value)
    assert "'docs_1_leter', did you mean docs_1_letter" in message
    assert "'zzz'" in message
    assert "'1a'" not in message
