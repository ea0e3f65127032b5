"""Short names of mechanisms, and steps that fall together."""

from familykit import failed, missing_dependency

DET, FUZ, SPA, STR = "deterministic", "fuzzy_match", "spatial", "structural"
LLM, WEB, DEP = "llm_vlm_judgement", "web_visit", "dependency_not_evaluated"
MATCHES = ("date_match", "distance_match", "speed_match")
METRIC = (
    *("metric_x_axis", "metric_y_axis", "metric_title", "metric_no_overlap", "main_series_column", "circular_points"),
    *("klaebo_display", "klaebo_data", "baselines_distinct", "sources_below", "metric_same_tab"),
)
CUMULATIVE = (
    *("cum_x_axis", "cum_y_axis", "cum_title", "cum_no_overlap", "cumulative_data", "cumulative_line"),
    "cum_same_tab",
)
COLUMNS = ("date_column", "distance_column", "speed_column")


def blank():
    """Of a blank sheet of instance 3: everything."""
    return (
        failed(DET, *COLUMNS)
        | failed(SPA, "table_fully_visible")
        | missing_dependency(*MATCHES)
        | failed(STR, *METRIC, *CUMULATIVE)
        | failed(WEB, "klaebo_url_visited")
        | missing_dependency("klaebo_content")
    )
