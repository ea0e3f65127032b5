"""Smart chips: insertPerson, insertRichLink, insertDate. Each is one character of its paragraph."""

from __future__ import annotations

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.documents.content import style_at
from pytest_knows.workspace.local.documents.dates import date_properties
from pytest_knows.workspace.local.documents.editor import Editor
from pytest_knows.workspace.local.documents.registry import REQUESTS
from pytest_knows.workspace.local.engine import Json, RequestError


def insert_chip(editor: Editor, body: Json, element: str, id_name: str, properties: Json) -> Json:
    """Insert an element of that type where the request points, in the style of the text around; returns it."""
    segment, spot = editor.place(body)
    chip = {id_name: editor.env.new_id(), f"{element}Properties": properties, "textStyle": style_at(spot)}
    editor.insert(segment, spot, {element: chip})
    return chip


@REQUESTS.handles("insertPerson")
def insert_person(editor: Editor, body: Json) -> None:
    """Mention a person by email address."""
    email = need(body, "personProperties", "email")
    if "@" not in email:
        raise RequestError(f"personProperties.email is not an email address: {email[:80]}")
    insert_chip(editor, body, "person", "personId", body["personProperties"])


@REQUESTS.handles("insertRichLink")
def insert_rich_link(editor: Editor, body: Json) -> None:
    """Link a file or the like by its address, shown by its title."""
    uri = need(body, "richLinkProperties", "uri")
    if not uri.startswith(("https://", "http://")):
        raise RequestError(f"richLinkProperties.uri is not a web address: {uri[:80]}")
    insert_chip(editor, body, "richLink", "richLinkId", {"title": uri, **body["richLinkProperties"]})


@REQUESTS.handles("insertDate")
def insert_date(editor: Editor, body: Json) -> None:
    """A date, written as its properties ask."""
    segment, _ = editor.place(body)
    if segment.is_footnote:
        raise RequestError("Dates cannot be inserted inside a footnote.")
    insert_chip(editor, body, "dateElement", "dateId", date_properties(need(body, "dateElementProperties")))
