"""What Google says when it refuses a call, and what the user can do about it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pytest_knows.artifact.lenient import entries, string

_SIGN_IN = "sign in again (`pytest-knows sign-in`), or give other --knows-google-credentials"
_OWNERSHIP = (
    "a service account has no storage and cannot own files: sign in as a user (an OAuth client or adc as "
    "--knows-google-credentials), or name a folder of a shared drive with --knows-google-folder"
)
_MENDS = {
    "storageQuotaExceeded": _OWNERSHIP + "; a user's account: its storage is full",
    "accessNotConfigured": "enable the API: `gcloud services enable {api}.googleapis.com`",
    "SERVICE_DISABLED": "enable the API: `gcloud services enable {api}.googleapis.com`",
    "USER_PROJECT_DENIED": "set a quota project that you may use: "
    "`gcloud auth application-default set-quota-project PROJECT`",
    "insufficientPermissions": "the credentials lack a scope: " + _SIGN_IN,
    "ACCESS_TOKEN_SCOPE_INSUFFICIENT": "the credentials lack a scope: " + _SIGN_IN,
    "authError": _SIGN_IN,
    "UNAUTHENTICATED": _SIGN_IN,
    "dailyLimitExceeded": "the quota of the day is used up: go on tomorrow with --knows-resume",
    "quotaExceeded": "a quota is used up: go on later with --knows-resume, or ask for more in the Cloud console",
    "sharingRateLimitExceeded": "too many files were shared today: go on later with --knows-resume",
    "rateLimitExceeded": "the quota of a minute stayed used up: fewer workers (-n), then --knows-resume",
    "userRateLimitExceeded": "the quota of a minute stayed used up: fewer workers (-n), then --knows-resume",
    "RATE_LIMIT_EXCEEDED": "the quota of a minute stayed used up: fewer workers (-n), then --knows-resume",
    "RESOURCE_EXHAUSTED": "the quota of a minute stayed used up: fewer workers (-n), then --knows-resume",
    "insufficientFilePermissions": "the account may not do this to the file: share it with the account",
    "invalidSharingRequest": "the agent's account (--knows-google-agent) must be the address of a Google account",
    "cannotCopyFile": "its owner forbids copies of the file",
    "notFound": "it is not there, or not shared with the account",
}
"""Google's reason -> what to do; the first that applies."""


def reasons(error: Any) -> frozenset[str]:
    """Every reason and status in the body of an HttpError: Drive lists `errors`, the editors' APIs `details`."""
    return frozenset(filter(None, _reasons(error)))


def _reasons(error: Any) -> Iterator[str]:
    try:
        body = json.loads(error.content)
    except (ValueError, TypeError, RecursionError):
        return
    yield string(body, "error", "status")
    for listed in ("errors", "details"):
        yield from (string(entry, "reason") for entry in entries(body, "error", listed))


def mend(error: Any, method: str) -> str:
    """What to do about it, as the end of a sentence; empty where there is nothing to say."""
    said = reasons(error)
    found = next((text for reason, text in _MENDS.items() if reason in said), "")
    return found.format(api=_api(method)) if found else ""


def _api(method: str) -> str:
    """The API of a method as calls name it: `documents.get` is Docs'."""
    collections = {"documents": "docs", "spreadsheets": "sheets", "presentations": "slides"}
    return collections.get(method.partition(".")[0], "drive")


def has_reason(error: Exception, reason: str) -> bool:
    """Whether an error of ours comes from an answer of Google's with this reason."""
    return hasattr(error.__cause__, "content") and reason in reasons(error.__cause__)


def http_status(error: Exception) -> int | None:
    """The HTTP status behind an error of ours; None if the Workspace did not answer."""
    status = getattr(error.__cause__, "status_code", None)
    return status if isinstance(status, int) else None
