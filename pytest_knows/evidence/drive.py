"""Drive as it was at the freeze: the artifact's file, the write targets with all below them, the source assets.

`drive/targets.json` (by token) and `drive/assets.json` (by id) hold Drive's metadata of each; folders have `children`,
files `content` (see `episode.targets`), both may have an `error` instead, and `gone` marks what Drive did not have.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from pytest_knows.artifact.lenient import entries, number, string, table
from pytest_knows.errors import DamagedEvidence, Ungraded
from pytest_knows.evidence.pages import Files
from pytest_knows.kind import FOLDER_MIME, Kind

if TYPE_CHECKING:
    from pytest_knows.artifact.document import Document
    from pytest_knows.artifact.presentation import Presentation
    from pytest_knows.artifact.spreadsheet import Workbook

V = TypeVar("V")

TARGETS, ASSETS = "drive/targets.json", "drive/assets.json"
MEND = "--knows-assets FOLDER|ZIP|URL"


class Frozen(Files, Protocol):
    """What `Drive` reads from: an episode's `Snapshot`."""

    def picture(self, url: str) -> bytes: ...


class DriveFile:
    """A file or folder. What its metadata lacks reads as empty; what the world withheld raises `DamagedEvidence`.

    A target that the agent deleted is `gone`, and reads as an empty file or folder.
    """

    def __init__(self, entry: Mapping[str, Any], frozen: Frozen, parent: DriveFile | None = None) -> None:
        self._entry = entry
        self._frozen = frozen
        self.parent = parent
        """The folder in which it was found; None for a target, an asset and the artifact."""

    def __repr__(self) -> str:
        return f"DriveFile({self.name or self.id!r})"

    @property
    def id(self) -> str:
        return string(self._entry, "id")

    @property
    def name(self) -> str:
        return string(self._entry, "name")

    @property
    def mime(self) -> str:
        return string(self._entry, "mimeType")

    @property
    def kind(self) -> Kind | None:
        """Document, spreadsheet or presentation; None for any other file."""
        return Kind.of_mime(self.mime)

    @property
    def url(self) -> str:
        """Its address in a browser."""
        return string(self._entry, "webViewLink")

    @property
    def parents(self) -> tuple[str, ...]:
        """The ids of the folders it lies in."""
        found = self._entry.get("parents")
        return tuple(id_ for id_ in found if isinstance(id_, str)) if isinstance(found, list) else ()

    @property
    def size(self) -> int:
        """In bytes; 0 where Drive gives none."""
        text = string(self._entry, "size")
        return int(text) if text.isdecimal() and len(text) < 16 else int(number(self._entry, "size"))

    @property
    def modified(self) -> datetime.datetime:
        """When it was last changed; the beginning of time (UTC) where that is not recorded."""
        try:
            found = datetime.datetime.fromisoformat(string(self._entry, "modifiedTime"))
        except ValueError:
            return _NEVER
        return found if found.tzinfo else found.replace(tzinfo=datetime.UTC)

    @property
    def gone(self) -> bool:
        """It was not there at the freeze, or in the bin."""
        return self._entry.get("gone") is True or self._entry.get("trashed") is True

    @property
    def error(self) -> str | None:
        """Why its content could not be frozen."""
        return None if self.gone else string(self._entry, "error") or None

    @property
    def is_folder(self) -> bool:
        return self.mime == FOLDER_MIME

    # -- folders

    @property
    def children(self) -> tuple[DriveFile, ...]:
        """Everything directly in it, by name. Raises `DamagedEvidence` if it could not be listed."""
        if self.error and (self.is_folder or not self.mime):
            raise DamagedEvidence(f"the folder {self.name or self.id} could not be recorded: {self.error}")
        return () if self.gone else self._children

    @cached_property
    def _children(self) -> tuple[DriveFile, ...]:
        return tuple(DriveFile(entry, self._frozen, self) for entry in entries(self._entry, "children"))

    @property
    def files(self) -> tuple[DriveFile, ...]:
        """Its children that are no folders."""
        return tuple(child for child in self.children if not child.is_folder)

    def folder(self, name: str) -> DriveFile | None:
        """Its subfolder of that name (case ignored), the latest changed if there are several; None if there is none."""
        wanted = name.strip().casefold()
        found = [child for child in self.children if child.is_folder and child.name.strip().casefold() == wanted]
        return max(found, key=lambda child: child.modified, default=None)

    def walk(self) -> Iterator[DriveFile]:
        """Everything below it, folders before what lies in them. Raises `DamagedEvidence` like `children`."""
        for child in self.children:
            yield child
            if child.is_folder:
                yield from child.walk()

    def inside(self, folder: DriveFile) -> bool:
        """Whether it lies in the folder or in a subfolder of it."""
        above = self.parent
        while above is not None and above is not folder:
            above = above.parent
        return above is not None

    # -- content

    def data(self) -> bytes:
        """The content of an uploaded file, the REST JSON of a Google file. Raises `DamagedEvidence`."""
        if self.gone:
            return b""
        if self.error:
            raise DamagedEvidence(f"{self.name or self.id} could not be recorded: {self.error}")
        return self._frozen.read(string(self._entry, "content"))

    def document(self) -> Document:
        """The view of a Google document, an empty one of any other file. Raises `DamagedEvidence`."""
        from pytest_knows.artifact.document import Document

        return self._view(Kind.DOCUMENT, Document)

    def workbook(self) -> Workbook:
        """The view of a Google spreadsheet, an empty one of any other file. Raises `DamagedEvidence`."""
        from pytest_knows.artifact.spreadsheet import Workbook

        return self._view(Kind.SPREADSHEET, Workbook)

    def presentation(self) -> Presentation:
        """The view of a Google presentation, an empty one of any other file. Raises `DamagedEvidence`."""
        from pytest_knows.artifact.presentation import Presentation

        return self._view(Kind.PRESENTATION, Presentation)

    def _view(self, kind: Kind, view: Callable[[Any, Callable[[str], bytes]], V]) -> V:
        if self.error:
            raise DamagedEvidence(f"{self.name or self.id} could not be recorded: {self.error}")
        there = self.kind is kind and not self.gone
        return view(self._frozen.json(string(self._entry, "content")) if there else {}, self._frozen.picture)


_NEVER = datetime.datetime.min.replace(tzinfo=datetime.UTC)


class Drive:
    """What of Drive belongs to an episode."""

    def __init__(self, frozen: Frozen) -> None:
        self._frozen = frozen

    def __repr__(self) -> str:
        return "Drive"

    @cached_property
    def file(self) -> DriveFile:
        """The artifact: the file that the agent was given, or the one that it returned."""
        name = "drive/file.json"
        metadata = table(self._frozen.json(name)) if self._frozen.has(name) else {}
        return DriveFile({**metadata, "content": "artifact/file.json"}, self._frozen)

    @cached_property
    def targets(self) -> Mapping[str, DriveFile]:
        """The write targets by the token of the prompt; one that was not recorded raises `DamagedEvidence`."""
        return _Targets(self._recorded(TARGETS))

    @cached_property
    def assets(self) -> Mapping[str, DriveFile]:
        """The source assets by id, as far as the Workspace had them."""
        return {id_: file for id_, file in self._recorded(ASSETS).items() if not file.gone}

    def asset(self, id_: str) -> DriveFile:
        """A source asset; raises `Ungraded` if the Workspace did not have it."""
        if id_ not in self.assets:
            raise Ungraded(f"the source file {id_} was not there when the episode ran", need="assets", mend=MEND)
        return self.assets[id_]

    def find(self, id_: str) -> DriveFile | None:
        """The file or folder of that id, wherever it lies among artifact, targets and assets.

        None if it is none of them. Raises `DamagedEvidence` if it may lie in a folder that could not be recorded.
        """
        tops = (self.file, *self.targets.values(), *self.assets.values())
        damage: DamagedEvidence | None = None
        for top in tops:
            if top.id == id_:
                return top
        for top in tops:
            try:
                found = next((file for file in top.walk() if file.id == id_), None)
            except DamagedEvidence as error:
                damage = damage or error
                continue
            if found is not None:
                return found
        if damage is not None:
            raise damage
        return None

    def candidates(self, *tokens: str) -> tuple[DriveFile, ...]:
        """What an agent may have meant as its result: the files of the artifact's kind that are, or lie directly in,
        the targets of these tokens (the latest changed first), then the artifact itself.

        Take the first of those that score best: `max(drive.candidates("OUTPUT_FOLDER_URL"), key=worked_on)`. Raises
        `DamagedEvidence` if a folder could not be listed.
        """
        found: dict[str, DriveFile] = {}
        for target in (self.targets[token] for token in tokens):
            inside = target.children if target.is_folder else (target,)
            for file in sorted(inside, key=lambda file: file.modified, reverse=True):
                if file.kind is self.file.kind and not file.gone:
                    found.setdefault(file.id, file)
        found.setdefault(self.file.id, self.file)
        return tuple(found.values())

    def _recorded(self, name: str) -> dict[str, DriveFile]:
        recorded = table(self._frozen.json(name)) if self._frozen.has(name) else {}
        make = partial(DriveFile, frozen=self._frozen)
        return {key: make(entry) for key, entry in recorded.items() if isinstance(entry, dict)}


class _Targets(dict[str, DriveFile]):
    def __missing__(self, token: str) -> DriveFile:
        raise DamagedEvidence(f"the episode has no record of the write target {token}")
