"""Labelled questions: JSON lines of a question, what it shows, and the answer that is right.

    {"id", "kind", "adversarial", "question", "options"?, "schema"?, "evidence"?, "images"?, "expected"}

Kinds: yes_no, choice, extract, count (of quotes that occur in the evidence), picture and same_picture (yes or no). A
picture is a file beside the labels, or a drawing: `{"size", "background", "shapes": [[form, box or points, colour]]}`
with the forms ellipse, rectangle, polygon and text, and afterwards `crop` (fractions), `scale`, `rotate`, `tint`,
`quality` (JPEG).
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from pytest_knows.checks.quotes import distinct
from pytest_knows.errors import ConfigurationError
from pytest_knows.judge import Judge

SHIPPED = Path(str(files(__package__).joinpath("labels.jsonl")))

_QUOTES = {
    "type": "object",
    "properties": {"quotes": {"type": "array", "items": {"type": "string"}}},
    "required": ["quotes"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """One labelled question."""

    id: str
    kind: str
    adversarial: bool
    question: str
    expected: Any
    options: tuple[str, ...]
    schema: Mapping[str, Any]
    evidence: Mapping[str, str]
    images: Mapping[str, bytes]

    def ask(self, judge: Judge) -> Any:
        """The judge's answer; of a count, how many of its quotes occur in the evidence. Raises `JudgeError`."""
        shown: dict[str, Any] = {"evidence": self.evidence, "images": self.images}
        if self.kind == "choice":
            return judge.choice(self.id, self.question, self.options, **shown)
        if self.kind == "extract":
            return judge.extract(self.id, self.question, self.schema, **shown)
        if self.kind == "count":
            quotes = judge.extract(self.id, self.question, _QUOTES, **shown)["quotes"]
            return len(distinct(quotes, "\n".join(self.evidence.values())))
        return judge.yes_no(self.id, self.question, **shown)


KINDS = ("yes_no", "choice", "count", "extract", "picture", "same_picture")


def load_labels(path: Path) -> list[Label]:
    """Raises `ConfigurationError` naming the line that is wrong."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path}: {error}") from error
    labels = [_label(line, f"{path}:{number}", path.parent) for number, line in enumerate(lines, 1) if line.strip()]
    if not labels:
        raise ConfigurationError(f"{path} holds no labelled question")
    return labels


def _label(line: str, where: str, folder: Path) -> Label:
    try:
        told = json.loads(line)
        if told["kind"] not in KINDS:
            raise ValueError(f"kind {told['kind']!r} is none of {', '.join(KINDS)}")
        return Label(
            id=str(told["id"]),
            kind=told["kind"],
            adversarial=bool(told.get("adversarial")),
            question=str(told["question"]),
            expected=told["expected"],
            options=tuple(map(str, told["options"])) if told["kind"] == "choice" else (),
            schema=dict(told["schema"]) if told["kind"] == "extract" else {},
            evidence={str(label): str(text) for label, text in told.get("evidence", {}).items()},
            images={str(label): _picture(drawn, folder) for label, drawn in told.get("images", {}).items()},
        )
    except KeyError as error:
        raise ConfigurationError(f"{where}: {error} is missing") from error
    except (ValueError, TypeError, AttributeError, OSError) as error:
        raise ConfigurationError(f"{where}: {error}") from error


def _picture(drawn: str | Mapping[str, Any], folder: Path) -> bytes:
    if isinstance(drawn, str):
        return (folder / drawn).read_bytes()
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (int(drawn["size"][0]), int(drawn["size"][1])), drawn["background"])
    draw = ImageDraw.Draw(image)
    for form, where, content, *more in drawn["shapes"]:
        if form == "text":
            draw.text(where, content, fill=more[0], font=ImageFont.load_default(more[1]))
        else:
            getattr(draw, form)(where, fill=content)
    return _finished(image, drawn)


def _finished(image: Any, drawn: Mapping[str, Any]) -> bytes:
    width, height = image.size
    left, top, right, bottom = drawn.get("crop", (0, 0, 1, 1))
    image = image.crop((round(left * width), round(top * height), round(right * width), round(bottom * height)))
    scale = drawn.get("scale", 1)
    image = image.resize((max(1, round(image.width * scale)), max(1, round(image.height * scale))))
    image = image.rotate(drawn.get("rotate", 0), expand=True)
    if drawn.get("tint") == "gray":
        image = image.convert("L")
    file = io.BytesIO()
    image.save(file, "JPEG" if "quality" in drawn else "PNG", quality=drawn.get("quality", 95))
    return file.getvalue()
