"""Where text is likely to be seen within its box, estimated without fonts.

A box says little about its text: a title box as wide as the slide may hold three centred words. The estimate: a
character is 0.55 of its size wide, a line 1.2 of it high times the line spacing; text is wrapped at the box's width
less its insets, stacked, placed by the paragraph's and the box's alignment, and not cut at the box's end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import category

from pytest_knows.artifact.geometry import EMU_PER_PT, Affine, Point, Rect
from pytest_knows.artifact.presentation.text import Line, TextBody

CHARACTER_WIDTH = 0.55
LINE_HEIGHT = 1.2
SIDE_INSET = 91440
"""EMU. The editor's insets, which the API does not state."""
TOP_INSET = 45720

_ALIGNED = {"center": 0.5, "right": 1.0}
_VERTICALLY = {"MIDDLE": 0.5, "BOTTOM": 1.0}


@dataclass(frozen=True, slots=True)
class Frame:
    """The upright box that text is set in, and how it lies on the page: along `u` and down `v`, in EMU per EMU."""

    origin: Point
    u: Point
    v: Point
    width: float
    height: float

    @classmethod
    def of(cls, transform: Affine, width: float, height: float) -> Frame:
        """The frame of a box of the given own size. Text is turned with its box but neither stretched nor mirrored."""
        origin = transform((0, 0))
        u, along = _direction(transform.scale_x * width, transform.shear_y * width)
        v, down = _direction(transform.shear_x * height, transform.scale_y * height, (-u[1], u[0]))
        if u[0] * v[1] - u[1] * v[0] < 0:
            origin = origin[0] + u[0] * along, origin[1] + u[1] * along
            u = -u[0], -u[1]
        return cls(origin, u, v, along, down)

    def on_page(self, rect: Rect) -> Rect:
        """A rectangle in the frame's own coordinates, as the axis-aligned one around it on the page."""
        (x, y), (ux, uy), (vx, vy) = self.origin, self.u, self.v
        corners = [(a, b) for a in (rect.left, rect.right) for b in (rect.top, rect.bottom)]
        return Rect.around((x + ux * a + vx * b, y + uy * a + vy * b) for a, b in corners)


def _direction(x: float, y: float, default: Point = (1, 0)) -> tuple[Point, float]:
    length = math.hypot(x, y)
    return ((x / length, y / length), length) if length > 0 else (default, 0.0)


def place_lines(lines: Sequence[Line], frame: Frame, vertical: str, font_scale: float) -> list[Rect]:
    """A rectangle on the page for each line, in order; `vertical` is the API's contentAlignment."""
    sizes = [_size(line, frame.width, font_scale) for line in lines]
    slack = frame.height - 2 * TOP_INSET - sum(height for _, height in sizes)
    top = TOP_INSET + slack * _VERTICALLY.get(vertical, 0.0)
    placed = []
    for line, (width, height) in zip(lines, sizes, strict=True):
        left = SIDE_INSET + (frame.width - 2 * SIDE_INSET - width) * _ALIGNED.get(line.alignment, 0.0)
        placed.append(frame.on_page(Rect(left, top, left + width, top + height)))
        top += height
    return placed


def _size(line: Line, box_width: float, font_scale: float) -> tuple[float, float]:
    """Width and height of a line with its wraps, in EMU."""
    per_point = EMU_PER_PT * font_scale
    text = line.text.rstrip()
    largest = max((run.style.size for run in line.runs if run.text.strip() or not text), default=14.0) * per_point
    width, left = 0.0, len(text)
    for run in line.runs:
        part = run.text[:left]
        width += _seen(part) * CHARACTER_WIDTH * run.style.size * per_point
        left -= len(part)
    available = max(box_width - 2 * SIDE_INSET, CHARACTER_WIDTH * largest)
    wrapped = max(math.ceil(width / available - 1e-9), 1)
    return min(width, available), wrapped * LINE_HEIGHT * largest * line.spacing


def _seen(text: str) -> int:
    """Characters that take room: not combining marks, nor invisible ones."""
    return len(text) if text.isascii() else sum(category(char) not in ("Mn", "Me", "Cf") for char in text)


def placed_lines(body: TextBody, frame: Frame, vertical: str, scale: float) -> tuple[tuple[Line, Rect], ...]:
    """The lines that are not blank, with their places; blank ones take their room all the same."""
    rects = place_lines(body.lines, frame, vertical, scale)
    return tuple((line, rect) for line, rect in zip(body.lines, rects, strict=True) if line.text.strip())
