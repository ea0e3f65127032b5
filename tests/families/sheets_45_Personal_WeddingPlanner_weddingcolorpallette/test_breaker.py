"""What a careful reader decides at once and the rules once got wrong, each with the other cases of its kind."""

from __future__ import annotations

import pytest
from familykit import failed

from .building import full_score

DET = "deterministic"


@pytest.mark.parametrize(
    "formula",
    [
        '=IMAGE(CONCATENATE("{}","{}"))',
        '=IMAGE(CONCAT("{}";"{}");4;100;100)',
        '=IFERROR(IMAGE("{}"&"{}",2),"")',
    ],
)
def test_addresses_put_together(grade, formula):
    made = full_score(1)
    for row in made.objects:
        for column, value in enumerate(row):
            if isinstance(value, str) and value.startswith("=IMAGE"):
                url = value.split('"')[1]
                row[column] = formula.format(url[:10], url[10:])
    assert grade(made).differing() == {}


@pytest.mark.parametrize(("line", "lost"), [("Total items: 4", False), ("Total", False), ("Candles", True)])
def test_a_total_below_the_checklist(grade, line, lost):
    """It is no item; an item without colours is one."""
    made = full_score(5)
    made.tabs["Decor checklist"].append([line])
    assert grade(made).differing() == (failed(DET, "checklist_cells") if lost else {})
