"""Smart chips, dropdowns and comments: what they say, what edits around them do, what is refused."""

from __future__ import annotations

import dataclasses

import pytest

from pytest_knows.workspace.local.documents import ENGINE
from pytest_knows.workspace.local.engine import RequestError

NOON = "2026-01-05T12:05:00Z"
ISO, FULL, SHORT = (f"DATE_FORMAT_{name}" for name in ("ISO8601", "MONTH_DAY_FULL", "MONTH_DAY_ABBREVIATED"))
TIME, ZONED = "TIME_FORMAT_HOUR_MINUTE", "TIME_FORMAT_HOUR_MINUTE_TIMEZONE"


def insert_date(document, **properties):
    document.apply({"insertDate": {"location": {"index": 1}, "dateElementProperties": properties}})
    return document.paragraphs[0]["elements"][0]["dateElement"]["dateElementProperties"]


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ({}, "Jan 5, 2026"),
        ({"dateFormat": SHORT}, "Jan 5"),
        ({"dateFormat": FULL}, "January 5"),
        ({"dateFormat": ISO}, "2026-01-05"),
        ({"dateFormat": ISO, "timeFormat": TIME}, "2026-01-05 12:05 PM"),
        ({"dateFormat": ISO, "timeFormat": TIME, "timeZoneId": "America/New_York"}, "2026-01-05 7:05 AM"),
        ({"timeFormat": ZONED, "timeZoneId": "America/New_York"}, "Jan 5, 2026, 7:05 AM EST"),
        ({"timestamp": "1970-01-01T05:00:00Z", "dateFormat": ISO, "timeFormat": TIME}, "1970-01-01 5:00 AM"),
        (
            {
                "timestamp": "1970-01-01T05:00:00Z",
                "dateFormat": ISO,
                "timeFormat": TIME,
                "timeZoneId": "America/New_York",
            },
            "1970-01-01 12:00 AM",
        ),
    ],
)
def test_dates_are_written_as_asked(document, asked, shown):
    """The last two are the examples of DateElementProperties.timestamp."""
    assert insert_date(document, **{"timestamp": NOON, **asked})["displayText"] == shown


def test_a_date_says_what_it_was_not_told(document):
    assert insert_date(document, timestamp="2026-01-05T13:05:00+01:00") == {
        "timestamp": NOON,
        "dateFormat": "DATE_FORMAT_MONTH_DAY_YEAR_ABBREVIATED",
        "timeFormat": "TIME_FORMAT_DISABLED",
        "locale": "en",
        "timeZoneId": "etc/UTC",
        "displayText": "Jan 5, 2026",
    }


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"timestamp": "yesterday"}, "RFC 3339"),
        ({"timestamp": "0001-01-01T00:00:00+14:00"}, "RFC 3339"),
        ({"timestamp": "0001-01-01T00:00:00Z", "timeZoneId": "America/New_York"}, "time zone"),
        ({"timeZoneId": "../etc/passwd"}, "time zone"),
        ({"timeZoneId": "Nowhere/Town"}, "time zone"),
        ({"timeZoneId": "America"}, "time zone"),
        ({"locale": "xx"}, "locale"),
        ({"dateFormat": "DATE_FORMAT_CUSTOM"}, "CUSTOM"),
    ],
)
def test_dates_that_cannot_be_are_refused(document, asked, says):
    with pytest.raises(RequestError, match=says):
        insert_date(document, **{"timestamp": NOON, **asked})


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        ({"insertPerson": {"personProperties": {"name": "Ada"}}}, "email"),
        ({"insertPerson": {"personProperties": {"email": "Ada"}}}, "not an email"),
        ({"insertRichLink": {"richLinkProperties": {"title": "x"}}}, "uri"),
        ({"insertRichLink": {"richLinkProperties": {"uri": "javascript:1"}}}, "not a web address"),
        ({"insertDropdown": {"dropdownDefinitionId": "kix.9"}}, "not found"),
    ],
)
def test_chips_that_cannot_be_are_refused(document, request_, says):
    [(name, body)] = request_.items()
    with pytest.raises(RequestError, match=says):
        document.apply({name: {"location": {"index": 1}, **body}})


def test_chips_take_the_style_around_and_are_styled(document):
    document.type("ab")
    document.bold(1, 3)
    person = {"location": {"index": 2}, "personProperties": {"email": "ada@example.org"}}
    document.apply({"insertPerson": person})
    italic = {"range": {"startIndex": 2, "endIndex": 3}, "textStyle": {"italic": True}, "fields": "italic"}
    document.apply({"updateTextStyle": italic})
    elements = document.paragraphs[0]["elements"]
    assert [next(iter(e)) for e in elements][:3] == ["textRun", "person", "textRun"]
    assert elements[1]["person"]["textStyle"] == {"bold": True, "italic": True}
    assert elements[1]["endIndex"] - elements[1]["startIndex"] == 1


def options(*names):
    return [{"optionId": f"dropdownItem.{name}", "displayValue": name} for name in names]


def define(document, *names, **more):
    definition = {"dropdownDefinitionProperties": {"options": options(*names)}, **more}
    [reply] = document.apply({"createDropdownDefinition": {"dropdownDefinition": definition}})
    return reply["createDropdownDefinition"]["dropdownDefinition"]["dropdownDefinitionId"]


def test_a_definition_in_use_stays_and_its_options_go_with_a_replacement(document):
    definition_id = define(document, "open", "done")
    document.apply(
        {
            "insertDropdown": {
                "location": {"index": 1},
                "dropdownDefinitionId": definition_id,
                "selectedOptionId": "dropdownItem.done",
            }
        }
    )
    with pytest.raises(RequestError, match="is used"):
        document.apply({"deleteDropdownDefinition": {"dropdownDefinitionId": definition_id}})
    update = {
        "dropdownDefinitionId": definition_id,
        "dropdownDefinitionProperties": {"options": options("open", "shut")},
        "fields": "options",
    }
    with pytest.raises(RequestError, match="needs a replacement"):
        document.apply({"updateDropdownDefinitionProperties": update})
    replaced = {"selectedOptionIdReplacements": {"dropdownItem.done": "dropdownItem.gone"}}
    with pytest.raises(RequestError, match="no option"):
        document.apply({"updateDropdownDefinitionProperties": {**update, **replaced}})
    document.apply({"deleteContentRange": {"range": {"startIndex": 1, "endIndex": 2}}})
    document.apply({"updateDropdownDefinitionProperties": update})
    document.apply({"deleteDropdownDefinition": {"dropdownDefinitionId": definition_id}})


@pytest.mark.parametrize(
    ("names", "more", "says"),
    [
        (["only"], {}, "at least 2"),
        ([f"o{n:02}" for n in range(51)], {}, "at most 50"),
        (["same", "same"], {}, "unique"),
        (["x y", "open"], {}, "match dropdownItem"),
        (["open", "done"], {"dropdownDefinitionId": "state"}, "match kix"),
    ],
)
def test_definitions_that_cannot_be_are_refused(document, names, more, says):
    with pytest.raises(RequestError, match=says):
        define(document, *names, **more)


def comment(document, first, stop):
    where = {"startIndex": first, "endIndex": stop}
    [reply] = document.apply({"insertComment": {"range": where, "content": "a < b"}})
    return reply["insertComment"]["commentThread"]


def read(document, mode="COMMENTS_VIEW_MODE_INCLUDED", **more):
    query = {"includeTabsContent": ["true"], "suggestionsViewMode": ["SUGGESTIONS_INLINE"], **more}
    return ENGINE.read(document.state, {**query, "commentsViewMode": [mode]}, document.env)


def anchored(document):
    anchors = read(document)["tabs"][0]["documentTab"]["commentAnchors"].values()
    return [[(r["startIndex"], r["endIndex"]) for r in anchor["ranges"]] for anchor in anchors]


def test_a_comment_stays_with_its_text(document):
    document.type("one 😀 two")
    thread = comment(document, 5, 7)
    assert (thread["plainTextQuote"], thread["headPost"]["contentHtml"]) == ("😀", "a &lt; b")
    document.type("xx", 1)
    assert anchored(document) == [[(7, 9)]]
    document.apply({"deleteContentRange": {"range": {"startIndex": 6, "endIndex": 10}}})
    assert anchored(document) == [[]]
    document.apply({"deleteComment": {"commentId": thread["commentId"]}})
    assert anchored(document) == []


def test_comments_are_answered_only_when_asked_for(document):
    document.type("one")
    comment(document, 1, 4)
    assert "comments" in read(document)
    assert "comments" in read(document, "COMMENTS_VIEW_MODE_DEFAULT_FOR_CURRENT_ACCESS")
    omitted = read(document, "COMMENTS_VIEW_MODE_OMITTED")
    assert "comments" not in omitted
    assert "commentAnchors" not in omitted["tabs"][0]["documentTab"]
    assert "comments" not in document.json
    with pytest.raises(RequestError, match="SUGGESTIONS_INLINE"):
        read(document, suggestionsViewMode=["DEFAULT_FOR_CURRENT_ACCESS"])
    with pytest.raises(RequestError, match="includeTabsContent"):
        read(document, includeTabsContent=["false"])


def test_posts_belong_to_their_authors(document):
    document.type("one")
    ada = dataclasses.replace(document.env, user="ada@example.org", user_name="Ada")
    document.env = ada
    thread = comment(document, 1, 4)
    assert thread["headPost"]["author"] == {"user": "users/ada@example.org", "displayName": "Ada"}
    document.env = dataclasses.replace(ada, user="bob@example.org", user_name="Bob")
    assert read(document)["comments"][0]["headPost"]["author"]["me"] is False
    about = {"commentId": thread["commentId"]}
    with pytest.raises(RequestError, match="not the author"):
        document.apply({"deleteComment": about})
    update = {**about, "postId": thread["headPost"]["postId"], "content": "x"}
    with pytest.raises(RequestError, match="not the author"):
        document.apply({"updateCommentPost": update})
    [reply] = document.apply({"addCommentReply": {**about, "post": {"commentAction": "RESOLVE"}}})
    delete = {**about, "postId": reply["addCommentReply"]["post"]["postId"]}
    with pytest.raises(RequestError, match="cannot be deleted"):
        document.apply({"deleteCommentReply": delete})
    document.apply({"addCommentReply": {**about, "post": {"content": "no", "commentAction": "REOPEN"}}})
    [found] = read(document)["comments"]
    assert (found["status"], [post["commentAction"] for post in found["replies"]]) == ("OPEN", ["RESOLVE", "REOPEN"])


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        ({"insertComment": {"range": {"startIndex": 1, "endIndex": 2}, "content": ""}}, "must not be empty"),
        ({"insertComment": {"range": {"startIndex": 1, "endIndex": 2}, "content": "é" * 1025}}, "2048"),
        ({"addCommentReply": {"commentId": "c", "post": {"content": "x"}}}, "comment with ID c"),
        ({"addCommentReply": {"suggestionId": "s", "post": {"content": "x"}}}, "suggestion with ID s"),
        ({"deleteComment": {}}, "commentId is required"),
    ],
)
def test_comments_that_cannot_be_are_refused(document, request_, says):
    with pytest.raises(RequestError, match=says):
        document.apply(request_)
