"""Trying a call again when what went wrong may pass: quotas, busy servers, broken connections."""

from __future__ import annotations

import http.client
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")

PASSING = frozenset({429, 500, 502, 503, 504})
"""HTTP statuses that may be another one a moment later."""

RATE_LIMITS = frozenset({"rateLimitExceeded", "userRateLimitExceeded", "RATE_LIMIT_EXCEEDED", "RESOURCE_EXHAUSTED"})
"""Reasons of a 403 that means what 429 means. Limits of a day (dailyLimitExceeded, quotaExceeded) do not pass."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How often a call is tried, and the seconds before the second time, by which they grow, and at most."""

    attempts: int
    first: float
    factor: float
    longest: float


LOOPBACK = Patience(attempts=4, first=0.25, factor=4.0, longest=4.0)
GOOGLE = Patience(attempts=8, first=1.0, factor=2.0, longest=64.0)
"""Google's quotas are counted by the minute, so the waits add up to more than one; its guide asks for doubling waits
of at most 32 or 64 seconds (https://developers.google.com/workspace/drive/api/guides/limits)."""


@cache
def broken() -> tuple[type[Exception], ...]:
    """What clients raise when there was no answer, or none that can be read."""
    import httplib2
    from google.auth.exceptions import TransportError

    return (OSError, httplib2.HttpLib2Error, http.client.HTTPException, TransportError, json.JSONDecodeError)


def patiently(act: Callable[[], T], patience: Patience, said: Callable[[Any], frozenset[str]]) -> T:
    """What `act` gives, tried again after trouble that may pass. `said`: the reasons in an HttpError.

    Raises the error of the last attempt.
    """
    from googleapiclient.errors import HttpError

    for attempt in range(1, patience.attempts):
        try:
            return act()
        except HttpError as error:
            if not _passes(error, said):
                raise
            asked = error.resp.get("retry-after", "")
        except broken():
            asked = ""
        time.sleep(_wait(patience, attempt, asked))
    return act()


def _passes(error: Any, said: Callable[[Any], frozenset[str]]) -> bool:
    status: int = error.resp.status
    return status in PASSING or (status == 403 and not RATE_LIMITS.isdisjoint(said(error)))


def _wait(patience: Patience, attempt: int, asked: str) -> float:
    """Seconds. With jitter, because the workers of a run are refused together and must not come back together."""
    planned = min(patience.longest, patience.first * patience.factor ** (attempt - 1))
    wait = planned * random.uniform(0.5, 1.0)
    return max(wait, min(patience.longest, float(asked))) if asked.isdecimal() else wait
