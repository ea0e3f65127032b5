"""The tables of a Workspace's SQLite file, and the triggers that write its history.

`revisions` are the contents that an uploaded file had (an editor's file keeps its latest state only); `changes` has one
row per file, that of its latest change: a new one gets a new, higher `seq`.
"""

SCHEMA = """
CREATE TABLE IF NOT EXISTS files (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, mime TEXT NOT NULL, parent TEXT, owner TEXT NOT NULL,
    created TEXT NOT NULL, modified TEXT NOT NULL, editor TEXT NOT NULL, revision INTEGER NOT NULL,
    trashed INTEGER NOT NULL, blob TEXT, size INTEGER, md5 TEXT, extra TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS files_by_parent ON files (parent);
CREATE TABLE IF NOT EXISTS states (id TEXT PRIMARY KEY, state TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS blobs (sha256 TEXT PRIMARY KEY, mime TEXT NOT NULL, data BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS permissions (
    file TEXT NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, role TEXT NOT NULL, email TEXT NOT NULL,
    PRIMARY KEY (file, id));
CREATE INDEX IF NOT EXISTS permissions_by_email ON permissions (email);
CREATE TABLE IF NOT EXISTS users (email TEXT PRIMARY KEY, name TEXT NOT NULL, root TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS tokens (hash TEXT PRIMARY KEY, email TEXT NOT NULL, revoked INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS revisions (
    file TEXT NOT NULL, number INTEGER NOT NULL, modified TEXT NOT NULL, editor TEXT NOT NULL, name TEXT NOT NULL,
    mime TEXT NOT NULL, blob TEXT NOT NULL, size INTEGER, md5 TEXT, PRIMARY KEY (file, number));
CREATE TABLE IF NOT EXISTS changes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, file TEXT NOT NULL UNIQUE, removed INTEGER NOT NULL, owner TEXT NOT NULL,
    time TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')));

CREATE TRIGGER IF NOT EXISTS file_added AFTER INSERT ON files BEGIN
    REPLACE INTO changes (file, removed, owner) VALUES (NEW.id, 0, NEW.owner); END;
CREATE TRIGGER IF NOT EXISTS file_changed AFTER UPDATE ON files BEGIN
    REPLACE INTO changes (file, removed, owner) VALUES (NEW.id, 0, NEW.owner); END;
CREATE TRIGGER IF NOT EXISTS file_removed AFTER DELETE ON files BEGIN
    DELETE FROM revisions WHERE file = OLD.id;
    REPLACE INTO changes (file, removed, owner) VALUES (OLD.id, 1, OLD.owner); END;
CREATE TRIGGER IF NOT EXISTS content_added AFTER INSERT ON files WHEN NEW.blob IS NOT NULL BEGIN
    INSERT INTO revisions VALUES
        (NEW.id, NEW.revision, NEW.modified, NEW.editor, NEW.name, NEW.mime, NEW.blob, NEW.size, NEW.md5); END;
CREATE TRIGGER IF NOT EXISTS content_changed AFTER UPDATE ON files WHEN NEW.blob IS NOT OLD.blob BEGIN
    INSERT INTO revisions VALUES
        (NEW.id, NEW.revision, NEW.modified, NEW.editor, NEW.name, NEW.mime, NEW.blob, NEW.size, NEW.md5); END;
"""
