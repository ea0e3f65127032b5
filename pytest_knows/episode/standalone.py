"""Preparing tasks for other harnesses: ``KNOWS-runs/<family>/instance_N/run_NNNN/`` in the user's Drive.

Each run has a folder of its own, so that no pass sees another's files: the blank file, the write targets.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from pytest_knows.episode.provision import complete_prompt, make_targets
from pytest_knows.episode.run_targets import RunTargets
from pytest_knows.episode.seeding import seed_assets
from pytest_knows.errors import ConfigurationError, KnowsError
from pytest_knows.evidence.assets import AssetSource
from pytest_knows.kind import FOLDER_MIME
from pytest_knows.tasks.model import TaskInfo, TaskText
from pytest_knows.workspace import FolderRef, Workspace
from pytest_knows.workspace.google.access import share_with

ROOT = "KNOWS-runs"


def provision_run(
    workspace: Workspace,
    info: TaskInfo,
    text: TaskText,
    *,
    parent: str | None = None,
    assets: AssetSource | None = None,
    share: Sequence[str] = (),
) -> dict[str, Any]:
    """Make a fresh run of a task and give its entry for run_targets.json.

    `parent`: the folder that holds the families (None: KNOWS-runs in the root); `share`: accounts that may write.
    Raises `ConfigurationError`, `NotRun` (a working copy of an asset that is not there), `WorkspaceError`; what was
    made then lies in the bin.
    """
    there = seed_assets(workspace, text.source_assets, assets)
    root = FolderRef(id=parent, url="") if parent else subfolder(workspace, ROOT, "root")
    place = subfolder(workspace, f"instance_{info.instance}", subfolder(workspace, info.family, root.id).id)
    name = f"run_{_last_run(workspace, place.id) + 1:04}"
    run = workspace.create_folder(name, parent=place.id)
    try:
        entry = _made(workspace, info, text, there, run, name)
        for address in share:
            share_with(workspace, run.id, address)
    except KnowsError:
        with contextlib.suppress(KnowsError):
            workspace.discard(run.id)
        raise
    return entry


def _made(
    workspace: Workspace, info: TaskInfo, text: TaskText, there: Mapping[str, str], run: FolderRef, name: str
) -> dict[str, Any]:
    file = workspace.create_file(info.kind, f"{info.kind.value.title()} {name}", parent=run.id)
    targets = make_targets(workspace, text, there, run.id)
    return {
        "run": name,
        "task_id": info.task_id,
        "run_folder": run.url,
        "file": {"id": file.id, "url": file.url, "kind": file.kind.value},
        "assets": dict(there),
        **{token: target.url for token, target in targets.items()},
    }


def subfolder(workspace: Workspace, name: str, parent: str) -> FolderRef:
    """The folder of that name (one without quotes), made if there is none. Raises `WorkspaceError`."""
    query = f"name = '{name}' and mimeType = '{FOLDER_MIME}' and '{parent}' in parents and trashed = false"
    for entry in workspace.search(query, about=name):
        return FolderRef(id=entry["id"], url=entry["webViewLink"])
    return workspace.create_folder(name, parent=None if parent == "root" else parent)


def _last_run(workspace: Workspace, place: str) -> int:
    names = (re.fullmatch(r"run_(\d+)", str(entry.get("name"))) for entry in workspace.list_folder(place))
    return max((int(match[1]) for match in names if match), default=0)


def prompt_of(targets: RunTargets, info: TaskInfo, text: TaskText) -> str:
    """The completed prompt of a provisioned task. Raises `ConfigurationError` if a token has no target."""
    found = targets.targets(info)
    missing = [token for token in text.tokens if token not in found]
    if missing:
        raise ConfigurationError(
            f"{info.task_id}: the prompt has {', '.join(f'{{{{{token}}}}}' for token in missing)}, and no address is "
            f"known for it: `pytest-knows provision {info.task_id}` makes one"
        )
    file = targets.file(info)
    if file is None:
        return _filled(text.prompt, {token: found[token].url for token in text.tokens})
    return complete_prompt(text, file, found, targets.assets(info))


def _filled(prompt: str, addresses: Mapping[str, str]) -> str:
    """Without the paragraph that says where to work: that is the harness's own then."""
    for token, address in addresses.items():
        prompt = prompt.replace(f"{{{{{token}}}}}", address)
    return prompt
