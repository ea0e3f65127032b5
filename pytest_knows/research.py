"""The web as the options of a run allow it: what episodes record at their freeze, what a regrade fetches after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pytest_knows.episode.freeze import Research
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.grading import Grader, Resources, Rubric
from pytest_knows.grading.named import named
from pytest_knows.settings import Settings
from pytest_knows.tasks.model import TaskInfo

if TYPE_CHECKING:
    from pytest_knows.evidence.pages import Later, Page
    from pytest_knows.evidence.web.gathering import Gathering, LiveWeb


ROUNDS = 3
"""How often a family may name pages, each time in view of those it named before."""


class Web:
    """One per process; its workers' fetches meet in `<out>/pages`."""

    def __init__(self, settings: Settings, out: Path) -> None:
        self._settings = settings
        self._folder = out / "pages"

    @property
    def live(self) -> bool:
        """Whether anything is fetched at all."""
        return self._settings.web == "live"

    def close(self) -> None:
        """End the browser, if one was needed."""
        if "_fetching" in self.__dict__:
            self._fetching.close()

    def recorder(self, rubric: Rubric, info: TaskInfo, endpoint: str | None) -> Research | None:
        """What a freeze calls to have an episode's pages recorded; None under replay. `endpoint` is the Workspace's."""
        if not self.live:
            return None
        self._endpoint = endpoint

        def record(draft: Snapshot) -> Mapping[str, Any]:
            gathering = self._fetching.recording(draft.root)
            problem = _in_rounds(lambda: Grader(rubric, info, draft, self._resources), gathering)
            return {**gathering.notes, **({"evidence_error": problem} if problem else {})}

        return record

    @property
    def later(self) -> Later | None:
        """Pages that were fetched for episodes frozen without them: by this regrade or --knows-rerun, or in the run
        that is graded again."""
        if self._settings.regrade is None and self._settings.rerun is None:
            return None
        older = self._settings.regrade / "pages" if self._settings.regrade else None
        folders = [folder for folder in (self._folder, older) if folder and (folder.exists() or self.live)]
        return _LaterPages(folders) if folders else None

    def fill(self, rubric: Rubric, info: TaskInfo, snapshot: Snapshot) -> None:
        """Under live, fetch the pages that a frozen episode lacks; it stays as it is. Raises `DamagedEvidence`."""
        if not self.live:
            return
        from pytest_knows.evidence.pages import Pages

        gathering = self._fetching.filling(Pages(snapshot, self.later))
        _in_rounds(lambda: Grader(rubric, info, snapshot, self._resources), gathering)

    @cached_property
    def _resources(self) -> Resources:
        """What a family may look at when it names its evidence: all but the judge."""
        from pytest_knows.evidence.gold import GoldArchive

        return Resources(gold=GoldArchive.open(self._settings.gold), later_pages=self.later)

    _endpoint: str | None = None

    @cached_property
    def _fetching(self) -> LiveWeb:
        from pytest_knows.evidence.web.fetcher import Fetcher
        from pytest_knows.evidence.web.gathering import LiveWeb
        from pytest_knows.evidence.web.shared import SharedPages

        own = (urlsplit(self._endpoint).netloc,) if self._endpoint else ()
        allowed, proxied = self._settings.allow_hosts, self._settings.allow_proxy
        return LiveWeb(Fetcher(allowed=allowed, own=own, proxied=proxied), SharedPages(self._folder))


class _LaterPages:
    """The first of several folders of shared pages that has a page."""

    def __init__(self, folders: Iterable[Path]) -> None:
        from pytest_knows.evidence.web.shared import SharedPages

        self._shared = [SharedPages(folder) for folder in folders]

    def get(self, url: str) -> Page | None:
        return next((page for shared in self._shared if (page := shared.get(url)) is not None), None)


def _in_rounds(grader: Callable[[], Grader], gathering: Gathering) -> str:
    """Fetch what trace and artifact link and what the family names, then what it names in view of that.

    `grader` makes one that sees what is recorded by then. Returns what went wrong in the family's hook: then only what
    it named before is had, but an episode is not lost for it.
    """
    from pytest_knows.evidence.request import address_of

    links = _links(grader())
    asked: set[str] = set()
    problem = ""
    for _ in range(ROUNDS):
        wanted, problem = named(grader())
        new = [one for one in wanted if address_of(one) not in asked]
        if not (new or links):
            break
        gathering.ask(new, links)
        asked.update(map(address_of, new))
        links = []
    return problem


def _links(grader: Grader) -> list[str]:
    from pytest_knows.evidence.web.links import artifact_links

    trace = grader.reserved("trace")
    return [*(trace.urls if trace.recorded else ()), *artifact_links(grader.snapshot.json("artifact/file.json"))]
