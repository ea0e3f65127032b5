"""The `q` language of `files.list`, translated to an SQL condition (values are always bound, never pasted in)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from pytest_knows.workspace.local.calls import Caller
from pytest_knows.workspace.local.errors import ApiError

_TOKEN = re.compile(
    r"""\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(<=|>=|!=|[=<>(){}])|([A-Za-z][\w.]*))""", re.DOTALL
)
_DEPTH = 50
_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
_EXTRA = "COALESCE(json_extract(f.extra, '$.{}'), {})"
_TEXT_COLUMNS = {
    "name": "f.name",
    "mimeType": "f.mime",
    "shortcutDetails.targetId": _EXTRA.format("shortcutDetails.targetId", "''"),
}
_TIME_COLUMNS = {
    "modifiedTime": "f.modified",
    "createdTime": "f.created",
    "viewedByMeTime": "json_extract(f.extra, '$.viewedByMeTime')",
}
_IN_THE_BIN = """f.id IN (WITH RECURSIVE binned(id) AS (
    SELECT id FROM files WHERE trashed UNION SELECT c.id FROM files c JOIN binned ON c.parent = binned.id)
    SELECT id FROM binned)"""
_VISIBILITY = """CASE (SELECT MIN(p.type) FROM permissions p WHERE p.file = f.id AND p.type IN ('anyone', 'domain'))
    WHEN 'anyone' THEN 'anyoneWithLink' WHEN 'domain' THEN 'domainWithLink' ELSE 'limited' END"""
_VISIBILITIES = ("anyoneCanFind", "anyoneWithLink", "domainCanFind", "domainWithLink", "limited")
_FLAGS = {"trashed": f"({_IN_THE_BIN})", "starred": _EXTRA.format("starred", "0")}
_SHARED = (
    "f.owner != ? AND EXISTS (SELECT 1 FROM permissions p WHERE p.file = f.id AND p.type = 'user' AND p.email = ?)"
)
_ROLES = {"owners": ("owner",), "writers": ("owner", "writer"), "readers": ("owner", "writer", "commenter", "reader")}


@dataclass(frozen=True, slots=True)
class Token:
    """A word, an operator, or the content of a quoted string."""

    text: str
    quoted: bool = False


@dataclass(slots=True)
class Condition:
    """SQL with its values; `f` is the table of files."""

    sql: str
    values: list[object] = field(default_factory=list)


def translate(text: str, caller: Caller) -> Condition:
    """The condition that `q` states; no text, no condition. Raises ApiError 400 as Drive does."""
    if not text.strip():
        return Condition("1")
    parser = _Parser(_tokens(text), caller)
    condition = parser.either(0)
    if parser.tokens:
        raise invalid()
    return condition


def invalid() -> ApiError:
    """Drive's answer to a query that it cannot read."""
    return ApiError(400, "Invalid Value", reason="invalid")


def _tokens(text: str) -> list[Token]:
    """All tokens, the first one last: a stack."""
    tokens: list[Token] = []
    position = 0
    text = text.rstrip()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if not match:
            raise invalid()
        quoted = match[2] if match[1] is None else match[1]
        if quoted is not None:
            tokens.append(Token(re.sub(r"\\(.)", r"\1", quoted, flags=re.DOTALL), quoted=True))
        else:
            tokens.append(Token(match[3] or match[4]))
        position = match.end()
    return tokens[::-1]


class _Parser:
    """Recursive descent: `or` binds weakest, then `and`, then `not`."""

    def __init__(self, tokens: list[Token], caller: Caller) -> None:
        self.tokens = tokens
        self._caller = caller

    def either(self, depth: int) -> Condition:
        return self._chain("or", lambda: self._chain("and", lambda: self._negation(depth)))

    def _chain(self, word: str, operand: Callable[[], Condition]) -> Condition:
        parts = [operand()]
        while self._next_is(word):
            self._take()
            parts.append(operand())
        if len(parts) == 1:
            return parts[0]
        sql = f" {word.upper()} ".join(part.sql for part in parts)
        return Condition(f"({sql})", [value for part in parts for value in part.values])

    def _negation(self, depth: int) -> Condition:
        if depth > _DEPTH:
            raise invalid()
        if self._next_is("not"):
            self._take()
            inner = self._negation(depth + 1)
            return Condition(f"NOT ({inner.sql})", inner.values)
        if self._next_is("("):
            self._take()
            inner = self.either(depth + 1)
            self._expect(")")
            return inner
        return self._comparison()

    def _comparison(self) -> Condition:
        first = self._take()
        if first.quoted:
            self._expect("in")
            return self._membership(first.text, self._take().text)
        if first.text == "sharedWithMe":
            return self._shared()
        if first.text in _FLAGS:
            return self._flag(_FLAGS[first.text])
        operator = self._take().text
        if first.text in ("properties", "appProperties") and operator == "has":
            return self._property(first.text)
        value = self._take()
        if not value.quoted:
            raise invalid()
        return _compared(first.text, operator, value.text)

    def _shared(self) -> Condition:
        email = self._caller.email
        shared = Condition(f"({_SHARED})", [email, email])
        if self.tokens and self.tokens[-1].text in ("=", "!="):
            wanted = self._flag("x").values[0]
            return shared if wanted else Condition(f"NOT {shared.sql}", shared.values)
        return shared

    def _flag(self, column: str) -> Condition:
        operator, value = self._take().text, self._take()
        if operator not in ("=", "!=") or value.quoted or value.text not in ("true", "false"):
            raise invalid()
        return Condition(f"{column} = ?", [int((value.text == "true") == (operator == "="))])

    def _membership(self, value: str, collection: str) -> Condition:
        if collection == "parents":
            return Condition("f.parent = ?", [self._caller.root if value == "root" else value])
        if collection not in _ROLES:
            raise invalid()
        roles = _ROLES[collection]
        email = self._caller.email if value == "me" else value
        marks = ", ".join("?" * len(roles))
        sql = f"EXISTS (SELECT 1 FROM permissions p WHERE p.file = f.id AND p.email = ? AND p.role IN ({marks}))"
        return Condition(sql, [email, *roles])

    def _property(self, kind: str) -> Condition:
        """`{ key='a' and value='b' }`."""
        self._expect("{")
        given: dict[str, str] = {}
        for name in ("key", "value"):
            self._expect(name)
            self._expect("=")
            given[name] = self._take().text
            self._expect("and" if name == "key" else "}")
        sql = "EXISTS (SELECT 1 FROM json_each(f.extra, ?) j WHERE j.key = ? AND j.value = ?)"
        return Condition(sql, [f"$.{kind}", given["key"], given["value"]])

    def _next_is(self, word: str) -> bool:
        return bool(self.tokens) and not self.tokens[-1].quoted and self.tokens[-1].text == word

    def _take(self) -> Token:
        if not self.tokens:
            raise invalid()
        return self.tokens.pop()

    def _expect(self, word: str) -> None:
        if not self._next_is(word):
            raise invalid()
        self._take()


def _compared(name: str, operator: str, value: str) -> Condition:
    if name in _TIME_COLUMNS and operator in _COMPARISONS:
        return Condition(f"{_TIME_COLUMNS[name]} {operator} ?", [utc_time(value)])
    if name in _TEXT_COLUMNS and operator in ("=", "!="):
        return Condition(f"{_TEXT_COLUMNS[name]} {operator} ?", [value])
    if operator == "contains" and name == "name":
        # Drive matches the beginnings of words, whatever their case.
        return Condition("has_prefix(f.name, ?)", [value])
    if operator == "contains" and name == "mimeType":
        return Condition("instr(f.mime, ?)", [value])
    if operator == "contains" and name == "fullText":
        in_state = "EXISTS (SELECT 1 FROM states s WHERE s.id = f.id AND state_says(s.state, ?))"
        in_blob = "EXISTS (SELECT 1 FROM blobs b WHERE b.sha256 = f.blob AND blob_says(f.mime, b.data, ?))"
        described = f"says({_EXTRA.format('description', repr(''))}, ?)"
        return Condition(f"(says(f.name, ?) OR {described} OR {in_state} OR {in_blob})", [value] * 4)
    if name == "visibility" and operator in ("=", "!=") and value in _VISIBILITIES:
        return Condition(f"{_VISIBILITY} {operator} ?", [value])
    raise invalid()


def utc_time(text: str) -> str:
    """An RFC 3339 time as the store writes it; UTC if no zone is given, as Drive reads it. Raises ApiError 400."""
    try:
        moment = datetime.fromisoformat(text)
        moment = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise invalid() from error
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
