"""Playwright's recordings in a zip: a HAR with its contents attached, or a trace (`tracing.stop(path=...)`)."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from pytest_knows.errors import ConfigurationError, DamagedEvidence
from pytest_knows.evidence.archive import Members, zip_file

_ARCHIVE = "har.har"
_NETWORK = ".network"
"""`trace.network`, `0-trace.network`, ...: a line for each answer, `{"type": "resource-snapshot", "snapshot": <entry
of a HAR>}`."""


class PlaywrightZip:
    """The entries of a recording, as those of a HAR. Raises `ConfigurationError` naming the file if it is none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._members: Members = zip_file(path)
            self.entries = self._of_har() if _ARCHIVE in self._members.names else self._of_trace()
        except (DamagedEvidence, ValueError, RecursionError, KeyError, TypeError) as error:
            raise ConfigurationError(f"{path} is not a recording of Playwright's: {error}") from error

    def _of_har(self) -> Any:
        return json.loads(self._members.read(_ARCHIVE))["log"]["entries"]

    def _of_trace(self) -> list[Any]:
        networks = sorted(name for name in self._members.names if name.endswith(_NETWORK))
        if not networks:
            raise DamagedEvidence("it has neither har.har nor trace.network")
        lines = [
            json.loads(line) for name in networks for line in self._members.read(name).splitlines() if line.strip()
        ]
        return [
            line["snapshot"] for line in lines if isinstance(line, dict) and line.get("type") == "resource-snapshot"
        ]

    def attach(self, entry: dict[str, Any]) -> None:
        """Put the content, which lies in a file of its own, where a HAR has it. What is missing stays missing."""
        response = entry.get("response")
        content = response.get("content") if isinstance(response, dict) else None
        if not isinstance(content, dict) or "text" in content:
            return
        name = content.get("_file") or content.get("_sha1")
        for candidate in (str(name), f"resources/{name}"):
            if name and candidate in self._members.names:
                try:
                    data = self._members.read(candidate)
                except DamagedEvidence:
                    return
                content.update(text=base64.b64encode(data).decode("ascii"), encoding="base64")
                return
