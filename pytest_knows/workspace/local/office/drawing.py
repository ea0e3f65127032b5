"""DrawingML: colours through theme and colour map, fills, outlines, transforms."""

from __future__ import annotations

import colorsys
import math
from dataclasses import dataclass, field

from pytest_knows.workspace.local.colours import channels
from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.office.markup import Element, amount, attribute, children, find, hex_colour, is_true

SCHEME = {
    "dk1": "DARK1", "lt1": "LIGHT1", "dk2": "DARK2", "lt2": "LIGHT2", "accent1": "ACCENT1", "accent2": "ACCENT2",
    "accent3": "ACCENT3", "accent4": "ACCENT4", "accent5": "ACCENT5", "accent6": "ACCENT6", "hlink": "HYPERLINK",
    "folHlink": "FOLLOWED_HYPERLINK",
}  # fmt: skip
_ROLES = {
    "tx1": ("TEXT1", "dk1"),
    "bg1": ("BACKGROUND1", "lt1"),
    "tx2": ("TEXT2", "dk2"),
    "bg2": ("BACKGROUND2", "lt2"),
}
_PRESETS = {
    "black": "000000", "white": "ffffff", "red": "ff0000", "green": "008000", "blue": "0000ff", "yellow": "ffff00",
    "gray": "808080", "orange": "ffa500", "purple": "800080", "navy": "000080", "teal": "008080", "maroon": "800000",
    "lime": "00ff00", "aqua": "00ffff", "cyan": "00ffff", "magenta": "ff00ff", "silver": "c0c0c0", "olive": "808000",
}  # fmt: skip
DASHES = {"solid": "SOLID", "dot": "DOT", "sysDot": "DOT", "dash": "DASH", "sysDash": "DASH", "dashDot": "DASH_DOT",
           "sysDashDot": "DASH_DOT", "lgDash": "LONG_DASH", "lgDashDot": "LONG_DASH_DOT"}  # fmt: skip
_CHANGES = ("lumMod", "lumOff", "tint", "shade", "satMod")


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """A theme's colours by DrawingML name (Color JSON), and the page's map from roles (`tx1`) to them."""

    colours: Json = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)
    fonts: dict[str, str] = field(default_factory=dict)
    """`+mj-lt` and `+mn-lt` -> a font's name."""

    @classmethod
    def of(cls, theme: Element | None, colour_map: Element | None) -> Palette:
        scheme = find(theme, "a:themeElements/a:clrScheme")
        colours = {name.removeprefix("a:"): _plain(next(iter(child), None)) for name, child in children(scheme)}
        fonts = {
            key: attribute(find(theme, f"a:themeElements/a:fontScheme/a:{kind}Font/a:latin"), "typeface")
            for key, kind in (("+mj-lt", "major"), ("+mn-lt", "minor"))
        }
        roles = {role: attribute(colour_map, role) or base for role, (_, base) in _ROLES.items()}
        return cls(colours={name: c for name, c in colours.items() if c is not None}, roles=roles, fonts=fonts)

    def mapped(self, override: Element | None) -> Palette:
        """The palette of a page that maps the roles in another way (`a:overrideClrMapping`)."""
        if override is None:
            return self
        roles = {role: attribute(override, role) or base for role, base in self.roles.items()}
        return Palette(colours=self.colours, roles=roles, fonts=self.fonts)

    def role(self, name: str) -> Json:
        """The OpaqueColor of a role, such as `tx1`."""
        return {"themeColor": SCHEME.get(self.roles.get(name, ""), _ROLES[name][0])}

    def scheme(self) -> list[Json]:
        """The `colors` of a `ColorScheme`."""
        named = {name: self.colours.get(base) for base, name in SCHEME.items()}
        named |= {name: self.colours.get(self.roles.get(role, base)) for role, (name, base) in _ROLES.items()}
        return [{"type": name, "color": colour} for name, colour in named.items() if colour is not None]

    def colour(self, holder: Element | None, phclr: Json | None = None) -> tuple[Json, float] | None:
        """The OpaqueColor and alpha (0 to 1) of the colour element in `holder`; None if there is none.

        `phclr` is what `phClr` stands for in a style of the theme.
        """
        stated = next((child for _, child in children(holder)), None)
        if stated is None:
            return None
        alpha = amount(find(stated, "a:alpha"), "val", 100_000) / 100_000
        name = attribute(stated, "val")
        base = self.roles.get(name, name)
        changed = any(find(stated, f"a:{change}") is not None for change in _CHANGES)
        if name == "phClr" and phclr is not None:
            opaque = phclr
        elif base in SCHEME and stated.tag.endswith("}schemeClr"):
            opaque = {"themeColor": SCHEME[base]}
            if changed:
                opaque = {"rgbColor": _changed(self.colours.get(base, {}), stated)}
        else:
            rgb = _plain(stated)
            if rgb is None:
                return None
            opaque = {"rgbColor": _changed(rgb, stated) if changed else rgb}
        return opaque, min(max(alpha, 0.0), 1.0)

    def solid(self, holder: Element | None) -> Json | None:
        """The `SolidFill` for what fills a shape, line or page; a gradient counts as its first colour."""
        fill = find(holder, "a:solidFill")
        if fill is None:
            fill = find(holder, "a:gradFill/a:gsLst/a:gs")
        if fill is None:
            fill = find(holder, "a:pattFill/a:fgClr")
        found = self.colour(fill)
        return {"color": found[0], "alpha": found[1]} if found else None


def _plain(element: Element | None) -> Json | None:
    """A colour that needs no theme."""
    if element is None or not isinstance(element.tag, str):
        return None
    kind = element.tag.rpartition("}")[2]
    if kind == "srgbClr":
        return hex_colour(attribute(element, "val"))
    if kind == "sysClr":
        default = "ffffff" if attribute(element, "val") == "window" else "000000"
        return hex_colour(attribute(element, "lastClr")) or hex_colour(default)
    if kind == "prstClr":
        return hex_colour(_PRESETS.get(attribute(element, "val"), ""))
    if kind == "scrgbClr":
        return channels({name: min(max(amount(element, name[0]) / 100_000, 0), 1) for name in ("red", "green", "blue")})
    if kind == "hslClr":
        hue, sat, lum = (amount(element, name) for name in ("hue", "sat", "lum"))
        return _rgb(hue / 21_600_000, lum / 100_000, sat / 100_000)
    return None


def _rgb(hue: float, luminance: float, saturation: float) -> Json:
    parts = colorsys.hls_to_rgb(hue, min(max(luminance, 0), 1), min(max(saturation, 0), 1))
    return channels(dict(zip(("red", "green", "blue"), (min(max(p, 0.0), 1.0) for p in parts), strict=True)))


def _changed(colour: Json, stated: Element) -> Json:
    """The colour after its modifications, in their order (ECMA-376 part 1, 20.1.2.3; values are 1/1000 percent)."""
    red, green, blue = (float(colour.get(name, 0)) for name in ("red", "green", "blue"))
    for name, child in children(stated):
        share = amount(child, "val", 100_000) / 100_000
        hue, lum, sat = colorsys.rgb_to_hls(red, green, blue)
        if name == "a:lumMod":
            lum *= share
        elif name == "a:lumOff":
            lum += share
        elif name == "a:satMod":
            sat *= share
        elif name == "a:tint":
            lum = lum * share + (1 - share)
        elif name == "a:shade":
            lum *= share
        else:
            continue
        red, green, blue = colorsys.hls_to_rgb(hue, min(max(lum, 0), 1), min(max(sat, 0), 1))
    return channels({"red": min(max(red, 0), 1), "green": min(max(green, 0), 1), "blue": min(max(blue, 0), 1)})


def outline(line: Element | None, palette: Palette, inherited: Json) -> Json:
    """The `Outline` that an `a:ln` states; `inherited` where it states no fill."""
    if line is None or (find(line, "a:solidFill") is None and find(line, "a:noFill") is None):
        return inherited
    fill = palette.solid(line)
    return {
        "outlineFill": {"solidFill": fill or {"color": {"rgbColor": {}}, "alpha": 1}},
        "weight": {"magnitude": amount(line, "w", 9525), "unit": "EMU"},
        "dashStyle": DASHES.get(attribute(find(line, "a:prstDash"), "val"), "SOLID"),
        "propertyState": "RENDERED" if fill else "NOT_RENDERED",
    }


def crop_of(rectangle: Element | None) -> Json:
    """`CropProperties` of an `a:srcRect`, whose values are 1/1000 percent."""
    sides = {"leftOffset": "l", "topOffset": "t", "rightOffset": "r", "bottomOffset": "b"}
    cuts = {name: amount(rectangle, side) / 100_000 for name, side in sides.items()}
    return {name: cut for name, cut in cuts.items() if cut}


def placed(xfrm: Element) -> Json:
    """`size` and `transform` for an `a:xfrm`: turned (60000ths of a degree) and flipped about the box's centre."""
    extent = find(xfrm, "a:ext")
    width, height = amount(extent, "cx"), amount(extent, "cy")
    a, b, c, d, x, y = _linear(xfrm, width, height)
    transform = {"scaleX": a, "shearX": b, "shearY": c, "scaleY": d, "translateX": x, "translateY": y}
    kept = {name: value for name, value in transform.items() if value}
    size = {side: {"magnitude": value, "unit": "EMU"} for side, value in (("width", width), ("height", height))}
    return {"size": size, "transform": {**kept, "unit": "EMU"}}


def grouped(xfrm: Element | None) -> Json:
    """The transform of a group: from its children's coordinates (`chOff`, `chExt`) to those around it."""
    if xfrm is None:
        return {"scaleX": 1, "scaleY": 1, "unit": "EMU"}
    extent, inner, origin = find(xfrm, "a:ext"), find(xfrm, "a:chExt"), find(xfrm, "a:chOff")
    width, height = amount(extent, "cx"), amount(extent, "cy")
    across = width / (amount(inner, "cx") or width or 1)
    down = height / (amount(inner, "cy") or height or 1)
    a, b, c, d, x, y = _linear(xfrm, width, height)
    left, top = -amount(origin, "x") * across, -amount(origin, "y") * down
    transform = {
        "scaleX": a * across, "shearX": b * down, "shearY": c * across, "scaleY": d * down,
        "translateX": x + a * left + b * top, "translateY": y + c * left + d * top,
    }  # fmt: skip
    return {**{name: value for name, value in transform.items() if value}, "unit": "EMU"}


def _linear(xfrm: Element, width: float, height: float) -> tuple[float, float, float, float, float, float]:
    """scaleX, shearX, shearY, scaleY and the translation of a box with its corner at 0."""
    angle = math.radians(amount(xfrm, "rot") / 60000)
    cos, sin = (round(part, 9) for part in (math.cos(angle), math.sin(angle)))
    flip_x, flip_y = (-1 if is_true(attribute(xfrm, name)) else 1 for name in ("flipH", "flipV"))
    a, b, c, d = cos * flip_x, -sin * flip_y, sin * flip_x, cos * flip_y
    offset = find(xfrm, "a:off")
    x = amount(offset, "x") + width / 2 - a * width / 2 - b * height / 2
    y = amount(offset, "y") + height / 2 - c * width / 2 - d * height / 2
    return a, b, c, d, x, y
