"""One model of URLs, for links, traces and page stores: two addresses of the same page compare equal.

Nothing here raises on any text, and nothing asks the network.
"""

from __future__ import annotations

import contextlib
import ipaddress
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import TypeVar
from urllib.parse import quote, unquote_plus, unquote_to_bytes, urlsplit

from pytest_knows.evidence.domains import TOP_LEVEL

T = TypeVar("T")

_LONGEST_KEPT = 2000
"""Characters of an address whose parsing is remembered."""

_INVISIBLE = re.compile("[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):(?!\d)", re.I)
_DEFAULT_PORTS = (80, 443)
_TRACKING = re.compile(
    r"utm_\w+|[gd]clid|[gw]braid|gad_source|gclsrc|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_[ce]id|_g[al]|_hs(?:enc|mi)"
    r"|srsltid|ref|ref_|ref_src|ref_url",
    re.I,
)
_PATH_SAFE = "-._~!$'()*,;:@&=+"
_QUERY_SAFE = "-._~!$'()*,;:@/?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Url:
    """An http(s) URL as a browser would understand it; a missing scheme reads as https.

    `host` is lower case, in punycode, with its `www.`; `port` is None where it is the default one; `path` begins with
    a slash, has no dot segments and is percent-encoded in one way only; `query` holds decoded pairs in their order.
    """

    scheme: str
    host: str
    port: int | None
    path: str
    query: tuple[tuple[str, str], ...]
    fragment: str

    def param(self, *names: str) -> str:
        """The first non-empty value of one of the query parameters, by order of `names`; else ""."""
        for name in names:
            for key, value in self.query:
                if key == name and value:
                    return value
        return ""

    @property
    def segments(self) -> tuple[str, ...]:
        """The non-empty segments of the path, decoded."""
        return tuple(_decoded(part) for part in self.path.split("/") if part)


def _remembered(function: Callable[[str], T]) -> Callable[[str], T]:
    """Grading asks about the same few hundred addresses again and again; very long ones are not kept."""
    kept = lru_cache(4096)(function)

    @wraps(function)
    def looked_up(text: str) -> T:
        return kept(text) if len(text) <= _LONGEST_KEPT else function(text)

    return looked_up


@_remembered
def parse(text: str) -> Url | None:
    """The URL that `text` is, ends trimmed; None if it is not an http(s) URL. Credentials in it are dropped."""
    cleaned = _cleaned(text)
    scheme = _SCHEME.match(cleaned)
    if scheme and scheme[1].lower() not in ("http", "https"):
        return None
    if not scheme:
        cleaned = "https://" + cleaned.lstrip("/")
    try:
        parts = urlsplit(cleaned)
        port = parts.port
        name = _host_name(parts.hostname or "")
    except ValueError:
        return None
    if not name:
        return None
    return Url(
        scheme=parts.scheme,
        host=name,
        port=None if port in _DEFAULT_PORTS else port,
        path=_path(parts.path),
        query=_query(parts.query),
        fragment=parts.fragment,
    )


def _cleaned(text: str) -> str:
    """Without blanks at the ends, invisible characters and lone surrogates; backslashes as browsers read them."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    text = _INVISIBLE.sub("", text).strip()
    head, mark, tail = text.partition("?")
    return head.replace("\\", "/") + mark + tail


def _host_name(name: str) -> str:
    """Lower case, punycode, no dot at the end; "" if it cannot be a host."""
    if ":" in name:
        return f"[{ipaddress.IPv6Address(name)}]"
    if not name.isascii():
        import idna

        try:
            name = idna.encode(name, uts46=True).decode("ascii")
        except UnicodeError:
            return ""
    name = name.lower().rstrip(".")
    return name if re.fullmatch(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*", name) else ""


def _decoded(part: str) -> str:
    return unicodedata.normalize("NFC", unquote_to_bytes(part).decode("utf-8", "replace"))


def _recoded(part: str) -> str:
    """A path segment in its one spelling. Bytes that are not UTF-8 are kept as they are."""
    raw = unquote_to_bytes(part)
    with contextlib.suppress(UnicodeDecodeError):
        raw = unicodedata.normalize("NFC", raw.decode("utf-8")).encode("utf-8")
    return quote(raw, safe=_PATH_SAFE)


def _path(path: str) -> str:
    """Dot segments resolved, each segment in its one spelling, a slash in front."""
    done: list[str] = []
    for part in path.split("/")[1:]:
        segment = _recoded(part)
        if segment == "..":
            del done[-1:]
        elif segment != ".":
            done.append(segment)
    return "/" + "/".join(done)


def _query(query: str) -> tuple[tuple[str, str], ...]:
    pairs = (part.partition("=") for part in query.split("&") if part)
    return tuple((unquote_plus(key), unquote_plus(value)) for key, _, value in pairs)


@_remembered
def normalise(url: str) -> str:
    """The one spelling of a URL's page: equal for two URLs that lead to the same page.

    Ignored are: scheme, `www.` and mobile `m.` labels, default ports, slashes at the end of the path, fragments (but
    not the routes `#/...`, `#!...` of single-page sites), tracking parameters, the order of parameters,
    percent-encoding, and wrapping by a known redirector. All views of one Google file are one page. What is no
    http(s) URL comes back trimmed.
    """
    parsed = _target(url)
    if parsed is None:
        return _cleaned(url)
    file = _google_id(parsed)
    if file and not _is_export(parsed):
        return f"https://drive.google.com/open?id={file}"
    port = f":{parsed.port}" if parsed.port else ""
    kept = sorted((pair for pair in parsed.query if not _TRACKING.fullmatch(pair[0])), key=lambda pair: pair[0])
    query = "&".join(_pair(*pair) for pair in kept)
    return f"https://{_site(parsed.host)}{port}{parsed.path.rstrip('/')}{'?' + query if query else ''}{_route(parsed)}"


def _pair(key: str, value: str) -> str:
    name = quote(key, safe=_QUERY_SAFE)
    return f"{name}={quote(value, safe=_QUERY_SAFE + '=')}" if value else name


def _site(name: str) -> str:
    """The host without `www.` and mobile labels, as far as two labels remain."""
    labels = name.split(".")
    front, site = labels[:-2], labels[-2:]
    if front[:1] == ["www"]:
        del front[0]
    return ".".join([label for label in front if label != "m"] + site)


def _route(url: Url) -> str:
    """The fragment, if it names a page within a single-page site."""
    route = url.fragment if url.fragment.startswith(("/", "!")) else ""
    return "#" + quote(unquote_to_bytes(route), safe=_PATH_SAFE + "/?") if route.strip("/!") else ""


def same(a: str, b: str) -> bool:
    """Whether both are URLs of one page (equal under `normalise`). An empty text equals nothing."""
    return bool(parse(a)) and normalise(a) == normalise(b)


def host(url: str) -> str:
    """The host without `www.` and mobile labels, lower case, of the redirector's target if it is one; "" if no URL."""
    parsed = _target(url)
    return _site(parsed.host) if parsed else ""


def on_site(url: str, *domains: str) -> bool:
    """Whether the URL's host is one of the domains or below it."""
    name = host(url)
    sites = [_site(domain.lower()) for domain in domains]
    return any(name == site or name.endswith("." + site) for site in sites if site)


# --- redirectors ---------------------------------------------------------------------------------------------------

_REDIRECTORS: dict[tuple[str, str], tuple[str, ...]] = {
    ("google.com", "/url"): ("q", "url"),
    ("duckduckgo.com", "/l"): ("uddg",),
    ("l.facebook.com", "/l.php"): ("u",),
    ("lm.facebook.com", "/l.php"): ("u",),
    ("l.instagram.com", ""): ("u",),
    ("youtube.com", "/redirect"): ("q",),
    ("linkedin.com", "/redir/redirect"): ("url",),
    ("out.reddit.com", ""): ("url",),
    ("slack-redir.net", "/link"): ("url",),
    ("steamcommunity.com", "/linkfilter"): ("u", "url"),
}
"""(host without www., path) -> the parameters that hold the target."""
_SAFELINKS = "safelinks.protection.outlook.com"
_GOOGLE = re.compile(r"google\.(?:com?\.)?[a-z]{2,3}")
_NESTED = 5


_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp", ".tif", ".tiff", ".avif", ".ico")


def is_picture(url: str) -> bool:
    """Whether the URL's path is named like a picture file; what it leads to may be something else."""
    parsed = parse(url)
    return parsed is not None and parsed.path.lower().endswith(_PICTURES)


def unwrap(url: str) -> str:
    """The target of a known redirector's URL (`google.com/url?q=...`), also through several; else `url` itself."""
    for _ in range(_NESTED):
        parsed = parse(url)
        target = _wrapped(parsed) if parsed else ""
        if not target:
            break
        url = target
    return url


def archived(url: str) -> str:
    """Where the Internet Archive has its latest copy of a page, as the page was served."""
    return f"https://web.archive.org/web/2id_/{url}"


def _wrapped(url: Url) -> str:
    name = _site(url.host)
    if name.endswith("." + _SAFELINKS):
        names: tuple[str, ...] = ("url",)
    else:
        site = "google.com" if _GOOGLE.fullmatch(name) else name
        names = _REDIRECTORS.get((site, url.path.rstrip("/")), ())
    target = url.param(*names)
    return target if re.match(r"https?://", target, re.I) and parse(target) else ""


def _target(url: str) -> Url | None:
    return parse(unwrap(url))


# --- Google files --------------------------------------------------------------------------------------------------

_FILE_PATH = re.compile(
    r"/(?:a/[^/]+/)?(?:document|spreadsheets|presentation|drawings|forms|file)(?:/u/\d+)?/d/(?!e/)([\w-]+)(?:/.*)?",
    re.ASCII,
)
_FOLDER_PATH = re.compile(r"/(?:a/[^/]+/)?drive(?:/mobile)?(?:/u/\d+)?(?:/mobile)?/folders/([\w-]+)(?:/.*)?", re.ASCII)
_ID_QUERIES = {
    "drive.google.com": ("/open", "/uc", "/folderview", "/thumbnail"),
    "docs.google.com": ("/open", "/uc"),
    "drive.usercontent.google.com": ("/download", "/uc"),
}


def google_file_id(url: str) -> str | None:
    """The id of the Drive file or folder that a Docs, Sheets, Slides or Drive URL names; None for any other URL.

    Published copies (`/d/e/2PACX-...`) have no file id.
    """
    parsed = _target(url)
    return _google_id(parsed) if parsed else None


def _google_id(url: Url) -> str | None:
    if url.host not in _ID_QUERIES:
        return None
    found = _FILE_PATH.fullmatch(url.path) or _FOLDER_PATH.fullmatch(url.path)
    if found:
        return found[1]
    value = url.param("id") if url.path.rstrip("/") in _ID_QUERIES[url.host] else ""
    return value if re.fullmatch(r"[\w-]+", value, re.ASCII) else None


def _is_export(url: Url) -> bool:
    """Exports and chart endpoints (`/export?format=pdf`, `/gviz/tq`) give other content than the file's own page."""
    return bool({"export", "gviz", "thumbnail"} & set(url.segments))


# --- URLs in text --------------------------------------------------------------------------------------------------

_STOPS = r"\s<>\"`{}|^\x00-\x1f\x7f\u200b\u2060\ufeff\u00ab\u00bb\u2018-\u201f\u3000-\u3002\uff08\uff09\uff0c"
_IN_TEXT = re.compile(rf"https?://[^{_STOPS}]+", re.I)
_NEXT = re.compile(r"(?<![/=?&:])https?://", re.I)
_BRACKETS = {")": "(", "]": "["}
_PUNCTUATION = ".,;:!?'*_~([\\"


def find(text: str) -> list[str]:
    """The http(s) URLs in a text as they are written, in order, repeated ones too.

    Punctuation at the end and closing brackets that were not opened within the URL are cut off.
    """
    found: list[str] = []
    if "://" not in text:
        return found
    for match in _IN_TEXT.finditer(text):
        for piece in _pieces(match[0]):
            url = _trimmed(piece)
            if parse(url):
                found.append(url)
    return found


def _pieces(run: str) -> list[str]:
    """URLs that stand together without a blank, apart; a URL within a path or a query stays whole."""
    starts = [match.start() for match in _NEXT.finditer(run)]
    return [run[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]


def _trimmed(url: str) -> str:
    surplus = {close: url.count(close) - url.count(opening) for close, opening in _BRACKETS.items()}
    end = len(url)
    while end:
        last = url[end - 1]
        if surplus.get(last, 0) > 0:
            surplus[last] -= 1
        elif last not in _PUNCTUATION:
            break
        elif last in "([":
            surplus[")" if last == "(" else "]"] += 1
        end -= 1
    return url[:end]


_BARE = re.compile(
    rf"(?<![^\s(\[\"'\u201c\u2018<:;,|])((?:[a-z0-9](?:[a-z0-9-]{{0,61}}[a-z0-9])?\.){{1,8}}([a-z]{{2,24}}))(?![\w@.-]*@)"
    rf"(?::\d{{1,5}})?(?:[/?#][^{_STOPS}]*)?(?![\w-])",
    re.I,
)


def bare_domains(text: str) -> list[str]:
    """Addresses without a scheme (`example.org`, `www.example.org/page`), as written, in order, repeated ones too.

    Only at the start of a word, with a top-level domain that is known or comes with a www., in lower case (or all in
    upper case), at least one letter in front of it, and not in an e-mail address; so neither "rated 4.2.It has" nor
    "end.In" is one.
    """
    found: list[str] = []
    if "." not in text:
        return found
    for match in _BARE.finditer(text):
        name, top = match[1], match[2]
        written_alike = top.islower() or name.isupper()
        known = top.lower() in TOP_LEVEL or name[:4].lower() == "www."
        if known and written_alike and re.search("[a-z]", name[: -len(top)], re.I):
            found.append(_trimmed(match[0]))
    return found
