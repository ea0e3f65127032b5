"""drive.permissions: who may read or change a file."""

from __future__ import annotations

from dataclasses import replace

from pytest_knows.workspace.local.calls import Call, Json, Reply
from pytest_knows.workspace.local.drive.resource import DEFAULT_PERMISSION, permission_json, required, selected
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.service import RANK, Service
from pytest_knows.workspace.local.store import Permission, StoredFile, permission_id

_ROLES = ("reader", "commenter", "writer", "owner")


def create(service: Service, call: Call, fileId: str) -> Json:  # noqa: N803 - Google's name
    """`permissions.create`: share with a user, a group, a domain or anyone."""
    file = required(service, call, fileId, "writer")
    body = call.json()
    role, type_ = body.get("role"), body.get("type")
    if role not in _ROLES or type_ not in ("user", "group", "domain", "anyone"):
        raise ApiError(400, "The permission's type or role is not valid.", reason="invalid")
    whom = body.get({"anyone": "", "domain": "domain"}.get(type_, "emailAddress"), "")
    if not isinstance(whom, str) or (type_ != "anyone" and not whom):
        raise ApiError(400, f"The permission type field {type_} needs an address.", reason="invalid")
    permission = Permission(file=file.id, id=permission_id(whom), type=type_, role=role, email=whom)
    _keep(service, call, file, permission)
    return _answer(service, call, permission)


def _keep(service: Service, call: Call, file: StoredFile, permission: Permission) -> None:
    """Save a permission; a new owner takes over from the old one, who stays a writer."""
    with service.store.transaction():
        if permission.role == "owner":
            _check_transfer(service, call, file, permission)
            old = Permission(file=file.id, id=permission_id(file.owner), type="user", role="writer", email=file.owner)
            service.store.set_permission(old)
            service.store.set_owner(file.id, permission.email)
        elif permission.email == file.owner:
            raise ApiError(403, "The owner of a file cannot be removed.", reason="cannotRemoveOwner")
        service.store.set_permission(permission)


def _check_transfer(service: Service, call: Call, file: StoredFile, permission: Permission) -> None:
    if permission.type != "user" or not call.flag("transferOwnership"):
        raise ApiError(
            403,
            "The transferOwnership parameter must be enabled when the permission role is 'owner'.",
            reason="forbidden",
        )
    if service.role(file.id, call.caller) != "owner":
        raise ApiError(403, "The user does not have sufficient permissions for this file.")


def _answer(service: Service, call: Call, permission: Permission) -> Json:
    return selected(call, permission_json(service, permission), DEFAULT_PERMISSION)


def effective(service: Service, file: StoredFile) -> list[Permission]:
    """The file's own permissions and those of its folders, the strongest of each user; a folder's owner may write."""
    strongest: dict[str, Permission] = {}
    for place in service.store.ancestry(file.id):
        for permission in service.store.permissions(place):
            if place != file.id and permission.role == "owner":
                permission = replace(permission, role="writer")
            known = strongest.get(permission.id)
            if known is None or RANK[permission.role] > RANK[known.role]:
                strongest[permission.id] = permission
    return list(strongest.values())


def list_permissions(service: Service, call: Call, fileId: str) -> Json:  # noqa: N803
    """`permissions.list`, all on one page."""
    file = required(service, call, fileId)
    found = [_answer(service, call, permission) for permission in effective(service, file)]
    return {"kind": "drive#permissionList", "permissions": found}


def get(service: Service, call: Call, fileId: str, permissionId: str) -> Json:  # noqa: N803
    """`permissions.get`."""
    return _answer(service, call, _found(service, required(service, call, fileId), permissionId))


def _found(service: Service, file: StoredFile, permission: str) -> Permission:
    for known in effective(service, file):
        if known.id == permission:
            return known
    raise ApiError(404, f"Permission not found: {permission}.")


def update(service: Service, call: Call, fileId: str, permissionId: str) -> Json:  # noqa: N803
    """`permissions.update`: another role."""
    file = required(service, call, fileId, "writer")
    role = call.json().get("role")
    if role not in _ROLES:
        raise ApiError(400, "The permission's role is not valid.", reason="invalid")
    permission = replace(_found(service, file, permissionId), file=file.id, role=role)
    _keep(service, call, file, permission)
    return _answer(service, call, permission)


def delete(service: Service, call: Call, fileId: str, permissionId: str) -> Reply:  # noqa: N803
    """`permissions.delete`; everyone may take away their own."""
    mine = permissionId == permission_id(call.caller.email)
    file = required(service, call, fileId, "reader" if mine else "writer")
    permission = _found(service, file, permissionId)
    if permission.role == "owner":
        raise ApiError(403, "The owner of a file cannot be removed.", reason="cannotRemoveOwner")
    if permission.file != file.id:
        raise ApiError(403, "Cannot delete inherited permissions.", reason="cannotDeletePermission")
    service.store.delete_permission(file.id, permissionId)
    return Reply(status=204)
