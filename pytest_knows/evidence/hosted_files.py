"""Drive's addresses for people who are not signed in: exports, downloads, the list of a folder."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import httpx

from pytest_knows.evidence.assets import AssetFile
from pytest_knows.kind import Kind
from pytest_knows.workspace.addresses import OFFICE, mime_of

TIMEOUT = httpx.Timeout(60.0, connect=5.0)
"""Seconds."""
FILE_BYTES = 200 << 20
FOLDER_FILES = 500
"""Limits of one asset: the largest of the benchmark is a folder of some dozens of papers."""

_SUFFIXES = {Kind.DOCUMENT: ".docx", Kind.SPREADSHEET: ".xlsx", Kind.PRESENTATION: ".pptx"}
_ID = re.compile(r"/(?:d|folders)/([\w-]{5,})")
_LINK = re.compile(r"/(document|spreadsheets|presentation|folders|file)/")
_KINDS = {
    "document": "document",
    "spreadsheets": "spreadsheet",
    "presentation": "presentation",
    "folders": "drive_folder",
}
_SIGN_IN = ("accounts.google.com", "ServiceLogin")


class NotHad(Exception):
    """An asset that cannot be had; the message ends a sentence that names it. `gone`: its owner's doing."""

    def __init__(self, message: str, *, gone: bool = False) -> None:
        super().__init__(message)
        self.gone = gone


@dataclass(frozen=True, slots=True, kw_only=True)
class Hosted:
    """Where documents and files are; `KNOWS_GOOGLE_WEB` names a server in their place (tests, a mirror)."""

    docs: str = "https://docs.google.com"
    drive: str = "https://drive.google.com"

    @classmethod
    def of_environment(cls) -> Hosted:
        """Google, or what the environment names."""
        other = os.environ.get("KNOWS_GOOGLE_WEB", "").rstrip("/")
        return cls(docs=other, drive=other) if other else cls()

    def files(self, asset_id: str, kind: str) -> list[AssetFile]:
        """The files of an asset, sorted by name: one for a file, several for a folder. Raises `NotHad`."""
        with httpx.Client(timeout=TIMEOUT, follow_redirects=True) as client:
            if kind == "drive_folder":
                return sorted(self._folder(client, asset_id), key=lambda file: file.name)
            return [self._file(client, asset_id, kind)]

    def _folder(self, client: httpx.Client, folder_id: str) -> Iterator[AssetFile]:
        """Folders in a folder are left out, as for a folder on disk."""
        page = _fetched(client, f"{self.drive}/embeddedfolderview?id={folder_id}#list").text
        listed = list(_listed(page))
        if not listed:
            raise NotHad("its list of files is empty or not public any more", gone=True)
        if len(listed) > FOLDER_FILES:
            raise NotHad(f"it has more than {FOLDER_FILES} files")
        for file_id, kind, name in listed:
            if kind != "drive_folder":
                found = self._file(client, file_id, kind)
                suffix = _SUFFIXES[Kind(kind)] if kind in tuple(Kind) else ""
                yield AssetFile(name=name + suffix, data=found.data, mime=found.mime)

    def _file(self, client: httpx.Client, file_id: str, kind: str) -> AssetFile:
        answer = _fetched(client, self._address(file_id, kind))
        given = _name(answer.headers.get("content-disposition", "")) or file_id
        mime = answer.headers.get("content-type", "").partition(";")[0].strip()
        if mime == "text/html" and not given.endswith((".html", ".htm")):
            raise NotHad("Drive shows a page in its place: it is not public any more", gone=True)
        if kind in tuple(Kind):
            suffix = _SUFFIXES[Kind(kind)]
            return AssetFile(name=file_id + suffix, data=answer.content, mime=OFFICE[suffix])
        if mime in ("", "application/octet-stream", "application/binary"):
            mime = mime_of(Path(given))
        return AssetFile(name=given, data=answer.content, mime=mime)

    def _address(self, file_id: str, kind: str) -> str:
        if kind not in tuple(Kind):
            return f"{self.drive}/uc?export=download&id={file_id}"
        path, suffix = Kind(kind).url_path, _SUFFIXES[Kind(kind)][1:]
        end = f"export/{suffix}" if kind == Kind.PRESENTATION else f"export?format={suffix}"
        return f"{self.docs}/{path}/d/{file_id}/{end}"


def _fetched(client: httpx.Client, address: str) -> httpx.Response:
    try:
        with client.stream("GET", address) as answer:
            size = 0
            parts = []
            for part in answer.iter_bytes():
                size += len(part)
                if size > FILE_BYTES:
                    raise NotHad(f"it has more than {FILE_BYTES >> 20} MiB")
                parts.append(part)
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        raise NotHad(f"it could not be fetched: {error or type(error).__name__}") from error
    if any(part in str(answer.url) for part in _SIGN_IN) or answer.status_code in (401, 403, 404, 410):
        raise NotHad(f"it is gone or not public any more (HTTP {answer.status_code})", gone=True)
    if answer.status_code != 200:
        raise NotHad(f"the server answered {answer.status_code}")
    return httpx.Response(200, headers=_plain(answer.headers), content=b"".join(parts), request=answer.request)


def _plain(headers: httpx.Headers) -> dict[str, str]:
    """The headers that are read; not those of an encoding that is undone."""
    return {name: headers[name] for name in ("content-type", "content-disposition") if name in headers}


def _listed(page: str) -> Iterator[tuple[str, str, str]]:
    """Id, kind and name of each entry of an embedded list."""
    from lxml import html

    if not page.strip():
        return
    tree: Any = html.fromstring(page)
    for entry in tree.xpath("//div[contains(concat(' ', @class, ' '), ' flip-entry ')]"):
        links, titles = entry.xpath(".//a/@href"), entry.xpath(".//*[contains(@class, 'flip-entry-title')]")
        found, kind = (pattern.search(links[0] if links else "") for pattern in (_ID, _LINK))
        if found and kind and titles:
            yield found[1], _KINDS.get(kind[1], "drive_file"), titles[0].text_content().strip()


def _name(disposition: str) -> str:
    """The file name in a Content-Disposition header, the UTF-8 form first; no path."""
    star = re.search(r"filename\*\s*=\s*UTF-8''([^;]+)", disposition, re.I)
    if star:
        name = unquote(star[1])
    else:
        message = Message()
        message["Content-Disposition"] = disposition
        name = message.get_filename() or ""
    return name.replace("\\", "/").rpartition("/")[2]
