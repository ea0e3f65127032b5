"""The three kinds of artifact and what Google calls them."""

from __future__ import annotations

from enum import StrEnum

GOOGLE_APPS = "application/vnd.google-apps."
FOLDER_MIME = GOOGLE_APPS + "folder"
SHORTCUT_MIME = GOOGLE_APPS + "shortcut"


class Kind(StrEnum):
    """A document, a spreadsheet or a presentation; the value is the noun of Google's mime types and id fields."""

    DOCUMENT = "document"
    SPREADSHEET = "spreadsheet"
    PRESENTATION = "presentation"

    @property
    def mime_type(self) -> str:
        """`application/vnd.google-apps.document` and kin."""
        return GOOGLE_APPS + self.value

    @property
    def api(self) -> str:
        """The API's name in discovery: `docs`, `sheets`, `slides`."""
        return _API[self]

    @property
    def app(self) -> str:
        """The benchmark's word: Docs, Sheets or Slides."""
        return _API[self].capitalize()

    @classmethod
    def of_app(cls, app: str) -> Kind:
        """From Docs, Sheets or Slides; raises `ValueError` for any other word."""
        for kind in cls:
            if kind.app == app:
                return kind
        raise ValueError(f"{app!r} is not one of {', '.join(kind.app for kind in cls)}")

    @property
    def collection(self) -> str:
        """The API's top resource: `documents`, `spreadsheets`, `presentations`."""
        return self.value + "s"

    @property
    def id_field(self) -> str:
        """The id's name in that API: `documentId` and kin."""
        return self.value + "Id"

    @property
    def url_path(self) -> str:
        """What precedes `/d/<id>/edit` in the file's address: `document`, `spreadsheets`, `presentation`."""
        return "spreadsheets" if self is Kind.SPREADSHEET else self.value

    @classmethod
    def of_mime(cls, mime: str) -> Kind | None:
        """The kind of a Google mime type; None for any other mime type."""
        return next((kind for kind in cls if kind.mime_type == mime), None)


_API = {Kind.DOCUMENT: "docs", Kind.SPREADSHEET: "sheets", Kind.PRESENTATION: "slides"}
