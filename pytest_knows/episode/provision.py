"""Preparing an episode: a blank file, write targets, the source assets, a token for the agent, the whole prompt."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_knows.agents.model import AgentAsset, Cause, NotRun
from pytest_knows.episode.attempt import Target
from pytest_knows.episode.seeding import seed_assets
from pytest_knows.errors import ConfigurationError, KnowsError
from pytest_knows.tasks.model import SourceAsset, TaskInfo, TaskText
from pytest_knows.workspace import AgentAccess, FileRef, Kind, Workspace

if TYPE_CHECKING:
    from pytest_knows.evidence.assets import AssetSource

ASSETS_MEND = "--knows-assets FOLDER|ZIP, or --knows-missing-assets run"

_FOLDERS: dict[str, tuple[str, ...]] = {"OUTPUT_FOLDER_URL": ("pdfs", "figures"), "IMAGES_FOLDER_URL": ()}
"""The tokens for folders, with the subfolders that a prompt may take for granted ("the pdfs folder in ...")."""

_WORKING_COPY = "WORKING_COPY_URL"


@dataclass(frozen=True, slots=True, kw_only=True)
class Provisioned:
    """What an episode starts with."""

    file: FileRef
    run_folder: str
    targets: Mapping[str, Target]
    prompt: str
    access: AgentAccess
    assets: tuple[AgentAsset, ...]
    assets_missing: tuple[str, ...]

    @property
    def folders(self) -> dict[str, str]:
        """The address of every write target by its token."""
        return {name: target.url for name, target in self.targets.items()}


def provision(
    workspace: Workspace,
    info: TaskInfo,
    text: TaskText,
    assets: AssetSource | None = None,
    *,
    targets: Mapping[str, Target] | None = None,
    need_assets: bool = False,
    grant: bool = True,
) -> Provisioned:
    """Make everything that the task needs; names are neutral, so they give nothing away.

    `targets`: write targets that were made before; `grant`: whether an agent will need access.
    Raises `NotRun` (assets_missing) before anything is made if the task is to work on a copy of an asset that is not
    there, or if `need_assets` and any is missing; `ConfigurationError` for a token that is not known; `WorkspaceError`,
    after which what was made lies in the bin.
    """
    there = seed_assets(workspace, text.source_assets, assets)
    _check_assets(text, there, assets.problems if assets else {}, need_assets)
    mark = secrets.token_hex(4)
    folder = workspace.create_folder(f"Work {mark}", parent=workspace.connection.folder)
    try:
        return _filled(workspace, info, text, there, folder.id, mark, targets, grant)
    except KnowsError:
        with contextlib.suppress(KnowsError):
            workspace.discard(folder.id)
        raise


def _filled(
    workspace: Workspace,
    info: TaskInfo,
    text: TaskText,
    there: Mapping[str, str],
    folder: str,
    mark: str,
    given: Mapping[str, Target] | None,
    grant: bool,
) -> Provisioned:
    file = workspace.create_file(info.kind, f"{info.kind.value.title()} {mark}", parent=folder)
    targets = make_targets(workspace, text, there, folder) if given is None else given
    access = AgentAccess(endpoint=workspace.connection.endpoint, token="", discovery_urls={})
    if grant:
        access = workspace.grant_agent([folder], view=list(there), name=f"agent {mark}")
    return Provisioned(
        file=file,
        run_folder=folder,
        targets=targets,
        prompt=complete_prompt(text, file, targets, there),
        access=access,
        assets=tuple(
            AgentAsset(id=asset.id, url=there.get(asset.id, asset.url), kind=asset.kind) for asset in text.source_assets
        ),
        assets_missing=tuple(asset.id for asset in text.source_assets if asset.id not in there),
    )


def _check_assets(text: TaskText, there: Mapping[str, str], problems: Mapping[str, str], needed: bool) -> None:
    """Before anything is made and the agent is paid. Raises `NotRun`."""
    missing = [asset for asset in text.source_assets if asset.id not in there]
    if needed and missing:
        names = ", ".join(f"{asset.url} ({problems.get(asset.id, 'it is not there')})" for asset in missing)
        message = f"{text.task_id}: source files that the prompt names cannot be had: {names}"
        raise NotRun(message, cause=Cause.ASSETS_MISSING, mend=ASSETS_MEND)


def make_targets(workspace: Workspace, text: TaskText, there: Mapping[str, str], parent: str) -> dict[str, Target]:
    """A folder or a working copy for each `{{TOKEN}}` of the prompt, in `parent`. Raises like `provision`."""
    return {name: _target(workspace, name, text, there, parent) for name in text.tokens}


def _target(workspace: Workspace, token: str, text: TaskText, there: Mapping[str, str], parent: str) -> Target:
    if token in _FOLDERS:
        folder = workspace.create_folder(token.removesuffix("_FOLDER_URL").title(), parent=parent)
        for name in _FOLDERS[token]:
            if f"{name} folder" in text.prompt:
                workspace.create_folder(name, parent=folder.id)
        return Target(id=folder.id, url=folder.url, kind="folder")
    if token == _WORKING_COPY:
        return _working_copy(workspace, text, there, parent)
    raise ConfigurationError(
        f"The prompt of {text.task_id} has the token {{{{{token}}}}}, which is not one of "
        f"{', '.join([*_FOLDERS, _WORKING_COPY])}"
    )


def _working_copy(workspace: Workspace, text: TaskText, there: Mapping[str, str], parent: str) -> Target:
    source = next((asset for asset in text.source_assets if asset.kind in tuple(Kind)), None)
    if source is None:
        raise ConfigurationError(f"{text.task_id} asks for a working copy but names no file to copy")
    if source.id not in there:
        raise NotRun(
            f"{text.task_id} is to work on a copy of {source.url}, which the Workspace does not have",
            cause=Cause.ASSETS_MISSING,
            mend="--knows-assets FOLDER|ZIP",
        )
    copy = workspace.copy(source.id, name="Working copy", parent=parent)
    return Target(id=copy.id, url=copy.url, kind=copy.kind.value)


def complete_prompt(text: TaskText, file: FileRef, targets: Mapping[str, Target], there: Mapping[str, str]) -> str:
    """The task's text with its tokens filled in, and a paragraph of protocol: where to work, where the assets are."""
    prompt = text.prompt
    for name, target in targets.items():
        prompt = prompt.replace(f"{{{{{name}}}}}", target.url)
    moved = [f" {asset.url} is here: {there[asset.id]}" for asset in text.source_assets if _moved(asset, there)]
    return (
        f"{prompt}\n\nWork in this {file.kind.value}, which has been made for you and is blank: {file.url} "
        "What it holds when you finish is your result. Where the task names another place to put something, "
        f"put it there.{''.join(moved)}"
    )


def _moved(asset: SourceAsset, there: Mapping[str, str]) -> bool:
    return there.get(asset.id, asset.url) != asset.url
