"""The errors of the embedded server, in the JSON shape that Google's APIs answer with."""

from __future__ import annotations

import re
from typing import Any

STATUS_OF_CODE = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    405: "METHOD_NOT_ALLOWED",
    409: "ALREADY_EXISTS",
    413: "INVALID_ARGUMENT",
    416: "OUT_OF_RANGE",
    500: "INTERNAL",
    501: "UNIMPLEMENTED",
}
"""Google's canonical status of each HTTP code that the server answers."""

REASON_OF_CODE = {
    400: "badRequest",
    401: "authError",
    403: "insufficientFilePermissions",
    404: "notFound",
    405: "httpMethodNotAllowed",
    409: "conflict",
    413: "uploadTooLarge",
    416: "requestedRangeNotSatisfiable",
    500: "backendError",
    501: "notImplemented",
}
"""Drive's `reason` for each HTTP code where nothing more precise was given."""

_VIOLATION = re.compile(r"(?:Invalid JSON payload received\. Unknown name .*?|Invalid value) at '([^']+)'", re.DOTALL)
"""Google's parser says twice which field of the body it could not read."""


class ApiError(Exception):
    """A refused request. `status` and `reason` default to what Google uses with the HTTP `code`.

    `fields`: the path in the parameter of that name that is wrong, which the editors tell in other words than Drive.
    """

    def __init__(self, code: int, message: str, *, status: str = "", reason: str = "", fields: str = "") -> None:
        super().__init__(message)
        self.fields = fields.replace("/", ".")
        self.code = code
        self.status = status or STATUS_OF_CODE[code]
        self.reason = reason or REASON_OF_CODE[code]

    def as_json(self, *, drive: bool) -> dict[str, Any]:
        """The body of the answer; `drive`: with the older list of errors that Drive still sends."""
        message = str(self)
        body: dict[str, Any] = {"code": self.code, "message": message, "status": self.status}
        if drive:
            body["errors"] = [{"message": message, "domain": "global", "reason": self.reason}]
            return {"error": body}
        violation = _VIOLATION.match(message)
        field = self.fields or (violation[1] if violation else "")
        if self.fields:
            body["message"] = "Request contains an invalid argument."
            message = f"Error expanding 'fields' parameter. Cannot find matching fields for path '{self.fields}'."
        if field:
            found = {"field": field, "description": message}
            body["details"] = [{"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [found]}]
        return {"error": body}


def not_found(file_id: str) -> ApiError:
    """Drive's answer for a file that is not there or that the caller may not see."""
    return ApiError(404, f"File not found: {file_id}.")
