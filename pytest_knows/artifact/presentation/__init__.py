"""Typed, read-only views of a deck over the REST JSON of Slides v1."""

from pytest_knows.artifact.presentation.deck import Page, Presentation, Slide
from pytest_knows.artifact.presentation.elements import Box, Element, Other, Picture, Table
from pytest_knows.artifact.presentation.passage import Passage
from pytest_knows.artifact.presentation.text import Line, Paragraph, Run, TextBody, TextStyle

__all__ = [
    "Box",
    "Element",
    "Line",
    "Other",
    "Page",
    "Paragraph",
    "Passage",
    "Picture",
    "Presentation",
    "Run",
    "Slide",
    "Table",
    "TextBody",
    "TextStyle",
]
