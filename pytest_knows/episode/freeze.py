"""Freezing: everything that grading may ask for goes into the episode's folder, the manifest last."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from pytest_knows.episode.attempt import Target
from pytest_knows.episode.jsonfile import to_bytes, write_json
from pytest_knows.episode.pictures import freeze_pictures, picture_urls
from pytest_knows.episode.rendering import freeze_rendering, freeze_xlsx
from pytest_knows.episode.snapshot import MANIFEST, Draft, Snapshot
from pytest_knows.episode.targets import ASSET_BYTES, TARGET_BYTES, DriveFreezer
from pytest_knows.evidence.drive import ASSETS, TARGETS
from pytest_knows.evidence.pages import PageWriter
from pytest_knows.evidence.trace import Trace
from pytest_knows.files import write_atomically
from pytest_knows.kind import Kind
from pytest_knows.tasks.model import TaskInfo
from pytest_knows.workspace import FileRef, Workspace

Research = Callable[[Snapshot], Mapping[str, Any]]
"""Records web pages into the folder of an episode that has all but them; returns notes for the manifest."""


def freeze(
    workspace: Workspace,
    file: FileRef,
    folder: Path,
    *,
    info: TaskInfo,
    trace: Trace | None = None,
    pages: Mapping[str, bytes | str] | None = None,
    targets: Mapping[str, Target] | None = None,
    assets: Iterable[str] = (),
    want_rendering: bool = True,
    want_xlsx: bool = True,
    research: Research | None = None,
    notes: Mapping[str, Any] | None = None,
    today: datetime.date | None = None,
) -> Snapshot:
    """Write the snapshot of `file` into `folder` and return it.

    `targets` are the write targets by token, `assets` the ids of the source files; what lies below them is frozen too.
    `trace` and `pages` (URL -> body) are written if given; otherwise what already lies in the folder counts. task.json
    is written unless it is there. `research` fetches pages that are not recorded yet; without it nothing is fetched.
    `notes` go into the manifest. Raises `WorkspaceError` if the artifact itself cannot be read (the episode then stays
    as it is, and can be frozen later); all else that fails is recorded and left out.
    """
    make_folder(folder)
    if not (folder / "task.json").exists():
        write_task(folder, info, 1, "", today or utc_today())
    _freeze_research(folder, trace, pages)
    artifact = workspace.read(file)
    write_atomically(folder / "artifact/file.json", to_bytes(artifact))
    write_json(folder / "drive/file.json", workspace.metadata(file.id))
    pictures = _freeze_drive(workspace, folder, targets or {}, assets)
    urls = list(dict.fromkeys([*picture_urls(artifact), *pictures]))
    write_json(folder / "media.json", freeze_pictures(workspace, urls, folder))
    rendered = freeze_rendering(workspace, file, folder) if want_rendering else {"renderer": "not wanted"}
    if want_xlsx and file.kind is Kind.SPREADSHEET:
        rendered |= freeze_xlsx(workspace, file, folder)
    fetched = {} if research is None else research(Draft(folder))
    _write_manifest(folder, {**(notes or {}), **rendered, **fetched})
    return Snapshot(folder)


def _freeze_drive(
    workspace: Workspace, folder: Path, targets: Mapping[str, Target], assets: Iterable[str]
) -> list[str]:
    """Write drive/targets.json and drive/assets.json, as far as there are any; the pictures' URLs in their files."""
    pictures: list[str] = []
    wanted = {
        TARGETS: ({name: target.id for name, target in targets.items()}, TARGET_BYTES),
        ASSETS: ({id_: id_ for id_ in assets}, ASSET_BYTES),
    }
    for name, (ids, total) in wanted.items():
        if ids:
            walk = DriveFreezer(workspace, folder, total)
            write_json(folder / name, walk.freeze(ids))
            pictures += walk.pictures
    return pictures


def make_folder(folder: Path) -> None:
    """Make the episode's folder, for us only."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder.chmod(0o700)


def write_task(folder: Path, info: TaskInfo, trial: int, prompt: str, today: datetime.date) -> None:
    """Write task.json; `today` is the date that grading goes by."""
    record = {
        "schema": 1,
        "task_id": info.task_id,
        "family": info.family,
        "instance": info.instance,
        "kind": info.kind.value,
        "trial": trial,
        "date": today.isoformat(),
        "prompt": prompt,
    }
    write_json(folder / "task.json", record)


def utc_today() -> datetime.date:
    """The date in UTC."""
    return datetime.datetime.now(datetime.UTC).date()


def _freeze_research(folder: Path, trace: Trace | None, pages: Mapping[str, bytes | str] | None) -> None:
    if trace is not None or not (folder / "trace.json").exists():
        write_json(folder / "trace.json", (trace or Trace(None, "none")).to_json())
    with PageWriter(folder) as writer:
        for url, body in (pages or {}).items():
            writer.add(url, body)


def _write_manifest(folder: Path, notes: dict[str, Any]) -> None:
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    names = {path.relative_to(folder).as_posix() for path in files} - {MANIFEST}
    hashes = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in sorted(names)}
    write_json(folder / MANIFEST, {"schema": 1, "files": hashes, "notes": notes})
