"""Short names of mechanisms, and steps that fall together."""

from familykit import failed, lost, missing_dependency

DET, FUZ, STR, LLM = "deterministic", "fuzzy_match", "structural", "llm_vlm_judgement"
DEP = "dependency_not_evaluated"
FIELDS = ("destination", "slot", "opening", "start", "departure", "duration", "mode", "travel", "cost", "alternative")
FILLED = (*(f"has_{name}" for name in FIELDS), "maps_link", "has_cuisine", "has_date")
PLACES = ("dest_exists", "alt_exists", "open_at_visit")
FACTS = ("hours_ok", "cost_ok", "mode_ok", "travel_ok", "cuisine_ok", "review_ok", "alt_viable")
FACTS_OF_SIGHTS = tuple(slug for slug in FACTS if slug != "cuisine_ok")
COLOURS = ("cost_colour", "alt_blue")
TIMES = ("durations", "start_ok", "depart_ok")
STOPS = (*FILLED, *PLACES, *FACTS, *COLOURS, *TIMES)
"""Steps over stops or meals."""
DAYS = ("activities_per_day", "meals_per_day", "route_order", "meal_place", "day_transit", "transit_limits")


def one_of_15(mechanism, *slugs):
    """One stop of fifteen fails."""
    return lost("failed", mechanism, *slugs, points=9)


def one_of_3(mechanism, *slugs):
    """One day of three fails."""
    return lost("failed", mechanism, *slugs, points=6)


def no_table():
    """Everything."""
    structural = ("headers", "frozen", "activities_per_day", "meals_per_day")
    return failed(STR, *structural) | missing_dependency(*STOPS, *DAYS[2:], "unique")
