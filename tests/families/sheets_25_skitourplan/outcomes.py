"""Short names of mechanisms, and steps that fall together."""

from familykit import failed, missing_dependency

DET, FUZ, STR, WEB = "deterministic", "fuzzy_match", "structural", "web_visit"
LLM, VACUOUS = "llm_vlm_judgement", "vacuous_pass"
FIELDS = ("start", "gps", "vertical", "aspect", "angle")
COLUMNS = (
    *("run_name_column", "run_link_column", "starting_location_column", "gps_column", "typical_vertical_column"),
    *("slope_aspect_column", "slope_angle_column", "forecast_date_column", "forecast_link_column"),
)
VISITS = ("guide_visited", "uac_visited", "run_link_visited", "forecast_visited")


def facts_of(*runs: int) -> tuple[str, ...]:
    """What the guide says of runs, but for name and link."""
    return tuple(f"run{run}_{name}" for run in runs for name in FIELDS)


def all_of(*runs: int) -> tuple[str, ...]:
    """All scored steps of the rows of runs, and the one that is for information."""
    own = [(f"run{run}_name_valid", f"run{run}_link_valid", *facts_of(run)) for run in runs]
    return tuple(
        slug for run, slugs in zip(runs, own, strict=True) for slug in (f"angle_ok_run{run}", *slugs, *danger(run))
    )


def danger(run: int) -> tuple[str, str]:
    return f"run{run}_rating", f"run{run}_colored"


GOLDEN = tuple(
    slug for run in (1, 2, 3) for slug in (f"run{run}_name_valid", f"run{run}_link_valid", *facts_of(run), *danger(run))
)
"""Steps of three runs that need the gold data."""


def no_table():
    """Of a plan without a table, instance 1, and without visits: everything."""
    return (
        failed(DET, *COLUMNS, "danger_rose_column", "rose_present")
        | failed(STR, "run_count", "merged_cells")
        | failed(WEB, *VISITS)
        | missing_dependency(*all_of(1, 2, 3), "forecast_date", "forecast_link", "rose_valid")
    )
