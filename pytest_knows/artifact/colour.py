"""Colours as the Google APIs state them, and the theme colours behind their names."""

from __future__ import annotations

import colorsys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pytest_knows.artifact.lenient import entries, number, string, table


@dataclass(frozen=True, slots=True)
class Colour:
    """sRGB, each channel 0 to 1."""

    red: float
    green: float
    blue: float

    def __repr__(self) -> str:
        return "#" + "".join(f"{round(channel * 255):02X}" for channel in self.channels)

    @classmethod
    def of_rgb(cls, rgb: object) -> Colour:
        """From an `RgbColor` of the API, in which a channel that is 0 is left out: `{}` is black."""
        stated = table(rgb)
        return cls(_channel(stated.get("red")), _channel(stated.get("green")), _channel(stated.get("blue")))

    @classmethod
    def of_hex(cls, text: str) -> Colour:
        """From "#RRGGBB"; raises `ValueError` for anything else."""
        value = int(text.removeprefix("#"), 16)
        return cls(*((value >> shift & 255) / 255 for shift in (16, 8, 0)))

    @property
    def channels(self) -> tuple[float, float, float]:
        return self.red, self.green, self.blue

    @property
    def hsv(self) -> tuple[float, float, float]:
        """Hue in degrees (0 to 360), saturation and value 0 to 1; a grey has hue 0."""
        hue, saturation, value = colorsys.rgb_to_hsv(*self.channels)
        return hue * 360, saturation, value

    def over(self, background: Colour, alpha: float) -> Colour:
        """What is seen of this colour at opacity `alpha` (0 to 1) in front of `background`."""
        return Colour(*(alpha * a + (1 - alpha) * b for a, b in zip(self.channels, background.channels, strict=True)))


def _channel(value: object) -> float:
    if value is None:
        return 0.0
    # Of a large sheet there are some hundred thousand, and nearly all are as they should be.
    if isinstance(value, float) and 0.0 <= value <= 1.0:
        return value
    return min(max(number(value), 0.0), 1.0)


BLACK = Colour(0, 0, 0)
WHITE = Colour(1, 1, 1)

# What the Slides editor shows where a page has no scheme at all: the theme "Simple Light" of a new presentation.
_DEFAULT_SCHEME = {
    "DARK1": "#000000",
    "LIGHT1": "#FFFFFF",
    "DARK2": "#595959",
    "LIGHT2": "#EEEEEE",
    "ACCENT1": "#4285F4",
    "ACCENT2": "#212121",
    "ACCENT3": "#78909C",
    "ACCENT4": "#FFAB40",
    "ACCENT5": "#0097A7",
    "ACCENT6": "#EEFF41",
    "HYPERLINK": "#0097A7",
    "FOLLOWED_HYPERLINK": "#0097A7",
}
# A scheme may leave out the names that are only roles of others; real decks map them so.
_ROLES = {"TEXT1": "DARK1", "BACKGROUND1": "LIGHT1", "TEXT2": "LIGHT2", "BACKGROUND2": "DARK2"}


class Theme:
    """The colours behind the theme colour names of one page."""

    def __init__(self, colours: Mapping[str, Colour]) -> None:
        self._colours = dict(colours)

    def __repr__(self) -> str:
        return f"Theme({len(self._colours)} colours)"

    @classmethod
    def of_pages(cls, pages: Iterable[object]) -> Theme:
        """From the JSON of a page and the pages that it inherits from, nearest first; the first scheme counts."""
        for page in pages:
            scheme = entries(page, "pageProperties", "colorScheme", "colors")
            if scheme:
                return cls({string(entry, "type"): Colour.of_rgb(entry.get("color")) for entry in scheme})
        return cls({})

    def named(self, name: str) -> Colour | None:
        """The colour called DARK1, ACCENT3, TEXT1...; None for a name that is none."""
        if name in self._colours:
            return self._colours[name]
        role = _ROLES.get(name, name)
        if role in self._colours:
            return self._colours[role]
        default = _DEFAULT_SCHEME.get(role)
        return Colour.of_hex(default) if default else None

    def opaque(self, colour: object) -> Colour | None:
        """An `OpaqueColor` of the API ({"rgbColor"} or {"themeColor"}); None if it states neither."""
        stated = table(colour)
        if "rgbColor" in stated:
            return Colour.of_rgb(stated["rgbColor"])
        return self.named(string(stated, "themeColor"))
