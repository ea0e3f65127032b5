"""Ways to reach someone, in a text: e-mail addresses, telephone numbers, postal and web addresses."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from pytest_knows.artifact.presentation import Box
from pytest_knows.checks.links import mail_address
from pytest_knows.evidence import urls

_EMAIL = re.compile(r"[\w.+-]{1,64}@((?:[\w-]{1,63}\.)+[A-Za-z]{2,24})\b")
_PHONE = re.compile(r"(?<![\w.])\+?\(?\d(?:[\s().\-\u2010-\u2015/]{0,3}\d){9,12}(?!\w)")
_STREET = (
    "Street|St|Road|Rd|Avenue|Ave|Boulevard|Blvd|Drive|Dr|Lane|Ln|Way|Court|Ct|Circle|Cir|Place|Pl|Square|Sq|Plaza"
    "|Parkway|Pkwy|Highway|Hwy|Terrace|Ter|Mall|Quad|Row|Walk"
)
_HOUSE = re.compile(rf"(?<![\w/.-])\d{{1,6}}[A-Za-z]?,?\s+(?:(?:[A-Z\d][\w'.-]*)\s+){{0,4}}(?:{_STREET})\b", re.UNICODE)
_SHOUTED = re.compile(_HOUSE.pattern.replace(_STREET, _STREET.upper()))
_ZIP = re.compile(r"\b[A-Z][\w.'-]+(?:,?\s+[A-Z][\w.'-]*)*,?\s+\d{5}(?:-\d{4})?(?!\w)")


def emails(text: str) -> tuple[str, ...]:
    """The e-mail addresses in the text."""
    return tuple(match[0] for match in _EMAIL.finditer(text))


def phone_numbers(text: str) -> tuple[str, ...]:
    """The telephone numbers of at least ten digits, each as its digits without a leading country code 1."""
    numbers = ("".join(filter(str.isdigit, match[0])) for match in _PHONE.finditer(text))
    return tuple(number[1:] if len(number) == 11 and number[0] == "1" else number for number in numbers)


def has_phone(text: str, area_codes: Collection[str]) -> bool:
    """Whether a telephone number of ten digits begins with one of the area codes."""
    return any(len(number) == 10 and number[:3] in area_codes for number in phone_numbers(text))


def has_postal_address(text: str) -> bool:
    """Whether there is a house number with a street's name, or a place with a ZIP code of five digits."""
    return bool(_HOUSE.search(text) or _SHOUTED.search(text) or _ZIP.search(text))


def web_addresses(text: str, links: Iterable[str] = ()) -> tuple[str, ...]:
    """The http(s) URLs and bare domains in the text and the http(s) links behind it; one of each page."""
    linked = (link for link in links if urls.parse(link))
    found: dict[str, str] = {}
    for url in (*urls.find(text), *urls.bare_domains(text), *linked):
        found.setdefault(urls.normalise(url), url)
    return tuple(found.values())


def mail_domains(text: str, links: Iterable[str] = ()) -> tuple[str, ...]:
    """The domains of the e-mail addresses in the text and of `mailto:` links behind it, lower case."""
    mailed = " ".join(mail_address(link) for link in links)
    return tuple(address.rpartition("@")[2].lower() for address in emails(f"{text} {mailed}"))


def is_given(box: Box) -> bool:
    """Whether one can reach someone by a text on a slide: e-mail, telephone, postal or web address, linked ones too."""
    links = [run.link for line in box.body.lines for run in line.runs]
    found = web_addresses(box.text, links) or mail_domains(box.text, links) or phone_numbers(box.text)
    return bool(found) or has_postal_address(box.text)
