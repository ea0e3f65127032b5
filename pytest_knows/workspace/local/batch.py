"""The registry of one API's batchUpdate request types, and the loop that applies a batch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.schema import camel, schema_of

Context = TypeVar("Context")
Handler = Callable[[Context, Json], "Json | None"]


class Requests(Generic[Context]):
    """Request name -> handler. A handler gets the engine's context and a checked body; it returns its reply, if any."""

    def __init__(self, api: str) -> None:
        self.api = api
        self._handlers: dict[str, Handler[Context]] = {}

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._handlers)

    def handles(self, name: str) -> Callable[[Handler[Context]], Handler[Context]]:
        """Decorator: this function applies requests of that type."""

        def register(handler: Handler[Context]) -> Handler[Context]:
            self._handlers[name] = handler
            return handler

        return register

    def apply(self, context: Context, requests: Sequence[Json]) -> list[Json]:
        """Apply all in order and return one reply each.

        Raises `RequestError` with Google's prefix "Invalid requests[3].insertText: ..." for the first that is refused.
        """
        if not isinstance(requests, list | tuple):
            raise RequestError("Invalid value at 'requests' (LIST)")
        return [self._apply_one(context, number, request) for number, request in enumerate(requests)]

    def _apply_one(self, context: Context, number: int, request: Json) -> Json:
        at = f"requests[{number}]"
        if not isinstance(request, dict):
            raise RequestError(f"Invalid value at '{at}' (OBJECT)")
        given = {camel(str(name)): body for name, body in request.items() if body is not None}
        if len(given) != 1:
            raise RequestError(f"Invalid {at}: exactly one request type must be set, not {len(given)}.")
        [(name, body)] = given.items()
        schema = schema_of(self.api)
        field = schema.fields("Request").get(name)
        if field is None:
            raise RequestError(f"Invalid JSON payload received. Unknown name \"{name}\" at '{at}': Cannot find field.")
        checked = schema.body(field["$ref"], body, f"{at}.{name}")
        handler = self._handlers.get(name)
        if handler is None:
            raise RequestError(f"Invalid {at}.{name}: the embedded Workspace does not implement {name} yet.")
        try:
            reply = handler(context, checked)
        except RequestError as error:
            raise RequestError(f"Invalid {at}.{name}: {error}", status=error.status, http=error.http) from error
        return {} if reply is None else {name: reply}


def need(body: Json, *names: str) -> Any:
    """The object or value at a path of the body; raises `RequestError` naming the field that is missing."""
    value: Any = body
    for name in names:
        if name not in value:
            raise RequestError(f"{'.'.join(names)} is required: '{name}' is missing.")
        value = value[name]
    return value
