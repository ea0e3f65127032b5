"""The table: its places, with merged cells at each that they cover, its columns, rows and colours."""

from collections.abc import Mapping, Sequence
from itertools import permutations

from pytest_knows.artifact.colour import Colour
from pytest_knows.artifact.presentation import Box, Slide, Table
from pytest_knows.checks import colour
from pytest_knows.checks.matching import ask_which
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.errors import JudgeError
from pytest_knows.judge import Judge
from pytest_knows.judge.schema import NUMBER, fields
from pytest_knows.scoring import Mechanism

from .names import Products, begins_with

RANKS = {"green": 1, "yellow": 2, "red": 3}
LIGHTS = {
    "\N{LARGE GREEN CIRCLE}": "green", "\N{LARGE GREEN SQUARE}": "green", "\N{GREEN HEART}": "green",
    "\N{LARGE YELLOW CIRCLE}": "yellow", "\N{LARGE YELLOW SQUARE}": "yellow", "\N{YELLOW HEART}": "yellow",
    "\N{LARGE RED CIRCLE}": "red", "\N{LARGE RED SQUARE}": "red",
}  # fmt: skip
"""Characters that are drawn in a colour."""
Row = Sequence[Box | None]


def find_table(slide: Slide, products: Products) -> Table | None:
    """The first whose first row names a product, else the first: a legend may stand before it."""
    tables = [table for table in slide.tables if table.rows]
    named = (table for table in tables if products.matched(text_of(cell) for cell in table.cells))
    return next(named, next(iter(tables), None))


def _is_one_cell(row: Row) -> bool:
    return len(row) > 1 and row[0] is not None and all(cell is row[0] for cell in row)


class Comparison:
    """A table with its header; rows that are one cell are section headings, no rows."""

    def __init__(self, table: Table, products: Products, facts, judge: Judge) -> None:
        rows = [row for row in table.grid if not _is_one_cell(row)]
        self.header: Row = rows[0] if rows else ()
        self.body = rows[1:]
        self._facts = facts
        self._judge = judge
        matched = products.matched(text_of(cell) for cell in self.header)
        self.columns = {product: place for place, product in matched.items()}
        """Of the products found."""
        self._rows = self._by_aliases()
        self._asked: dict[str, Attempt[Row | None]] = {}

    def __repr__(self) -> str:
        return f"Comparison({len(self.header)} columns, {len(self.body)} rows)"

    def _by_aliases(self) -> dict[str, Row]:
        headed = ((one.name, self._headed(one)) for one in self._facts.criteria)
        return {name: row for name, row in headed if row is not None}

    def _headed(self, category) -> Row | None:
        """The first row that begins with the category's name, else with a keyword, else of which another cell does."""
        name, words = [category.name], [category.name, *category.keywords]
        tries = ((name, 1), (words, 1), (name, None), (words, None))
        found = (
            row
            for wanted, end in tries
            for row in self.body
            if any(begins_with(text_of(cell), wanted, self._facts.generic) for cell in row[:end])
        )
        return next(found, None)

    def row(self, category) -> tuple[Attempt[Row | None], Mechanism]:
        """The row of a criterion and how that was decided."""
        name = category.name
        if name in self._rows:
            return Attempt(lambda: self._rows[name]), Mechanism.DETERMINISTIC
        if name not in self._asked:
            self._asked[name] = Attempt(lambda: self._ask(category))
        return self._asked[name], Mechanism.LLM_VLM_JUDGEMENT

    def _ask(self, category) -> Row | None:
        rows = [row for row in self.body if any(text_of(cell).strip() for cell in row)]
        if not rows:
            return None
        called = ", ".join(category.keywords)
        question = (
            f"Which of the numbered rows of a table compares the products by {category.name} (also: {called})? "
            f'{self._facts.hint} Answer its number, or "no" if none does.'
        )
        return ask_which(self._judge, "row", question, rows, lambda row: " | ".join(map(text_of, row)))

    def values(self, row: Row) -> Row:
        """Without its label: the first cell, where there are more columns than products."""
        return row[1:] if len(self.header) > len(self.columns) else row

    def colour(self, cell: Box | None) -> str:
        """red, yellow or green: of its fill, else of what marks all its text, else of the text, else of the lights in
        it; "" if none is."""
        if cell is None:
            return ""
        runs = [run for line in cell.body.lines for run in line.runs if run.text.strip()]
        marks = {self._called(run.style.highlight) for run in runs}
        written = {self._called(run.style.colour) for run in runs}
        lights = {LIGHTS[sign] for sign in cell.text if sign in LIGHTS}
        found = ({self._called(cell.fill)}, marks, written, lights)
        return next((name for names in found if len(names) == 1 for name in names if name), "")

    def _called(self, shown: Colour | None) -> str:
        return colour.called(shown, self._facts.traffic_light) if shown else ""

    def column(self, product: str) -> str:
        """What is said of a product, a row a line with the row's label."""
        place = self.columns[product]
        return "\n".join(" | ".join(dict.fromkeys([text_of(row[0]), text_of(row[place])])) for row in self.body)


def text_of(cell: Box | None) -> str:
    return " ".join(cell.text.split()) if cell else ""


def ranking(judge: Judge, category: str, recipient: str, texts: Mapping[str, str]) -> Mapping[str, float]:
    question = (
        f"Rank the products by {category}, as good for {recipient}, from these texts alone: 1 is best; equal ranks for "
        "ties; what is unknown is worst."
    )
    ranks = judge.extract("ranking", question, fields(dict.fromkeys(texts, NUMBER)), evidence=texts)
    if not set(texts) <= set(ranks):
        raise JudgeError(f"no ranking of {list(texts)}: {ranks}")
    return ranks


def contradicted(ranks: Mapping[str, float], colours: Mapping[str, str]) -> list[str]:
    """Where the better one's colour is not the better one; of a tie any colours will do."""
    return [
        f"{better} before {worse}"
        for better, worse in permutations(colours, 2)
        if ranks[better] < ranks[worse] and RANKS[colours[better]] >= RANKS[colours[worse]]
    ]
