"""Names of mechanisms and steps."""

from __future__ import annotations

DET, FUZZY, LLM, WEB = "deterministic", "fuzzy_match", "llm_vlm_judgement", "web_visit"
SPATIAL, STRUCT = "spatial", "structural"
COLUMNS = tuple(f"col_{name}" for name in ("title", "authors", "abstract", "arxiv", "drive", "figure", "new"))
ORIGINAL = tuple(
    f"orig_{name}" for name in ("titles", "authors", "abstracts", "arxiv", "drive", "figures", "unchecked")
)
NEW = tuple(f"new_{n}" for n in ("titles", "authors", "abstracts", "arxiv", "drive", "figures", "checked", "visited"))
LOOKS = ("yellow", "grouping", "overflow")
OF_GOLD = tuple(f"new_{n}" for n in ("titles", "authors", "abstracts", "arxiv", "drive", "figures", "visited"))
"""Steps on new papers that the gold data or the arXiv have to know."""
