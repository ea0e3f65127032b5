"""The recommendation slide: what it says of each product."""

from collections.abc import Mapping
from functools import cached_property

from pytest_knows.artifact.presentation import Slide
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.checks.text import has_word
from pytest_knows.judge import Judge
from pytest_knows.judge.schema import TEXT, fields, list_of
from pytest_knows.rubric import fail
from pytest_knows.scoring import Mechanism

from .comparison import Comparison
from .names import Products, occur
from .needs import need

SCHEMA = list_of(fields(product=TEXT, summary=TEXT, recommendation=TEXT))


class Advice:
    def __init__(self, slide: Slide, products: Products, judge: Judge) -> None:
        self.text = slide.text
        self._products = products
        self._judge = judge

    def __repr__(self) -> str:
        return repr(self.text[:40])

    @cached_property
    def _told(self) -> Attempt[Mapping[str, Mapping[str, str]]]:
        return Attempt(self._extract)

    def _extract(self) -> Mapping[str, Mapping[str, str]]:
        question = (
            "For each product that the slide names: its name as written there, what the slide says to sum it up, and "
            "whom or what for the slide recommends it, in the slide's own words; empty texts for what is not there."
        )
        entries = self._judge.extract("advice", question, SCHEMA, evidence={"slide": self.text})
        entries = [entry for entry in entries if all(has_word(self.text, word) for word in entry["product"].split())]
        matched = self._products.matched(entry["product"] for entry in entries)
        return {product: entries[place] for place, product in matched.items()}

    def _part(self, product: str, part: str) -> str:
        """Its "summary" or "recommendation", if the slide says so; fails if it has none, raises what a judge raises."""
        told = str(self._told.get().get(product, {}).get(part, "")).strip()
        if not told or not occur([told], self.text):
            fail(f"no {part}", Mechanism.DETERMINISTIC)
        return told

    def require_summary(self, comparison: Comparison, product: str) -> bool:
        summary = self._part(product, "summary")
        need(product in comparison.columns, "column")
        shown = {"product": product, "summary": summary, "table": comparison.column(product)}
        question = "Does the summary of a product agree with what the table says of it?"
        return self._judge.yes_no("summary", question, evidence=shown)

    def require_recommendation(self, reason: str, product: str) -> bool:
        shown = {"product": product, "recommendation": self._part(product, "recommendation")}
        return self._judge.yes_no("recommendation", f"Does the recommendation rest on {reason}?", evidence=shown)
