"""Drive v3: what each of its methods does, by discovery id."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pytest_knows.workspace.local.calls import Json, Reply
from pytest_knows.workspace.local.drive import files

Handler = Callable[..., "Json | Reply"]

HANDLERS: Mapping[str, Handler] = {
    "drive.files.create": files.create,
    "drive.files.get": files.get,
    "drive.files.copy": files.copy,
    "drive.files.update": files.update,
    "drive.files.delete": files.delete,
    "drive.files.emptyTrash": files.empty_trash,
    "drive.files.generateIds": files.generate_ids,
}
