"""Tabs: where they go, what is said of them, and what requests do across them; links that name them."""

from __future__ import annotations

import pytest

from pytest_knows.workspace.local.documents import ENGINE
from pytest_knows.workspace.local.engine import RequestError


def add(document, title, **properties):
    [reply] = document.apply({"addDocumentTab": {"tabProperties": {"title": title, **properties}}})
    return reply["addDocumentTab"]["tabProperties"]["tabId"]


def tree(document):
    def shown(tab):
        return tab["tabProperties"]["title"], [shown(child) for child in tab.get("childTabs", [])]

    return [shown(tab) for tab in tabs(document)]


def tabs(document, **query):
    asked = {"includeTabsContent": ["true"], **{name: [value] for name, value in query.items()}}
    return ENGINE.read(document.state, asked, document.env)["tabs"]


def write(document, text, tab_id):
    document.apply({"insertText": {"location": {"index": 1, "tabId": tab_id}, "text": text}})


def text_of(tab):
    return "".join(
        element["textRun"]["content"]
        for node in tab["documentTab"]["body"]["content"]
        for element in node.get("paragraph", {}).get("elements", [])
    )


def test_tabs_are_nested_and_say_where_they_are(document):
    a = add(document, "A")
    b = add(document, "B", parentTabId=a)
    add(document, "C", parentTabId=a, index=0)
    add(document, "D", parentTabId=b)
    assert tree(document) == [("Tab 1", []), ("A", [("C", []), ("B", [("D", [])])])]
    nested = tabs(document)[1]["childTabs"][1]
    assert nested["tabProperties"] == {"tabId": b, "title": "B", "index": 1, "parentTabId": a, "nestingLevel": 1}
    d = nested["childTabs"][0]["tabProperties"]
    assert (d["parentTabId"], d["nestingLevel"], d["index"]) == (b, 2, 0)
    with pytest.raises(RequestError, match="three levels"):
        add(document, "E", parentTabId=d["tabId"])


def test_tabs_move_with_their_children(document):
    a = add(document, "A")
    b = add(document, "B")
    update = {"tabProperties": {"tabId": b, "parentTabId": a}, "fields": "parentTabId"}
    document.apply({"updateDocumentTabProperties": update})
    update = {"tabProperties": {"tabId": a, "index": 0, "iconEmoji": "👩‍🔬"}, "fields": "index,iconEmoji"}
    document.apply({"updateDocumentTabProperties": update})
    assert tree(document) == [("A", [("B", [])]), ("Tab 1", [])]
    assert tabs(document)[0]["tabProperties"]["iconEmoji"] == "👩‍🔬"
    update = {"tabProperties": {"tabId": a, "parentTabId": b}, "fields": "parentTabId"}
    with pytest.raises(RequestError, match="not found"):
        document.apply({"updateDocumentTabProperties": update})
    document.apply({"deleteTab": {"tabId": a}})
    assert tree(document) == [("Tab 1", [])]


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        ({"addDocumentTab": {"tabProperties": {"tabId": "t.0"}}}, "already exists"),
        ({"addDocumentTab": {"tabProperties": {"index": 2}}}, "index 2"),
        ({"addDocumentTab": {"tabProperties": {"parentTabId": "t.9"}}}, "not found"),
        ({"addDocumentTab": {"tabProperties": {"iconEmoji": "ab"}}}, "single emoji"),
        ({"deleteTab": {"tabId": "t.0"}}, "last tab"),
        ({"deleteTab": {}}, "tabId is required"),
        ({"updateDocumentTabProperties": {"tabProperties": {"title": "x"}, "fields": "title"}}, "tabId is required"),
    ],
)
def test_what_cannot_be_is_refused(document, request_, says):
    with pytest.raises(RequestError, match=says):
        document.apply(request_)
    assert tree(document) == [("Tab 1", [])]


def test_requests_work_on_the_tab_that_they_name(document):
    other = add(document, "Other")
    write(document, "cat", "t.0")
    write(document, "a cat", other)
    replace = {"containsText": {"text": "cat"}, "replaceText": "dog"}
    [reply] = document.apply({"replaceAllText": {**replace, "tabsCriteria": {"tabIds": [other]}}})
    assert reply["replaceAllText"]["occurrencesChanged"] == 1
    assert [text_of(tab) for tab in tabs(document)] == ["cat\n", "a dog\n"]
    document.apply({"replaceAllText": replace})
    assert [text_of(tab) for tab in tabs(document)] == ["dog\n", "a dog\n"]
    range_ = {"startIndex": 1, "endIndex": 2, "tabId": other}
    document.apply({"createNamedRange": {"name": "n", "range": range_}})
    with pytest.raises(RequestError, match="No named range"):
        document.apply({"deleteNamedRange": {"name": "n", "tabsCriteria": {"tabIds": ["t.0"]}}})
    document.apply({"replaceNamedRangeContent": {"namedRangeName": "n", "text": "the"}})
    assert text_of(tabs(document)[1]) == "the dog\n"
    header = document.apply({"createHeader": {"type": "DEFAULT", "sectionBreakLocation": {"index": 0, "tabId": other}}})
    assert list(tabs(document)[1]["documentTab"]["headers"]) == [header[0]["createHeader"]["headerId"]]
    assert "headers" not in tabs(document)[0]["documentTab"]
    with pytest.raises(RequestError, match="not found"):
        write(document, "x", "t.9")


def test_without_tabs_content_the_first_tab_is_answered(document):
    write(document, "first", add(document, "First", index=0))
    assert "tabs" not in document.json
    assert document.lines == ["first\n"]
    # A mask that names tabs asks for them; one that only has the word elsewhere does not.
    assert "tabs" in ENGINE.read(document.state, {"fields": ["title,tabs(documentTab(body))"]}, document.env)
    assert "tabs" not in ENGINE.read(document.state, {"fields": ["body(content(tabs))"]}, document.env)


def link(document, target, *, index=1, tab_id="t.0"):
    where = {"startIndex": index, "endIndex": index + 1, "tabId": tab_id}
    document.apply({"updateTextStyle": {"range": where, "textStyle": {"link": target}, "fields": "link"}})


def linked(contents):
    return contents["body"]["content"][-1]["paragraph"]["elements"][0]["textRun"]["textStyle"].get("link")


def make_heading(document):
    """A heading and a line below it; the heading's id."""
    document.type("Heading\nx")
    style = {"range": {"startIndex": 1, "endIndex": 2}, "paragraphStyle": {"namedStyleType": "HEADING_1"}}
    document.apply({"updateParagraphStyle": {**style, "fields": "namedStyleType"}})
    return document.paragraphs[0]["paragraphStyle"]["headingId"]


def test_links_to_headings_name_the_tab_where_there_are_several(document):
    heading_id = make_heading(document)
    link(document, {"headingId": heading_id}, index=9)
    full = {"heading": {"id": heading_id, "tabId": "t.0"}}
    assert linked(document.json) == {"headingId": heading_id}
    assert linked(tabs(document)[0]["documentTab"]) == full
    other = add(document, "Other")
    assert linked(document.json) == full
    write(document, "y", other)
    link(document, full, tab_id=other)
    assert linked(tabs(document)[1]["documentTab"]) == full
    with pytest.raises(RequestError, match="heading with ID"):
        link(document, {"headingId": heading_id}, tab_id=other)


@pytest.mark.parametrize("target", [{"tabId": "t.0"}, {"url": "https://example.org"}, {"bookmarkId": "id.abc"}])
def test_links_to_other_things(document, target):
    document.type("x")
    link(document, target)
    assert linked(document.json) == target


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ({"headingId": "h.9"}, "h.9 was not found"),
        ({"heading": {}}, "None was not found"),
        ({"tabId": "t.9"}, "t.9 was not found"),
        ({"tabId": "t.0", "url": "https://example.org"}, "only one target"),
    ],
)
def test_links_to_nowhere_are_refused(document, target, says):
    document.type("x")
    with pytest.raises(RequestError, match=says):
        link(document, target)
