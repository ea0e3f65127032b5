"""The handlers of the batchUpdate request types, by subject; importing this package registers all of them."""

from pytest_knows.workspace.local.documents.requests import bullets, pictures, ranges, sections, styles, tables, text

__all__ = ["bullets", "pictures", "ranges", "sections", "styles", "tables", "text"]
