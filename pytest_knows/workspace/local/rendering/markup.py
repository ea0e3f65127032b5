"""Small pieces of HTML and CSS. Everything that came from a file is escaped here, and nowhere else."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Mapping
from typing import Any

Json = Mapping[str, Any]

_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
_LONGEST = 14400.0  # points
_RESET = "*{box-sizing:border-box}body,p,table,td,th{margin:0;padding:0}table{border-spacing:0}"


def escape(text: str) -> str:
    """Text as HTML text or attribute value; characters that XML and PDF cannot carry are dropped."""
    return html.escape("".join(char for char in text if char >= " " or char in "\t\n"))


def page(body: str, rules: str) -> str:
    """A whole HTML page that runs no script and requests nothing; `rules` is CSS of ours."""
    return (
        '<!doctype html><html><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f"<style>{_RESET}{rules}</style></head><body>{body}</body></html>"
    )


def tag(name: str, content: str = "", css: Mapping[str, str | None] | None = None, **attributes: str | int) -> str:
    """An element around finished HTML; `css` entries that are None are left out."""
    declarations = ";".join(f"{key}:{value}" for key, value in (css or {}).items() if value is not None)
    given = {**attributes, **({"style": declarations} if declarations else {})}
    shown = "".join(f' {key}="{escape(str(value))}"' for key, value in given.items())
    return f"<{name}{shown}>" if name in ("img", "br", "hr", "col") else f"<{name}{shown}>{content}</{name}>"


def mapping(value: object) -> Json:
    """The value if it is a JSON object, else an empty one: a damaged file is drawn as far as it goes."""
    return value if isinstance(value, Mapping) else {}


def items(value: object) -> list[Json]:
    """The JSON objects of a list; nothing of anything else."""
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def at(value: object, *path: str) -> Any:
    """The value at a path of a JSON object, or None."""
    for name in path:
        value = mapping(value).get(name)
    return value


def number(value: object, default: float = 0.0) -> float:
    """A finite number, else the default."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return default
    return float(value)


def points(dimension: object, default: float = 0.0) -> float:
    """A `Dimension` in points: EMU are converted (12700 to the point); a given one without magnitude is 0."""
    if not isinstance(dimension, Mapping):
        return default
    magnitude = number(dimension.get("magnitude"))
    return magnitude / 12700 if dimension.get("unit") == "EMU" else magnitude


def page_size(size: object, width: float, height: float) -> tuple[float, float]:
    """Width and height of a `Size` in points, within 1 inch and the 200 inches that a PDF allows; defaults for none."""
    given = ((points(at(size, "width")), width), (points(at(size, "height")), height))
    across, down = (min(_LONGEST, max(72.0, own)) if own > 0 else default for own, default in given)
    return across, down


def pt(value: float) -> str:
    """A CSS length, at most the 200 inches that a page may have: a larger one would be printed on pages without end."""
    bounded = min(_LONGEST, max(-_LONGEST, value)) if math.isfinite(value) else 0.0
    return f"{bounded:.4f}".rstrip("0").rstrip(".") + "pt"


def rgb(colour: object) -> str:
    """CSS of an `RgbColor`; components that are left out are 0."""
    parts = (number(mapping(colour).get(name)) for name in ("red", "green", "blue"))
    return "rgb({},{},{})".format(*(round(255 * min(1.0, max(0.0, part))) for part in parts))


def font_family(name: object) -> str | None:
    """A CSS font-family with a fallback of the same kind; None for what cannot be a family's name."""
    if not isinstance(name, str) or not re.fullmatch(r"[\w .\-+&]+", name):
        return None
    mono = re.search(r"mono|courier|consol", name, re.IGNORECASE)
    serif = re.search(r"times|georgia|serif|garamond|cambria|merriweather|playfair|lora|spectral", name, re.IGNORECASE)
    sans = re.search(r"sans", name, re.IGNORECASE)
    generic = "monospace" if mono else "serif" if serif and not sans else "sans-serif"
    return f"'{name}',{generic}"
