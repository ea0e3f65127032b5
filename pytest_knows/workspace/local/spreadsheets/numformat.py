"""Number formats: a numeric cell value as Google Sheets shows it (`formattedValue`), locale en_US."""

from __future__ import annotations

import datetime as dt
import re
from decimal import ROUND_HALF_UP, Decimal

from pytest_knows.workspace.local.engine import Json

DEFAULT_PATTERNS = {
    "NUMBER": "#,##0.00",
    "PERCENT": "0.00%",
    "CURRENCY": '"$"#,##0.00',
    "DATE": "m/d/yyyy",
    "TIME": "h:mm:ss AM/PM",
    "DATE_TIME": "m/d/yyyy h:mm:ss",
    "SCIENTIFIC": "0.00E+00",
    "TEXT": "@",
}
"""What a format without a pattern shows: the defaults that Google documents for en_US."""

_LITERAL = re.compile(r'"([^"]*)"|\\(.)|_(.)|\*(.)|\[\$([^\]\-]*)(?:-[^\]]*)?\]|\[[^\]]*\]')
_DATE_PART = re.compile(r'"[^"]*"|\\.|\[h+\]|\[m+\]|\[s+\]|am/pm|a/p|y+|m+|d+|h+|s+(?:\.0+)?', re.IGNORECASE)
_DIGITS = re.compile(r"[#0?][#0?,]*(?:\.[#0?]*,*)?|\.[#0?]+,*")
_EXPONENT = re.compile(r"[eE]([+-])(0+)")
_EPOCH = dt.datetime(1899, 12, 30)
_LAST_DAY = 2958466
"""Serial of 1 January 10000, the first day that cannot be shown."""


def show(value: float, number_format: Json | None) -> str:
    """The text of a number under a NumberFormat ({"type", "pattern"}); without one, as typed."""
    kind = (number_format or {}).get("type", "")
    pattern = (number_format or {}).get("pattern") or DEFAULT_PATTERNS.get(kind, "")
    if not pattern or pattern.lower() == "general" or pattern == "@":
        return general(value)
    if kind in ("DATE", "TIME", "DATE_TIME") or _is_date_pattern(pattern):
        return _show_date(value, pattern)
    return _show_number(value, pattern)


def general(value: float) -> str:
    """A number without a format: at most 10 significant digits, plain up to 1E+15."""
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    if abs(value) >= 1e15 or abs(value) < 1e-9:
        mantissa, _, exponent = f"{value:.5E}".partition("E")
        return f"{mantissa.rstrip('0').rstrip('.')}E{exponent}"
    places = max(0, 10 - len(str(int(abs(value)))) + (int(abs(value)) == 0))
    text = f"{value:.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _is_date_pattern(pattern: str) -> bool:
    bare = _LITERAL.sub("", re.sub(r"\[[hms]+\]", "h", pattern, flags=re.IGNORECASE))
    bare = _EXPONENT.sub("", bare)
    return not re.search(r"[#0?]", re.sub(r"\.0+", "", bare)) and bool(re.search(r"[ymdhs]", bare, re.IGNORECASE))


def _show_number(value: float, pattern: str) -> str:
    sections = _sections(pattern)
    section, signed = sections[0], value < 0
    if len(sections) > 1 and value < 0:
        section, signed = sections[1], False
    elif len(sections) > 2 and value == 0:
        section = sections[2]
    digits = _fill(abs(value), section)
    negative_zero = signed and not re.search(r"[1-9]", digits)
    return ("-" if signed and not negative_zero else "") + digits


def _sections(pattern: str) -> list[str]:
    parts = re.findall(r'((?:"[^"]*"?|\\.|[^;"\\])*)(?:;|$)', pattern)
    return parts[:-1] if len(parts) > 1 and not parts[-1] else parts


def _literals(section: str) -> tuple[str, list[str]]:
    """The section with each literal replaced by a placeholder character, and the literals' texts."""
    texts: list[str] = []

    def keep(match: re.Match[str]) -> str:
        quoted, escaped, space, _fill_char, currency = match.groups()
        texts.append(quoted or escaped or (" " if space else "") or currency or "")
        return "\x00"

    return _LITERAL.sub(keep, section), texts


def _fill(value: float, section: str) -> str:
    bare, texts = _literals(section)
    exponent = _EXPONENT.search(bare)
    spot = _DIGITS.search(bare)
    if not spot:
        shown = bare if "@" not in bare else bare.replace("@", general(value))
        return _restore(shown, texts)
    mask = spot[0].rstrip(",")
    scaled = Decimal(repr(value)) * 100 ** bare.count("%")
    scaled /= Decimal(1000) ** (len(spot[0]) - len(mask))  # each comma at the end divides by 1000
    if exponent:
        number = _scientific(float(scaled), mask, exponent)
        bare = bare[: spot.start()] + number + bare[exponent.end() :]
    else:
        bare = bare[: spot.start()] + _fixed(scaled, mask) + bare[spot.end() :]
    return _restore(bare, texts)


def _restore(text: str, texts: list[str]) -> str:
    rest = iter(texts)
    return re.sub("\x00", lambda _match: next(rest), text)


def _fixed(value: Decimal, mask: str) -> str:
    """A non-negative number under `#,##0.0#`."""
    whole, _, fraction = mask.partition(".")
    wanted = len(fraction)
    if value < Decimal(10) ** (27 - wanted):  # quantize refuses more digits than a Decimal context has
        value = value.quantize(Decimal(1).scaleb(-wanted), rounding=ROUND_HALF_UP)
    rounded = f"{value:f}"
    integer, _, decimals = rounded.partition(".")
    least = whole.count("0")
    integer = integer.lstrip("0").rjust(least, "0")
    if "," in whole:
        integer = re.sub(r"(?<=\d)(?=(\d{3})+$)", ",", integer)
    optional = len(fraction) - len(fraction.rstrip("#?"))
    while optional and decimals.endswith("0"):
        decimals, optional = decimals[:-1], optional - 1
    return integer + ("." + decimals if "." in mask and (decimals or fraction == "") else "")


def _scientific(value: float, mask: str, exponent: re.Match[str]) -> str:
    places = len(mask.partition(".")[2])
    mantissa, _, power = f"{value:.{places}E}".partition("E")
    sign = "-" if power.startswith("-") else ("+" if exponent[1] == "+" else "")
    return f"{mantissa}E{sign}{abs(int(power)):0{len(exponent[2])}d}"


def _show_date(value: float, pattern: str) -> str:
    if not 0 <= value < _LAST_DAY:
        return general(value)
    moment = _EPOCH + dt.timedelta(milliseconds=round(value * 86_400_000))
    if not re.search(r"s\.0", pattern, re.IGNORECASE):
        moment = (moment + dt.timedelta(milliseconds=500)).replace(microsecond=0)
    parts = list(_DATE_PART.finditer(pattern))
    twelve = any(part[0].lower() in ("am/pm", "a/p") for part in parts)
    out, at = [], 0
    for number, part in enumerate(parts):
        out.append(pattern[at : part.start()])
        before = parts[number - 1][0].lower() if number else ""
        after = parts[number + 1][0].lower() if number + 1 < len(parts) else ""
        out.append(_date_part(part[0], moment, twelve, _is_minute(before, after), value))
        at = part.end()
    return "".join([*out, pattern[at:]])


def _is_minute(before: str, after: str) -> bool:
    return before.startswith(("h", "[h")) or after.startswith(("s", "[s"))


def _date_part(part: str, moment: dt.datetime, twelve: bool, minute: bool, value: float) -> str:
    lower = part.lower()
    if part[0] in '"\\':
        return part.strip('"') if part[0] == '"' else part[1:]
    if lower[0] == "[":
        seconds = round(value * 86400)
        return str(seconds // {"h": 3600, "m": 60, "s": 1}[lower[1]]).rjust(len(part) - 2, "0")
    if lower in ("am/pm", "a/p"):
        text = "PM" if moment.hour >= 12 else "AM"
        return text if lower == "am/pm" else text[0]
    if lower[0] == "m" and minute and len(part) <= 2:
        return str(moment.minute).rjust(len(part), "0")
    return _CLOCK[lower[0]](moment, len(part), twelve, part)


def _show_year(moment: dt.datetime, width: int, _twelve: bool, _part: str) -> str:
    return f"{moment.year:04d}" if width > 2 else f"{moment.year % 100:02d}"


def _show_month(moment: dt.datetime, width: int, _twelve: bool, _part: str) -> str:
    name = _MONTH_NAMES[moment.month - 1]
    return {3: name[:3], 4: name, 5: name[0]}.get(width, str(moment.month).rjust(min(width, 2), "0"))


def _show_day(moment: dt.datetime, width: int, _twelve: bool, _part: str) -> str:
    name = _DAY_NAMES[moment.weekday()]
    return {3: name[:3], 4: name}.get(width, str(moment.day).rjust(min(width, 2), "0"))


def _show_hour(moment: dt.datetime, width: int, twelve: bool, _part: str) -> str:
    hour = (moment.hour % 12 or 12) if twelve else moment.hour
    return str(hour).rjust(min(width, 2), "0")


def _show_second(moment: dt.datetime, _width: int, _twelve: bool, part: str) -> str:
    whole, _, fraction = part.partition(".")
    text = str(moment.second).rjust(min(len(whole), 2), "0")
    return text + (f".{moment.microsecond:06d}"[: len(fraction) + 1] if fraction else "")


_CLOCK = {"y": _show_year, "m": _show_month, "d": _show_day, "h": _show_hour, "s": _show_second}
_MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_DAY_NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
