"""What becomes of the steps when a judge, gold data, pages or the artifact itself are missing or damaged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from familykit import failed, lost, ungraded, world_error
from familykit.bench import rewritten
from familykit.hostile import corruptions
from familykit.office import roundtrip, uploaded

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.errors import JudgeError
from pytest_knows.grading import Grader
from pytest_knows.grading.named import named
from pytest_knows.judge import NoJudge
from pytest_knows.workspace import Kind

from .building import (
    CARBS,
    DET,
    FAMILY,
    FAT,
    FUZ,
    INSTANCES,
    LABEL,
    LLM,
    NUTRIENTS,
    POINTS,
    SODIUM,
    TITLE_ROW,
    VIT_C,
    Table,
    build,
    cell,
    full_score,
    record_url,
    rgb,
    slug,
    write_gold,
)
from .test_faults import FOODS, OTHER_GARLIC, other_garlic

VALUES = tuple(f"{name}_values_match" for name in NUTRIENTS)


@pytest.fixture(scope="module")
def whole(frozen) -> Snapshot:
    """Full score in instance 1, for tests that change the frozen JSON only."""
    return frozen(full_score(1))


@pytest.fixture
def regrade(whole: Snapshot, bench, gold: Path):
    """`regrade(raw)`: the same episode with another artifact."""

    def regrade(raw: Any):
        return bench.grade(
            rewritten(whole, {"artifact/file.json": json.dumps(raw).encode()}), judge=NoJudge(), gold=gold
        )

    return regrade


@pytest.fixture(scope="module")
def artifact(whole: Snapshot) -> Any:
    return whole.json("artifact/file.json")


class BrokenJudge(NoJudge):
    def answer(self, key, question):
        raise JudgeError(f"no answer to {key}")


def steps_of(instance: int, *checkpoints: str) -> list[str]:
    return [f"{slug(name)}_{step}" for name in full_score(instance).names for step in checkpoints]


# Judge


@pytest.mark.parametrize(("judge", "open_steps"), [(NoJudge(), ungraded), (BrokenJudge(), world_error)])
def test_a_nutrient_that_only_a_judge_can_tell(grade, judge, open_steps) -> None:
    """The order, the span, the colour and the bold cells of its group depend on it; other nutrients do not."""
    table = full_score(1)
    table.put(TITLE_ROW, FAT, "Total lipids (g)")
    steps = ("fat_column_present", "macros_alphabetical", "macros_group_header", "group_headers_centered_italic")
    expected = open_steps(*steps, "macros_same_color", "fat_values_match", "over_10dv_bold")
    results = grade(table, judge=judge)
    assert results.differing() == expected
    if isinstance(judge, BrokenJudge):
        return
    assert (results["fat_values_match"].need, results["fat_values_match"].mend) == ("judge", "--knows-judge MODEL")


def test_no_judge_and_what_it_could_not_change(grade) -> None:
    """Whatever that column is: the others are out of order, differently coloured, and one cell is not bold."""
    table = full_score(1)
    table.put(TITLE_ROW, FAT, "Total lipids (g)")
    for row in table.grid[TITLE_ROW:]:
        row[CARBS], row[CARBS + 2] = row[CARBS + 2], row[CARBS]
    table.fill(4, CARBS, "CFE2F3")
    table.style(3, SODIUM, bold=True)
    table.merges[0] = (0, 1, 2, 4)
    table.style(0, 7, italic=False)
    expected = failed("structural", "macros_alphabetical") | failed(FUZ, "macros_same_color")
    expected |= failed(DET, "over_10dv_bold", "group_headers_centered_italic")
    expected |= ungraded("fat_column_present", "fat_values_match", "macros_group_header")
    assert grade(table, judge=NoJudge()).differing() == expected


def test_no_judge_and_an_unusual_title_for_the_ingredients(grade) -> None:
    """What the rows say is open; visits to the gold data's foods are not."""
    table = full_score(2)
    table.put(TITLE_ROW, LABEL, "Component")
    groups = ("macros_same_color", "minerals_same_color", "vitamins_same_color", "groups_distinct_colors")
    expected = ungraded("ingredients_column_first", "over_10dv_bold", "whipped_cream_absent", *groups, *VALUES)
    expected |= ungraded(*steps_of(2, "row_present", "link_valid"))
    assert grade(table, judge=NoJudge()).differing() == expected


def test_no_judge_and_an_ingredient_under_another_name(grade) -> None:
    """Its row, link and amounts are open, six amounts of seven are right."""
    table = full_score(1)
    table.put(table.row("Nutritional Yeast"), LABEL, "Nooch flakes")
    expected = ungraded("nutritional_yeast_row_present", "nutritional_yeast_link_valid")
    expected |= lost("ungraded", "not_graded", *VALUES, points=6)
    results = grade(table, judge=NoJudge())
    assert results.differing() == expected
    assert results["fat_values_match"].bounds == (6, 7)


def test_no_judge_and_a_row_that_may_be_an_excluded_ingredient(grade) -> None:
    """A row of "pepper yeast" may be the yeast; then it is not the pepper. A visit to the yeast's food is one."""
    table = full_score(1)
    table.put(table.row("Nutritional Yeast"), LABEL, "Pepper-flavoured flakes")
    expected = ungraded("nutritional_yeast_row_present", "nutritional_yeast_link_valid", "black_pepper_absent")
    expected |= lost("ungraded", "not_graded", *VALUES, points=6)
    assert grade(table, judge=NoJudge()).differing() == expected


@pytest.mark.parametrize(("judge", "open_steps"), [(NoJudge(), "ungraded"), (BrokenJudge(), "error")])
def test_a_food_that_only_a_judge_can_tell(grade, judge, open_steps: str) -> None:
    """What is near the gold amount needs no judge; what is another food's amount does."""
    table = full_score(1)
    other_garlic(table)
    mechanism = "not_graded" if open_steps == "ungraded" else "execution_error"
    near_gold = ("carbohydrates", "protein", "vitamin_a")
    expected = lost(open_steps, mechanism, "garlic_link_valid")
    expected |= lost(open_steps, mechanism, *(f"{n}_values_match" for n in NUTRIENTS if n not in near_gold), points=6)
    assert grade(table, judge=judge).differing() == expected


def test_the_judge_says_that_it_is_another_food(grade) -> None:
    table = full_score(1)
    other_garlic(table)
    table.answer("food_title", False)
    near_gold = ("carbohydrates", "protein", "vitamin_a")
    expected = failed(LLM, "garlic_link_valid")
    expected |= lost("failed", FUZ, *(f"{n}_values_match" for n in NUTRIENTS if n not in near_gold), points=6)
    assert grade(table).differing() == expected


def test_no_titles_at_all(grade) -> None:
    """No keyword on any tab: a judge is asked for the row of titles, and without one everything below is open."""
    table = full_score(3)
    table.grid[TITLE_ROW] = [cell(word, bold=True) for word in [*"ZQKFBEZ", "Ca", "Fe", *"KNAC"]]
    results = grade(table, judge=NoJudge())
    assert results.outcomes == {"ungraded", "passed"}
    assert {slug for slug, result in results.items() if result.outcome == "passed"} == {
        slug for slug in results if slug.endswith("_visited")
    }
    table.answer("column_*", "NONE")
    table.answer("column_ingredients", "1")
    table.answer("header_row", "2")
    results = grade(table)
    assert results["ingredients_column_first"].outcome == results["avocados_row_present"].outcome == "passed"
    assert results.brief("fat_column_present") == ("failed", LLM, 0)
    assert results.brief("fat_values_match") == ("failed", "dependency_not_evaluated", 0)
    table.answer("header_row", "no")
    results = grade(table)
    assert results.brief("ingredients_column_first") == ("failed", DET, 0)
    assert results.brief("line_under_titles") == ("failed", "dependency_not_evaluated", 0)


# Gold


def test_no_gold(bench, whole: Snapshot) -> None:
    results = bench.grade(whole, gold=None)
    assert results.differing() == ungraded(*VALUES)
    assert results["fat_values_match"].need == "gold"


def test_no_gold_and_what_it_could_not_change(grade) -> None:
    """A blank cell is no amount, whatever the amount is."""
    table = full_score(1)
    table.put(table.row("Garlic"), FAT, None)
    expected = ungraded(*VALUES) | failed(FUZ, "fat_values_match")
    assert grade(table, gold=None, judge=NoJudge()).differing() == expected


@pytest.mark.parametrize(
    "content", [None, b"", b"\xff\xfe\x00", b"# nothing\n", b"a,b\n1,2\n", b'"' * 200_000], ids=lambda c: str(c)[:20]
)
def test_damaged_gold(bench, whole: Snapshot, tmp_path: Path, content: bytes | None) -> None:
    root = write_gold(tmp_path)
    path = root / FAMILY / "instance_1/data/gold_nutrients.csv"
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    assert bench.grade(whole, gold=root).differing() == world_error(*VALUES)


def test_gold_without_one_ingredient_and_one_amount(grade, tmp_path: Path) -> None:
    """The other amounts stand: what is wrong among them still fails."""
    root = write_gold(tmp_path)
    path = root / FAMILY / "instance_1/data/gold_nutrients.csv"
    lines = path.read_text().replace(
        "Raw Cashews,https://fdc.nal.usda.gov/food-details/2515374/nutrients,50.82", "X,,x"
    )
    path.write_text(lines)
    table = full_score(1)
    table.put(table.row("Sea Salt"), SODIUM, 500)
    expected = lost("error", "execution_error", *VALUES, points=6)
    expected |= lost("failed", FUZ, "sodium_values_match", points=5)
    assert grade(table, gold=root).differing() == expected


# How near is near enough, by changing the frozen JSON


@pytest.mark.parametrize(
    ("name", "nutrient", "shown", "right"),
    [
        ("Garlic", "sugar", 0.05, True),
        ("Garlic", "sugar", 0.06, False),
        ("Garlic", "sugar", "<0.5", True),
        ("Garlic", "sugar", "<0.6", False),
        ("Lemon Juice", "vitamin_c", 14.16, True),
        ("Lemon Juice", "vitamin_c", 14.17, False),
        ("Lemon Juice", "vitamin_c", 9.44, True),
        ("Lemon Juice", "vitamin_c", 9.43, False),
        ("Lemon Juice", "vitamin_c", "<14", True),
        ("Lemon Juice", "vitamin_c", "<15", False),
        ("Lemon Juice", "vitamin_c", "<11", False),
        ("Lemon Juice", "vitamin_c", "-11.8", False),
    ],
)
def test_tolerances(artifact, regrade, name: str, nutrient: str, shown: float | str, right: bool) -> None:
    raw = json.loads(json.dumps(artifact))
    table = full_score(1)
    cells = raw["sheets"][0]["data"][0]["rowData"][table.row(name)]["values"]
    kind = "stringValue" if isinstance(shown, str) else "numberValue"
    cells[CARBS + NUTRIENTS.index(nutrient)] |= {"effectiveValue": {kind: shown}, "formattedValue": str(shown)}
    results = regrade(raw)
    expected = ("passed", FUZ, 7) if right else ("failed", FUZ, 6)
    assert results.brief(f"{nutrient}_values_match") == expected


@pytest.mark.parametrize(
    ("colour", "right"), [("FAFAFA", False), ("F9FFFF", True), ("D9EAD3", False), ("FCFFCD", True)]
)
def test_colours(artifact, regrade, colour: str, right: bool) -> None:
    """Of the macros: 0.98 of every channel is white; the minerals are #D9EAD3; 0.1 apart in one channel is distinct."""
    raw = json.loads(json.dumps(artifact))
    for row in raw["sheets"][0]["data"][0]["rowData"][TITLE_ROW : TITLE_ROW + 8]:
        for held in row["values"][CARBS : CARBS + 5]:
            held["effectiveFormat"]["backgroundColor"] = rgb(colour)
            held["effectiveFormat"].pop("backgroundColorStyle", None)
    lost_steps = set(regrade(raw).differing())
    assert lost_steps == (set() if right else {"groups_distinct_colors" if colour == "D9EAD3" else "macros_same_color"})


# Pages and trace


@pytest.mark.parametrize(
    ("page", "outcome"),
    [
        (None, "error"),
        (404, "failed"),
        (403, "error"),
        (429, "error"),
        (500, "error"),
        ({"error": "timeout: 30 s"}, "error"),
        ({"error": "dns: no such host"}, "error"),
        ({"body": b"<html>maintenance</html>", "content_type": "text/html"}, "error"),
        ({"body": b"{", "content_type": "application/json"}, "error"),
        ({"body": b"[1]", "content_type": "application/json"}, "error"),
        ({"body": b"[" * 100_000, "content_type": "application/json"}, "error"),
        ({"body": b'{"description": "Garlic", "foodNutrients": [7, {"amount": "x"}]}'}, "passed"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_the_record_of_another_food(grade, page: Any, outcome: str) -> None:
    """Only that there is no such food is the agent's fault. Without its amounts the other ones do not count."""
    table = full_score(1)
    other_garlic(table)
    table.pages = {} if page is None else {record_url(OTHER_GARLIC): page}
    results = grade(table)
    beyond = [f"{n}_values_match" for n in NUTRIENTS if n not in ("carbohydrates", "protein", "vitamin_a")]
    if outcome == "passed":
        expected = lost("failed", FUZ, *beyond, points=6)
    elif outcome == "failed":
        expected = failed(DET, "garlic_link_valid") | lost("failed", FUZ, *beyond, points=6)
    else:
        expected = world_error("garlic_link_valid") | lost("error", "execution_error", *beyond, points=6)
    assert results.differing() == expected


def test_a_record_that_could_change_nothing(grade) -> None:
    """No amount is near a gold one, so that the row is wrong whatever the food's record says."""
    table = full_score(1)
    other_garlic(table, grams=60)
    table.pages = {record_url(OTHER_GARLIC): 429}
    expected = world_error("garlic_link_valid") | failed(DET, "over_10dv_bold")
    expected |= lost("failed", FUZ, *(value for value in VALUES if value != "vitamin_a_values_match"), points=6)
    assert grade(table).differing() == expected


def test_damaged_page(grade, frozen, bench, gold: Path) -> None:
    table = full_score(1)
    other_garlic(table)
    table.put(table.row("Garlic"), VIT_C, 0.6)
    snapshot = frozen(table)
    index = snapshot.json("pages/index.json")["pages"]
    (snapshot.root / next(iter(index.values()))["file"]).write_bytes(b"changed")
    results = bench.grade(Snapshot(snapshot.root), judge=table.rules, gold=gold)
    assert results.brief("garlic_link_valid") == ("error", "execution_error", 0)
    assert results.brief("vitamin_c_values_match") == ("passed", FUZ, 7)


@pytest.mark.parametrize("nutrients", [1, 2])
def test_what_the_freeze_is_asked_to_fetch(bench, frozen, monkeypatch, nutrients: int) -> None:
    """The records of foods that are not the gold data's; for one with a single nutrient then those, too."""
    monkeypatch.setenv("USDA_API_KEY", "the-key")
    table = full_score(1)
    other_garlic(table)
    table.record(OTHER_GARLIC, "Garlic, raw", **dict.fromkeys(NUTRIENTS[:nutrients], 1))
    calls, problem = named(Grader(bench.rubric, bench.rubric.tasks[0], frozen(table)))
    more = sorted(FOODS, key=str) if nutrients == 1 else []
    assert [call.address for call in calls] == [record_url(food) for food in (OTHER_GARLIC, *more)]
    assert calls[0].sent_url == record_url(OTHER_GARLIC) + "?api_key=the-key"
    assert problem == ""


def test_the_gold_datas_own_foods_are_not_fetched(bench, whole: Snapshot) -> None:
    assert named(Grader(bench.rubric, bench.rubric.tasks[0], whole)) == ([], "")


def test_no_trace(grade, rubric) -> None:
    table = full_score(1)
    table.visited = None
    assert grade(table, judge=NoJudge()).differing() == world_error("recipe_visited", *steps_of(1, "usda_visited"))


# The artifact


@pytest.mark.parametrize("instance", INSTANCES)
def test_office_upload(bench, gold: Path, tmp_path: Path, instance: int) -> None:
    """Exported to .xlsx and uploaded again."""
    table = full_score(instance)
    file = roundtrip(bench.workspace, build(bench.workspace, table), tmp_path)
    snapshot = bench.freeze(file, instance, visited=table.visited)
    assert bench.grade(snapshot, judge=NoJudge(), gold=gold).differing() == {}


def test_excel_file(bench, gold: Path, tmp_path: Path) -> None:
    """Made by a library for Excel files."""
    table = full_score(1)
    file = uploaded(bench.workspace, excel(table, tmp_path), Kind.SPREADSHEET, tmp_path)
    snapshot = bench.freeze(file, 1, visited=table.visited)
    assert bench.grade(snapshot, judge=NoJudge(), gold=gold).differing() == {}


def excel(table: Table, folder: Path) -> bytes:
    openpyxl = pytest.importorskip("openpyxl")
    from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

    made = openpyxl.Workbook()
    sheet = made.active
    for row, held in enumerate(table.grid, 1):
        for column, data in enumerate(held, 1):
            place, look = sheet.cell(row, column), data["userEnteredFormat"]
            place.value = next(iter(data.get("userEnteredValue", {}).values()), None)
            words = look["textFormat"]
            place.font = Font(bold=words.get("bold", False), italic=words.get("italic", False))
            if look.get("backgroundColor"):
                channels = (round(255 * look["backgroundColor"].get(name, 0)) for name in ("red", "green", "blue"))
                place.fill = PatternFill("solid", fgColor="".join(f"{channel:02X}" for channel in channels))
            if look.get("horizontalAlignment"):
                place.alignment = Alignment(horizontal="center")
            if "borders" in look:
                place.border = Border(bottom=Side("thin"))
    for top, bottom, left, right in table.merges:
        sheet.merge_cells(start_row=top + 1, end_row=bottom, start_column=left + 1, end_column=right)
    path = folder / "made.xlsx"
    made.save(path)
    return path.read_bytes()


@pytest.mark.parametrize("text", ["Cashew cream", "Ingredients", "=QUERY(A2:B3)"])
def test_one_cell(grade, text: str) -> None:
    """One cell is no table. A title that says Ingredients names a column, of no ingredients."""
    table = Table(instance=1, grid=[[cell()]], merges=[], visited=[])
    table.put(0, 0, text)
    results = grade(table, judge=NoJudge())
    passed = {slug for slug, result in results.items() if result.outcome == "passed"}
    assert passed == ({"ingredients_column_first"} if text == "Ingredients" else set())
    assert results.outcomes <= {"passed", "failed"}
    assert results.maximum == POINTS[1]


@pytest.mark.parametrize(
    "raw",
    [
        {},
        [],
        None,
        7,
        {"sheets": 3},
        {"sheets": [None, {}, {"data": {}}]},
        {"sheets": [{"data": [{"rowData": [{}, 1]}]}]},
    ],
    ids=str,
)
def test_malformed_workbooks(artifact, regrade, raw: Any) -> None:
    """Read as an empty spreadsheet: the agent's failure, but for what it visited."""
    results = regrade(raw)
    passed = {slug for slug, result in results.items() if result.outcome == "passed"}
    assert passed == {slug for slug in results if slug.endswith("_visited")}
    assert results.outcomes == {"passed", "failed"}
    assert results.maximum == POINTS[1]


def test_corrupted_workbooks(artifact, regrade) -> None:
    """Random damage changes outcomes, never steps or points, and nothing is a fault of the rubric."""
    for raw in corruptions(artifact, 12):
        results = regrade(raw)
        assert (len(results), results.maximum) == (61, POINTS[1])
        assert [result.details for result in results.values() if result.details] == []


def test_50_000_cells(artifact, regrade) -> None:
    """The table with thousands of rows behind it, every cell filled: none of them is wrong."""
    raw = json.loads(json.dumps(artifact))
    rows = raw["sheets"][0]["data"][0]["rowData"]
    shown = ("effectiveValue", "formattedValue", "effectiveFormat")
    amounts = [{key: held[key] for key in shown if key in held} for held in rows[8]["values"][1:]]
    for number in range(3840):
        label = {"effectiveValue": {"stringValue": f"Food {number}"}, "formattedValue": f"Food {number}"}
        rows.append({"values": [label, *amounts]})
    results = regrade(raw)
    assert results.differing() == {}
    assert results.maximum == POINTS[1]


def test_a_wide_sheet(artifact, regrade) -> None:
    """Fifty thousand cells in fifty rows: the columns behind the table have titles that nobody asked for."""
    raw = json.loads(json.dumps(artifact))
    for place, row in enumerate(raw["sheets"][0]["data"][0]["rowData"][:9]):
        cells = row["values"]
        cells += [{}] * (13 - len(cells))
        for number in range(5600):
            text = f"{place} {number}"
            cells.append({"effectiveValue": {"stringValue": text}, "formattedValue": text})
    results = regrade(raw)
    assert results.differing() == failed(DET, "column_titles_bold", "line_under_titles")


def test_damaged_artifact(frozen, bench) -> None:
    snapshot = frozen(full_score(2))
    (snapshot.root / "artifact/file.json").write_bytes(b"{")
    results = bench.grade(Snapshot(snapshot.root), judge=NoJudge())
    visited = {slug for slug in results if slug.endswith("_visited")}
    assert {slug for slug, result in results.items() if result.outcome == "error"} >= set(results) - visited
    assert results.maximum == POINTS[2]
    assert not any(result.details for result in results.values())


def test_values_that_the_embedded_workspace_lacks(grade) -> None:
    """An amount by a function that the embedded Workspace cannot compute: an error of what needs that value."""
    table = full_score(1)
    table.put(table.row("Garlic"), FAT, '=QUERY(A1:B2,"select A")')
    expected = lost("error", "execution_error", "fat_values_match", points=6) | world_error("over_10dv_bold")
    assert grade(table, judge=NoJudge()).differing() == expected
