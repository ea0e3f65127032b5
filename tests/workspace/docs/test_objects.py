"""Pictures, tables, breaks, headers and footers."""

from __future__ import annotations

import pytest

from pytest_knows.workspace.local.documents import ENGINE
from pytest_knows.workspace.local.engine import RequestError


def points(magnitude):
    return {"magnitude": magnitude, "unit": "PT"}


def insert_picture(document, index, size=None, uri="https://example.org/a.png"):
    body = {"location": {"index": index}, "uri": uri, **({"objectSize": size} if size else {})}
    [reply] = document.apply({"insertInlineImage": body})
    return reply["insertInlineImage"]["objectId"]


def embedded(document, object_id):
    return document.json["inlineObjects"][object_id]["inlineObjectProperties"]["embeddedObject"]


@pytest.mark.parametrize(
    ("asked", "width", "height"),
    [
        (None, 225, 112.5),
        ({"width": points(90)}, 90, 45),
        ({"height": points(90)}, 180, 90),
        ({"width": points(100), "height": points(10)}, 20, 10),
    ],
)
def test_a_picture_keeps_its_proportions(document, asked, width, height):
    object_id = insert_picture(document, 1, asked)
    size = embedded(document, object_id)["size"]
    assert (size["width"]["magnitude"], size["height"]["magnitude"]) == pytest.approx((width, height))


def test_a_picture_is_one_character_of_its_paragraph(document):
    document.type("ab")
    object_id = insert_picture(document, 2)
    assert document.lines == ["a#b\n"]
    assert document.paragraphs[0]["elements"][1]["inlineObjectElement"]["inlineObjectId"] == object_id
    properties = embedded(document, object_id)["imageProperties"]
    assert properties["contentUri"] == "http://127.0.0.1/_media/x"
    assert properties["sourceUri"] == "https://example.org/a.png"
    document.apply({"deleteContentRange": {"range": {"startIndex": 2, "endIndex": 3}}})
    assert document.lines == ["ab\n"]
    assert document.json["inlineObjects"] == {}


def test_another_picture_fills_the_same_rectangle(document):
    object_id = insert_picture(document, 1, {"width": points(90)})
    document.state["tabs"][0]["documentTab"]["inlineObjects"][object_id]["inlineObjectProperties"]["embeddedObject"][
        "size"
    ] = {"width": points(90), "height": points(90)}
    document.apply({"replaceImage": {"imageObjectId": object_id, "uri": "https://example.org/b.png"}})
    now = embedded(document, object_id)
    assert now["imageProperties"]["sourceUri"] == "https://example.org/b.png"
    assert now["imageProperties"]["cropProperties"] == {"offsetLeft": 0.25, "offsetRight": 0.25}
    assert now["size"]["width"] == points(90)


@pytest.mark.parametrize("uri", ["ftp://example.org/a.png", "https://example.org/" + "a" * 2100])
def test_a_picture_that_cannot_be_had_is_refused(document, uri):
    with pytest.raises(RequestError, match="image"):
        insert_picture(document, 1, uri=uri)


def make_table(document, rows=2, columns=2):
    document.apply({"insertTable": {"location": {"index": 1}, "rows": rows, "columns": columns}})
    for row in reversed(range(rows)):
        for column in reversed(range(columns)):
            cell = document.table["table"]["tableRows"][row]["tableCells"][column]
            document.type(f"{row}{column}", index=cell["startIndex"] + 1)


def cell(row, column):
    return {"tableStartLocation": {"index": 2}, "rowIndex": row, "columnIndex": column}


def test_a_table_stands_after_a_newline_of_its_own(document):
    document.apply({"insertTable": {"location": {"index": 1}, "rows": 2, "columns": 3}})
    assert [next(k for k in node if not k.endswith("Index")) for node in document.content] == [
        "sectionBreak",
        "paragraph",
        "table",
        "paragraph",
    ]
    # 1 for the table, per row 1 + 3 cells of 2, and 1 for the end.
    assert (document.table["startIndex"], document.table["endIndex"]) == (2, 18)


def test_text_goes_into_cells_but_not_between_them(document):
    make_table(document)
    assert document.grid == [["00\n", "01\n"], ["10\n", "11\n"]]
    with pytest.raises(RequestError, match="inside the bounds"):
        document.type("x", index=2)


def test_rows_and_columns_come_and_go(document):
    make_table(document)
    document.apply({"insertTableRow": {"tableCellLocation": cell(0, 0), "insertBelow": True}})
    document.apply({"insertTableColumn": {"tableCellLocation": cell(0, 1)}})
    assert document.grid == [["00\n", "\n", "01\n"], ["\n"] * 3, ["10\n", "\n", "11\n"]]
    document.apply({"deleteTableRow": {"tableCellLocation": cell(0, 0)}})
    document.apply({"deleteTableColumn": {"tableCellLocation": cell(0, 0)}})
    assert document.grid == [["\n", "\n"], ["\n", "11\n"]]
    document.apply({"deleteTableRow": {"tableCellLocation": cell(0, 0)}})
    document.apply({"deleteTableRow": {"tableCellLocation": cell(0, 0)}})
    assert document.lines == ["\n", "\n"]


def test_merging_collects_the_text_and_splitting_leaves_it_there(document):
    make_table(document)
    area = {"tableCellLocation": cell(0, 0), "rowSpan": 2, "columnSpan": 1}
    document.apply({"mergeTableCells": {"tableRange": area}})
    assert document.grid == [["00\n10\n", "01\n"], ["\n", "11\n"]]
    style = document.table["table"]["tableRows"][0]["tableCells"][0]["tableCellStyle"]
    assert (style["rowSpan"], style["columnSpan"]) == (2, 1)
    document.apply({"insertTableRow": {"tableCellLocation": cell(1, 1)}})
    assert document.table["table"]["tableRows"][0]["tableCells"][0]["tableCellStyle"]["rowSpan"] == 3
    wide = {"tableCellLocation": cell(1, 0), "rowSpan": 1, "columnSpan": 2}
    with pytest.raises(RequestError, match="rectangular"):
        document.apply({"mergeTableCells": {"tableRange": wide}})
    document.apply({"unmergeTableCells": {"tableRange": {**area, "rowSpan": 3}}})
    assert document.table["table"]["tableRows"][0]["tableCells"][0]["tableCellStyle"]["rowSpan"] == 1


def test_cells_are_filled_and_a_shared_border_belongs_to_both(document):
    make_table(document)
    fill = {"color": {"rgbColor": {"red": 1}}}
    border = {"color": fill, "width": points(3), "dashStyle": "SOLID"}
    area = {"tableCellLocation": cell(0, 0), "rowSpan": 1, "columnSpan": 1}
    style = {"backgroundColor": fill, "borderRight": border}
    document.apply(
        {"updateTableCellStyle": {"tableRange": area, "tableCellStyle": style, "fields": "backgroundColor,borderRight"}}
    )
    [left, right], _ = (row["tableCells"] for row in document.table["table"]["tableRows"])
    assert left["tableCellStyle"]["backgroundColor"] == fill
    assert right["tableCellStyle"]["borderLeft"] == border
    assert right["tableCellStyle"]["backgroundColor"] == {}


def test_columns_have_widths(document):
    make_table(document)
    width = {"widthType": "FIXED_WIDTH", "width": points(100)}
    where = {"tableStartLocation": {"index": 2}, "columnIndices": [1]}
    document.apply(
        {"updateTableColumnProperties": {**where, "tableColumnProperties": width, "fields": "widthType,width"}}
    )
    properties = document.table["table"]["tableStyle"]["tableColumnProperties"]
    assert properties == [{"widthType": "EVENLY_DISTRIBUTED"}, width]


@pytest.mark.parametrize(
    ("first", "stop", "says"),
    [
        (4, 9, "leaves a table cell"),
        (1, 9, "only a part of a table"),
        (1, 2, "newline before a table"),
        (5, 8, "leaves a table cell"),
    ],
)
def test_a_table_is_deleted_whole_or_within_one_cell(document, first, stop, says):
    make_table(document)
    with pytest.raises(RequestError, match=says):
        document.apply({"deleteContentRange": {"range": {"startIndex": first, "endIndex": stop}}})
    document.apply({"deleteContentRange": {"range": {"startIndex": 5, "endIndex": 7}}})
    assert document.grid[0][0] == "\n"
    document.apply(
        {"deleteContentRange": {"range": {"startIndex": 2, "endIndex": document.table["endIndex"]}}},
    )
    assert document.lines == ["\n", "\n"]


def test_a_cell_outside_of_the_table_is_refused(document):
    make_table(document)
    with pytest.raises(RequestError, match="Row index 2"):
        document.apply({"deleteTableRow": {"tableCellLocation": cell(2, 0)}})
    with pytest.raises(RequestError, match="table start location"):
        document.apply({"deleteTableRow": {"tableCellLocation": {"tableStartLocation": {"index": 3}}}})


@pytest.mark.parametrize("kind", ["header", "footer"])
def test_headers_and_footers_have_indices_of_their_own(document, kind):
    name = kind.capitalize()
    [reply] = document.apply({f"create{name}": {"type": "DEFAULT"}})
    segment_id = reply[f"create{name}"][f"{kind}Id"]
    document.apply({"insertText": {"location": {"segmentId": segment_id, "index": 0}, "text": "Letterhead"}})
    [paragraph] = document.json[f"{kind}s"][segment_id]["content"]
    assert paragraph["paragraph"]["elements"][0]["textRun"]["content"] == "Letterhead\n"
    assert document.json["documentStyle"][f"default{name}Id"] == segment_id
    with pytest.raises(RequestError, match="already exists"):
        document.apply({f"create{name}": {"type": "DEFAULT"}})
    document.apply({f"delete{name}": {f"{kind}Id": segment_id}})
    assert f"default{name}Id" not in document.json["documentStyle"]
    assert document.json[f"{kind}s"] == {}


def test_page_breaks_and_section_breaks(document):
    document.type("ab")
    document.apply({"insertPageBreak": {"location": {"index": 2}}})
    assert document.lines == ["a#\n", "b\n"]
    document.apply({"insertSectionBreak": {"location": {"index": 4}, "sectionType": "NEXT_PAGE"}})
    assert [
        node["sectionBreak"]["sectionStyle"]["sectionType"] for node in document.content if "sectionBreak" in node
    ] == [
        "CONTINUOUS",
        "NEXT_PAGE",
    ]
    with pytest.raises(RequestError, match="before a table or section break"):
        document.apply({"deleteContentRange": {"range": {"startIndex": 4, "endIndex": 5}}})


def test_breaks_stay_out_of_tables_and_headers(document):
    make_table(document)
    [reply] = document.apply({"createHeader": {"type": "DEFAULT"}})
    header = reply["createHeader"]["headerId"]
    for location in ({"index": 5}, {"index": 0, "segmentId": header}):
        with pytest.raises(RequestError, match="page break cannot be inserted inside a"):
            document.apply({"insertPageBreak": {"location": location}})


def test_footnotes_are_numbered_in_reading_order(document):
    document.type("ab")
    [late] = document.apply({"createFootnote": {"location": {"index": 3}}})
    [early] = document.apply({"createFootnote": {"location": {"index": 1}}})
    found = [e["footnoteReference"] for e in document.paragraphs[0]["elements"] if "footnoteReference" in e]
    ids = [reply["createFootnote"]["footnoteId"] for reply in (early, late)]
    assert [(note["footnoteNumber"], note["footnoteId"]) for note in found] == list(zip("12", ids, strict=True))


def test_a_footnote_goes_with_its_reference(document):
    document.type("ab")
    for index in (3, 1):
        document.apply({"createFootnote": {"location": {"index": index}}})
    document.apply({"deleteContentRange": {"range": {"startIndex": 1, "endIndex": 2}}})
    [kept] = [e["footnoteReference"] for e in document.paragraphs[0]["elements"] if "footnoteReference" in e]
    assert kept["footnoteNumber"] == "1"
    assert list(document.json["footnotes"]) == [kept["footnoteId"]]


@pytest.mark.parametrize(
    ("rows", "columns", "says"),
    [
        (0, 1, "at least 1 row"),
        (1, -1, "at least 1 row"),
        (10_000, 10_000, "at most 1020000 characters"),
        (300, 200, "at most 50000 paragraphs and cells"),
    ],
)
def test_a_table_of_no_or_of_too_many_cells_is_refused(document, rows, columns, says):
    with pytest.raises(RequestError, match=says):
        document.apply({"insertTable": {"location": {"index": 1}, "rows": rows, "columns": columns}})


def test_a_table_does_not_grow_without_end(document):
    document.apply({"insertTable": {"location": {"index": 1}, "rows": 1, "columns": 20_000}})
    row = {"insertTableRow": {"tableCellLocation": cell(0, 0), "insertBelow": True}}
    document.apply(row)
    with pytest.raises(RequestError, match="at most 50000"):
        document.apply(row)


def test_contents_are_in_tabs_when_asked_for(document):
    document.type("text")
    whole = ENGINE.read(document.state, {"includeTabsContent": ["true"]}, document.env)
    assert "body" not in whole
    [tab] = whole["tabs"]
    assert tab["tabProperties"] == {"tabId": "t.0", "title": "Tab 1", "index": 0}
    assert tab["documentTab"]["body"] == document.json["body"]


def test_every_batch_is_a_new_revision(document):
    before = document.json["revisionId"]
    assert document.json["revisionId"] == before
    document.type("x")
    assert document.json["revisionId"] != before


@pytest.mark.parametrize("count", [-1, 3])
def test_only_rows_of_the_table_are_pinned(document, count):
    make_table(document)
    with pytest.raises(RequestError, match="between 0 and 2"):
        document.apply({"pinTableHeaderRows": {"tableStartLocation": {"index": 2}, "pinnedHeaderRowsCount": count}})


def test_a_new_section_looks_like_the_one_that_it_divides(document):
    document.type("ab")
    style = {"marginLeft": points(30), "columnProperties": [{"paddingEnd": points(9)}, {}], "pageNumberStart": 5}
    where = {"range": {"startIndex": 1, "endIndex": 2}, "sectionStyle": style, "fields": ",".join(style)}
    document.apply({"updateSectionStyle": where})
    document.apply({"insertSectionBreak": {"location": {"index": 2}, "sectionType": "NEXT_PAGE"}})
    first, second = (n["sectionBreak"]["sectionStyle"] for n in document.content if "sectionBreak" in n)
    assert {name: second.get(name) for name in style} == {**style, "pageNumberStart": None}
    assert (first["sectionType"], second["sectionType"]) == ("CONTINUOUS", "NEXT_PAGE")
