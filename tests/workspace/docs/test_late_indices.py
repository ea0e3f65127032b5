"""Indices that are written late change no result: one batch does what its requests do one by one, numbered anew each.

The second half compares with the plain meaning of the requests, worked out character by character.
"""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from pytest_knows.workspace.local.engine import RequestError

Json = dict[str, Any]
TEXTS = ("a", "word ", "line\n", "one\ntwo\n", "\n", "🎉x", "ä€ long text", "\ttab\n")
BOLD, ITALIC = {"bold": True}, {"italic": True}


def some_request(chance: random.Random, end: int) -> Json:
    first = chance.randint(1, end)
    where = {"startIndex": first, "endIndex": first + chance.choice((1, 2, 3, 8, 30))}
    style, name = chance.choice((BOLD, ITALIC, {"bold": False})), chance.choice(("TITLE", "NORMAL_TEXT"))
    place = {"location": {"index": first}}
    insert = {"insertText": {**place, "text": chance.choice(TEXTS)}}
    changes: tuple[Json, ...] = (
        {"deleteContentRange": {"range": where}},
        {"updateTextStyle": {"range": where, "textStyle": style, "fields": "bold,italic"}},
        {"updateParagraphStyle": {"range": where, "paragraphStyle": {"namedStyleType": name}, "fields": "*"}},
        {"createNamedRange": {"name": "n", "range": where}},
        {"replaceNamedRangeContent": {"namedRangeName": "n", "text": "new\ntext"}},
        {"createParagraphBullets": {"range": where, "bulletPreset": "BULLET_CHECKBOX"}},
        {"insertTable": {**place, "rows": 2, "columns": 2}},
        {"insertInlineImage": {**place, "uri": "https://example.com/a.png"}},
        {"createFootnote": place},
    )
    return insert if chance.random() < 0.4 else chance.choice(changes)


@pytest.mark.parametrize("seed", range(60))
def test_one_batch_does_what_its_requests_do_one_by_one(new_document: Any, indices_checked: Any, seed: int) -> None:
    chance = random.Random(seed)
    alone, accepted = new_document(), []
    for _ in range(40):
        request = some_request(chance, alone.content[-1]["endIndex"])
        try:
            alone.apply(request)
        except RequestError:
            continue
        accepted.append(request)
    together = new_document()
    together.apply(*accepted)
    assert len(accepted) > 10
    assert without_ids(together.json) == without_ids(alone.json)
    indices_checked(together.json)


def without_ids(value: Any) -> Any:
    """Refused requests used up ids, so the two documents have other ones, and other numbers of batches."""
    if isinstance(value, list):
        return [without_ids(item) for item in value]
    if not isinstance(value, dict):
        return "id" if isinstance(value, str) and value.startswith(("kix.", "h.0")) else value
    return {without_ids(name): without_ids(item) for name, item in value.items() if name != "revisionId"}


@pytest.mark.parametrize("seed", range(20))
def test_text_and_styles_are_those_of_each_character(document: Any, seed: int) -> None:
    chance = random.Random(seed)
    chars: list[tuple[str, bool]] = [("\n", False)]
    requests: list[Json] = []
    for _ in range(120):
        first = chance.randint(1, len(chars))
        stop = min(len(chars), first + chance.randint(1, 9))
        if chance.random() < 0.4 or stop == first:
            before = chars[first - 2] if first > 1 else chars[0]
            bold = chars[first - 1][1] if before[0] == "\n" else before[1]
            text = chance.choice(("ab", "c", "d\ne", "\n"))
            chars[first - 1 : first - 1] = [(char, bold) for char in text]
            requests.append({"insertText": {"location": {"index": first}, "text": text}})
        elif chance.random() < 0.2:
            del chars[first - 1 : stop - 1]
            requests.append({"deleteContentRange": {"range": {"startIndex": first, "endIndex": stop}}})
        else:
            bold = chance.random() < 0.6
            chars[first - 1 : stop - 1] = [(char, bold) for char, _ in chars[first - 1 : stop - 1]]
            where = {"startIndex": first, "endIndex": stop}
            requests.append({"updateTextStyle": {"range": where, "textStyle": {"bold": bold}, "fields": "bold"}})
    document.apply(*requests)
    assert [(char, style.get("bold", False)) for text, style in document.runs for char in text] == chars
    for paragraph in document.paragraphs:
        styles = [element["textRun"]["textStyle"] for element in paragraph["elements"]]
        assert all(one != two for one, two in pairwise(styles))


def test_far_jumps_between_body_and_header_keep_indices_right(document: Any) -> None:
    document.type("line\n" * 300)
    [reply] = document.apply({"createHeader": {"type": "DEFAULT"}})
    header = reply["createHeader"]["headerId"]
    places = [{"index": 1}, {"index": 1400}, {"index": 0, "segmentId": header}, {"index": 700}, {"index": 2}]
    document.apply(*({"insertText": {"location": place, "text": "x\n"}} for place in places * 3))
    assert len(document.lines) == 301 + 12
    assert "".join(document.lines).count("x") == 12
