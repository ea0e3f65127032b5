"""drive.about: who the caller is and what the Workspace can convert."""

from __future__ import annotations

from pytest_knows.kind import Kind
from pytest_knows.workspace.local.calls import Call, Json
from pytest_knows.workspace.local.drive.listing import one_of
from pytest_knows.workspace.local.drive.resource import user_json
from pytest_knows.workspace.local.drive.uploads import MAX_UPLOAD
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.office_formats import EXPORTS, IMPORTS
from pytest_knows.workspace.local.service import Service


def get(service: Service, call: Call) -> Json:
    """`about.get`, which demands `fields`."""
    if not call.one("fields"):
        raise ApiError(400, "The 'fields' parameter is required for this method.", reason="required")
    return {
        "kind": "drive#about",
        "user": user_json(service, call.caller.email, call.caller),
        "storageQuota": {"usage": "0", "usageInDrive": "0", "usageInDriveTrash": "0"},
        "importFormats": {mime: [kind.mime_type] for mime, kind in IMPORTS.items()},
        "exportFormats": {kind.mime_type: list(EXPORTS[kind]) for kind in Kind},
        "maxUploadSize": str(MAX_UPLOAD),
        "canCreateDrives": False,
    }


def list_drives(_service: Service, call: Call) -> Json:
    """`drives.list`: there are no shared drives."""
    one_of(100, call.one("pageSize", "10"))
    return {"kind": "drive#driveList", "drives": []}
