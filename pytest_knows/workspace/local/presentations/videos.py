"""Requests about videos."""

from __future__ import annotations

import re

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.presentations.create import DEFAULT_SIDE, add_element, size_of
from pytest_knows.workspace.local.presentations.deck import REQUESTS, Deck
from pytest_knows.workspace.local.presentations.properties import update_properties
from pytest_knows.workspace.local.presentations.template import hidden_outline

_URLS = {"YOUTUBE": "https://www.youtube.com/watch?v={}", "DRIVE": "https://drive.google.com/file/d/{}"}
_ID = re.compile(r"[\w-]{1,200}", re.ASCII)
_DEFAULT_SIZE = (DEFAULT_SIDE, DEFAULT_SIDE * 3 / 4)
"""EMU, 4:3 (own choice: Google says only that the server chooses)."""


@REQUESTS.handles("createVideo")
def create_video(deck: Deck, body: Json) -> Json:
    source, video_id = need(body, "source"), need(body, "id")
    if source not in _URLS:
        raise RequestError("source must be YOUTUBE or DRIVE.")
    if not _ID.fullmatch(video_id):
        raise RequestError(f"The video ({video_id}) could not be found.")
    transform = body.get("elementProperties", {}).get("transform", {})
    if transform.get("shearX") or transform.get("shearY"):
        raise RequestError("The transform of a video must not have shear components.")
    size = size_of(body.get("elementProperties", {}).get("size"), _DEFAULT_SIZE)
    video = {
        "url": _URLS[source].format(video_id),
        "source": source,
        "id": video_id,
        "videoProperties": {"outline": hidden_outline()},
    }
    return add_element(deck, body, "video", video, size)


@REQUESTS.handles("updateVideoProperties")
def update_video_properties(deck: Deck, body: Json) -> None:
    video = deck.part(body.get("objectId"), "video")
    properties = video.setdefault("videoProperties", {})
    defaults = {"outline": hidden_outline()}
    update_properties(properties, "VideoProperties", body.get("videoProperties", {}), need(body, "fields"), defaults)
    start, end = properties.get("start", 0), properties.get("end")
    if start < 0 or (end is not None and end <= start):
        raise RequestError("The start time of a video must be before its end time.")
