"""Short names of mechanisms, and steps that fall together."""

from __future__ import annotations

from familykit import failed, missing_dependency

DET, FUZ, STR = "deterministic", "fuzzy_match", "structural"
LLM, WEB, DEP = "llm_vlm_judgement", "web_visit", "dependency_not_evaluated"
MATRIX = ("header_match", "header_order", "image_coverage", "image_correct")
PALETTES = ("palette_rows", "palette_width", "palette_fills", "palette_from_list")
LIST = (
    *("list_top_left", "min_colours", "articles_researched", "colour_family"),
    *("article_col_type", "article_present", "article_reachable", "article_relevant"),
    *("fill_col_type", "fill_visual", "fill_colorhexa", "fill_coverage"),
    *("store_col_type", "store_present", "store_reachable", "store_relevant"),
)


def no_list():
    """Of instance 1: everything but the palettes' own steps."""
    return failed(STR, "list_vertical") | missing_dependency(*LIST, "objects", *MATRIX, "palette_from_list")


def blank():
    return no_list() | failed(STR, "palette_tab") | missing_dependency(*PALETTES)


def errors(**points):
    """Proportional steps that are errors with some of their points."""
    return {slug: ("error", "execution_error", earned) for slug, earned in points.items()}
