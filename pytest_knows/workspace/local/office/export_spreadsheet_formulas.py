"""Formulas of Google Sheets as Excel reads them.

What Excel has not is written as Google writes it, with the value that it came to; the import knows that form.
"""

from __future__ import annotations

import re

from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.spreadsheets.a1 import quoted
from pytest_knows.workspace.local.spreadsheets.functions import called
from pytest_knows.workspace.local.spreadsheets.images import for_excel

_SINCE_2010 = frozenset({
    "ACOT", "ACOTH", "AGGREGATE", "ARABIC", "BASE", "BETA.DIST", "BETA.INV", "BINOM.DIST", "BINOM.DIST.RANGE",
    "BINOM.INV", "BITAND", "BITLSHIFT", "BITOR", "BITRSHIFT", "BITXOR", "BYCOL", "BYROW", "CEILING.MATH",
    "CEILING.PRECISE", "CHISQ.DIST", "CHISQ.DIST.RT", "CHISQ.INV", "CHISQ.INV.RT", "CHISQ.TEST", "CHOOSECOLS",
    "CHOOSEROWS", "COMBINA", "CONCAT", "CONFIDENCE.NORM", "CONFIDENCE.T", "COT", "COTH", "COVARIANCE.P",
    "COVARIANCE.S", "CSC", "CSCH", "DAYS", "DECIMAL", "ENCODEURL", "ERF.PRECISE", "ERFC.PRECISE",
    "EXPON.DIST", "F.DIST", "F.DIST.RT", "F.INV", "F.INV.RT", "F.TEST", "FILTER", "FLOOR.MATH",
    "FLOOR.PRECISE", "FORMULATEXT", "GAMMA", "GAMMA.DIST", "GAMMA.INV", "GAMMALN.PRECISE", "GAUSS", "HSTACK",
    "HYPGEOM.DIST", "IFNA", "IFS", "IMCOSH", "IMCOT", "IMCSC", "IMCSCH", "IMSEC", "IMSECH", "IMSINH", "IMTAN",
    "ISFORMULA", "ISOWEEKNUM", "LAMBDA", "LET", "LOGNORM.DIST", "LOGNORM.INV", "MAKEARRAY", "MAP", "MAXIFS",
    "MINIFS", "MODE.MULT", "MODE.SNGL", "MUNIT", "NEGBINOM.DIST", "NETWORKDAYS.INTL", "NORM.DIST", "NORM.INV",
    "NORM.S.DIST", "NORM.S.INV", "NUMBERVALUE", "PDURATION", "PERCENTILE.EXC", "PERCENTILE.INC",
    "PERCENTRANK.EXC", "PERCENTRANK.INC", "PERMUTATIONA", "PHI", "POISSON.DIST", "QUARTILE.EXC",
    "QUARTILE.INC", "RANDARRAY", "RANK.AVG", "RANK.EQ", "REDUCE", "RRI", "SCAN", "SEC", "SECH", "SEQUENCE",
    "SHEET", "SHEETS", "SKEW.P", "SORTBY", "STDEV.P", "STDEV.S", "SWITCH", "T.DIST", "T.DIST.2T", "T.DIST.RT",
    "T.INV", "T.INV.2T", "T.TEST", "TEXTJOIN", "TOCOL", "TOROW", "UNICHAR", "UNICODE", "UNIQUE", "VAR.P",
    "VAR.S", "VSTACK", "WEIBULL.DIST", "WORKDAY.INTL", "WRAPCOLS", "WRAPROWS", "XLOOKUP", "XMATCH", "XOR",
    "Z.TEST",
})  # fmt: skip
"""Functions whose names Excel's files mark (MS-XLSX 2.2.2): they came after the file format."""
_NAME = re.compile(r'("(?:[^"]|"")*"?)|(?<![\w.])([^\W\d][\w.]*)(?=\s*\()')
_OUTSIDE_TEXT = re.compile(r"\"(?:[^\"]|\"\")*\"|'(?:[^']|'')*'")
_OPEN_RANGE = re.compile(
    r"\$?[A-Za-z]{1,3}\$?\d+:\$?[A-Za-z]{1,3}(?![\w$(])|(?<![\w$])\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}\$?\d"
)
_ARRAY_OF_CELLS = re.compile(r"\{[^}]*[A-Za-z(]")


def excel_formula(formula: str, value: Json, renamed: dict[str, str]) -> str:
    """A formula (with its equals sign) for an .xlsx; `value` is its effective one, `renamed` maps titles of tabs."""
    original, formula = formula, for_excel(formula) or formula
    if not _is_known(formula):
        said = original.removeprefix("=").replace('"', '""')
        return f'=IFERROR(__xludf.DUMMYFUNCTION("{said}"),{_literal(value)})'
    for old, new in renamed.items():
        formula = formula.replace(f"{quoted(old)}!", f"{quoted(new)}!")
    return _NAME.sub(_marked, formula)


def _is_known(formula: str) -> bool:
    """Whether Excel has all that the formula uses: its functions, no open ranges, no arrays made of cells."""
    from openpyxl.utils import FORMULAE

    bare = _OUTSIDE_TEXT.sub("", formula)
    known = all(name in FORMULAE or name in _SINCE_2010 or name == "_XLFN.IMAGE" for name in called(formula))
    return known and not _OPEN_RANGE.search(bare) and not _ARRAY_OF_CELLS.search(bare)


def _marked(match: re.Match[str]) -> str:
    if match[1]:
        return match[1]
    name = match[2]
    if name.upper() == "FILTER":
        return f"_xlfn._xlws.{name}"
    return f"_xlfn.{name}" if name.upper() in _SINCE_2010 else name


def _literal(value: Json) -> str:
    if "numberValue" in value:
        return repr(value["numberValue"])
    if "boolValue" in value:
        return "TRUE" if value["boolValue"] else "FALSE"
    text = str(value.get("stringValue", "")).replace('"', '""')
    return f'"{text}"'
