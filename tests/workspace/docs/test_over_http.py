"""The documents engine where agents meet it: behind the server, through Google's own client."""

from __future__ import annotations

import base64
import io

import pypdfium2 as pdfium
import pytest
from googleapiclient.errors import HttpError
from PIL import Image

from pytest_knows.kind import Kind
from pytest_knows.workspace.local.rendering import find_chromium


@pytest.fixture
def docs(workspace):
    return workspace.clients.docs.documents()


@pytest.fixture
def file(workspace):
    return workspace.create_file(Kind.DOCUMENT, "A letter")


def data_url() -> str:
    target = io.BytesIO()
    Image.new("RGB", (40, 20), "red").save(target, "PNG")
    return "data:image/png;base64," + base64.b64encode(target.getvalue()).decode()


def update(docs, file, *requests):
    return docs.batchUpdate(documentId=file.id, body={"requests": list(requests)}).execute()


def test_a_letter_is_written_and_read(docs, file):
    answer = update(
        docs,
        file,
        {"insertText": {"location": {"index": 1}, "text": "Ethan Ashby\nDear 😀"}},
        {"insertInlineImage": {"location": {"index": 1}, "uri": data_url()}},
    )
    assert answer["documentId"] == file.id
    object_id = answer["replies"][1]["insertInlineImage"]["objectId"]
    document = docs.get(documentId=file.id).execute()
    assert document["title"] == "A letter"
    [_, first, second] = document["body"]["content"]
    assert first["paragraph"]["elements"][0]["inlineObjectElement"]["inlineObjectId"] == object_id
    assert second["paragraph"]["elements"][0]["textRun"]["content"] == "Dear 😀\n"
    assert second["endIndex"] == 22


def test_a_refused_request_changes_nothing_and_says_which_it_was(docs, file):
    with pytest.raises(HttpError) as refusal:
        update(
            docs,
            file,
            {"insertText": {"location": {"index": 1}, "text": "kept?"}},
            {"insertText": {"location": {"index": 999}, "text": "x"}},
        )
    assert refusal.value.status_code == 400
    assert "Invalid requests[1].insertText: Index 999 must be less than" in refusal.value.reason
    assert docs.get(documentId=file.id).execute()["body"]["content"][-1]["endIndex"] == 2


def test_the_letter_is_exported_as_pdf(workspace, docs, file):
    if find_chromium() is None:
        pytest.skip("no Chromium on this machine")
    update(
        docs,
        file,
        {"insertText": {"location": {"index": 1}, "text": "Printed"}},
        {"insertInlineImage": {"location": {"index": 1}, "uri": data_url()}},
    )
    page = pdfium.PdfDocument(workspace.export(file, "application/pdf"))[0]
    assert "".join(page.get_textpage().get_text_range().split()) == "Printed"
    [image] = [thing for thing in page.get_objects() if isinstance(thing, pdfium.PdfImage)]
    left, bottom, right, top = image.get_bounds()
    assert (left, 792 - top, right - left, top - bottom) == pytest.approx((72, 72, 30, 15), abs=0.5)


def test_views_that_do_not_go_together_are_refused(docs, file):
    with pytest.raises(HttpError, match="includeTabsContent") as refusal:
        docs.get(documentId=file.id, commentsViewMode="COMMENTS_VIEW_MODE_INCLUDED").execute()
    assert refusal.value.status_code == 400
    assert list(docs.get(documentId=file.id, fields="tabs.tabProperties.title").execute()) == ["tabs"]
