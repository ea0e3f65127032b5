"""Pictures that the example agent draws for want of the real ones, and how it gets a picture into a file."""

from __future__ import annotations

import io
import math
from typing import Any

from pytest_knows.agents.model import AgentTask

INK = "#1a237e"


def emblem(initials: str, colour: str) -> bytes:
    """A PNG of 480 x 300 pixels: a coat of arms with the initials. An agent with a browser would fetch the logo."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (480, 300), "white")
    pen = ImageDraw.Draw(image)
    pen.polygon([(60, 20), (420, 20), (420, 150), (240, 285), (60, 150)], fill=colour)
    pen.line([(78, 38), (402, 38), (402, 142), (240, 262), (78, 142), (78, 38)], fill="white", width=6)
    pen.text(
        (240, 110), initials, fill="white", font=ImageFont.load_default(min(96, 290 // len(initials) + 20)), anchor="mm"
    )
    return _png(image)


def handwriting(name: str) -> bytes:
    """A PNG of 600 x 200 pixels: a flourish that differs from name to name."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (600, 200), "white")
    letters = [ord(letter) for letter in name]
    steps = 24 * len(letters)
    points = []
    for step in range(steps):
        letter, turn = letters[step // 24], 2 * math.pi * step / 24
        high = 62 if chr(letter).isupper() else 14 + letter % 5 * 6
        points.append((40 + 500 * step / steps - 9 * math.sin(turn), 115 - high * (1 - math.cos(turn)) / 2))
    pen = ImageDraw.Draw(image)
    pen.line(points, fill=INK, width=4, joint="curve")
    pen.line([(40, 150), (300, 140), (560, 148)], fill=INK, width=3, joint="curve")
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
