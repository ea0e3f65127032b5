"""What a family's own `evidence(doc|sheet|deck, facts, trace)` names: pages to fetch besides the artifact's links."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.trace import Trace
from pytest_knows.grading.loader import Rubric
from pytest_knows.grading.signature import parameters
from pytest_knows.tasks.model import TaskInfo

HOOK = "evidence"


def named_urls(rubric: Rubric, info: TaskInfo, artifact: Any, trace: Trace) -> list[str]:
    """The URLs that the family's hook returns; empty without a hook.

    It is called with those of doc, sheet, deck, slide, facts, trace and task that it asks for. Raises what it raises.
    """
    hook = getattr(rubric.module, HOOK, None)
    if not callable(hook):
        return []
    offered: dict[str, Callable[[], Any]] = {
        **{name: _view(name, artifact) for name in ("doc", "sheet", "deck", "slide")},
        "facts": lambda: rubric.facts(info.instance),
        "trace": lambda: trace,
        "task": lambda: info,
    }
    found: Iterable[object] = hook(**{parameter.name: offered[parameter.name]() for parameter in parameters(hook)})
    return [url for url in found if isinstance(url, str)]


def _view(name: str, artifact: Any) -> Callable[[], Any]:
    def make() -> Any:
        from pytest_knows.artifact.document import Document
        from pytest_knows.artifact.presentation import Presentation
        from pytest_knows.artifact.spreadsheet import Workbook

        if name == "slide":
            return Presentation(artifact, _no_picture).first_slide
        views: dict[str, Callable[..., Any]] = {"doc": Document, "sheet": Workbook, "deck": Presentation}
        return views[name](artifact, _no_picture)

    return make


def _no_picture(_: str) -> bytes:
    raise DamagedEvidence("pictures are not there yet when a family names its evidence")
