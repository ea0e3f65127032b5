"""`pytest-knows freshness`: is what rubrics rely on still there? For people, and as JSON for a scheduled job."""

from __future__ import annotations

import argparse
import datetime
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_knows.commands import Commands
from pytest_knows.errors import ConfigurationError

if TYPE_CHECKING:
    from pytest_knows.freshness.checking import Checked
    from pytest_knows.freshness.relied import Relied


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "freshness",
        help="check every page, service, gold member, source asset and dated fact that rubrics rely on",
        description="Exit status 1 if anything is dead or has changed; what could not be asked is `unknown`.",
    )
    parser.add_argument("select", nargs="*", metavar="TASK", help="as --knows-select (default: all)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report as JSON, too")
    parser.add_argument("--against", type=Path, metavar="FILE", help="an earlier report: what differs has changed")
    parser.add_argument("--max-age", type=int, metavar="DAYS", help="dated facts that are older count as changed")
    parser.add_argument("--tasks", default="auto", metavar="SRC", help="task texts, for source assets; none: no assets")
    parser.add_argument("--gold", default="auto", metavar="SRC", help="as --knows-gold")
    parser.add_argument("--allow-host", action="append", default=[], metavar="H[:P]", help="as --knows-allow-host")
    parser.add_argument("--allow-proxy", action="store_true", help="as --knows-allow-proxy")
    parser.add_argument("--rubrics", type=Path, metavar="DIR", help="default: the shipped ones")
    parser.set_defaults(run=_check)


def _check(options: argparse.Namespace) -> int:
    from pytest_knows.evidence.gold import GoldArchive
    from pytest_knows.evidence.hosted_assets import HostedAssets
    from pytest_knows.evidence.web.fetcher import Fetcher
    from pytest_knows.evidence.web.limits import WebLimits
    from pytest_knows.files import write_atomically
    from pytest_knows.freshness.checking import Checker

    limits = WebLimits(call_waits=(2.0, 5.0))  # a job may ask again tomorrow
    fetcher = Fetcher(allowed=tuple(options.allow_host), proxied=options.allow_proxy, limits=limits)
    checker = Checker(
        fetcher=fetcher,
        gold=GoldArchive.open(options.gold),
        assets=HostedAssets(live=True),
        before=_earlier(options.against),
        today=datetime.datetime.now(datetime.UTC).date(),
        max_age=options.max_age,
    )
    try:
        checked = list(checker.check(_things(options)))
    finally:
        fetcher.close()
    print(*_lines(checked), sep="\n")
    if options.json:
        content = {"schema": 1, "checked_at": _now(), "checked": [one.as_json() for one in checked]}
        write_atomically(options.json, (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode())
    return int(any(one.state in ("dead", "changed") for one in checked))


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def _earlier(path: Path | None) -> dict[str, str]:
    """name -> sha256 of an earlier report. Raises `ConfigurationError`."""
    if path is None:
        return {}
    try:
        listed: list[Any] = json.loads(path.read_bytes())["checked"]
        return {str(one["name"]): str(one["sha256"]) for one in listed if one["sha256"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigurationError(f"--against {path}: not a report of `pytest-knows freshness --json`") from error


def _things(options: argparse.Namespace) -> list[Relied]:
    """What the chosen tasks rely on, their source assets included. Raises `ConfigurationError`."""
    from pytest_knows.collection import shipped_rubrics
    from pytest_knows.freshness.relied import Relied, relied
    from pytest_knows.grading.facts import read_facts
    from pytest_knows.tasks import select

    folders = [path.parent for path in sorted((options.rubrics or shipped_rubrics()).glob("*/facts.toml"))]
    infos = [info for folder in folders for info in read_facts(folder / "facts.toml").tasks]
    patterns = [part for word in options.select for part in word.split(",")]
    wanted = {info.task_id: info for info in (select(infos, patterns) if patterns else infos)}
    found = [thing for folder in folders for thing in relied(folder, list(wanted))]
    for text in _texts(options.tasks, list(wanted)):
        info = wanted[text.task_id]
        for asset in text.source_assets:
            about = {"task_id": info.task_id, "family": info.family, "instance": info.instance}
            found.append(Relied(**about, what="asset", name=asset.id, kind=asset.kind))  # type: ignore[arg-type]
    return sorted(found, key=lambda thing: (thing.family, thing.instance))


def _texts(source: str, wanted: Sequence[str]) -> list[Any]:
    from pytest_knows.settings import BENCHMARK
    from pytest_knows.tasks import load_tasks

    if source == "none":
        return []
    try:
        return list(load_tasks(source, benchmark=BENCHMARK, wanted=wanted).values())
    except ConfigurationError as error:
        if source != "auto":
            raise
        print(f"pytest-knows: source assets are not looked at: {error}", file=sys.stderr)
        return []


def _lines(checked: Sequence[Checked]) -> Iterator[str]:
    """A line per task, then what is not alive, then the counts."""
    by_task: dict[str, list[Checked]] = {}
    for one in checked:
        by_task.setdefault(one.relied.task_id, []).append(one)
    for task_id, found in by_task.items():
        yield f"{task_id}: {_counts(found)}"
        for one in found:
            if one.state != "alive":
                yield f"  {one.state:8} {one.relied.what} {one.relied.name}" + (f": {one.says}" if one.says else "")
    yield f"{len(by_task)} task{'' if len(by_task) == 1 else 's'}: {_counts(checked)}"


def _counts(checked: Sequence[Checked]) -> str:
    counts = Counter(one.state for one in checked)
    return ", ".join(f"{counts[state]} {state}" for state in ("alive", "changed", "dead", "unknown") if counts[state])
