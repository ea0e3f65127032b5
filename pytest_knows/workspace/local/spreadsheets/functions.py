"""Functions that Google Sheets has and ironcalc lacks or understands otherwise, as what it does know.

The rules get a call's arguments as text, with ranges closed and tables resolved (see `translate`). Every rule was
checked against ironcalc 0.9.1.
"""

from __future__ import annotations

import re
from collections.abc import Callable

MAX_LENGTH = 50_000
"""Characters of a rewritten formula (Google's limit for a cell): rules that repeat an argument grow fast."""

UNSUPPORTED = frozenset({
    "AI", "COUNTUNIQUEIFS", "DETECTLANGUAGE", "GETPIVOTDATA", "GOOGLEFINANCE", "GOOGLETRANSLATE", "IMCOTH",
    "IMLOG", "IMPORTDATA", "IMPORTFEED", "IMPORTHTML", "IMPORTRANGE", "IMPORTXML", "IMTANH",
    "MARGINOFERROR", "QUERY",
})  # fmt: skip
"""Google functions that need the network or that nothing here computes."""

PICTURES = frozenset({"IMAGE", "SPARKLINE"})
"""Functions whose cells show no text."""

FORMATS = {
    "TO_DATE": {"type": "DATE", "pattern": "m/d/yyyy"},
    "TO_DOLLARS": {"type": "CURRENCY", "pattern": '"$"#,##0.00'},
    "TO_PERCENT": {"type": "PERCENT", "pattern": "0.00%"},
    "EPOCHTODATE": {"type": "DATE_TIME", "pattern": "m/d/yyyy h:mm:ss"},
}
"""The format that a formula gives its cell by its outermost function."""

_NAME = re.compile(r'"(?:[^"]|"")*"?|(?<![\w.])([^\W\d][\w.]*)\s*(?=\()')
RANGE = re.compile(r"(?<!\w)(?:tab_\d+!)?\$?[A-Z]+\$?\d+:\$?[A-Z]+\$?\d+", re.IGNORECASE)
_GROUP = re.compile(r"(?<!\\)(?:\\\\)*\((?!\?)")
Rule = Callable[[list[str]], "str | None"]


def called(formula: str) -> list[str]:
    """The names of the functions in a formula, in capitals, in order."""
    return [match[1].upper() for match in _NAME.finditer(formula) if match[1]]


def unsupported(formula: str) -> str:
    """The first function of a formula that the embedded Workspace does not have; empty if there is none."""
    return next((name for name in called(formula) if name in UNSUPPORTED), "")


def outermost(formula: str) -> str:
    """The name of the function that makes up the whole formula, by its beginning."""
    match = re.match(r"=\s*([^\W\d][\w.]*)\s*\(", formula)
    return match[1].upper() if match else ""


def call(name: str, arguments: list[str]) -> str:
    """A call as ironcalc understands it."""
    rule = _RULES.get(name)
    return (rule(arguments) if rule and arguments else None) or f"{name}({','.join(arguments)})"


def array(items: list[str], marks: list[str]) -> str:
    """`{1,2;3,4}` stays; with ranges or calls inside it is a stack of stacks."""
    plain = "{" + "".join(item + mark for item, mark in zip(items, [*marks, ""], strict=False)) + "}"
    if all(
        re.fullmatch(r'\s*(?:-?[\d.]+(?:[eE][+-]?\d+)?|"(?:[^"]|"")*"|TRUE|FALSE)\s*', item, re.I) for item in items
    ):
        return plain
    rows: list[list[str]] = [[]]
    for item, mark in zip(items, [*marks, ""], strict=True):
        rows[-1].append(item)
        if mark == ";":
            rows.append([])
    return _stack("VSTACK", [_stack("HSTACK", row) for row in rows])


def _stack(name: str, parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{name}({','.join(parts)})"


def sort(arguments: list[str], keys: str) -> str:
    """SORT(range, column, ascending, ...): a column is its number or a range of its own."""
    pairs = arguments[1:] or ["1", "TRUE"]
    by = []
    for column, ascending in zip(pairs[::2], [*pairs[1::2], "TRUE"], strict=False):
        key = column if RANGE.search(column) else f"INDEX({keys},0,{column})"
        by.append(f"{key},IF({ascending},1,-1)")
    return f"SORTBY({arguments[0]},{','.join(by)})"


def _filter(arguments: list[str]) -> str | None:
    conditions = "*".join(f"({one})" for one in arguments[1:])
    return f"FILTER({arguments[0]},{conditions},NA())" if conditions else None


def _join(arguments: list[str]) -> str | None:
    return _text_join([arguments[0], "FALSE", *arguments[1:]]) if len(arguments) > 1 else None


def _text_join(arguments: list[str]) -> str | None:
    """Ranges and single values as they are; anything computed is walked over, as ironcalc joins only ranges."""
    if len(arguments) < 3 or all(RANGE.fullmatch(one.strip()) or "(" not in one for one in arguments[2:]):
        return f"TEXTJOIN({','.join(arguments)})" if len(arguments) > 2 else None
    mark, skip, *items = arguments
    whole = _columns(items) if len(items) > 1 else items[0]
    joined = f'REDUCE("",{whole},LAMBDA(a_,x_,IF(AND({skip},x_=""),a_,a_&{mark}&x_)))'
    return f"MID({joined},LEN({mark})+1,{MAX_LENGTH})"


def _columns(arguments: list[str]) -> str:
    return _stack("VSTACK", [f"TOCOL({one})" for one in arguments])


def _count_unique(arguments: list[str]) -> str:
    stacked = _stack("VSTACK", [f"TOCOL({one},1)" for one in arguments])
    return f"IFERROR(ROWS(UNIQUE({stacked})),0)"


def _count(arguments: list[str]) -> str | None:
    """ironcalc counts ranges and single values, not arrays that were computed."""
    if len(arguments) != 1 or "(" not in arguments[0]:
        return None
    return f"SUMPRODUCT(MAP({arguments[0]},LAMBDA(x_,IF(ISNUMBER(x_),1,0))))"


def _split(arguments: list[str]) -> str | None:
    """SPLIT(text, delimiter, by each character = TRUE, drop empty texts = TRUE); numbers become numbers."""
    if len(arguments) < 2:
        return None
    text, mark, each, drop = [*arguments, "TRUE", "TRUE"][:4] if len(arguments) != 3 else [*arguments, "TRUE"]
    whole = each.strip().upper() in ("FALSE", "0") or re.fullmatch(r'\s*"(?:[^"]|"")"\s*', mark)
    marks = mark if whole else f"IF({each},MID({mark},SEQUENCE(1,LEN({mark})),1),{mark})"
    return f"MAP(TEXTSPLIT({text},{marks},,{drop}),LAMBDA(p_,IFERROR(VALUE(p_),p_)))"


def _between(arguments: list[str]) -> str | None:
    if len(arguments) < 3:
        return None
    value, low, high = arguments[:3]
    low_in, high_in = [*arguments[3:], "TRUE", "TRUE"][:2] if len(arguments) != 4 else (arguments[3], "TRUE")
    above = f"((({value})>({low}))+({low_in})*(({value})=({low}))>0)"
    below = f"((({value})<({high}))+({high_in})*(({value})=({high}))>0)"
    return f"({above}*{below}=1)"


def _extract(arguments: list[str]) -> str | None:
    """REGEXEXTRACT answers the groups if the pattern has some, side by side."""
    if len(arguments) != 2:
        return None
    text, pattern = arguments
    groups = len(_GROUP.findall(pattern)) if re.fullmatch(r'\s*"(?:[^"]|"")*"\s*', pattern) else 0
    if not groups:
        return None
    whole = f'"^[\\s\\S]*?(?:"&{pattern}&")[\\s\\S]*$"'
    parts = [f'REGEXREPLACE({text},{whole},"${number}")' for number in range(1, min(groups, 9) + 1)]
    return f"IF(REGEXTEST({text},{pattern}),{_stack('HSTACK', parts)},NA())"


def _regex_replace(arguments: list[str]) -> str | None:
    """Google writes a group as $1 or \\1."""
    if len(arguments) != 3:
        return None
    replacement = re.sub(r"\\(?=\d)", "$", arguments[2])
    return f"REGEXREPLACE({arguments[0]},{arguments[1]},{replacement})"


def _rank(arguments: list[str]) -> str | None:
    if len(arguments) < 2:
        return None
    value, data = arguments[:2]
    above = f'COUNTIF({data},">"&{value})'
    if len(arguments) > 2:
        above = f'IF({arguments[2]},COUNTIF({data},"<"&{value}),{above})'
    return f"IF(COUNTIF({data},{value})=0,NA(),1+{above})"


def _rank_average(arguments: list[str]) -> str | None:
    rank = _rank(arguments)
    return rank and f"({rank}+(COUNTIF({arguments[1]},{arguments[0]})-1)/2)"


def _weighted(arguments: list[str]) -> str | None:
    if len(arguments) % 2:
        return None
    values, weights = arguments[::2], arguments[1::2]
    products = "+".join(f"SUMPRODUCT({one},{other})" for one, other in zip(values, weights, strict=True))
    return f"(({products})/SUM({','.join(weights)}))"


def _sortn(arguments: list[str]) -> str | None:
    order = arguments[3:]
    if len(arguments) > 2 and arguments[2].strip() not in ("0", ""):
        return None
    return f"TAKE({sort([arguments[0], *order], arguments[0])},{arguments[1] if len(arguments) > 1 else 1})"


def _epoch(arguments: list[str]) -> str:
    unit = arguments[1] if len(arguments) > 1 else "1"
    return f"(({arguments[0]})/86400/CHOOSE({unit},1,1000,1000000)+25569)"


def _operator(sign: str) -> Rule:
    return lambda arguments: f"(({arguments[0]}){sign}({arguments[1]}))" if len(arguments) == 2 else None


def _template(text: str) -> Rule:
    """A rule for a function of one argument, `$0` in the text."""
    return lambda arguments: text.replace("$0", arguments[0]) if len(arguments) == 1 else None


_URL = r"^(?i)(?:(?:https?|ftp)://|mailto:|www\.)?[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]\S*)?$|^(?i)mailto:\S+@\S+$"
_EMAIL = r"^[\w.+%-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}$"
_EMPTY = '""'

_RULES: dict[str, Rule] = {
    "ADD": _operator("+"), "MINUS": _operator("-"), "MULTIPLY": _operator("*"), "DIVIDE": _operator("/"),
    "POW": _operator("^"), "EQ": _operator("="), "NE": _operator("<>"), "GT": _operator(">"), "GTE": _operator(">="),
    "LT": _operator("<"), "LTE": _operator("<="),
    "UMINUS": _template("(-($0))"), "UPLUS": _template("($0)"), "UNARY_PERCENT": _template("(($0)/100)"),
    "TO_DATE": _template("($0)"), "TO_DOLLARS": _template("($0)"), "TO_PERCENT": _template("($0)"),
    "TO_PURE_NUMBER": _template("($0)"), "TO_TEXT": _template(f"(($0)&{_EMPTY})"),
    "ISURL": _template(f'REGEXTEST(($0)&{_EMPTY},"{_URL}")'),
    "ISEMAIL": _template(f'REGEXTEST(($0)&{_EMPTY},"{_EMAIL}")'),
    "ISDATE": _template(f"ISNUMBER(DATEVALUE(($0)&{_EMPTY}))"),
    "IMAGE": lambda _: _EMPTY, "SPARKLINE": lambda _: _EMPTY,
    "CONCATENATE": lambda arguments: f"CONCAT({','.join(arguments)})",
    "ARRAY_CONSTRAIN": lambda arguments: f"TAKE({','.join(arguments)})" if len(arguments) == 3 else None,
    "REGEXMATCH": lambda arguments: f"REGEXTEST({','.join(arguments)})" if len(arguments) == 2 else None,
    "REGEXEXTRACT": _extract, "REGEXREPLACE": _regex_replace, "SPLIT": _split, "JOIN": _join, "TEXTJOIN": _text_join,
    "FLATTEN": _columns, "COUNTUNIQUE": _count_unique, "ISBETWEEN": _between, "FILTER": _filter,
    "SORT": lambda arguments: sort(arguments, arguments[0]), "SORTN": _sortn, "EPOCHTODATE": _epoch,
    "COUNT": _count, "RANK": _rank, "RANK.EQ": _rank, "RANK.AVG": _rank_average, "AVERAGE.WEIGHTED": _weighted,
}  # fmt: skip
LIFTED = {
    "VLOOKUP": 0, "HLOOKUP": 0, "XLOOKUP": 0, "MATCH": 0, "COUNTIF": 1, "SEARCH": 1, "FIND": 1, "REGEXMATCH": 0,
    "REGEXEXTRACT": 0, "REGEXREPLACE": 0, "ISURL": 0, "ISEMAIL": 0, "ROUND": 0, "ROUNDUP": 0, "ROUNDDOWN": 0,
    "SUBSTITUTE": 0, "ISNUMBER": 0, "ISTEXT": 0, "ISBLANK": 0,
}  # fmt: skip
"""Functions that ironcalc does not spread over an array, and the argument over which Google does."""
REWRITTEN = frozenset({*_RULES, *LIFTED})
"""All functions that ironcalc gets otherwise than they were entered."""
