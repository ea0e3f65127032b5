"""A section of a recipe beside what its source page says."""

from pytest_knows.rubric import fail
from pytest_knows.scoring import Mechanism

from . import questions


def beside_source(recipe, source, section, judge):
    """(the section's items, the source's lines); no lines if no page could be read and a judge finds the items
    plausible. Fails for an empty section, implausible items, and a page that gives no such lines."""
    items = recipe.items(section)
    if not items:
        fail(f"there is no {section}", Mechanism.STRUCTURAL)
    if not source.is_read:
        if not questions.is_plausible(judge, f"plausible_{section}", recipe.title, items):
            fail(f"no plausible {section}")
        return items, []
    wanted = source.lines(section)
    if not wanted:
        fail(f"{source} gives no {section}", Mechanism.LLM_VLM_JUDGEMENT)
    return items, wanted
