"""The presentations engine: Slides v1 on its own REST JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pytest_knows.workspace.local.engine import Environment, Json, RequestError
from pytest_knows.workspace.local.presentations import (
    charts,
    comments,
    create,
    elements,
    images,
    lines,
    properties,
    table_structure,
    tables,
    texts,
    videos,
)
from pytest_knows.workspace.local.presentations.deck import REQUESTS, Deck, in_emu
from pytest_knows.workspace.local.presentations.reading import read_page, read_presentation
from pytest_knows.workspace.local.presentations.template import emu, new_presentation
from pytest_knows.workspace.local.schema import schema_of

_REQUEST_MODULES = (
    charts,
    comments,
    create,
    elements,
    images,
    lines,
    properties,
    table_structure,
    tables,
    texts,
    videos,
)
"""Imported for their handlers."""


class PresentationEngine:
    """Slides v1. State: the REST JSON of `presentations.get` without the id, styles only where set."""

    api = "slides"
    mime_type = "application/vnd.google-apps.presentation"

    @property
    def request_types(self) -> frozenset[str]:
        return REQUESTS.names

    def blank(self, body: Mapping[str, Any], env: Environment) -> Json:
        """A new presentation: theme "Simple Light", one title slide `p` with empty placeholders `i0` and `i1`."""
        checked = schema_of("slides").body("Presentation", dict(body))
        state = new_presentation(env.title)
        if "pageSize" in checked:
            state["pageSize"] = _page_size(checked["pageSize"])
        slide = create.new_slide("p", state["layouts"][0])
        for number, source in enumerate(state["layouts"][0]["pageElements"][:2]):
            slide["pageElements"].append(create.instance_of(source, f"i{number}"))
        state["slides"].append(slide)
        return state

    def read(self, state: Json, query: Mapping[str, Sequence[str]], env: Environment) -> Json:
        return read_presentation(state, query, env)

    def apply(self, state: Json, requests: Sequence[Json], env: Environment) -> list[Json]:
        return REQUESTS.apply(Deck(state=state, env=env), requests)

    def call(self, name: str, state: Json, params: Json, body: Json, env: Environment) -> tuple[Json, bool]:
        if name != "presentations.pages.get":
            raise RequestError(
                f"The embedded Workspace does not implement slides.{name} yet.", status="NOT_FOUND", http=404
            )
        try:
            return read_page(state, params.get("pageObjectId"), params.get("commentsViewMode", ""), env), False
        except RequestError as error:
            raise RequestError(str(error), status="NOT_FOUND", http=404) from error


def _page_size(size: Json) -> Json:
    width, height = in_emu(size.get("width", {})), in_emu(size.get("height", {}))
    if min(width, height) <= 0:
        raise RequestError("pageSize: width and height must be positive.")
    return emu(width, height)


ENGINE = PresentationEngine()
