"""Freezing and grading what a test has built on the embedded Workspace."""

from __future__ import annotations

import datetime
import hashlib
import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from familykit.kept import keep
from familykit.outcomes import Results
from pytest_knows.episode.freeze import freeze
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.gold import GoldArchive
from pytest_knows.evidence.pages import PageWriter
from pytest_knows.evidence.request import address_of
from pytest_knows.evidence.trace import Trace
from pytest_knows.grading import Grader, Resources, Rubric
from pytest_knows.grading.named import named
from pytest_knows.judge.scripted import ScriptedJudge
from pytest_knows.workspace import FileRef, Workspace

TODAY = datetime.date(2026, 3, 14)
"""The date of the episodes."""

Page = str | bytes | int | dict[str, Any]
"""An HTML text; bytes of a PDF or picture; the status of a page that is not there; or `PageWriter.add`'s arguments,
such as {"error": "timed out"}, {"body": b"{}", "content_type": "application/json"}."""


class Bench:
    """One family's rubric over one Workspace; episodes lie in `root`."""

    def __init__(self, rubric: Rubric, workspace: Workspace, root: Path) -> None:
        self.rubric = rubric
        self.workspace = workspace
        self.root = root
        self._episodes = 0

    def freeze(
        self,
        file: FileRef,
        instance: int,
        *,
        pages: Mapping[str, Page] | None = None,
        visited: Sequence[str] | None = None,
        edit: Callable[[Any], Any] | None = None,
        rendering: bool = False,
        xlsx: bool = False,
        today: datetime.date = TODAY,
        **more: Any,
    ) -> Snapshot:
        """Freeze the file as an episode of that instance.

        `visited` is the trace (None: not recorded), `edit` changes the frozen JSON, `more` goes to `freeze`.
        """
        folder = self.folder()
        record(folder, pages or {})
        snapshot = freeze(
            self.workspace,
            file,
            folder,
            info=self.rubric.tasks[instance - 1],
            trace=None if visited is None else Trace(list(visited), "observed"),
            want_rendering=rendering,
            want_xlsx=xlsx,
            today=today,
            **more,
        )
        return snapshot if edit is None else patched(snapshot, edit)

    def again(
        self,
        snapshot: Snapshot,
        *,
        pages: Mapping[str, Page],
        visited: Sequence[str] | None,
        edit: Callable[[Any], Any] | None = None,
    ) -> Snapshot:
        """A copy of an episode with other recorded pages and another trace, its artifact's JSON changed by `edit`."""
        folder = self.twin(snapshot).root
        shutil.rmtree(folder / "pages", ignore_errors=True)
        record(folder, pages)
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.glob("pages/*")}
        trace = Trace(visited, "none" if visited is None else "observed")
        copy = rewritten(Snapshot(folder), {"trace.json": json.dumps(trace.to_json()).encode(), **files})
        return copy if edit is None else patched(copy, edit)

    def grade(
        self,
        snapshot: Snapshot,
        *,
        judge: Any = (),
        gold: Path | GoldArchive | None = None,
        quotes: Any = None,
    ) -> Results:
        """Grade every step. `judge`: rules of a `ScriptedJudge`, or a judge (`NoJudge()`); `gold`: a folder."""
        asked = ScriptedJudge(list(judge)) if isinstance(judge, list | tuple) else judge
        archive = GoldArchive.open(str(gold)) if isinstance(gold, Path) else gold
        instance = snapshot.json("task.json")["instance"]
        resources = Resources(judge=asked, gold=archive, quotes=quotes)
        results = Results(Grader(self.rubric, self.rubric.tasks[instance - 1], snapshot, resources).results())
        results.judge = asked
        keep(self.rubric, snapshot, results, archive)
        return results

    def named(self, snapshot: Snapshot, gold: Path | None = None) -> list[str]:
        """The addresses that the family's `evidence` names for the episode."""
        info = self.rubric.tasks[snapshot.json("task.json")["instance"] - 1]
        resources = Resources(gold=GoldArchive.open("none" if gold is None else str(gold)))
        wanted, problem = named(Grader(self.rubric, info, snapshot, resources))
        assert not problem, problem
        return [address_of(one) for one in wanted]

    def twin(self, snapshot: Snapshot) -> Snapshot:
        """A copy of the episode, to be changed by `patched` or `rewritten`."""
        return Snapshot(Path(shutil.copytree(snapshot.root, self.folder(), dirs_exist_ok=True)))

    def folder(self) -> Path:
        """A fresh folder for an episode."""
        self._episodes += 1
        folder = self.root / f"episode{self._episodes}"
        folder.mkdir()
        return folder


def record(folder: Path, pages: Mapping[str, Page]) -> None:
    """Record pages into an episode's folder."""
    with PageWriter(folder) as writer:
        for url, page in pages.items():
            if isinstance(page, int):
                writer.add(url, "", status=page)
            elif isinstance(page, dict):
                writer.add(url, **page)
            elif isinstance(page, bytes):
                writer.add(url, page, content_type="application/pdf" if page[:4] == b"%PDF" else "image/png")
            else:
                writer.add(url, page)


def patched(snapshot: Snapshot, edit: Callable[[Any], Any]) -> Snapshot:
    """The snapshot with its artifact's JSON changed in place (or replaced by what `edit` returns)."""
    raw = json.loads(snapshot.read("artifact/file.json"))
    changed = edit(raw)
    return rewritten(snapshot, {"artifact/file.json": json.dumps(raw if changed is None else changed).encode()})


class Altered(Snapshot):
    """An episode with other files (None: without it) and further notes, in memory: the episode itself stays as it is,
    and nothing is copied."""

    def __init__(self, snapshot: Snapshot, files: Mapping[str, bytes | None], **notes: Any) -> None:
        super().__init__(snapshot.root)
        self._snapshot = snapshot
        self._files = files
        self._notes = notes

    @cached_property
    def manifest(self) -> dict[str, Any]:
        known = self._snapshot.manifest
        present = {**known["files"], **dict.fromkeys(self._files, "")}
        kept = {name: digest for name, digest in present.items() if self._files.get(name, b"") is not None}
        return {**known, "files": kept, "notes": {**known["notes"], **self._notes}}

    def read(self, name: str) -> bytes:
        changed = self._files.get(name)
        return (super() if name in self._files else self._snapshot).read(name) if changed is None else changed


def rewritten(snapshot: Snapshot, files: Mapping[str, bytes | None], **notes: Any) -> Snapshot:
    """The snapshot with other files (None: without it) and further notes, its manifest in order again."""
    manifest = dict(snapshot.manifest, notes={**snapshot.manifest["notes"], **notes})
    for name, data in files.items():
        if data is None:
            manifest["files"].pop(name, None)
            continue
        (snapshot.root / name).write_bytes(data)
        manifest["files"][name] = hashlib.sha256(data).hexdigest()
    (snapshot.root / "snapshot.json").write_text(json.dumps(manifest))
    return Snapshot(snapshot.root)
