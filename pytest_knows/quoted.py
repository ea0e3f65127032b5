"""Which listings the selected tasks ask prices of: what a rubric's `quoted(facts)` names."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path

from pytest_knows.collection import shipped_rubrics
from pytest_knows.errors import ConfigurationError, RubricError
from pytest_knows.evidence.quote_service import Listing
from pytest_knows.grading import Rubric
from pytest_knows.tasks import select
from pytest_knows.tasks.model import TaskInfo

HOOK = "quoted"


def listings(rubrics: Path | None, selection: str) -> list[Listing]:
    """The listings of all selected tasks, each once.

    `rubrics` is a folder of rubric folders (None: the shipped ones), `selection` as --knows-select. Raises
    `ConfigurationError` if no selected task asks for prices, `RubricError` for a hook that names something else.
    """
    root = rubrics or shipped_rubrics()
    loaded = [Rubric.load(path.parent) for path in sorted(root.glob("*/rubric.py"))]
    with_hook = [rubric for rubric in loaded if callable(getattr(rubric.module, HOOK, None))]
    owners = {info.task_id: rubric for rubric in with_hook for info in rubric.tasks}
    infos = [info for rubric in with_hook for info in rubric.tasks]
    chosen = infos if selection == "*" else select(infos, selection.split(","))
    found = [listing for info in chosen for listing in _named(owners[info.task_id], info)]
    if not found:
        raise ConfigurationError(f"no task of {root} that {selection} selects asks for prices")
    return list(dict.fromkeys(found))


def _named(rubric: Rubric, info: TaskInfo) -> Iterator[Listing]:
    for named in getattr(rubric.module, HOOK)(rubric.facts(info.instance)):
        try:
            ticker, symbol, label = named
            yield Listing(ticker=str(ticker), symbol=str(symbol), label=datetime.date.fromisoformat(label))
        except (TypeError, ValueError) as error:
            raise RubricError(
                f"{info.task_id}: {HOOK} gave {named!r}, not a ticker, the service's symbol and an ISO date"
            ) from error
