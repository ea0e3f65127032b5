"""Drive v3: what each of its methods does, by discovery id."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pytest_knows.workspace.local.calls import Json, Reply
from pytest_knows.workspace.local.drive import about, comments, export, files, history, listing, permissions

Handler = Callable[..., "Json | Reply"]

HANDLERS: Mapping[str, Handler] = {
    "drive.about.get": about.get,
    "drive.changes.getStartPageToken": history.start_page_token,
    "drive.changes.list": history.list_changes,
    "drive.comments.create": comments.create,
    "drive.comments.delete": comments.delete,
    "drive.comments.get": comments.get,
    "drive.comments.list": comments.list_comments,
    "drive.comments.update": comments.update,
    "drive.drives.list": about.list_drives,
    "drive.files.copy": files.copy,
    "drive.files.create": files.create,
    "drive.files.delete": files.delete,
    "drive.files.emptyTrash": files.empty_trash,
    "drive.files.export": export.export,
    "drive.files.generateIds": files.generate_ids,
    "drive.files.get": files.get,
    "drive.files.list": listing.list_files,
    "drive.files.update": files.update,
    "drive.permissions.create": permissions.create,
    "drive.permissions.delete": permissions.delete,
    "drive.permissions.get": permissions.get,
    "drive.permissions.list": permissions.list_permissions,
    "drive.permissions.update": permissions.update,
    "drive.replies.create": comments.create_reply,
    "drive.replies.delete": comments.delete_reply,
    "drive.replies.get": comments.get_reply,
    "drive.replies.list": comments.list_replies,
    "drive.replies.update": comments.update_reply,
    "drive.revisions.get": history.get_revision,
    "drive.revisions.list": history.list_revisions,
}
