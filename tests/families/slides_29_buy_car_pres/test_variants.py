"""Odd but legitimate decks, and what is nearly right."""

import json

import pytest
from familykit import failed
from familykit.slides import Box, Image

from .building import (
    DET,
    FUZZY,
    LLM,
    SPATIAL,
    TITLE,
    Plain,
    element,
    full_deck,
    html,
    of_car,
    page_of,
    photo,
    reviews_of,
    reword,
    rules,
)


def said(deck, n, what, value, old):
    """The full-score deck with another value on slide n + 1."""
    setattr(deck.cars[n - 1], what, value)
    return lambda raw: reword(element(raw, f"slide_{n + 1}_stats"), old, value)


@pytest.mark.parametrize(
    ("value", "right"),
    [
        ("245 hp @ 6,000 rpm", True),
        ("245-horsepower hybrid, 176 lb-ft", True),
        ("250 bhp", True),
        ("251 hp", False),
        ("6,000 rpm, 245 lb-ft", False),
    ],
)
def test_horsepower_as_people_write_it(yard, value, right):
    """Torque and speed have units of their own."""
    deck = full_deck()
    snapshot = yard.surfed(deck, said(deck, 2, "hp", value, "245 hp"))
    assert yard.lost(snapshot, rules(deck)) == ({} if right else failed(FUZZY, "hp_matches_2"))


@pytest.mark.parametrize(
    ("value", "right"),
    [
        ("36/36 MPG", True),
        ("36 city / 36 hwy", True),
        ("35 miles per gallon", True),
        ("83 MPGe, 36 mi of range", False),
        ("36 kWh/100 mi", False),
        ("38 mpg", False),
    ],
)
def test_fuel_efficiency_as_people_write_it(yard, value, right):
    """Range and consumption are no mileage."""
    deck = full_deck()
    snapshot = yard.surfed(deck, said(deck, 2, "mpg", value, "36 mpg combined"))
    assert yard.lost(snapshot, rules(deck)) == ({} if right else failed(FUZZY, "mpg_matches_2"))


@pytest.mark.parametrize(
    ("title", "by"),
    [
        ("Toyota Sienna", DET),
        ("#2: Sienna by Toyota (2023)", DET),
        ("2023 TOYOTA SIENNA XLE Hybrid", DET),
        ("The Sienna", LLM),
    ],
)
def test_titles_of_cars(yard, title, by):
    """Whatever else stands there; what lacks a word is for a judge."""
    deck = full_deck()
    deck.rules = [
        {"key": "listed_model", "contains": "Sienna", "answer": "Toyota Sienna"},
        {"key": "car", "contains": "/toyota/sienna/", "answer": deck.cars[1].answer()},
        {"key": "listed_model", "contains": "SIENNA", "answer": "Toyota Sienna"},
        {"key": "make_model_title", "answer": True},
    ]
    snapshot = yard.edited(lambda raw: reword(element(raw, "slide_3_title"), "2023 Toyota Sienna", title))
    results = yard.grade(snapshot, rules(deck))
    assert results.differing() == {}
    assert results.brief("make_model_title_2") == ("passed", by, 1)


def test_another_model_year_is_another_car(yard):
    """The title says 2019: no model of the year that was asked for."""
    deck = full_deck()
    deck.rules = [{"key": "car", "contains": "2019 Toyota Sienna", "answer": deck.cars[1].answer()}]
    snapshot = yard.edited(lambda raw: reword(element(raw, "slide_3_title"), "2023", "2019"))
    assert yard.lost(snapshot, rules(deck)) == {"five_car_slides": ("failed", LLM, 4)}


def test_other_spellings_of_one_name(yard):
    """F150, Chevy: the same cars on KBB's pages."""
    deck = full_deck(3)
    for n, (old, make, model) in enumerate((("Ford F-150", "Ford", "F150 Lightning"), ("", "Rivian", "R1T"))):
        if old:
            deck.cars[n].title = f"2026 {make} {model}"
    deck.cars[0].model = "F150 Lightning"
    deck.cars[2].title, deck.cars[2].make = "2026 Chevy Silverado EV", "Chevy"
    deck.rules = [
        {
            "key": "kbb",
            "contains": "Ford F150 Lightning",
            "answer": {"price": 38240, "combined": 22, "city": 19, "highway": 28, "hp": 280},
        },
        {
            "key": "kbb",
            "contains": "Chevy Silverado EV",
            "answer": {"price": 33900, "combined": 22, "city": 19, "highway": 26, "hp": 290},
        },
        {"key": "listed_model", "contains": "F150", "answer": "Ford F-150 Lightning"},
        {"key": "listed_model", "contains": "Chevy", "answer": "Chevrolet Silverado EV"},
    ]
    deck.best["rating"] = "Ford F150 Lightning"
    deck.best["price"] = deck.best["hp"] = "Silverado EV"
    assert yard.lost(deck) == {}


def test_ratings_on_a_scale_of_ten(yard):
    """9.4 of 10 is the best, also beside others on a scale of five."""
    deck = full_deck()
    deck.cars[0].rating = "9.4/10"
    deck.pages = {url: page for url, page in deck.pages.items() if "review" not in url}
    deck.pages |= {reviews_of(1, n): html("Reviews", "4.7 out of 5") for n in range(5)}
    unknown = {"key": "review_rating", "answer": {"rating": 0, "scale": 5}}
    snapshot = yard.surfed(deck, said(deck, 1, "rating", "9.4/10", "4.7/5"))
    assert yard.lost(snapshot, [unknown, *rules(deck)]) == {}


def test_the_title_slide_in_other_boxes(yard):
    """A text box instead of a placeholder; over two paragraphs; beside a subtitle."""
    deck = full_deck()
    words = TITLE.replace("Cool ", "Cool\n")
    boxes = {
        "words": Box(500000, 900000, 8000000, 1500000, words, size=36),
        "by": Box(500000, 3000000, 900000, 300000, "by us"),
    }
    deck.opening = Plain(boxes=boxes)
    assert yard.lost(deck) == {}


def test_a_small_picture_beside_the_large_one(yard):
    """The largest one counts for its size; one of them has to show the car."""
    deck = full_deck()
    deck.cars[1].boxes["logo"] = Image(8500000, 4600000, 400000, 307143, photo(77))
    assert yard.lost(deck) == {}
    deck.cars[1].boxes["logo"].x, deck.cars[1].boxes["logo"].y = 5760000, 900000
    deck.cars[1].boxes["logo"].w, deck.cars[1].boxes["logo"].h = 3000000, 2303571
    assert yard.lost(deck) == failed(SPATIAL, *of_car(2, "picture_clear_of_text"))


def test_half_of_the_slide_that_can_be_seen(yard):
    """What lies beyond the edge is not seen."""

    def edit(raw):
        element(raw, "slide_3_image")["transform"]["translateX"] = -400000

    assert yard.lost(yard.edited(edit)) == failed(SPATIAL, "picture_half_2")


def test_years_and_several_names_in_the_summary(yard):
    """Year and trim do no harm; a second name that is not tied does."""
    deck = full_deck()
    deck.best["price"] = "2023 Kia Carnival LX minivan"
    assert yard.lost(deck) == {}
    answer = {what: [name] for what, name in deck.best.items()}
    answer["hp"] = ["Kia Carnival", "Honda Odyssey"]
    snapshot = yard.surfed(full_deck())
    assert yard.lost(snapshot, [{"key": "summary", "answer": answer}, *rules(full_deck())])["best_hp"] == (
        "failed",
        LLM,
        0,
    )


def test_stats_in_a_table(yard):
    """One row for each value; the link stands in the last cell."""

    def edit(raw):
        slide = raw["slides"][2]
        stats = element(raw, "slide_3_stats")
        paragraphs = "".join(
            run["textRun"]["content"] for run in stats["shape"]["text"]["textElements"] if "textRun" in run
        )
        rows = [
            {"rowHeight": {"magnitude": 300000, "unit": "EMU"}, "tableCells": [cell(line)]}
            for line in paragraphs.split("\n")
            if line
        ]
        column = {"columnWidth": {"magnitude": 3200000, "unit": "EMU"}}
        table = {"rows": len(rows), "columns": 1, "tableRows": rows, "tableColumns": [column]}
        slide["pageElements"].remove(stats)
        slide["pageElements"].append({key: stats[key] for key in ("objectId", "size", "transform")} | {"table": table})

    def cell(line):
        return {"text": {"textElements": [{"paragraphMarker": {}}, {"textRun": {"content": line + "\n", "style": {}}}]}}

    assert yard.lost(yard.edited(edit)) == {}


def test_the_chosen_trim_is_shown_to_the_judge(yard):
    deck = full_deck()
    deck.cars[0].trim = "Elite"
    deck.cars[0].title += " Elite"
    deck.rules = [
        {
            "key": "kbb",
            "contains": "Honda Odyssey Elite",
            "answer": {"price": 51000, "combined": 22, "city": 19, "highway": 28, "hp": 280},
        }
    ]
    deck.pages[page_of(1, 0)] = html(
        "2023 Honda Odyssey", "LX $38,240, Elite $51,000, 22 MPG, 19 city, 28 highway, 280 hp"
    )
    assert yard.lost(deck) == failed(FUZZY, *of_car(1, "price_matches"))


# -- What must not matter ----------------------------------------------------------------------------------------------


def reversed_elements(raw):
    for slide in raw["slides"]:
        slide["pageElements"].reverse()


def renamed(raw):
    return json.loads(json.dumps(raw).replace('"slide_', '"thing_'))


def grouped(raw):
    for n, slide in enumerate(raw["slides"]):
        children = slide["pageElements"]
        for child in children:
            child["transform"]["translateX"] = child["transform"].get("translateX", 0) - 500000
        moved = {"scaleX": 1, "scaleY": 1, "translateX": 500000, "translateY": 0, "unit": "EMU"}
        slide["pageElements"] = [{"objectId": f"g{n}", "transform": moved, "elementGroup": {"children": children}}]


def scaled(raw):
    """The page and all on it twice as large, but for the letters."""
    for side in ("width", "height"):
        raw["pageSize"][side]["magnitude"] *= 2
    for slide in raw["slides"]:
        for one in slide["pageElements"]:
            for key in ("scaleX", "scaleY", "translateX", "translateY", "shearX", "shearY"):
                if key in one["transform"]:
                    one["transform"][key] *= 2


def split_runs(raw):
    """Every run in two of the same style."""
    for slide in raw["slides"]:
        for one in slide["pageElements"]:
            parts = one.get("shape", {}).get("text", {}).get("textElements", [])
            for part in [part for part in parts if len(part.get("textRun", {}).get("content", "")) > 3]:
                if "link" in part["textRun"]["style"]:
                    continue
                other = json.loads(json.dumps(part))
                part["textRun"]["content"], other["textRun"]["content"] = (
                    part["textRun"]["content"][:2],
                    part["textRun"]["content"][2:],
                )
                parts.insert(parts.index(part) + 1, other)


@pytest.mark.parametrize("change", [reversed_elements, renamed, grouped, scaled, split_runs])
def test_what_does_not_matter(yard, change):
    assert yard.lost(yard.edited(change)) == {}


def test_the_order_of_the_cars_does_not_matter(yard):
    def edit(raw):
        raw["slides"][1:6] = raw["slides"][5:0:-1]

    assert yard.lost(yard.edited(edit)) == {}
