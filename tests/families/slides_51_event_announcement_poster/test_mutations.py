"""The full-score posters, and the specification's mutations A to H: exactly the named steps fail."""

import pytest

DET, SPA, FUZ, LLM = "deterministic", "spatial", "fuzzy_match", "llm_vlm_judgement"
DEP = "dependency_not_evaluated"
POINTS = {1: 185, 2: 190, 3: 185, 4: 190, 5: 185}


@pytest.mark.parametrize("instance", POINTS)
def test_full_score(poster, grade, instance):
    results = grade(poster(instance))
    assert results.differing() == {}
    assert results.points == POINTS[instance]


def failed(mechanism, points=0):
    return "failed", mechanism, points


def a_header_red(poster):
    poster.boxes["header"].colour = (0.6, 0, 0)
    return {"header_colour": failed(DET)}


def b_subheader_upright(poster):
    poster.boxes["subheader"].italic = None
    return {"subheader_italic": failed(DET)}


def c_logo_at_the_left(poster):
    poster.boxes["logo"].x, poster.boxes["logo"].y = 137160, 0
    return {"logo_top_right": failed(SPA)}


def d_sidebar_without_fill(poster):
    poster.boxes["sidebar"].fill, poster.boxes["sidebar"].shape = None, "TEXT_BOX"
    return {"sidebar_colour": failed(FUZ)}


def e_no_notes(poster):
    poster.notes = ""
    return {
        "body_sources": failed(DEP),
        "notes_citations": failed(DET),
        "notes_topic": failed(DEP),
        "notes_bio": failed(DEP),
    }


def f_one_achievement(poster):
    poster.boxes["sidebar"].text = poster.boxes["sidebar"].text.replace(
        ", and he leads a group that verifies page layouts", ""
    )
    poster.boxes["sidebar"].text = poster.boxes["sidebar"].text.replace(
        ", he founded a project on accurate numbers", ""
    )
    poster.answer("achievements", [{"quote": "He co-wrote the book Web Browser Engineering"}])
    return {"bio_achievements": failed(LLM, 1)}


def g_speakers_page_without_address(poster):
    footer = poster.boxes["footer"]
    footer.text = footer.text.replace("https://pavpanchekha.com", "Pavel Panchekha's homepage")
    return {"footer_page": failed(DET)}


def h_body_runs_under_the_sidebar(poster):
    poster.boxes["body"].w = 6400800
    return {"no_overlap": failed(SPA, 3)}


@pytest.mark.parametrize(
    "mutate",
    [
        a_header_red,
        b_subheader_upright,
        c_logo_at_the_left,
        d_sidebar_without_fill,
        e_no_notes,
        f_one_achievement,
        g_speakers_page_without_address,
        h_body_runs_under_the_sidebar,
    ],
)
def test_mutation(poster, grade, mutate):
    changed = poster(1)
    expected = mutate(changed)
    assert grade(changed).differing() == expected
