"""Whatever keys are pressed, and whatever others write meanwhile: the page shows what the document says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from pytest_knows.workspace import FileRef, Kind, Workspace

from .conftest import Open
from .docpage import DocPage, contents, lines

Json = dict[str, Any]
KEYS = """
    a b c Space Enter Enter Backspace Backspace Delete ArrowLeft ArrowRight ArrowUp ArrowDown Home End
    Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Control+Shift+ArrowLeft Control+Backspace Control+Delete
    Control+b Control+i Tab Shift+Tab Control+Shift+8 Control+Shift+7 Control+Alt+2 Control+Alt+0 Control+z Control+z
    Control+y Control+Shift+e Control+a Shift+Enter Control+\\ Control+] Control+x Control+v
""".split()  # noqa: SIM905 - a list of forty strings says the same less legibly
SHOWN = """(root) => {
  const text = (node) => [...node.childNodes].map((child) => {
    if (child.nodeType === Node.TEXT_NODE) return child.data;
    if (child.nodeName === 'BR') return child.dataset.units === '1' ? '\\v' : '';
    return child.dataset.units ? '#'.repeat(child.dataset.units) : text(child);
  }).join('');
  return [...root.querySelectorAll('p, h1, h2, h3, h4, h5, h6')].map((block) => text(block) + '\\n');
}"""


def paragraphs(content: list[Json]) -> Iterator[str]:
    """The text of all paragraphs, those in tables too."""
    for node in content:
        yield from lines([node])
        for row in node.get("table", {}).get("tableRows", []):
            for cell in row["tableCells"]:
                yield from paragraphs(cell["content"])


def write_somewhere(workspace: Workspace, file: FileRef, chance: random.Random) -> None:
    """Another author puts something into a paragraph of the body."""
    spans = [(n["startIndex"], n["endIndex"]) for n in contents(workspace, file)["body"]["content"] if "paragraph" in n]
    index = chance.randrange(*chance.choice(spans))
    request = {"insertText": {"location": {"index": index}, "text": chance.choice(["Q", "QQ\n", "\nQ"])}}
    docs = workspace.clients.docs.documents()
    docs.batchUpdate(documentId=file.id, body={"requests": [request]}).execute()


@pytest.mark.parametrize("seed", [21, 22])
def test_page_and_document_stay_alike(open_file: Open, workspace: Workspace, seed: int) -> None:
    chance = random.Random(seed)
    file = workspace.create_file(Kind.DOCUMENT, "keys")
    page = DocPage(open_file(file))
    if seed % 2:
        page.menu("Insert", "Table")
        page.answer("Insert", Rows=2, Columns=2)
    for number in range(80):
        page.press(chance.choice(KEYS))
        if number % 9 == 5:
            page.saved()
            write_somewhere(workspace, file, chance)
    page.type("The end")
    expect(page.body).to_contain_text("The end")
    page.saved()
    told = list(paragraphs(contents(workspace, file)["body"]["content"]))
    page.page.wait_for_function(f"(told) => JSON.stringify(({SHOWN})(document.querySelector('.body'))) === told",
                                arg=page.page.evaluate("(told) => JSON.stringify(told)", told))  # fmt: skip
    assert page.body.evaluate(SHOWN) == told
