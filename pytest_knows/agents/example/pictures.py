"""Pictures that the example agent draws for want of the real ones, and how it gets a picture into a file."""

from __future__ import annotations

import io
import math
from typing import Any

from pytest_knows.agents.model import AgentTask

_INK = "#1a237e"


def emblem(initials: str, colour: str) -> bytes:
    """A PNG of 360 x 270 pixels: a coat of arms with the initials. An agent with a browser would fetch the logo."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (360, 270), "white")
    pen = ImageDraw.Draw(image)
    pen.polygon([(0, 0), (359, 0), (359, 135), (180, 269), (0, 135)], fill=colour)
    pen.line([(18, 18), (341, 18), (341, 127), (180, 246), (18, 127), (18, 18)], fill="white", width=6)
    font = ImageFont.load_default(min(90, 310 // len(initials)))
    pen.text((180, 95), initials, fill="white", font=font, anchor="mm")
    return _png(image)


def handwriting(name: str) -> bytes:
    """A PNG of 600 x 200 pixels: a slanted line of loops, higher for capitals, that differs from name to name."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (600, 200), "white")
    points, left = [], 0.0
    for letter in name:
        height = 110 if letter.isupper() else 60 if letter in "bdfhklt" else 26 + ord(letter) % 4 * 4
        width = 46 if letter.isupper() else 24 + ord(letter) % 3 * 5
        for turn in (2 * math.pi * step / 24 for step in range(24)):
            rise = height * (1 - math.cos(turn)) / 2
            points.append((left + width * (turn / 6.3 - 0.35 * math.sin(turn)) + rise * 0.3, 150 - rise))
        left += width
    stretched = [(30 + x * 540 / left, y) for x, y in points]
    ImageDraw.Draw(image).line(stretched, fill=_INK, width=4, joint="curve")
    return _png(image)


def from_folder(task: AgentTask) -> bytes | None:
    """The first picture of a Drive folder that the task refers to; None if there is none that we may see."""
    from googleapiclient.errors import HttpError

    files = task.clients.drive.files()
    for asset in task.assets:
        try:
            found = files.list(q=f"'{asset.id}' in parents and mimeType contains 'image/'").execute()["files"]
            if found:
                return bytes(files.get_media(fileId=found[0]["id"]).execute())
        except HttpError:
            continue
    return None


def upload(task: AgentTask, png: bytes) -> str:
    """Put a picture on Drive and share it; its address, as insertInlineImage and createImage want it."""
    from googleapiclient.http import MediaIoBaseUpload

    drive = task.clients.drive
    media = MediaIoBaseUpload(io.BytesIO(png), "image/png")
    made = drive.files().create(body={"name": "picture.png"}, media_body=media, fields="id").execute()
    drive.permissions().create(fileId=made["id"], body={"type": "anyone", "role": "reader"}).execute()
    return f"https://drive.google.com/uc?export=download&id={made['id']}"


def _png(image: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()
