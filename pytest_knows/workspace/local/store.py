"""Everything that the embedded server keeps, in one SQLite file.

Durability: WAL with synchronous=NORMAL. A commit has reached the operating system before the answer is sent, so a
killed process (-9) loses nothing that was answered; only a power failure may lose the last commits (never the
file's integrity), and a run that meets one is started again anyway. FULL would cost an fsync per request.

Locking: one connection, used under one lock and opened exclusively, so a second server on the same file is refused.
`editing` serialises the writers of one file without holding up the others while a batch is applied.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pytest_knows.errors import WorkspaceError
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.store_schema import SCHEMA
from pytest_knows.workspace.local.store_words import FUNCTIONS, natural

Json = dict[str, Any]

_MEDIA_MARK = "knows-media://stored/"
"""Stands in a stored state for the server's address, which is another one after a restart."""


def now() -> str:
    """The time as Drive writes it: UTC, RFC 3339, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFile:
    """A row of `files`: a folder, a shortcut, an editor's file (its state lies apart) or an uploaded one (`blob`)."""

    id: str
    name: str
    mime: str
    parent: str | None
    owner: str
    created: str
    modified: str
    editor: str
    """The address of whoever changed it last."""
    revision: int = 1
    trashed: bool = False
    blob: str | None = None
    """sha256 of an uploaded file's bytes."""
    size: int | None = None
    md5: str | None = None
    extra: str = "{}"
    """JSON: what Drive keeps without acting on it (description, appProperties, ...)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Permission:
    """Who may do what with a file. `email` is empty for `anyone`."""

    file: str
    id: str
    type: str
    role: str
    email: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRevision:
    """A content that a file had; `blob` is empty for an editor's file."""

    number: int
    modified: str
    editor: str
    name: str
    mime: str
    blob: str = ""
    size: int | None = None
    md5: str | None = None


_REVISION_COLUMNS = [column.name for column in fields(StoredRevision)]
_FILE_COLUMNS = [column.name for column in fields(StoredFile)]
_SELECT_FILE = f"SELECT {', '.join('f.' + name for name in _FILE_COLUMNS)} FROM files f "


class Store:
    """The Workspace's contents. Every method may be called from any thread."""

    def __init__(self, path: Path) -> None:
        """Open or create the file. Raises WorkspaceError if it is in use, damaged or not a workspace."""
        self.address = ""
        """The server's own address (no slash at the end), kept out of stored states."""
        self._lock = threading.RLock()
        self._editing: dict[str, threading.RLock] = {}
        self._touched: set[str] = set()
        self.told: Callable[[str], None] = lambda _file_id: None
        """Called with the id of each file that a commit changed, after it."""
        try:
            self._db = _opened(path)
        except sqlite3.Error as error:
            raise WorkspaceError(
                f"{path} cannot be opened as a workspace: {error}. Is another server using it? "
                "Else name a file that does not exist yet."
            ) from error

    def close(self) -> None:
        """Write the log back into the file and let go of it."""
        with self._lock:
            self._db.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing; transactions inside a transaction join it."""
        with self._lock:
            if self._db.in_transaction:
                yield
                return
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                self._touched.clear()
                raise
            self._db.execute("COMMIT")
            touched, self._touched = self._touched, set()
        for file_id in touched:
            self.told(file_id)

    @contextmanager
    def editing(self, file_id: str) -> Iterator[None]:
        """Hold the right to change one file's state: read, change and save it inside."""
        with self._lock:
            lock = self._editing.setdefault(file_id, threading.RLock())
        with lock:
            yield

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Run one statement and return its rows."""
        with self._lock:
            return self._db.execute(sql, values).fetchall()

    # files

    def add(self, file: StoredFile, state: Json | None = None) -> None:
        """Keep a new file and its state. Raises ApiError 409 if the id is taken."""
        names = ", ".join(_FILE_COLUMNS)
        marks = ", ".join("?" * len(_FILE_COLUMNS))
        with self.transaction():
            self._touched.add(file.id)
            try:
                self.rows(f"INSERT INTO files ({names}) VALUES ({marks})", *asdict(file).values())
            except sqlite3.IntegrityError as error:
                raise ApiError(
                    409, f"A file already exists with the provided ID {file.id}.", reason="fileIdInUse"
                ) from error
            self.set_permission(
                Permission(file=file.id, id=permission_id(file.owner), type="user", role="owner", email=file.owner)
            )
            if state is not None:
                self.rows("INSERT INTO states VALUES (?, ?)", file.id, self._packed(state))

    def file(self, file_id: str) -> StoredFile | None:
        """The file of that id."""
        found = self.select("WHERE f.id = ?", file_id)
        return found[0] if found else None

    def select(self, rest: str, *values: object) -> list[StoredFile]:
        """Files by the rest of an SQL statement, in which `f` is the table of files."""
        rows = self.rows(_SELECT_FILE + rest, *values)
        return [_file_of(row) for row in rows]

    def save(self, file: StoredFile, state: Json | None = None) -> None:
        """Replace a file's row and, if given, its state."""
        assignments = ", ".join(f"{name} = ?" for name in _FILE_COLUMNS)
        with self.transaction():
            self._touched.add(file.id)
            self.rows(f"UPDATE files SET {assignments} WHERE id = ?", *asdict(file).values(), file.id)
            if state is not None:
                self.rows("REPLACE INTO states VALUES (?, ?)", file.id, self._packed(state))

    def edited(self, file: StoredFile, editor: str, **changes: Any) -> StoredFile:
        """The row with a new revision by `editor`; not saved yet."""
        return replace(file, **{"revision": file.revision + 1, "modified": now(), "editor": editor, **changes})

    def delete(self, file_id: str) -> None:
        """Remove a file for good, with everything below it if it is a folder."""
        with self.transaction():
            for child in self.rows("SELECT id FROM files WHERE parent = ?", file_id):
                self.delete(child[0])
            self._touched.add(file_id)
            self.rows("DELETE FROM states WHERE id = ?", file_id)
            self.rows("DELETE FROM permissions WHERE file = ?", file_id)
            self.rows("DELETE FROM files WHERE id = ?", file_id)

    def revisions(self, file_id: str) -> list[StoredRevision]:
        """The contents that an uploaded file had, oldest first."""
        sql = f"SELECT {', '.join(_REVISION_COLUMNS)} FROM revisions WHERE file = ? ORDER BY number"
        return [StoredRevision(**dict(zip(_REVISION_COLUMNS, row, strict=True))) for row in self.rows(sql, file_id)]

    def state(self, file_id: str) -> Json:
        """A private copy of an editor file's state (`{}` if it has none)."""
        rows = self.rows("SELECT state FROM states WHERE id = ?", file_id)
        if not rows:
            return {}
        unpacked: Json = json.loads(rows[0][0].replace(_MEDIA_MARK, self.address + "/"))
        return unpacked

    def latest(self, file_id: str) -> tuple[StoredFile | None, Json]:
        """A file's row and its state, of one revision though others are writing."""
        with self._lock:
            return self.file(file_id), self.state(file_id)

    def _packed(self, state: Json) -> str:
        text = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
        return text.replace(self.address + "/", _MEDIA_MARK) if self.address else text

    def in_the_bin(self, file_id: str) -> bool:
        """Whether the file or a folder that it lies in was put into the bin."""
        above = self.ancestry(file_id)
        marks = ", ".join("?" * len(above))
        return bool(self.rows(f"SELECT 1 FROM files WHERE trashed AND id IN ({marks})", *above))

    def ancestry(self, file_id: str) -> list[str]:
        """The ids of a file and of the folders it lies in."""
        sql = """WITH RECURSIVE up(id) AS (
            SELECT ? UNION SELECT f.parent FROM files f JOIN up ON f.id = up.id WHERE f.parent IS NOT NULL)
            SELECT id FROM up"""
        return [row[0] for row in self.rows(sql, file_id)]

    # bytes

    def put_blob(self, data: bytes, mime: str) -> str:
        """Keep bytes and return their sha256; the first mime type given for the same bytes stays."""
        sha256 = hashlib.sha256(data).hexdigest()
        with self.transaction():
            self.rows("INSERT OR IGNORE INTO blobs VALUES (?, ?, ?)", sha256, mime, data)
        return sha256

    def content(self, data: bytes, mime: str) -> dict[str, Any]:
        """Keep an uploaded file's bytes; the columns of its row that tell of them."""
        md5 = hashlib.md5(data, usedforsecurity=False).hexdigest()
        return {"blob": self.put_blob(data, mime), "size": len(data), "md5": md5}

    def blob(self, sha256: str) -> tuple[bytes, str] | None:
        """Bytes and mime type by sha256."""
        rows = self.rows("SELECT data, mime FROM blobs WHERE sha256 = ?", sha256)
        return (rows[0][0], rows[0][1]) if rows else None

    # permissions

    def permissions(self, file_id: str) -> list[Permission]:
        """The file's own permissions, without those of its folders."""
        rows = self.rows("SELECT file, id, type, role, email FROM permissions WHERE file = ? ORDER BY rowid", file_id)
        return [Permission(file=f, id=i, type=t, role=r, email=e) for f, i, t, r, e in rows]

    def set_owner(self, file_id: str, email: str) -> None:
        """Hand a file over, without touching what a writer of it may be saving."""
        with self.transaction():
            self.rows("UPDATE files SET owner = ? WHERE id = ?", email, file_id)

    def set_permission(self, permission: Permission) -> None:
        """Add a permission, or replace the one with the same id."""
        with self.transaction():
            self.rows("REPLACE INTO permissions VALUES (?, ?, ?, ?, ?)", *asdict(permission).values())

    def delete_permission(self, file_id: str, permission: str) -> None:
        """Take a permission away."""
        with self.transaction():
            self.rows("DELETE FROM permissions WHERE file = ? AND id = ?", file_id, permission)

    def roles(self, file_id: str, email: str) -> set[str]:
        """The roles that a user has on a file through itself and through its folders.

        Whoever owns a folder may change what others put into it, but does not own that.
        """
        above = self.ancestry(file_id)
        marks = ", ".join("?" * len(above))
        sql = f"SELECT file, role FROM permissions WHERE file IN ({marks}) AND (email = ? OR type = 'anyone')"
        rows = self.rows(sql, *above, email)
        return {"writer" if role == "owner" and place != file_id else role for place, role in rows}


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=1.0)
    try:
        for pragma in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=NORMAL"):
            connection.execute(f"PRAGMA {pragma}")
        connection.executescript(SCHEMA)
        for name, (arguments, function) in FUNCTIONS.items():
            connection.create_function(name, arguments, function, deterministic=True)
        connection.create_collation("LIKE_PEOPLE", natural)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _file_of(row: Sequence[Any]) -> StoredFile:
    values = dict(zip(_FILE_COLUMNS, row, strict=True))
    return StoredFile(**values | {"trashed": bool(values["trashed"])})


def permission_id(email: str) -> str:
    """The id of a user's permission: like Google's, 20 digits that depend on the user alone."""
    if not email:
        return "anyoneWithLink"
    return str(int(hashlib.sha256(email.encode()).hexdigest(), 16))[:20]
