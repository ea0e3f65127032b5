"""Typed read-only view of a Google Doc over its REST JSON. Malformed JSON reads as less content, never as an error."""

from pytest_knows.artifact.document.document import Document, Section, Segment, Tab
from pytest_knows.artifact.document.elements import (
    Block,
    Bullet,
    Cell,
    Crop,
    Line,
    Paragraph,
    Picture,
    Place,
    Run,
    Table,
    lines_of,
    paragraphs_of,
)
from pytest_knows.artifact.document.styles import ParagraphStyle, TextStyle

__all__ = [
    "Block",
    "Bullet",
    "Cell",
    "Crop",
    "Document",
    "Line",
    "Paragraph",
    "ParagraphStyle",
    "Picture",
    "Place",
    "Run",
    "Section",
    "Segment",
    "Tab",
    "Table",
    "TextStyle",
    "lines_of",
    "paragraphs_of",
]
