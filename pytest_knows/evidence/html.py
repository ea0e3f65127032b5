"""The visible text of an HTML page.

Only text is wanted, no tree, so a tokeniser of one expression is enough. It takes time in proportion to the page's
length whatever the page; parsers do not: 200,000 nested elements took lexbor (selectolax) 88 s, and 1.8 MB of `<!`
took `html.parser` 26 s.
"""

from __future__ import annotations

import html
import re
from collections import Counter

MAX_CHARACTERS = 3_000_000
"""Of a longer page only the beginning is read."""

# No quantifier can give back what it took, and outside quotes none crosses a "<": each character is looked at a bounded
# number of times.
_MARKUP = re.compile(
    r"<(?:(?P<comment>!--)|[!?][^<>]*+>"
    r"|(?P<end>/?)(?P<tag>[a-zA-Z][^\s<>/]*+)(?P<attributes>(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)>)"
)
_ATTRIBUTE = re.compile(r"([^\s=/\"'<>]++)(?:\s{0,9}=\s{0,9}(\"[^\"]*+\"|'[^']*+'|[^\s\"'>]++))?")
_BLANKS = dict.fromkeys(map(ord, "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029"), " ")
_HUGE_REFERENCE = re.compile(r"&#(?:[xX][0-9a-fA-F]{8,}|[0-9]{8,});?")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_VOID = _words("area base br col embed hr img input link meta param source track wbr")
_RAW = _words("script style textarea title noscript iframe xmp noembed noframes")
_UNSEEN = _words("nav aside svg math object template head")
_BANNERS = _words("header footer")
_CONTENT = ("article", "main")
_CELLS = _words("td th")
_INLINE = _words(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q rb rp rt ruby s "
    "samp small span strike strong sub sup time tt u var wbr"
)


def read_html(source: str) -> tuple[str, str]:
    """(title, visible text) of a page, without scripts, styles, navigation, asides and the page's header and footer.

    One line a block, white space collapsed, cells of a table row parted by a tab. Reads any text without raising.
    """
    reader = _Reader()
    reader.read(source[:MAX_CHARACTERS])
    return " ".join(reader.title.split()), tidy("".join(reader.parts))


def tidy(text: str) -> str:
    """Lines without blanks at their ends, no empty ones; within a line tabs stay, other white space is one blank."""
    lines = ("\t".join(" ".join(cell.split()) for cell in line.split("\t")).strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line)


class _Reader:
    """Collects the text. `_open` are the elements that are open and whether each hides what is in it."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.title = ""
        self._open: list[tuple[str, bool]] = []
        self._count: Counter[str] = Counter()
        self._hiding = 0

    def read(self, source: str) -> None:
        position = 0
        while markup := _MARKUP.search(source, position):
            self._data(source[position : markup.start()])
            position = self._markup(markup)
        self._data(source[position:])

    def _data(self, data: str) -> None:
        if not self._hiding:
            text = _unescaped(data)
            # White space in the source ends no line, blocks do; in <pre> it does.
            self.parts.append(text if self._count["pre"] else text.translate(_BLANKS))

    def _markup(self, markup: re.Match[str]) -> int:
        """Takes one piece of markup; returns where to read on."""
        source, position = markup.string, markup.end()
        if markup["comment"]:
            end = source.find("-->", position)
            return end + 3 if end >= 0 else len(source)
        tag = (markup["tag"] or "").lower()
        if markup["end"]:
            self._end(tag)
        elif tag in _RAW:
            return self._raw(tag, source, position)
        elif tag:
            self._start(tag, markup["attributes"])
        return position

    def _raw(self, tag: str, source: str, position: int) -> int:
        """An element whose content is not markup: nothing of it is seen, but the title is kept."""
        end = re.compile(rf"</{tag}[\s/>]", re.I).search(source, position)
        stop = end.start() if end else len(source)
        if tag == "title" and not self.title and not self._count["svg"]:
            self.title = _unescaped(source[position:stop])
        return stop

    def _start(self, tag: str, attributes: str) -> None:
        if tag not in _INLINE:
            self.parts.append("\t" if tag in _CELLS else "\n")
        if tag in _VOID:
            return
        if tag == "body":
            self._close("head")
        hides = self._hides(tag, attributes)
        self._open.append((tag, hides))
        self._count[tag] += 1
        self._hiding += hides

    def _hides(self, tag: str, attributes: str) -> bool:
        if tag in _BANNERS:
            # The page's, not an article's: there it holds the headline, the author and the date.
            return not any(self._count[name] for name in _CONTENT)
        return tag in _UNSEEN or _is_hidden(attributes)

    def _end(self, tag: str) -> None:
        self._close(tag)
        if tag not in _INLINE and tag not in _CELLS:
            self.parts.append("\n")

    def _close(self, tag: str) -> None:
        """Closes the innermost such element and all that was left open in it."""
        while self._count[tag]:
            name, hides = self._open.pop()
            self._count[name] -= 1
            self._hiding -= hides
            if name == tag:
                break


def _is_hidden(attributes: str) -> bool:
    """By the attribute `hidden`, or `display: none` in its own style."""
    if "hidden" not in attributes and "none" not in attributes:
        return False
    values = {match[1].lower(): (match[2] or "").strip("\"'") for match in _ATTRIBUTE.finditer(attributes)}
    return "hidden" in values or "display:none" in values.get("style", "").replace(" ", "").lower()


def _unescaped(text: str) -> str:
    # html.unescape refuses numbers of thousands of digits; none above 10FFFF means anything.
    return html.unescape(_HUGE_REFERENCE.sub("\ufffd", text)) if "&" in text else text
