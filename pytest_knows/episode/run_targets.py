"""run_targets.json: where the agents of other harnesses were told to work, by family, instance and token.

Written: ``{family: {"instance_N": {"run": "run_0001", "task_id", "run_folder", "file": {"id", "url", "kind"},
"assets": {id: url}, TOKEN: url, ...}}, "_pytest_knows": {"workspace", "made_at"}}``. The provisioner of the benchmark's
release 1.2.0 (run here against the embedded Workspace) writes ``{family: {"instance_N": {TOKEN: url}}}``, which ours
extends, so each reads the other's. Read leniently, as other releases may differ: the instance as `instance_N` or `N`, a
level of `run_NNNN` below it (the highest counts), tokens in any case, with `_URL`, `_ID` or neither at their end, as
addresses or ids.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pytest_knows.artifact.lenient import string, table
from pytest_knows.episode.attempt import Target
from pytest_knows.errors import ConfigurationError, WorkspaceError
from pytest_knows.files import write_atomically
from pytest_knows.tasks.model import TaskInfo
from pytest_knows.workspace import FileRef, Kind
from pytest_knows.workspace.addresses import file_id

FILE = "run_targets.json"
META = "_pytest_knows"
_RUN = re.compile(r"run_(\d+)")
_TOKENS = ("OUTPUT_FOLDER", "IMAGES_FOLDER", "WORKING_COPY")
_GOOGLE = {"folder": "https://drive.google.com/drive/folders/{}"} | {
    kind.value: f"https://docs.google.com/{kind.url_path}/d/{{}}/edit" for kind in Kind
}


class RunTargets:
    """The content of one file."""

    def __init__(self, content: Mapping[str, Any], path: Path) -> None:
        self.content = dict(content)
        self._path = path

    @classmethod
    def load(cls, path: Path) -> RunTargets:
        """Raises `ConfigurationError` if it cannot be read."""
        try:
            found = json.loads(path.read_bytes())
        except (OSError, ValueError) as error:
            raise ConfigurationError(f"{path} cannot be read as {FILE}: {error}") from error
        if not isinstance(found, dict):
            raise ConfigurationError(f"{path} is no {FILE}: it holds no JSON object")
        return cls(found, path)

    @property
    def workspace(self) -> str | None:
        """The address of the Workspace, or `google`; None if the file does not say so."""
        return string(self.content, META, "workspace") or None

    def entry(self, info: TaskInfo) -> Mapping[str, Any]:
        """What is known of a task. Raises `ConfigurationError` with the command that makes it."""
        family = table(self.content, info.family)
        entry = table(family, f"instance_{info.instance}") or table(family, str(info.instance))
        runs = {int(match[1]): value for name, value in entry.items() if (match := _RUN.fullmatch(name))}
        entry = table(runs[max(runs)]) if runs else entry
        if not entry:
            raise ConfigurationError(
                f"{self._path} has nothing for {info.task_id}: `pytest-knows provision {info.task_id}` makes it"
            )
        return entry

    def targets(self, info: TaskInfo) -> dict[str, Target]:
        """The write targets of a task by token. Raises `ConfigurationError`."""
        found = {}
        for name, value in self.entry(info).items():
            token = re.sub(r"_(?:URL|ID)$", "", name.upper())
            if token in _TOKENS and isinstance(value, str) and value:
                found[f"{token}_URL"] = self._target(value, "folder" if "FOLDER" in token else info.kind.value)
        return found

    def _target(self, value: str, kind: str) -> Target:
        try:
            id_ = file_id(value)
        except WorkspaceError as error:
            raise ConfigurationError(f"{self._path}: {error}") from error
        return Target(id=id_, url=value if "/" in value else _GOOGLE[kind].format(value), kind=kind)

    def file(self, info: TaskInfo) -> FileRef | None:
        """The file in which the agent was told to work, if the file says so. Raises `ConfigurationError`."""
        found = table(self.entry(info), "file")
        url = string(found, "url")
        return FileRef(id=string(found, "id"), url=url, kind=info.kind) if url else None

    def assets(self, info: TaskInfo) -> dict[str, str]:
        """Addresses of source assets that the Workspace has, by id. Raises `ConfigurationError`."""
        return {str(id_): str(url) for id_, url in table(self.entry(info), "assets").items()}

    def put(self, info: TaskInfo, entry: Mapping[str, Any]) -> None:
        """Set what is known of a task."""
        family = self.content.setdefault(info.family, {})
        if isinstance(family, dict):
            family[f"instance_{info.instance}"] = dict(entry)

    def write(self) -> None:
        """Write the file. Raises OSError."""
        write_atomically(self._path, json.dumps(self.content, indent=1, ensure_ascii=False).encode())
