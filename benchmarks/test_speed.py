"""Speed as ratios within one run: `.venv/bin/pytest benchmarks -p no:cacheprovider`. Nothing is asserted.

Each benchmark's own time is that of our side; `extra_info` has the other side's time and the ratio (see the JSON with
`--benchmark-json=FILE`), which is also printed at the end.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_knows.collection import shipped_rubrics
from pytest_knows.episode.episode import Episode
from pytest_knows.grading import Grader, Rubric

ROOT = Path(__file__).parent.parent
ROUNDS = 9
LINES: list[str] = []


@pytest.fixture(scope="module", autouse=True)
def report(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    plugins = request.config.pluginmanager
    with plugins.getplugin("capturemanager").global_and_fixture_disabled():
        plugins.getplugin("terminalreporter").write("\n" + "\n".join(LINES) + "\n")


def pytest_run(folder: Path, *arguments: str) -> Callable[[], None]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]

    def run() -> None:
        subprocess.run(command, cwd=folder, check=False, capture_output=True)

    return run


def compare(benchmark: Any, name: str, ours: Callable[[], None], theirs: Callable[[], None]) -> None:
    """Alternate the two sides, so that a change of the machine's load meets both; the fastest round of each counts."""
    other: list[float] = []

    def setup() -> None:
        started = time.perf_counter()
        theirs()
        other.append(time.perf_counter() - started)

    benchmark.pedantic(ours, setup=setup, rounds=ROUNDS, warmup_rounds=1)
    ours_s, theirs_s = benchmark.stats.stats.min, min(other)
    benchmark.extra_info.update(other_s=round(theirs_s, 4), ratio=round(ours_s / theirs_s, 3))
    LINES.append(f"{name}: {1000 * ours_s:.0f} ms against {1000 * theirs_s:.0f} ms, ratio {ours_s / theirs_s:.2f}")


def test_unused_plugin(benchmark: Any, tmp_path: Path) -> None:
    """A trivial run with the plugin installed against one with `-p no:knows`."""
    (tmp_path / "test_it.py").write_text("def test_it(): pass\n")
    compare(benchmark, "unused plugin", pytest_run(tmp_path), pytest_run(tmp_path, "-p", "no:knows"))


def test_collection(benchmark: Any, tmp_path: Path) -> None:
    """Collecting every shipped step against as many parametrized trivial tests in as many files."""
    rubrics = [Rubric.load(facts.parent) for facts in sorted(shipped_rubrics().glob("*/facts.toml"))]
    for rubric in rubrics:
        count = sum(len(rubric.steps(info.instance)) + 1 for info in rubric.tasks)
        (tmp_path / f"test_{rubric.family}.py").write_text(
            f"import pytest\n@pytest.mark.parametrize('n', range({count}))\ndef test_it(n): pass\n"
        )
    ours = pytest_run(tmp_path, "--knows-agent=example", "--co")
    compare(benchmark, "collection", ours, pytest_run(tmp_path, "--co"))


@pytest.fixture(scope="module")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One run of the example agent on one task per app."""
    out = tmp_path_factory.mktemp("run")
    selected = "docs_1_formal_letter.1,sheets_6_stock_tracker.2,slides_51_event_announcement_poster.1"
    tasks = ",".join(f"knows.{name}" for name in selected.split(","))
    pytest_run(ROOT, "--knows-agent=example", "--knows-web=replay", f"--knows-select={tasks}", f"--knows-out={out}")()
    return out


@pytest.mark.parametrize(
    "family", ["docs_1_formal_letter", "sheets_6_stock_tracker", "slides_51_event_announcement_poster"]
)
def test_grading_one_frozen_episode(benchmark: Any, run_folder: Path, family: str) -> None:
    """Reading and grading one snapshot, everything imported (aim: under 50 ms)."""
    folder = next((run_folder / "episodes").glob(f"knows.{family}.*/t1"))
    rubric = next(
        r
        for r in map(Rubric.load, (f.parent for f in shipped_rubrics().glob("*/facts.toml")))
        if family in r.tasks[0].task_id
    )
    info = rubric.task(folder.parent.name)
    benchmark(lambda: Grader(rubric, info, Episode.open(folder).snapshot).results())
    LINES.append(f"grading {family}: {1000 * benchmark.stats.stats.median:.1f} ms")


def test_links_in_replay(benchmark: Any, tmp_path: Path) -> None:
    """The state and text of 100 cited pages of 20 kB from a frozen episode, against reading their bytes with zlib."""
    import gzip
    import hashlib
    import json

    from pytest_knows.episode.snapshot import Snapshot
    from pytest_knows.evidence.pages import Pages, PageWriter

    urls = [f"https://site{number % 7}.example/page/{number}" for number in range(100)]
    with PageWriter(tmp_path) as writer:
        for url in urls:
            writer.add(url, f"<title>{url}</title>" + "".join(f"<p>Line {line} of <b>{url}</b>" for line in range(350)))
    files = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    hashes = {path.relative_to(tmp_path).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    (tmp_path / "snapshot.json").write_text(json.dumps({"schema": 1, "files": hashes, "notes": {}}))

    def ours() -> None:
        pages = Pages(Snapshot(tmp_path))
        assert all(page.readable and page.text for url in urls if (page := pages.get(url)))

    def theirs() -> None:
        assert all(gzip.decompress(path.read_bytes()) for path in files if path.suffix == ".gz")

    compare(benchmark, "100 links in replay", ours, theirs)
