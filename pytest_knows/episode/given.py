"""Files that `artifacts:` gives for the write targets: uploaded as the agent would have."""

from __future__ import annotations

from pathlib import Path

from pytest_knows.episode.attempt import Attempt
from pytest_knows.kind import FOLDER_MIME
from pytest_knows.workspace import Workspace


def put_folder(workspace: Workspace, folder: Path, attempt: Attempt) -> None:
    """Upload a local folder's content.

    With several write targets, a subfolder named for one (`output` for `OUTPUT_FOLDER_URL`) goes there; all else goes
    to the first, or to the episode's own folder if there is none. Raises `WorkspaceError`.
    """
    places = {
        name.removesuffix("_FOLDER_URL").lower(): target.id
        for name, target in attempt.targets.items()
        if target.kind == "folder"
    }
    named = {path.name: path for path in folder.iterdir() if path.is_dir() and path.name.lower() in places}
    for name, path in sorted(named.items()):
        _upload(workspace, sorted(path.iterdir()), places[name.lower()])
    rest = sorted(path for path in folder.iterdir() if path.name not in named)
    _upload(workspace, rest, next(iter(places.values()), attempt.run_folder))


def _upload(workspace: Workspace, paths: list[Path], parent: str | None) -> None:
    for path in paths:
        if path.is_dir():
            _upload(workspace, sorted(path.iterdir()), _subfolder(workspace, path.name, parent))
        elif path.is_file():
            workspace.upload(path, parent=parent)


def _subfolder(workspace: Workspace, name: str, parent: str | None) -> str:
    """The id of the folder of that name, which provisioning may have made."""
    for entry in workspace.list_folder(parent) if parent else []:
        if entry.get("mimeType") == FOLDER_MIME and entry.get("name") == name:
            return str(entry["id"])
    return workspace.create_folder(name, parent=parent).id
