"""What becomes of autofit when a request touches a shape's text: Google turns it off and keeps what was seen."""

from __future__ import annotations

from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.presentations.template import pt
from pytest_knows.workspace.local.presentations.text import dump, load


def settle_autofit(shape: Json) -> None:
    """Set autofit to NONE; `fontScale` and `lineSpacingReduction` go into the sizes and spacings that the text states.

    Sizes that the text inherits from a placeholder stay inherited.
    """
    autofit = shape.get("shapeProperties", {}).get("autofit", {})
    if autofit.get("autofitType") not in ("TEXT_AUTOFIT", "SHAPE_AUTOFIT"):
        return
    shape["shapeProperties"]["autofit"] = {"autofitType": "NONE", "fontScale": 1}
    scale, less = autofit.get("fontScale", 1), autofit.get("lineSpacingReduction", 0)
    text = load(shape.get("text"))
    for char in text.chars:
        size = char.style.get("fontSize", {})
        if size.get("magnitude"):
            char.style = {**char.style, "fontSize": pt(size["magnitude"] * scale)}
    for paragraph in text.paragraphs:
        if "lineSpacing" in paragraph.style:
            paragraph.style = {**paragraph.style, "lineSpacing": paragraph.style["lineSpacing"] - 100 * less}
    if text.chars:
        shape["text"] = dump(text)
