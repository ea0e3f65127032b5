"""A stored file as Drive's `File` and a stored permission as its `Permission`."""

from __future__ import annotations

import json
from typing import Any

from pytest_knows.kind import FOLDER_MIME, Kind
from pytest_knows.workspace.local.calls import Call, Caller, Json
from pytest_knows.workspace.local.errors import ApiError, not_found
from pytest_knows.workspace.local.media import FORMATS
from pytest_knows.workspace.local.office_formats import EXPORTS
from pytest_knows.workspace.local.service import RANK, Service
from pytest_knows.workspace.local.store import Permission, StoredFile, permission_id

DEFAULT_FILE = ("kind", "id", "name", "mimeType")
"""What Drive answers about a file when `fields` is absent."""
DEFAULT_PERMISSION = ("id", "type", "kind", "role")
NOT_CARRIED = "knowsNotCarried"
"""The entry of a converted file's `appProperties` with what was left out."""
KEPT: dict[str, type] = {
    "appProperties": dict,
    "copyRequiresWriterPermission": bool,
    "description": str,
    "folderColorRgb": str,
    "originalFilename": str,
    "properties": dict,
    "shortcutDetails": dict,
    "starred": bool,
    "viewedByMeTime": str,
    "writersCanShare": bool,
}
"""Fields of `files.create` and `files.update` that are kept and given back, and mean nothing to this server."""


def required(service: Service, call: Call, file_id: str, role: str = "reader") -> StoredFile:
    """The file, if the caller has that role on it. Raises ApiError 404 if it may not even be seen, else 403."""
    file = service.file(file_id, call.caller)
    if file is None:
        raise not_found(file_id)
    if RANK[service.role(file.id, call.caller)] < RANK[role]:
        raise ApiError(403, "The user does not have sufficient permissions for this file.")
    return file


def selected(call: Call, full: Json, defaults: tuple[str, ...]) -> Json:
    """Everything if the caller gave `fields` (the mask is applied later), else Drive's short default."""
    return full if call.one("fields") else {name: full[name] for name in defaults if name in full}


def file_json(service: Service, file: StoredFile, caller: Caller) -> Json:
    """The `File` resource in full."""
    role = service.role(file.id, caller)
    own = service.store.permissions(file.id)
    value: Json = {
        "kind": "drive#file",
        "id": file.id,
        "name": file.name,
        "mimeType": file.mime,
        "createdTime": file.created,
        "modifiedTime": file.modified,
        "version": str(file.revision),
        "trashed": file.trashed or (file.parent is not None and service.store.in_the_bin(file.parent)),
        "explicitlyTrashed": file.trashed,
        "starred": False,
        "spaces": ["drive"],
        "webViewLink": service.url(file),
        "owners": [user_json(service, file.owner, caller)],
        "lastModifyingUser": user_json(service, file.editor, caller),
        "ownedByMe": file.owner == caller.email,
        "shared": any(permission.role != "owner" for permission in own),
        "capabilities": _capabilities(role, file),
    }
    value |= {"parents": [file.parent]} if file.parent else {}
    value |= _content_json(service, file)
    if RANK[role] >= RANK["writer"]:
        value["permissions"] = [permission_json(service, permission) for permission in own]
        value["permissionIds"] = [permission.id for permission in own]
    extra: Json = json.loads(file.extra)
    return value | extra


def _content_json(service: Service, file: StoredFile) -> Json:
    """What depends on whether the file is an editor's, a folder or an upload."""
    kind = Kind.of_mime(file.mime)
    if kind:
        return {"exportLinks": export_links(service, file), "headRevisionId": str(file.revision)}
    if file.blob is None:
        return {}
    link = f"{service.address}/uc?id={file.id}&export=download"
    value: Json = {
        "size": str(file.size),
        "sha256Checksum": file.blob,
        "md5Checksum": file.md5,
        "webContentLink": link,
        "headRevisionId": str(service.store.revisions(file.id)[-1].number),
        "fileExtension": file.name.rpartition(".")[2] if "." in file.name else "",
        "originalFilename": file.name,
    }
    return value | ({"thumbnailLink": link} if file.mime in FORMATS.values() else {})


def export_links(service: Service, file: StoredFile) -> dict[str, str]:
    """Mime type -> address of an export; empty for what is no editor's file."""
    kind = Kind.of_mime(file.mime)
    address = f"{service.address}/drive/v3/files/{file.id}/export?mimeType="
    return {mime: address + mime for mime in EXPORTS[kind]} if kind else {}


def _capabilities(role: str, file: StoredFile) -> dict[str, bool]:
    writes, owns = RANK[role] >= RANK["writer"], role == "owner"
    folder = file.mime == FOLDER_MIME
    return {
        "canEdit": writes,
        "canRename": writes,
        "canModifyContent": writes,
        "canShare": writes,
        "canComment": RANK[role] >= RANK["commenter"],
        "canCopy": not folder,
        "canDownload": not folder,
        "canAddChildren": writes and folder,
        "canListChildren": folder,
        "canTrash": owns,
        "canDelete": owns,
    }


def user_json(service: Service, email: str, caller: Caller) -> Json:
    """Drive's `User`."""
    return {
        "kind": "drive#user",
        "displayName": service.tokens.name_of(email),
        "me": email == caller.email,
        "permissionId": permission_id(email),
        "emailAddress": email,
    }


def permission_json(service: Service, permission: Permission) -> Json:
    """Drive's `Permission`."""
    value: Json = {
        "kind": "drive#permission",
        "id": permission.id,
        "type": permission.type,
        "role": permission.role,
    }
    if permission.email and permission.type != "domain":
        value |= {"emailAddress": permission.email, "displayName": service.tokens.name_of(permission.email)}
        value |= {"deleted": False, "pendingOwner": False}
    elif permission.type == "domain":
        value |= {"domain": permission.email, "allowFileDiscovery": False}
    else:
        value["allowFileDiscovery"] = False
    return value


def kept_fields(body: Json, before: Json | None = None) -> str:
    """The JSON of the fields that are only kept; `before` is what the file had, null in the body removes.

    Raises ApiError 400 for a value of the wrong type; maps hold strings.
    """
    kept: dict[str, Any] = dict(before or {})
    for name in KEPT.keys() & body.keys():
        value = body[name]
        if value is None:
            kept.pop(name, None)
            continue
        if not isinstance(value, KEPT[name]):
            raise ApiError(400, f"Invalid value for {name}.", reason="invalid")
        kept[name] = _merged(name, kept.get(name, {}), value) if isinstance(value, dict) else value
    return json.dumps(kept, ensure_ascii=False, sort_keys=True)


def with_note(call: Call, extra: str) -> str:
    """The JSON of the kept fields with what the conversion of the content left out, in `appProperties`."""
    kept: Json = json.loads(extra)
    properties = {name: value for name, value in kept.pop("appProperties", {}).items() if name != NOT_CARRIED}
    properties |= {NOT_CARRIED: "; ".join(call.not_carried)} if call.not_carried else {}
    return json.dumps(kept | ({"appProperties": properties} if properties else {}), ensure_ascii=False, sort_keys=True)


def _merged(name: str, before: dict[str, str], value: dict[str, Any]) -> dict[str, str]:
    if not all(item is None or isinstance(item, str) for item in value.values()):
        raise ApiError(400, f"Invalid value for {name}: its values must be strings.", reason="invalid")
    return {key: item for key, item in (before | value).items() if item is not None}
