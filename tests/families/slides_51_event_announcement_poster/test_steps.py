"""Each step that no mutation of the specification touches fails for its own reason, and no other step with it."""

import pytest

DET, SPA, FUZ, LLM, STR = "deterministic", "spatial", "fuzzy_match", "llm_vlm_judgement", "structural"
DEP = "dependency_not_evaluated"


def failed(mechanism, points=0):
    return "failed", mechanism, points


def change(box, **values):
    def mutate(poster):
        for name, value in values.items():
            setattr(poster.boxes[box], name, value)

    return mutate


def replace(box, old, new):
    def mutate(poster):
        assert old in poster.boxes[box].text
        poster.boxes[box].text = poster.boxes[box].text.replace(old, new)

    return mutate


def judged(key, answer=False):
    return lambda poster: poster.answer(key, answer)


@pytest.mark.parametrize(
    ("mutate", "expected"),
    [
        (change("header", bold=False), {"header_bold": failed(DET)}),
        (change("header", size=19), {"header_size": failed(DET)}),
        (replace("header", "Internals", "Internal"), {"header_text": failed(DET)}),
        (change("subheader", align="CENTER"), {"subheader_left": failed(DET)}),
        (change("subheader", size=22, y=600000, h=100000), None),
        (replace("subheader", "L101", "L102"), {"subheader_place": failed(DET)}),
        (replace("subheader", "University of Utah", "university"), {"subheader_host": failed(DET)}),
        (change("logo", w=420000, h=255000, x=8400000), {"logo_scale": failed(SPA)}),
        (judged("logo_identity"), {"logo_identity": failed(LLM)}),
        (judged("body_topic"), {"body_topic": failed(LLM)}),
        (judged("body_speaker"), {"body_speaker": failed(LLM)}),
        (judged("body_engaging"), {"body_engaging": failed(LLM)}),
        (judged("source_quality"), {"body_sources": failed(LLM)}),
        (judged("bio_affiliation"), {"bio_affiliation": failed(LLM)}),
        (judged("bio_education"), {"bio_education": failed(LLM)}),
        (judged("bio_connection"), {"bio_connection": failed(LLM)}),
        (judged("achievements", []), {"bio_achievements": failed(LLM)}),
        (judged("source_support"), {"notes_topic": failed(LLM), "notes_bio": failed(LLM)}),
        (change("footer", x=6000000), {"on_slide": failed(SPA, 4)}),
        (change("footer", x=0, w=3000000), {
            "footer_position": failed(SPA), "footer_contact": failed(DEP), "footer_page": failed(DEP)
        }),
        (replace("footer", "info@cs.utah.edu, (801) 555-0100", "Utah"), {"footer_contact": failed(DET)}),
        (judged("citation_roles", []), {
            "body_sources": failed(LLM), "notes_topic": failed(DET), "notes_bio": failed(DET)
        }),
    ],
)  # fmt: skip
def test_one_step(poster, grade, mutate, expected):
    changed = poster(1)
    mutate(changed)
    found = grade(changed).differing()
    if expected is None:
        assert {"subheader_italic"} <= set(found) <= {"subheader_italic", "no_overlap", "logo_clear"}
    else:
        assert found == expected


def test_header_far_down(poster, grade):
    lowered = poster(1)
    for box in lowered.boxes.values():
        box.y += 1500000
    pushed = {"logo_top_right": failed(SPA), "footer_position": failed(SPA), "on_slide": failed(SPA, 4)}
    assert grade(lowered).differing() == {"header_top": failed(SPA), **pushed}


def test_neither_larger_nor_bold(poster, grade):
    alike = poster(1)
    alike.boxes["header"].bold, alike.boxes["subheader"].size = None, 20
    alike.boxes["subheader"].y = 700000
    also = {"header_bold": failed(DET), "no_overlap": failed(SPA, 3)}
    assert grade(alike).differing() == {"header_contrast": failed(DET), **also}


def test_logo_over_the_name(poster, grade):
    covering = poster(1)
    covering.boxes["logo"].x = 6000000
    assert grade(covering).differing() == {"logo_clear": failed(SPA), "no_overlap": failed(SPA, 3)}
