"""Answers written piece by piece are the bytes that the encoder writes at once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_knows.kind import Kind
from pytest_knows.workspace.local import answers, fields
from pytest_knows.workspace.local.answers import as_json

NAMES = st.sampled_from(["a", "b", "c", 'qu"ote', "ü"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=20,
)
MASKS = st.sampled_from(["", "a", "*", "a,b/c", "a(b,c)", "*/b", "a/a/a/a/a/a/a,b", "a,*/c"])


def deep(levels: int) -> Any:
    return [{"a": deep(levels - 1)}, {}, []] if levels else {"a": [1, "x"], "b": 2}


@pytest.mark.parametrize("chunk", [1, 7, 1 << 20])
@given(value=VALUES, text=MASKS)
def test_the_bytes_are_those_of_the_whole_value(chunk: int, value: Any, text: str) -> None:
    mask = fields.parse(text) if text else {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answers, "CHUNK", chunk)
        for pretty in (False, True):
            expected = json.dumps(fields.apply(mask, value), ensure_ascii=False, indent=2 if pretty else None)
            assert as_json(value, mask=mask, pretty=pretty).whole() == expected.encode()


@pytest.mark.parametrize("text", ["", "a/a/a", "*/*/b"])
def test_below_the_levels_that_are_walked(text: str) -> None:
    mask = fields.parse(text) if text else {}
    expected = json.dumps(fields.apply(mask, deep(5)))
    assert as_json(deep(5), mask=mask).whole() == expected.encode()


def test_a_long_answer_is_made_while_it_is_sent() -> None:
    value = {"rows": [["x" * 1000] for _ in range(3000)]}
    reply = as_json(value)
    assert len(reply.content) < 1.1 * answers.CHUNK
    assert json.loads(reply.whole()) == value
    assert as_json({"a": 1}).rest == ()


def test_half_a_surrogate_pair_is_written_as_it_is() -> None:
    assert as_json({"a": "\ud800"}).whole() == b'{"a": "\xed\xa0\x80"}'


def test_a_long_answer_over_http_and_in_a_batch(workspace: Any) -> None:
    file = workspace.create_file(Kind.DOCUMENT, "long")
    text = "some words, ä € 🎉\n" * 15_000
    docs = workspace.clients.docs.documents()
    insert = {"insertText": {"location": {"index": 1}, "text": text}}
    docs.batchUpdate(documentId=file.id, body={"requests": [insert]}).execute()
    request = docs.get(documentId=file.id, fields="body/content/paragraph/elements/textRun/content")
    got = [request.execute()]
    batch = workspace.clients.drive.new_batch_http_request(callback=lambda _id, answer, _error: got.append(answer))
    batch.add(request)
    batch.execute()
    assert got[0] == got[1]
    runs = [
        e["textRun"]["content"] for node in got[0]["body"]["content"] if node for e in node["paragraph"]["elements"]
    ]
    assert "".join(runs) == text + "\n"
