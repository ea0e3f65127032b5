"""The summary in the terminal fits into 100 columns."""

from pytest_knows.metrics import compute
from pytest_knows.report.terminal import summary


def test_long_names_keep_their_end():
    names = ["knows.sheets_45_Personal_WeddingPlanner_weddingcolorpallette.3", "knows.docs_1_formal_letter.1"]
    tasks = [
        {
            "task_id": name,
            "trial": trial,
            "artifact": "Sheets",
            "partial": False,
            "points": [100, 185],
            "max": 190,
            "cause": "workspace_error",
            "state": "graded",
        }
        for name in names
        for trial in (1, 12)
    ]
    steps = [
        {**dict.fromkeys(("task_id", "trial"), None), "task_id": name, "trial": trial, "checkpoint": 1, "scored": True}
        | {"outcome": "error", "points": 0, "highest": 5, "max": 5, "reason": "no", "need": "", "mend": ""}
        for name in names
        for trial in (1, 12)
    ]
    lines = summary({"tasks": tasks, "steps": steps, "metrics": compute(tasks, steps)})
    assert max(map(len, lines)) <= 100
    shown = [line.split("  ")[0] for line in lines[1:5]]
    assert shown[0] == "knows.sheets_45_Persona...pallette.3"
    assert shown[1].endswith("ette.3 t12")
    assert shown[2] == "knows.docs_1_formal_letter.1"
    assert len(set(shown)) == 4
