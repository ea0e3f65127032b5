"""What callers of a Workspace hold in their hands: where it is, its files and folders, what an agent was given."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlencode, urlsplit, urlunsplit

from pytest_knows.kind import Kind
from pytest_knows.workspace.client import Bearer, Clients, build_clients


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """What it takes to reach a Workspace. JSON values: it goes to xdist's workers.

    `endpoint` is the embedded server's address, or None for Google. Google's secrets are not part of it, but where they
    are kept: every process reads them there.
    """

    endpoint: str | None
    token: str = field(default="", repr=False)
    mode: Literal["local", "google"] = "local"
    credentials: str | None = None
    """The grader's: a source as `google.credentials` reads it."""
    agent: str | None = None
    """The agent's account: such a source, or only its address."""
    agent_address: str | None = None
    folder: str | None = None
    """Id of the folder in which everything of this run is made; None: the account's own root."""
    shared_drive: bool = False
    """Whether that folder lies in a shared drive, which then owns the files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRef:
    """A document, spreadsheet or presentation in the Workspace."""

    id: str
    url: str
    kind: Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderRef:
    """A Drive folder."""

    id: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentAccess:
    """What an agent gets: a token of its own; `discovery_urls`, by API, are for clients in other languages."""

    endpoint: str | None
    token: str = field(repr=False)
    """Empty if the agent signs in by itself, as `address`. Google's is an access token, worthless after an hour."""
    discovery_urls: dict[str, str]
    address: str | None = None
    handle: str = field(default="", repr=False)
    """What `Workspace.revoke` ends; no secret of Google's."""
    bearer: Bearer | None = field(default=None, repr=False)
    code: str = field(default="", repr=False)
    """By which a browser enters the embedded server without a login."""

    def clients(self) -> Clients:
        """API clients that act for the agent, with a token that is renewed where it can be."""
        return build_clients(self.endpoint, self.bearer or self.token)

    def entrance(self, url: str) -> str:
        """The link by which a browser opens a page of the Workspace as the agent; at Google the page itself."""
        if not self.code:
            return url
        parts = urlsplit(url)
        to = urlunsplit(("", "", parts.path, parts.query, ""))
        return f"{self.endpoint}/_knows/enter?{urlencode({'code': self.code, 'to': to})}"
