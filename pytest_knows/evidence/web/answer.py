"""What fetching one page came to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pytest_knows.evidence.pages import decoded
from pytest_knows.evidence.web.address import FetchError

HTML = ("text/html", "application/xhtml+xml", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """`status` is None without an answer; `error` begins with a `Kind` and a colon, and says why there is no page."""

    url: str
    final_url: str
    status: int | None = None
    content_type: str = ""
    body: bytes | None = field(default=None, repr=False)
    error: str | None = None
    retry_after: float | None = None
    """Seconds that the server asks to wait."""
    challenged: bool = False
    """The server says itself that this is a challenge for browsers, not the page."""
    rendered: bool = False

    @classmethod
    def failed(cls, url: str, error: FetchError, final_url: str = "") -> Answer:
        return cls(url=url, final_url=final_url or url, error=f"{error.kind}: {error}")

    @property
    def kind(self) -> str:
        """What went wrong, "" if nothing."""
        return (self.error or "").partition(":")[0]

    @property
    def is_html(self) -> bool:
        """By its declared type."""
        return self.content_type.split(";")[0].strip().lower() in HTML

    @property
    def source(self) -> str:
        """The HTML as text; "" if there is none."""
        return decoded(self.body, self.content_type) if self.body and self.is_html else ""

    @property
    def has_scripts(self) -> bool:
        """Whether scripts (or a `<meta http-equiv=refresh>`) may bring the page that is not there yet."""
        return bool(re.search(r"<script\b|http-equiv\s*=\s*[\"']?refresh", self.source, re.I))
