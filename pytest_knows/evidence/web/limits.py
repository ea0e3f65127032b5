"""How much is fetched, and how patiently."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class WebLimits:
    """Of one episode: the first four; of one page or call: the rest. Seconds and bytes."""

    pages: int = 200
    """That trace and artifact link."""
    named: int = 300
    """That the family names."""
    total_bytes: int = 200 << 20
    total_seconds: float = 600.0
    page_bytes: int = 20 << 20
    page_seconds: float = 30.0
    redirects: int = 10
    """Browsers follow 20; sites that need more than 10 lead in circles."""
    waits: tuple[float, ...] = (1.0, 4.0)
    """Before a page is asked for again that was answered with 429, 502, 503 or 504, or not at all."""
    call_seconds: float = 60.0
    call_waits: tuple[float, ...] = (5.0, 10.0, 20.0)
    """As `page_seconds` and `waits`, for calls of web services (`evidence.request`), whose limits are stricter."""
    longest_wait: float = 10.0
    """A server that asks for more patience (Retry-After) is not asked again."""
    host_gap: float = 0.5
    """Between two requests to one host."""
    hosts: int = 6
    """That are asked at the same time."""
    settle_seconds: float = 5.0
    """That a page in the browser has to become quiet after it has loaded."""
