"""Looking whether it is still there: alive, changed, dead, or not known today.

`dead` is what nobody finds any more (404, no such host, a gold member that the archive lacks); `unknown` is what could
not be asked (a time-out, a wall for robots, a missing key, no gold archive): it is no finding.
"""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from pytest_knows.errors import Ungraded, WorldError
from pytest_knows.evidence.gold import GoldArchive
from pytest_knows.evidence.hosted_assets import HostedAssets
from pytest_knows.evidence.hosted_files import NotHad
from pytest_knows.evidence.html import read_html
from pytest_knows.evidence.request import Key, Request
from pytest_knows.evidence.urls import host
from pytest_knows.evidence.web.answer import Answer
from pytest_knows.evidence.web.fetcher import Fetcher
from pytest_knows.freshness.relied import FAMILY, Relied
from pytest_knows.scoring import one_line
from pytest_knows.settings import BENCHMARK

HOSTS = 8
"""That are asked at the same time."""

State = Literal["alive", "changed", "dead", "unknown"]
_DEAD = frozenset({404, 410, 451})


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One thing and its state; `sha256` is of its content, where it has one that can be compared next time."""

    relied: Relied
    state: State
    says: str = ""
    sha256: str = ""

    def as_json(self) -> dict[str, Any]:
        """What the report holds of it."""
        about = {name: value for name, value in asdict(self.relied).items() if value != "" and name != "parameter"}
        return {**about, "state": self.state, "says": self.says, "sha256": self.sha256}


@dataclass(slots=True, kw_only=True)
class Checker:
    """Asks each address, member and asset once, however many tasks rely on it."""

    fetcher: Fetcher
    gold: GoldArchive
    assets: HostedAssets
    before: Mapping[str, str] = field(default_factory=dict)
    """Of an earlier report: name -> sha256."""
    today: datetime.date
    max_age: int | None = None
    """Days after which a fact's `as_of` is reported as changed."""
    _known: dict[tuple[str, str], tuple[State, str, str]] = field(default_factory=dict)

    def check(self, things: Iterable[Relied]) -> Iterator[Checked]:
        """In the order given; never raises. Different hosts are asked at the same time, each of them in turn."""
        things = list(things)
        by_host: dict[str, list[Relied]] = {}
        for thing in {_key(thing): thing for thing in things}.values():
            by_host.setdefault(host(thing.name) if thing.what in ("page", "service") else thing.what, []).append(thing)
        with ThreadPoolExecutor(HOSTS) as pool:
            list(pool.map(self._look, by_host.values()))
        for thing in things:
            state, says, digest = self._known[_key(thing)]
            yield Checked(relied=thing, state=state, says=one_line(says), sha256=digest)

    def _look(self, things: Sequence[Relied]) -> None:
        for thing in things:
            self._known[_key(thing)] = self._looked(thing)

    def _looked(self, thing: Relied) -> tuple[State, str, str]:
        try:
            if thing.what == "gold":
                return self._gold(thing)
            if thing.what == "asset":
                return self._asset(thing)
            if thing.what == "fact":
                return self._fact(thing)
            return self._address(thing)
        except (WorldError, OSError) as error:
            return "unknown", str(error), ""

    def _address(self, thing: Relied) -> tuple[State, str, str]:
        if thing.what == "page":
            return self._judged(thing, self.fetcher.get(thing.name))
        key = Key(variable=thing.key, parameter=thing.parameter, needed=True) if thing.key else None
        request = Request(thing.name, key=key)
        if request.missing_key:
            return "unknown", f"set {request.missing_key} to have it asked", ""
        return self._judged(thing, self.fetcher.call(request))

    def _judged(self, thing: Relied, answer: Answer) -> tuple[State, str, str]:
        if answer.kind in ("dns", "address") or answer.status in _DEAD:
            return "dead", answer.error or f"HTTP {answer.status}", ""
        if answer.error or answer.body is None or answer.status is None or answer.status >= 400:
            return "unknown", answer.error or f"HTTP {answer.status}", ""
        said = read_html(answer.source)[1] if answer.source else answer.body.decode("utf-8", "replace")
        digest = hashlib.sha256(" ".join(said.split()).encode()).hexdigest()
        if thing.contains and thing.contains.casefold() not in " ".join(said.split()).casefold():
            return "changed", f"it does not say {thing.contains!r} any more", digest
        if thing.what == "page" and self.before.get(thing.name, digest) != digest:
            return "changed", "its text is another one than in the earlier report", digest
        return "alive", "", digest

    def _gold(self, thing: Relied) -> tuple[State, str, str]:
        instance = r"\d+" if thing.kind == FAMILY else str(thing.instance)
        wanted = re.compile(rf"(?:[^/]+/)?{re.escape(thing.family)}/instance_{instance}/{re.escape(thing.name)}")
        try:
            if any(wanted.match(name) for name in self.gold.members.names):
                return "alive", "", ""
        except Ungraded as gap:
            return "unknown", f"{gap}; {gap.mend}", ""
        return "dead", "the gold archive has no member of that name", ""

    def _asset(self, thing: Relied) -> tuple[State, str, str]:
        try:
            now, kept = self.assets.fresh(thing.name, thing.kind)
        except NotHad as error:
            return ("dead" if error.gone else "unknown"), str(error), self.assets.kept_hash(thing.name) or ""
        known = self.before.get(thing.name) or kept
        if known and known != now:
            return "changed", "its content is another one than before", now
        return "alive", "", now

    def _fact(self, thing: Relied) -> tuple[State, str, str]:
        if not thing.as_of:
            return "alive", f"as of benchmark {BENCHMARK}", ""
        try:
            age = (self.today - datetime.date.fromisoformat(thing.as_of)).days
        except ValueError:
            return "alive", f"as of {thing.as_of}", ""
        old = self.max_age is not None and age > self.max_age
        return ("changed" if old else "alive"), f"as of {thing.as_of}, {age} days ago", ""


def _key(thing: Relied) -> tuple[str, str]:
    """What is one and the same for all tasks that rely on it."""
    place = f"{thing.family} {thing.instance}" if thing.what in ("gold", "fact") else ""
    return f"{thing.what} {place}", thing.name
