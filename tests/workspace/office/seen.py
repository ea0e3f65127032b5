"""What the view of a document sees, as values to compare: without ids that differ from file to file."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from pytest_knows.artifact.document import Block, Bullet, Document, Line, Paragraph, Picture, Run, Segment, Tab, Table
from pytest_knows.artifact.document.styles import TextStyle


def seen(document: Document) -> dict[str, Any]:
    """Everything that the view shows of the first tab."""
    lists: dict[str, int] = {}
    tab: Tab = document.tabs[0]
    return {
        "page": tab.page_size,
        "body": _segment(tab.body, lists),
        "margins": [_segment(segment, lists) for segment in tab.margins],
        "footnotes": [_segment(segment, lists) for segment in tab.footnotes],
    }


def _segment(segment: Segment, lists: dict[str, int]) -> dict[str, Any]:
    return {
        "place": segment.place,
        "on_first_page": segment.on_first_page,
        "blocks": [_block(block, lists) for block in segment.blocks],
    }


def _block(block: Block, lists: dict[str, int]) -> Any:
    if isinstance(block, Table):
        return [
            [(cell.row_span, cell.column_span, [_block(inner, lists) for inner in cell.blocks]) for cell in row]
            for row in block.rows
        ]
    return _paragraph(block, lists)


def _paragraph(paragraph: Paragraph, lists: dict[str, int]) -> dict[str, Any]:
    return {
        "lines": [_line(line) for line in paragraph.lines],
        "style": asdict(paragraph.style),
        "bullet": _bullet(paragraph.bullet, lists),
    }


def _bullet(bullet: Bullet | None, lists: dict[str, int]) -> Any:
    if bullet is None:
        return None
    return (lists.setdefault(bullet.list_id, len(lists)), bullet.level, bullet.glyph, bullet.ordered)


def _line(line: Line) -> list[Any]:
    """Its pieces; neighbouring runs that look the same and lead to the same place are one."""
    pieces: list[Any] = []
    for piece in line.pieces:
        if isinstance(piece, Picture):
            pieces.append(_picture(piece))
        elif pieces and isinstance(pieces[-1], list) and pieces[-1][1:] == [_look(piece.style), piece.link]:
            pieces[-1][0] += piece.text
        else:
            pieces.append(_run(piece))
    return pieces


def _run(run: Run) -> list[Any]:
    return [run.text, _look(run.style), run.link]


def _look(style: TextStyle) -> dict[str, Any]:
    return asdict(style) | {"colour": repr(style.colour), "background": repr(style.background)}


def _picture(picture: Picture) -> dict[str, Any]:
    return {
        "size": (picture.width, picture.height),
        "crop": asdict(picture.crop),
        "positioned": picture.positioned,
        "place": picture.place,
        "description": picture.description,
        "link": picture.link,
        "data": picture.data(),
    }
