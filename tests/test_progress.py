"""What is said of a long run while it runs."""

from pytest_knows.progress import Progress


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_now_and_then_a_line():
    clock = Clock()
    progress = Progress(4, clock=clock)
    clock.now = 10
    assert progress.finished({"cost_usd": 0.5}) is None, "short runs say nothing"
    clock.now = 100
    assert progress.finished({"cost_usd": 0.25}) == "2 of 4 episodes, 1:40 min, about 1:40 min to go, USD 0.75 so far"
    clock.now = 129
    assert progress.finished({"cost_usd": None}) is None
    clock.now = 160
    assert progress.finished({}) == "4 of 4 episodes, 2:40 min, USD 0.75 so far"


def test_without_a_total_or_costs():
    clock = Clock()
    progress = Progress(None, clock=clock)
    clock.now = 3661
    assert progress.finished({}) == "1 episode, 61:01 min"


def test_the_episodes_that_are_running_are_named():
    clock = Clock()
    progress = Progress(9, clock=clock)
    for name in ("a", "b-t2", "c", "d", "e"):
        progress.begun(f"rubrics/f/rubric.py::run[{name}]")
        progress.begun(f"rubrics/f/rubric.py::cp1_01_step[{name}]")
    progress.begun("tests/test_own.py::run")
    clock.now = 45
    line = progress.finished({}, "rubrics/f/rubric.py::run[a]")
    assert line == "1 of 9 episodes, 0:45 min, about 6:00 min to go, running b-t2, c, d and 1 more"
