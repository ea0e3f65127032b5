"""Tables: what inserting, deleting, merging and borders do to each other."""

from __future__ import annotations

import pytest

from pytest_knows.workspace.local.engine import RequestError


def spot(row: int, column: int) -> dict:
    return {"rowIndex": row, "columnIndex": column}


def area(row: int, column: int, rows: int, columns: int) -> dict:
    return {"location": spot(row, column), "rowSpan": rows, "columnSpan": columns}


@pytest.fixture
def table(deck):
    """A table of 3 x 3 cells with the texts a to i."""
    properties = {"pageObjectId": "p"}
    deck.apply({"createTable": {"objectId": "table", "rows": 3, "columns": 3, "elementProperties": properties}})
    for number, letter in enumerate("abcdefghi"):
        place = {"objectId": "table", "cellLocation": spot(number // 3, number % 3)}
        deck.apply({"insertText": {**place, "text": letter}})
    return Table(deck)


class Table:
    def __init__(self, deck) -> None:
        self.deck = deck

    def do(self, name: str, **body) -> None:
        names = ("insertTableRows", "insertTableColumns", "deleteTableRow", "deleteTableColumn")
        self.deck.apply({name: {"tableObjectId" if name in names else "objectId": "table", **body}})

    def merge(self, *where: int) -> None:
        self.do("mergeTableCells", tableRange=area(*where))

    @property
    def json(self) -> dict:
        return self.deck.element("table")["table"]

    def cells(self) -> list[tuple[int, int, int, int, str]]:
        """Row, column, spans and text of every cell."""
        found = []
        for row in self.json["tableRows"]:
            for cell in row["tableCells"]:
                place, runs = cell["location"], cell.get("text", {}).get("textElements", [])
                text = "".join(run["textRun"]["content"] for run in runs if "textRun" in run).rstrip("\n")
                at = (place.get("rowIndex", 0), place.get("columnIndex", 0))
                found.append((*at, cell["rowSpan"], cell["columnSpan"], text))
        return found

    def merged(self) -> list[tuple[int, int, int, int, str]]:
        return [cell for cell in self.cells() if cell[2:4] != (1, 1)]

    def borders(self, axis: str) -> dict[tuple[int, int], float]:
        """Place of an edge -> weight in EMU."""
        return {
            (c["location"].get("rowIndex", 0), c["location"].get("columnIndex", 0)): c["tableBorderProperties"][
                "weight"
            ]["magnitude"]
            for row in self.json[f"{axis}BorderRows"]
            for c in row["tableBorderCells"]
        }

    def thick(self, axis: str) -> set[tuple[int, int]]:
        return {place for place, weight in self.borders(axis).items() if weight != 9525}

    def thicken(self, position: str | None = None, where: tuple[int, ...] | None = None) -> None:
        weight = {"weight": {"magnitude": 20000, "unit": "EMU"}}
        more = {**({"borderPosition": position} if position else {}), **({"tableRange": area(*where)} if where else {})}
        self.do("updateTableBorderProperties", tableBorderProperties=weight, fields="weight", **more)


def test_a_merged_cell_takes_the_texts_of_all_and_the_place_of_the_first(table) -> None:
    table.merge(0, 1, 2, 2)
    assert table.cells() == [
        (0, 0, 1, 1, "a"),
        (0, 1, 2, 2, "b\nc\ne\nf"),
        (1, 0, 1, 1, "d"),
        (2, 0, 1, 1, "g"),
        (2, 1, 1, 1, "h"),
        (2, 2, 1, 1, "i"),
    ]
    # Inside of it are no borders: the edge over (1, 1) and (1, 2), that between (0, 1), (0, 2) and (1, 1), (1, 2).
    assert {(1, 1), (1, 2)}.isdisjoint(table.borders("horizontal"))
    assert {(0, 2), (1, 2)}.isdisjoint(table.borders("vertical"))
    assert len(table.borders("horizontal")) == len(table.borders("vertical")) == 10


def test_only_rectangles_merge(table) -> None:
    table.merge(2, 0, 1, 3)
    # Google's example: with the last row merged, the first two columns of all rows are no rectangle.
    with pytest.raises(RequestError, match="rectangle"):
        table.merge(0, 0, 3, 2)
    table.merge(1, 0, 2, 3)
    assert table.merged() == [(1, 0, 2, 3, "d\ne\nf\ng\nh\ni")]


def test_unmerging_gives_every_place_a_cell_back(table) -> None:
    table.merge(0, 0, 2, 2)
    table.do("unmergeTableCells", tableRange=area(1, 1, 2, 2))
    assert table.merged() == []
    assert [cell[4] for cell in table.cells()] == ["a\nb\nd\ne", "", "c", "", "", "f", "g", "h", "i"]


def test_rows_and_columns_go_beside_a_merged_cell_and_into_others(table) -> None:
    table.merge(0, 0, 2, 1)
    table.do("insertTableRows", cellLocation=spot(1, 0), insertBelow=True)
    assert [cell[:2] for cell in table.cells() if cell[4] in "ghi" and cell[4]] == [(3, 0), (3, 1), (3, 2)]
    assert table.merged() == [(0, 0, 2, 1, "a\nd")]
    table.do("insertTableRows", cellLocation=spot(1, 1), number=2)
    assert table.merged() == [(0, 0, 4, 1, "a\nd")]
    table.do("insertTableColumns", cellLocation=spot(0, 2), insertRight=True)
    assert (table.json["rows"], table.json["columns"]) == (6, 4)
    assert all(len(row["tableBorderCells"]) in (4, 5) for row in table.json["verticalBorderRows"])


def test_deleting_lines_shrinks_the_cells_that_reach_beyond_them(table) -> None:
    table.merge(0, 0, 2, 2)
    table.do("deleteTableRow", cellLocation=spot(1, 2))
    assert table.merged() == [(0, 0, 1, 2, "a\nb\nd\ne")]
    table.do("deleteTableColumn", cellLocation=spot(0, 0))
    assert table.cells() == [(0, 0, 1, 1, "c"), (1, 0, 1, 1, "i")]
    table.do("deleteTableColumn", cellLocation=spot(0, 0))
    assert "table" not in [element["objectId"] for element in table.deck.page()["pageElements"]]


def test_new_lines_look_like_their_reference(table) -> None:
    red = {"solidFill": {"color": {"rgbColor": {"red": 1}}, "alpha": 1}}
    properties = {"tableCellProperties": {"tableCellBackgroundFill": red}, "fields": "tableCellBackgroundFill"}
    table.do("updateTableCellProperties", tableRange=area(0, 1, 3, 1), **properties)
    width = {"columnWidth": {"magnitude": 500000, "unit": "EMU"}}
    table.do("updateTableColumnProperties", columnIndices=[1], tableColumnProperties=width, fields="columnWidth")
    table.do("insertTableColumns", cellLocation=spot(0, 1))
    fills = [
        c["tableCellProperties"]["tableCellBackgroundFill"] == red for c in table.json["tableRows"][0]["tableCells"]
    ]
    assert fills == [False, True, True, False]
    assert table.json["tableColumns"][1:3] == [width, width]


@pytest.mark.parametrize(
    ("position", "horizontal", "vertical"),
    [
        ("TOP", {(0, 0), (0, 1)}, set()),
        ("BOTTOM", {(2, 0), (2, 1)}, set()),
        ("LEFT", set(), {(0, 0), (1, 0)}),
        ("RIGHT", set(), {(0, 2), (1, 2)}),
        ("INNER_HORIZONTAL", {(1, 0), (1, 1)}, set()),
        ("INNER_VERTICAL", set(), {(0, 1), (1, 1)}),
        ("INNER", {(1, 0), (1, 1)}, {(0, 1), (1, 1)}),
        ("OUTER", {(0, 0), (0, 1), (2, 0), (2, 1)}, {(0, 0), (1, 0), (0, 2), (1, 2)}),
        (None, {(r, c) for r in range(3) for c in range(2)}, {(r, c) for r in range(2) for c in range(3)}),
    ],
)
def test_border_positions_are_those_of_the_range(table, position, horizontal, vertical) -> None:
    table.thicken(position, (0, 0, 2, 2))
    assert (table.thick("horizontal"), table.thick("vertical")) == (horizontal, vertical)


def test_borders_move_with_their_cells(table) -> None:
    table.thicken("OUTER")
    table.do("insertTableColumns", cellLocation=spot(0, 2), insertRight=True)
    table.do("insertTableColumns", cellLocation=spot(0, 0))
    table.do("deleteTableRow", cellLocation=spot(2, 0))
    assert {place for place in table.thick("vertical") if place[1] in (0, 5)} == {(0, 0), (1, 0), (0, 5), (1, 5)}
    assert table.thick("horizontal") == {(row, column) for row in (0, 2) for column in range(5)}


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("insertTableRows", {"cellLocation": {}, "number": 21}, "1 to 20"),
        ("insertTableRows", {"cellLocation": spot(3, 0)}, "no cell at row 3"),
        ("insertTableColumns", {}, "cellLocation"),
        ("mergeTableCells", {"tableRange": area(2, 2, 2, 1)}, "inside of the table"),
        ("mergeTableCells", {"tableRange": area(0, 0, 0, 1)}, "at least one row"),
        (
            "updateTableBorderProperties",
            {"fields": "weight", "tableBorderProperties": {"weight": {"unit": "PT"}}},
            "weight",
        ),
        ("groupObjects", {"childrenObjectIds": ["table", "i0"]}, "cannot be grouped"),
    ],
)
def test_what_tables_refuse(table, name, body, words) -> None:
    request = {name: body if name == "groupObjects" else {**body, _key(name): "table"}}
    with pytest.raises(RequestError, match=words):
        table.deck.apply(request)


def _key(name: str) -> str:
    return "tableObjectId" if name.startswith(("insert", "delete")) else "objectId"


def test_a_table_has_no_more_cells_than_the_limit(deck) -> None:
    request = {"objectId": "table", "rows": 50, "columns": 50, "elementProperties": {"pageObjectId": "p"}}
    deck.apply({"createTable": request})
    with pytest.raises(RequestError, match="2500 cells"):
        deck.apply({"insertTableRows": {"tableObjectId": "table", "cellLocation": {}, "number": 1}})
