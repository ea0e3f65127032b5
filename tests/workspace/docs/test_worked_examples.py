"""Examples in the manner of Google's guides to the Docs API; what comes out was worked out by hand from their rules."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_knows.kind import Kind

Json = dict[str, Any]


class Paper:
    """A new document over HTTP."""

    def __init__(self, workspace: Any) -> None:
        self.documents = workspace.clients.docs.documents()
        self.id = workspace.create_file(Kind.DOCUMENT, "Guide").id

    def batch(self, *requests: Json) -> list[Json]:
        return self.documents.batchUpdate(documentId=self.id, body={"requests": list(requests)}).execute()["replies"]

    def content(self) -> list[Json]:
        return self.documents.get(documentId=self.id).execute()["body"]["content"]

    def paragraphs(self) -> list[Json]:
        return [node["paragraph"] for node in self.content() if "paragraph" in node]

    def runs(self) -> list[tuple[str, Json]]:
        runs = (element["textRun"] for paragraph in self.paragraphs() for element in paragraph["elements"])
        return [(run["content"], run["textStyle"]) for run in runs]

    def spans(self) -> list[tuple[int, int]]:
        """Where the nodes of the body lie, the section break at its start left out."""
        return [(node["startIndex"], node["endIndex"]) for node in self.content()[1:]]


@pytest.fixture
def paper(workspace):
    return Paper(workspace)


def insert(text: str, index: int = 1) -> Json:
    return {"insertText": {"location": {"index": index}, "text": text}}


def points(magnitude: float) -> Json:
    return {"magnitude": magnitude, "unit": "PT"}


def test_three_texts_at_ascending_offsets(paper):
    """Each insertion moves what is behind it, so later offsets count the earlier texts."""
    paper.batch(insert("." * 100), insert("aaaaaaaaaa", 25), insert("bbbbbbbbbb", 50), insert("cccccccccc", 75))
    # 24 dots; 10 a (25-34); dots 35-49; 10 b (50-59); dots 60-74; 10 c; the remaining 100-24-15-15 = 46 dots.
    expected = "." * 24 + "a" * 10 + "." * 15 + "b" * 10 + "." * 15 + "c" * 10 + "." * 46 + "\n"
    assert paper.runs() == [(expected, {})]
    paper.batch({"deleteContentRange": {"range": {"startIndex": 10, "endIndex": 24}}})
    assert paper.runs() == [(expected[:9] + expected[23:], {})]


def test_characters_are_formatted(paper):
    blue = {"color": {"rgbColor": {"blue": 1.0, "green": 0.0, "red": 0.0}}}
    font = {"weightedFontFamily": {"fontFamily": "Times New Roman"}, "fontSize": points(14), "foregroundColor": blue}
    styles = [
        (1, 5, {"bold": True, "italic": True}, "bold,italic"),
        (5, 10, font, "foregroundColor,weightedFontFamily,fontSize"),
        (10, 15, {"link": {"url": "www.example.com"}}, "link"),
    ]
    paper.batch(
        insert("abcdefghijklmnopqrst"),
        *(
            {"updateTextStyle": {"range": {"startIndex": a, "endIndex": b}, "textStyle": style, "fields": fields}}
            for a, b, style, fields in styles
        ),
    )
    assert paper.runs() == [
        ("abcd", {"bold": True, "italic": True}),
        (
            "efghi",
            {
                "foregroundColor": {"color": {"rgbColor": {"blue": 1}}},
                "fontSize": points(14),
                "weightedFontFamily": {"fontFamily": "Times New Roman", "weight": 400},
            },
        ),
        (
            "jklmn",
            {
                "underline": True,
                "foregroundColor": {
                    "color": {"rgbColor": {"red": 0.06666667, "green": 0.33333334, "blue": 0.8}},  # 11, 55, cc
                },
                "link": {"url": "www.example.com"},
            },
        ),
        ("opqrst\n", {}),
    ]


def test_paragraphs_are_formatted(paper):
    heading = {"namedStyleType": "HEADING_1", "spaceAbove": points(10), "spaceBelow": points(10)}
    red = {"color": {"rgbColor": {"red": 1.0}}}
    border = {"color": red, "dashStyle": "DASH", "padding": points(20), "width": points(15)}
    paper.batch(
        insert("Heading\nBordered paragraph"),
        {
            "updateParagraphStyle": {
                "range": {"startIndex": 1, "endIndex": 5},
                "paragraphStyle": heading,
                "fields": "namedStyleType,spaceAbove,spaceBelow",
            }
        },
        {
            "updateParagraphStyle": {
                "range": {"startIndex": 12, "endIndex": 20},
                "paragraphStyle": {"borderLeft": border},
                "fields": "borderLeft",
            }
        },
    )
    first, second = (paragraph["paragraphStyle"] for paragraph in paper.paragraphs())
    assert first.pop("headingId").startswith("h.")
    assert first == {**heading, "direction": "LEFT_TO_RIGHT"}
    assert second == {"namedStyleType": "NORMAL_TEXT", "direction": "LEFT_TO_RIGHT", "borderLeft": border}


def test_a_numbered_list(paper):
    paper.batch(
        insert("Item 1\nItem 2\nItem 3\n"),
        {
            "createParagraphBullets": {
                "range": {"startIndex": 1, "endIndex": 22},
                "bulletPreset": "NUMBERED_DECIMAL_ALPHA_ROMAN",
            }
        },
    )
    assert paper.spans() == [(1, 8), (8, 15), (15, 22), (22, 23)]
    first, second, third, last = paper.paragraphs()
    assert "bullet" not in last
    assert first["bullet"] == second["bullet"] == third["bullet"]
    assert (first["paragraphStyle"]["indentFirstLine"], first["paragraphStyle"]["indentStart"]) == (
        points(18),
        points(36),
    )
    lists = paper.documents.get(documentId=paper.id).execute()["lists"]
    levels = lists[first["bullet"]["listId"]]["listProperties"]["nestingLevels"]
    assert [(level["glyphType"], level["glyphFormat"]) for level in levels[:4]] == [
        ("DECIMAL", "%0."),
        ("ALPHA", "%1."),
        ("ROMAN", "%2."),
        ("DECIMAL", "%3."),
    ]


def test_leading_tabs_are_the_nesting_of_a_bulleted_list(paper):
    paper.batch(
        insert("Dogs\n\tCorgi\n\t\tPembroke\nCats"),
        {
            "createParagraphBullets": {
                "range": {"startIndex": 1, "endIndex": 28},
                "bulletPreset": "BULLET_ARROW_DIAMOND_DISC",
            }
        },
    )
    assert "".join(text for text, _ in paper.runs()) == "Dogs\nCorgi\nPembroke\nCats\n"
    assert [p["bullet"].get("nestingLevel", 0) for p in paper.paragraphs()] == [0, 1, 2, 0]
    assert [p["paragraphStyle"]["indentStart"]["magnitude"] for p in paper.paragraphs()] == [36, 72, 108, 36]
    assert paper.spans() == [(1, 6), (6, 12), (12, 21), (21, 26)]
    paper.batch({"deleteParagraphBullets": {"range": {"startIndex": 1, "endIndex": 25}}})
    indents = [p["paragraphStyle"].get("indentStart", {}).get("magnitude", 0) for p in paper.paragraphs()]
    assert indents == [0, 36, 72, 0]


def test_where_the_parts_of_a_table_lie(paper):
    """The guide's table of offsets for an empty 2 x 2 table at S: cells at S+2, S+4, S+7, S+9, its end at S+12."""
    paper.batch({"insertTable": {"location": {"index": 1}, "rows": 2, "columns": 2}})
    table = next(node for node in paper.content() if "table" in node)
    start = table["startIndex"]
    assert (start, table["endIndex"]) == (2, start + 12)
    rows = table["table"]["tableRows"]
    assert [(row["startIndex"] - start, row["endIndex"] - start) for row in rows] == [(1, 6), (6, 11)]
    cells = [cell for row in rows for cell in row["tableCells"]]
    assert [(cell["startIndex"] - start, cell["endIndex"] - start) for cell in cells] == [
        (2, 4),
        (4, 6),
        (7, 9),
        (9, 11),
    ]
    assert [cell["content"][0]["startIndex"] - start for cell in cells] == [3, 5, 8, 10]


def test_a_table_is_filled_grown_and_sized(paper):
    where = {"tableStartLocation": {"index": 2}}
    middle = {"tableCellLocation": {**where, "rowIndex": 1, "columnIndex": 1}}
    paper.batch(
        {"insertTable": {"endOfSegmentLocation": {}, "rows": 3, "columns": 3}},
        insert("Hello", 5),
        {"insertTableRow": {**middle, "insertBelow": True}},
        {"insertTableColumn": {**middle, "insertRight": True}},
        {"deleteTableRow": middle},
        {
            "updateTableColumnProperties": {
                **where,
                "columnIndices": [0],
                "tableColumnProperties": {"widthType": "FIXED_WIDTH", "width": points(100)},
                "fields": "*",
            }
        },
        {"updateTableRowStyle": {**where, "tableRowStyle": {"minRowHeight": points(18)}, "fields": "minRowHeight"}},
    )
    node = next(node for node in paper.content() if "table" in node)
    table = node["table"]
    assert (table["rows"], table["columns"]) == (3, 4)
    assert (
        table["tableRows"][0]["tableCells"][0]["content"][0]["paragraph"]["elements"][0]["textRun"]["content"]
        == "Hello\n"
    )
    even = {"widthType": "EVENLY_DISTRIBUTED"}
    widths = table["tableStyle"]["tableColumnProperties"]
    assert widths == [{"widthType": "FIXED_WIDTH", "width": points(100)}, even, even, even]
    assert [row["tableRowStyle"]["minRowHeight"] for row in table["tableRows"]] == [points(18)] * 3
    # 1 for the table, 3 rows of 1 and 4 empty cells of 2, "Hello", 1 for the end.
    assert node["endIndex"] - node["startIndex"] == 1 + 3 * (1 + 4 * 2) + 5 + 1
    where = {"startIndex": node["startIndex"], "endIndex": node["endIndex"]}
    paper.batch({"deleteContentRange": {"range": where}})
    assert paper.runs() == [("\n", {}), ("\n", {})]


def test_a_template_is_merged(paper):
    [reply] = paper.batch({"createHeader": {"type": "DEFAULT"}})
    header_id = reply["createHeader"]["headerId"]
    paper.batch(
        insert("Dear {{customer-name}},\nyour order of {{date}}, {{customer-name}}."),
        {"insertText": {"location": {"segmentId": header_id, "index": 0}, "text": "{{date}}"}},
    )
    replies = paper.batch(
        {"replaceAllText": {"containsText": {"text": "{{customer-name}}", "matchCase": True}, "replaceText": "Alice"}},
        {"replaceAllText": {"containsText": {"text": "{{date}}", "matchCase": True}, "replaceText": "14 March"}},
        {"replaceAllText": {"containsText": {"text": "{{price}}", "matchCase": True}, "replaceText": "3"}},
    )
    assert replies == [{"replaceAllText": {"occurrencesChanged": 2}}] * 2 + [{"replaceAllText": {}}]
    assert paper.runs() == [("Dear Alice,\n", {}), ("your order of 14 March, Alice.\n", {})]
    header = paper.documents.get(documentId=paper.id).execute()["headers"][header_id]["content"][0]["paragraph"]
    assert header["elements"][0]["textRun"]["content"] == "14 March\n"


def test_a_stale_revision_is_refused(paper):
    first = paper.documents.get(documentId=paper.id).execute()["revisionId"]

    def write(text: str, **control: str) -> Json:
        body = {"requests": [insert(text)], "writeControl": control}
        return paper.documents.batchUpdate(documentId=paper.id, body=body).execute()

    second = write("one", requiredRevisionId=first)["writeControl"]["requiredRevisionId"]
    assert paper.documents.get(documentId=paper.id).execute()["revisionId"] == second
    with pytest.raises(Exception, match="does not match the latest revision") as refusal:
        write("two", requiredRevisionId=first)
    assert refusal.value.status_code == 400
    write("three", targetRevisionId=first)
    assert paper.runs() == [("threeone\n", {})]
    with pytest.raises(Exception, match="does not make suggestions"):
        write("four", writeMode="SUGGEST")
