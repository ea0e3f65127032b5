"""The web as the options of a run allow it: what episodes record at their freeze, what a regrade fetches after it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pytest_knows.episode.freeze import Research
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.trace import Trace
from pytest_knows.grading import Rubric
from pytest_knows.scoring import one_line
from pytest_knows.settings import Settings
from pytest_knows.tasks.model import TaskInfo

if TYPE_CHECKING:
    from pytest_knows.evidence.web.gathering import LiveWeb
    from pytest_knows.evidence.web.shared import SharedPages


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

        def record(folder: Path, artifact: Any, trace: Trace) -> Mapping[str, Any]:
            urls, problem = _wanted(rubric, info, artifact, trace)
            return {**self._fetching.record(folder, urls), **problem}

        return record

    @property
    def later(self) -> SharedPages | None:
        """Pages that this regrade, or an earlier one into the same folder, fetched for episodes frozen without them."""
        if self._settings.regrade is None or not (self.live or self._folder.exists()):
            return None
        from pytest_knows.evidence.web.shared import SharedPages

        return SharedPages(self._folder)

    def fill(self, rubric: Rubric, info: TaskInfo, snapshot: Snapshot) -> None:
        """Under live, fetch the pages that a frozen episode lacks; it stays as it is. Raises `DamagedEvidence`."""
        if not self.live:
            return
        from pytest_knows.evidence.pages import Pages

        trace = Trace.from_json(snapshot.json("trace.json"))
        urls, _ = _wanted(rubric, info, snapshot.json("artifact/file.json"), trace)
        self._fetching.fill(Pages(snapshot), urls)

    _endpoint: str | None = None

    @cached_property
    def _fetching(self) -> LiveWeb:
        from pytest_knows.evidence.web.fetcher import Fetcher
        from pytest_knows.evidence.web.gathering import LiveWeb
        from pytest_knows.evidence.web.shared import SharedPages

        own = (urlsplit(self._endpoint).netloc,) if self._endpoint else ()
        allowed, proxied = self._settings.allow_hosts, self._settings.allow_proxy
        return LiveWeb(Fetcher(allowed=allowed, own=own, proxied=proxied), SharedPages(self._folder))


def _wanted(rubric: Rubric, info: TaskInfo, artifact: Any, trace: Trace) -> tuple[list[str], dict[str, str]]:
    """The URLs of the trace, of the artifact and of the family's hook; a note if the hook failed: no page of it is had,
    but an episode is not lost for it."""
    from pytest_knows.evidence.web.links import artifact_links
    from pytest_knows.grading.named import named_urls

    urls = [*(trace.urls if trace.recorded else ()), *artifact_links(artifact)]
    try:
        return [*urls, *named_urls(rubric, info, artifact, trace)], {}
    except Exception as error:  # an artifact is whatever an agent made of it
        return urls, {"evidence_error": one_line(f"{type(error).__name__}: {error}")}
