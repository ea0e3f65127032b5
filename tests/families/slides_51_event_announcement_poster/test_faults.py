"""One test (or more) per fault of the reference grader that the specification lists, by its number."""

import pytest

from pytest_knows.errors import JudgeError
from pytest_knows.judge.scripted import ScriptedJudge

DET, SPA, FUZ, LLM, STR = "deterministic", "spatial", "fuzzy_match", "llm_vlm_judgement", "structural"
DEP, ERR = "dependency_not_evaluated", "execution_error"

TOPIC, WIKIPEDIA, BIO = (
    "https://browser.engineering/",
    "https://en.wikipedia.org/wiki/Web_browser",
    "https://pavpanchekha.com/",
)


def failed(mechanism, points=0):
    return "failed", mechanism, points


def error():
    return "error", ERR, 0


@pytest.mark.fault("slides_51/1")
def test_dead_links_are_no_sources(poster, grade):
    dead = poster(1)
    dead.pages = dict.fromkeys((TOPIC, WIKIPEDIA, BIO), 404) | {k: v for k, v in dead.pages.items() if "onepage" in k}
    assert grade(dead).differing() == dict.fromkeys(("body_sources", "notes_topic", "notes_bio"), failed(DET))


@pytest.mark.fault("slides_51/1")
def test_a_host_that_does_not_exist_is_dead_too(poster, grade):
    dead = poster(1)
    dead.pages[WIKIPEDIA] = "dns: the host does not exist"
    assert grade(dead).differing() == {"body_sources": failed(LLM, 2)}


@pytest.mark.fault("slides_51/1")
@pytest.mark.parametrize("answer", [401, 403, 429, 503, "timed out"])
def test_a_page_that_the_world_withholds_is_judged_by_its_url(poster, grade, answer):
    blocked = poster(1)
    blocked.pages |= {TOPIC: answer, WIKIPEDIA: answer, BIO: answer}
    assert grade(blocked).differing() == {"notes_topic": error(), "notes_bio": error()}


@pytest.mark.fault("slides_51/1")
def test_punctuation_after_a_url_is_no_part_of_it(poster, grade):
    listed = poster(1)
    listed.notes = f"Summary: ({TOPIC}), {WIKIPEDIA}. Bio: {BIO}; see there."
    assert grade(listed).differing() == {}


@pytest.mark.fault("slides_51/2")
def test_urls_that_only_the_judge_saw_do_not_count(poster, grade):
    invented = poster(1)
    invented.notes = f"{TOPIC} and {BIO}"
    urls = [(TOPIC, "topic"), ("https://mit.edu/browsers", "topic"), (BIO, "bio")]
    invented.answer("citation_roles", [{"url": url, "role": role} for url, role in urls])
    assert grade(invented).differing() == {"body_sources": failed(LLM, 2)}


@pytest.mark.fault("slides_51/2")
def test_one_page_cited_twice_is_one_source(poster, grade):
    twice = poster(1)
    twice.notes = f"{WIKIPEDIA} and http://www.en.wikipedia.org/wiki/Web_browser/#History, {BIO}"
    assert grade(twice).differing() == {"body_sources": failed(LLM, 2)}


@pytest.mark.fault("slides_51/2")
def test_two_pages_of_one_site_are_two_sources(poster, grade):
    site = poster(1)
    second = "https://en.wikipedia.org/wiki/Browser_engine"
    site.notes = f"{WIKIPEDIA}, {second}, {BIO}"
    site.pages[second] = site.pages[WIKIPEDIA]
    site.answer(
        "citation_roles", [{"url": u, "role": "topic"} for u in (WIKIPEDIA, second)] + [{"url": BIO, "role": "bio"}]
    )
    assert grade(site).differing() == {}


@pytest.mark.fault("slides_51/3")
def test_a_source_of_bad_repute_does_not_count(poster, grade):
    doubtful = poster(1)
    doubtful.answer("source_quality", False, contains=WIKIPEDIA)
    assert grade(doubtful).differing() == {"body_sources": failed(LLM, 2)}


@pytest.mark.fault("slides_51/4")
def test_links_behind_words_are_citations(poster, grade):
    linked = poster(1)
    linked.notes = "Summary: [1] the book, [2] Wikipedia. Bio: [3] his own page."
    linked.note_links = {"the book": TOPIC, "Wikipedia": WIKIPEDIA, "his own page": BIO}
    assert grade(linked).differing() == {}


@pytest.mark.fault("slides_51/5")
@pytest.mark.parametrize("instance", [2, 3])
def test_citations_on_the_slide_where_the_prompt_names_no_notes(poster, grade, instance):
    on_slide = poster(instance)
    on_slide.boxes["sources"] = type(on_slide.boxes["body"])(457200, 4300000, 3000000, 150000, on_slide.notes, size=1)
    on_slide.notes = ""
    assert grade(on_slide).differing() == {"notes_citations": failed(DET)}


@pytest.mark.fault("slides_51/5")
def test_elsewhere_citations_belong_in_the_notes(poster, grade):
    on_slide = poster(1)
    on_slide.boxes["sources"] = type(on_slide.boxes["body"])(457200, 4300000, 3000000, 150000, on_slide.notes, size=1)
    on_slide.notes = ""
    assert set(grade(on_slide).differing()) == {"notes_citations", "body_sources", "notes_topic", "notes_bio"}


@pytest.mark.fault("slides_51/6")
def test_styles_of_a_placeholder_are_inherited(poster, grade):
    # The event's name stands in the title placeholder, whose layout centres it; the master sets it bold, 24 pt.
    inherited = poster(1)
    header = inherited.boxes.pop("header")

    def use_the_title(deck):
        title = next(e for e in deck["slides"][0]["pageElements"] if "TITLE" in e["shape"]["placeholder"]["type"])
        title["size"] = {"width": {"magnitude": header.w}, "height": {"magnitude": header.h}}
        title["transform"] = {"scaleX": 1, "scaleY": 1, "translateX": header.x, "translateY": header.y}
        title["shape"]["text"] = text_of(header.text)
        for page in deck["layouts"] + deck["masters"]:
            for element in page["pageElements"]:
                element["shape"].pop("text", None)
        parent = title["shape"]["placeholder"]["parentObjectId"]
        layout = next(e for page in deck["layouts"] for e in page["pageElements"] if e["objectId"] == parent)
        layout["shape"]["text"] = text_of("", paragraph={"alignment": "CENTER"})
        above = layout["shape"]["placeholder"]["parentObjectId"]
        master = next(e for page in deck["masters"] for e in page["pageElements"] if e["objectId"] == above)
        master["shape"]["text"] = text_of("", style={"bold": True, "fontSize": {"magnitude": 24, "unit": "PT"}})

    inherited.edit = use_the_title
    assert grade(inherited).differing() == {}


@pytest.mark.fault("slides_51/6")
def test_a_style_is_that_of_most_characters(poster, grade):
    mixed = poster(1)
    mixed.more = [style("box_header", {"bold": False}, 0, 3), style("box_subheader", {"italic": False}, 0, 10)]
    assert grade(mixed).differing() == {}


@pytest.mark.fault("slides_51/6")
def test_autofit_does_not_change_the_stated_size(poster, grade):
    fitted = poster(1)
    fitted.edit = lambda deck: autofit(deck, "box_header", 0.7)
    assert grade(fitted).differing() == {}


@pytest.mark.fault("slides_51/7")
@pytest.mark.parametrize(("colour", "expected"), [("TEXT1", {}), ("ACCENT1", {"header_colour": failed(DET)})])
def test_theme_colours_are_resolved(poster, grade, colour, expected):
    themed = poster(1)
    themed.boxes["header"].colour = None
    themed.more = [style("box_header", {"foregroundColor": {"opaqueColor": {"themeColor": colour}}})]
    assert grade(themed).differing() == expected


@pytest.mark.fault("slides_51/7")
def test_a_theme_coloured_header_and_sidebar_of_the_asked_colours(poster, grade):
    themed = poster(5)
    themed.boxes["header"].colour = None
    themed.more = [style("box_header", {"foregroundColor": {"opaqueColor": {"themeColor": "ACCENT5"}}})]

    def recolour(deck):
        scheme = deck["masters"][0]["pageProperties"]["colorScheme"]["colors"]
        wanted = {"ACCENT5": {"green": 0.3, "blue": 0.3}, "ACCENT4": {"red": 1, "green": 0.67, "blue": 0.25}}
        for entry in scheme:
            entry["color"] = wanted.get(entry["type"], entry["color"])
        fill = element(deck, "box_sidebar")["shape"]["shapeProperties"]["shapeBackgroundFill"]["solidFill"]
        fill["color"] = {"themeColor": "ACCENT4"}

    themed.edit = recolour
    assert grade(themed).differing() == {}


@pytest.mark.fault("slides_51/8")
@pytest.mark.parametrize(
    ("instance", "box", "hexadecimal", "right"),
    [
        (5, "header", "333333", False),  # dark grey is no teal
        (2, "sidebar", "FFD966", False),  # yellow is no orange
        (4, "sidebar", "666666", False),  # a middle grey is no charcoal
        (2, "sidebar", "FCE5CD", True),  # light orange 3 in Google's own palette
        (2, "header", "3EB489", True),  # the colour called mint
        (4, "header", "0B1F3A", True),  # the colour called navy
        (1, "sidebar", "D9E1F2", False),  # a blue tint is no grey
        (1, "sidebar", "F5E6D3", False),  # a beige neither
        (1, "sidebar", "F3F3F3", True),  # light grey 3 in Google's own palette
    ],
)
def test_colours_are_what_people_call_them(poster, grade, instance, box, hexadecimal, right):
    coloured = poster(instance)
    channels = tuple(int(hexadecimal[i : i + 2], 16) / 255 for i in (0, 2, 4))
    setattr(coloured.boxes[box], "colour" if box == "header" else "fill", channels)
    wrong = {f"{box}_colour"} | ({"colour_scheme"} if instance == 4 else set())
    assert grade(coloured).differing() == (dict.fromkeys(wrong, failed(FUZ)) if not right else {})


@pytest.mark.fault("slides_51/9")
@pytest.mark.parametrize(
    ("instance", "old", "new", "right"),
    [
        (5, "10/03/2026", "October 31, 2026", False),
        (5, "10/03/2026", "Saturday, October 3rd", True),
        (5, "10/03/2026", "October 3, 2025", False),
        (1, "07/27/2026", "July 27, 2026", True),
        (1, "07/27/2026", "27/07/2026", True),
        (1, "07/27/2026", "2026-07-27", True),
        (1, "07/27/2026", "07/28/2026", False),
        (2, "September 15th", "Tuesday, Sept. 15, 2026", True),
        (3, "November 8", "8 Nov 2027", True),
    ],
)
def test_dates_are_read_as_dates(poster, grade, instance, old, new, right):
    dated = poster(instance)
    dated.boxes["subheader"].text = dated.boxes["subheader"].text.replace(old, new)
    assert grade(dated).differing() == ({} if right else {"subheader_date": failed(DET)})


@pytest.mark.fault("slides_51/10")
@pytest.mark.parametrize(
    ("instance", "footer", "wrong"),
    [
        (1, "University of Utah, Salt Lake City | pavpanchekha.com", {"footer_contact"}),
        (1, "info@utah.edu | Pavel Panchekha", {"footer_page"}),
        (1, "https://www.cs.utah.edu | https://users.cs.utah.edu/~pavpan", set()),
        (1, "https://users.cs.utah.edu/~pavpan", {"footer_contact"}),
        (3, "scripps.ucsd.edu | Mission Blue", {"footer_page"}),
        (4, "MIT Sloan, Cambridge | sheffi.mit.edu", {"footer_contact"}),
        (4, "100 Main Street, Cambridge | mitsloan.mit.edu/faculty/yossi-sheffi", set()),
        (4, "sloan@mit.edu | https://www.linkedin.com/in/YossiSheffi1", set()),
        (4, "sloan@mit.edu | mitsloan.mit.edu/events/sheffield-lecture", {"footer_page"}),
        (4, "sloan@mit.edu | https://sheffi.mit.edu.example.org", {"footer_page"}),
        (2, "ccp@arizona.edu | instagram.com/yamashitaphoto", set()),
        (1, "info@utah.edu.example.org | pavpanchekha.com", {"footer_contact"}),
        (1, "info@utah.edu | https://mypavpanchekha.com", {"footer_page"}),
        (5, "(202) 336-5500 | Lisa Damour", {"footer_page"}),
        (5, "1-800-374-2721 | www.drlisadamour.com", set()),
        (5, "(212) 555-0100 | drlisadamour.com", {"footer_contact"}),
        (5, "Washington, DC 20002 | drlisadamour.com", set()),
    ],
)
def test_a_name_is_no_address(poster, grade, instance, footer, wrong):
    named = poster(instance)
    named.boxes["footer"].text = footer
    assert grade(named).differing() == dict.fromkeys(wrong, failed(DET))


@pytest.mark.fault("slides_51/11")
def test_parts_in_several_boxes(poster, grade):
    split = poster(1)
    footer, sidebar = split.boxes.pop("footer"), split.boxes["sidebar"]
    box = type(footer)
    contact, address = footer.text.split(" | ")
    split.boxes["contact"] = box(4572000, 4480560, 4114800, 250000, contact, size=8, align="END")
    split.boxes["address"] = box(4572000, 4780560, 4114800, 250000, address, size=8, align="END")
    name, rest = sidebar.text.split(". ", 1)
    sidebar.text = ""
    split.boxes["name"] = box(5577840, 1250000, 3108960, 500000, name, size=11)
    split.boxes["bio"] = box(5577840, 2000000, 3108960, 1800000, rest, size=11)
    assert grade(split).differing() == {}


@pytest.mark.fault("slides_51/12")
def test_a_caption_beside_the_header_is_no_subheader(poster, grade):
    captioned = poster(1)
    box = type(captioned.boxes["header"])
    captioned.boxes["caption"] = box(7680960, 930000, 1280160, 200000, "About the host", size=8)
    results = grade(captioned)
    assert results.differing() == {}


@pytest.mark.fault("slides_51/12")
def test_name_and_details_in_one_box(poster, grade):
    # Header and subheader are told apart by lines; a line break (vertical tab) separates them as a paragraph does.
    for separator in ("\n", "\v"):
        joined = poster(1)
        header, details = joined.boxes["header"], joined.boxes.pop("subheader").text
        name = len(header.text)
        header.text, header.bold = f"{header.text}{separator}{details}", None
        header.h, header.align = 900000, None
        everything = {"bold": False, "italic": True, "fontSize": {"magnitude": 12, "unit": "PT"}}
        title = {"bold": True, "italic": False, "fontSize": {"magnitude": 22, "unit": "PT"}}
        joined.more = [style("box_header", everything), style("box_header", title, 0, name)]
        assert grade(joined).differing() == {}, repr(separator)


@pytest.mark.fault("slides_51/13")
def test_without_a_subheader_its_content_is_not_sought_elsewhere(poster, grade):
    without = poster(1)
    details = without.boxes.pop("subheader").text
    without.boxes["sidebar"].text += f" {details}"
    without.boxes["sidebar"].size = 9
    expected = {"subheader_below": failed(STR)}
    for slug in ("left", "italic", "date", "place", "host"):
        expected[f"subheader_{slug}"] = failed(DEP)
    assert grade(without).differing() == expected | {"header_contrast": failed(DEP)}


@pytest.mark.fault("slides_51/14")
def test_centred_is_where_the_text_is(poster, grade):
    # Centred in a box at the far right: not centred on the slide, whatever its alignment says.
    aside = poster(1)
    aside.boxes["header"].x, aside.boxes["header"].w, aside.boxes["header"].size = 4500000, 3600000, 20
    aside.boxes["header"].y = 0
    under_the_logo = {"logo_clear": failed(SPA), "no_overlap": failed(SPA, 3)}
    assert grade(aside).differing() == {"header_centred": failed(SPA), **under_the_logo}
    # Left-aligned in a box that itself is placed so that the words stand in the middle: centred.
    middle = poster(1)
    middle.boxes["header"].x, middle.boxes["header"].align = 1880000, "START"
    assert grade(middle).differing() == {}


@pytest.mark.fault("slides_51/14")
def test_a_left_aligned_name_in_a_box_as_wide_as_the_slide_is_not_centred(poster, grade):
    wide = poster(1)
    wide.boxes["header"].x, wide.boxes["header"].w, wide.boxes["header"].align = 0, 9144000, "START"
    assert grade(wide).differing() == {"header_centred": failed(SPA)}


@pytest.mark.fault("slides_51/15")
def test_a_logo_in_the_empty_end_of_the_title_box_overlaps_nothing(poster, grade):
    wide = poster(1)
    wide.boxes["header"].x, wide.boxes["header"].w = 0, 9144000
    assert grade(wide).differing() == {}


@pytest.mark.fault("slides_51/15")
def test_text_that_overflows_its_box_overlaps_what_is_below(poster, grade):
    overflowing = poster(1)
    overflowing.boxes["subheader"].h = 100000
    overflowing.boxes["subheader"].size = 20
    assert set(grade(overflowing).differing()) >= {"no_overlap"}


@pytest.mark.fault("slides_51/16")
def test_a_flipped_logo_is_where_it_is_seen(poster, grade):
    flipped = poster(1)

    def flip(deck):
        transform = element(deck, "box_logo")["transform"]
        transform["scaleX"] *= -1
        transform["translateX"] += flipped.boxes["logo"].w

    flipped.edit = flip
    assert grade(flipped).differing() == {}


@pytest.mark.fault("slides_51/16")
def test_a_picture_turned_by_a_right_angle_has_a_place(poster, grade):
    turned = poster(1)

    def turn(deck):
        logo = element(deck, "box_logo")
        side = {"magnitude": 700000, "unit": "EMU"}
        logo["size"] = {"width": side, "height": side}
        logo["transform"] = {"shearX": -1, "shearY": 1, "translateX": 8800000, "translateY": 137160, "unit": "EMU"}

    turned.edit = turn
    assert grade(turned).differing() == {}


@pytest.mark.fault("slides_51/16")
def test_groups_are_entered(poster, grade):
    grouped = poster(1)
    names = [f"box_{name}" for name in ("logo", "sidebar", "footer")]
    grouped.more = [{"groupObjects": {"groupObjectId": "the_group", "childrenObjectIds": names}}]
    assert grade(grouped).differing() == {}


@pytest.mark.fault("slides_51/17")
def test_backgrounds_overlap_nothing(poster, grade):
    backed = poster(1)
    logo, box = type(backed.boxes["logo"]), type(backed.boxes["body"])
    background = logo(0, 0, 9144000, 5143500, pixels=(160, 90))
    behind_the_bio = logo(5577840, 1188720, 3108960, 3200400, pixels=(97, 100))
    sheet = box(457200, 1188720, 4937760, 3017520, "\n", fill=(1, 1, 0.9), shape="RECTANGLE")
    backed.boxes = {"background": background, "behind": behind_the_bio, "sheet": sheet, **backed.boxes}
    assert grade(backed).differing() == {}


@pytest.mark.fault("slides_51/17")
def test_a_picture_on_top_of_text_overlaps_it(poster, grade):
    covered = poster(1)
    covered.boxes["photo"] = type(covered.boxes["logo"])(457200, 1188720, 4937760, 3017520, pixels=(164, 100))
    assert grade(covered).differing() == {"no_overlap": failed(SPA, 3)}


@pytest.mark.fault("slides_51/18")
def test_a_heading_is_no_paragraph(poster, grade):
    headed = poster(1)
    headed.boxes["body"].text = "Why attend?\n" + headed.boxes["body"].text
    assert grade(headed).differing() == {}


@pytest.mark.fault("slides_51/18")
def test_line_breaks_are_no_paragraphs_and_three_paragraphs_are_too_many(poster, grade):
    broken = poster(1)
    words = broken.boxes["body"].text
    broken.boxes["body"].text = words.replace(". ", ".\v").replace("; ", ";\v")
    broken.boxes["body"].size = 12
    assert grade(broken).differing() == {}
    broken.boxes["body"].text = words + "\nAnd a third paragraph, of which nobody can say that it is a mere heading."
    assert grade(broken).differing() == {"body_paragraphs": failed(STR)}


@pytest.mark.fault("slides_51/18")
def test_paragraphs_in_two_boxes_are_counted_together(poster, grade):
    split = poster(1)
    body = split.boxes["body"]
    first, second = body.text.split("\n")
    body.text, body.h = first, 1400000
    box = type(body)
    split.boxes["second"] = box(457200, 2700000, 4937760, 1400000, second, size=14)
    assert grade(split).differing() == {}
    body.text = f"{first}\n{second}"
    body.size = 10
    assert grade(split).differing() == {"body_paragraphs": failed(STR)}


@pytest.mark.fault("slides_51/19")
@pytest.mark.parametrize(
    ("instance", "bio", "wrong"),
    [
        (
            4,
            "Yossi Sheffi spoke at the summit of the committee on how a supply chain fails.",
            {"affiliation", "education"},
        ),
        (5, "Lisa Damour is a capable writer on teenagers who studied at Yale.", {"affiliation"}),
        (3, "Sylvia Earle of Mission Blue did research after her degree at Duke.", {"connection"}),
        (1, "Pavel Panchekha, University of Utah, knows web browser systems. Stanford, PhD.", {"education"}),
        (
            1,
            "Pavel Panchekha, University of Utah, knows web browser systems from the University of Washington.",
            {"education"},
        ),
        (1, "Pavel Panchekha, University of Utah, knows web browsers. Ph.D., University of Washington.", set()),
        (1, "Pavel Panchekha, University of Utah, knows web browsers. Ph. D., University of Washington.", set()),
        (1, "Pavel Panchekha, University of Utah, knows web browsers. Doctor of Philosophy, MIT.", set()),
        (1, "Pavel Panchekha, University of Utah, knows web browsers. S.B., MIT.", set()),
        (1, "Pavel Panchekha, University of Utah, knows web browsers. BSc, MIT.", set()),
    ],
)
def test_gates_ask_for_whole_words(poster, grade, instance, bio, wrong):
    gated = poster(instance)
    gated.boxes["sidebar"].text = bio
    gated.answer("achievements", [{"quote": word} for word in bio.split(",")])
    found = {slug: result for slug, result in grade(gated).differing().items() if slug != "bio_achievements"}
    assert found == {f"bio_{name}": failed(DET) for name in wrong}


@pytest.mark.fault("slides_51/20")
def test_achievements_are_counted_by_their_quotes(poster, grade):
    counted = poster(1)
    real = "He co-wrote the book Web Browser Engineering"
    counted.answer(
        "achievements",
        [
            {"quote": real},
            {"quote": "co-wrote the book Web Browser"},
            {"quote": "He won the Turing Award"},
            {"quote": real},
        ],
    )
    assert grade(counted).differing() == {"bio_achievements": failed(LLM, 1)}


@pytest.mark.fault("slides_51/20")
def test_the_judge_is_told_that_either_title_or_degree_is_right(rubric):
    assert "either is right" in rubric.facts(3).reference
    assert "either is right" in rubric.facts(4).reference


@pytest.mark.fault("slides_51/21")
def test_a_judge_that_fails_is_an_error_of_its_steps_alone(poster, grade):
    class Failing(ScriptedJudge):
        def yes_no(self, key, question, **more):
            if key in ("logo_identity", "body_topic", "source_support"):
                raise JudgeError("Error: no service")
            return super().yes_no(key, question, **more)

    base = poster(1)
    steps = ("logo_identity", "body_topic", "notes_topic", "notes_bio")
    assert grade(base, judge=Failing(base.rules)).differing() == dict.fromkeys(steps, error())


@pytest.mark.fault("slides_51/22")
@pytest.mark.parametrize(
    ("texts", "yes", "expected"),
    [
        (["About the speaker", "What to bring with you"], False, failed(LLM)),
        (["Over 40,000 pictures in one archive"], False, ("passed", STR, 5)),
        (["“One picture is one question.”", "“Light is a language.”", "Nine of 10 never print"], False, failed(STR)),
        (["Every photograph ever made is a photograph of the past"], True, ("passed", LLM, 5)),
        (["Join us on September 15, doors open at 6"], True, failed(STR)),
        ([], True, failed(STR)),
    ],
)
def test_callouts_are_quotes_figures_and_facts(poster, grade, texts, yes, expected):
    called = poster(2)
    box = type(called.boxes.pop("callout"))
    for number, text in enumerate(texts):
        called.boxes[f"callout{number}"] = box(100000, 4250000 + 250000 * number, 3000000, 200000, text, size=8)
    called.answer("callout", yes)
    results = grade(called)
    assert results.brief("callouts") == expected
    assert set(results.differing()) <= {"callouts"}


@pytest.mark.fault("slides_51/23")
def test_a_thin_line_and_a_footer_band_are_no_sidebar(poster, grade):
    lined = poster(1)
    box = type(lined.boxes["body"])
    lined.boxes["sidebar"].fill, lined.boxes["sidebar"].shape = None, "TEXT_BOX"
    grey = (0.8, 0.8, 0.8)
    lined.boxes = {
        "line": box(5500000, 1188720, 20000, 3200400, fill=grey, shape="RECTANGLE"),
        "band": box(4572000, 4600000, 4572000, 500000, fill=grey, shape="RECTANGLE"),
        **lined.boxes,
    }
    assert grade(lined).differing() == {"sidebar_colour": failed(FUZ)}


@pytest.mark.fault("slides_51/23")
def test_text_boxes_upon_a_separate_rectangle(poster, grade):
    separate = poster(1)
    sidebar = separate.boxes.pop("sidebar")
    box = type(sidebar)
    separate.boxes["panel"] = box(sidebar.x, sidebar.y, sidebar.w, sidebar.h, fill=sidebar.fill, shape="RECTANGLE")
    separate.boxes["bio"] = box(sidebar.x, sidebar.y, sidebar.w, sidebar.h, sidebar.text, size=11)
    assert grade(separate).differing() == {}


@pytest.mark.fault("slides_51/24")
def test_one_wrong_colour_costs_the_scheme_too(poster, grade):
    red = poster(4)
    red.boxes["header"].colour = (0.8, 0, 0)
    assert grade(red).differing() == dict.fromkeys(("header_colour", "colour_scheme"), failed(FUZ))


@pytest.mark.fault("slides_51/24")
def test_the_judge_sees_the_matching_passage_of_a_long_page(poster, grade):
    class Watching(ScriptedJudge):
        seen = ""

        def yes_no(self, key, question, *, evidence=None, images=None):
            if key == "source_support" and evidence["url"] == TOPIC:
                self.seen = evidence["page"]
            return super().yes_no(key, question, evidence=evidence or {}, images=images or {})

    long = poster(1)
    filler = "".join(f"<p>Nothing {number} of use is said here at all.</p>" for number in range(3000))
    long.pages[TOPIC] = f"<html><body>{filler}<p>How browsers came to shape our days.</p></body></html>"
    judge = Watching(long.rules)
    assert grade(long, judge=judge).differing() == {}
    assert "How browsers came to shape our days." in judge.seen


@pytest.mark.fault("slides_51/25")
def test_a_footer_of_three_lines(poster, grade):
    three = poster(1)
    footer = three.boxes["footer"]
    footer.text = "University of Utah, (801) 555-0100\ninfo@cs.utah.edu\nhttps://pavpanchekha.com"
    footer.size, footer.y = 12, 4389120
    assert grade(three).differing() == {}


@pytest.mark.fault("slides_51/26")
def test_a_pixelated_logo(poster, grade):
    for instance, wrong in ((5, {"logo_scale": failed(SPA)}), (1, {})):
        coarse = poster(instance)
        coarse.boxes["logo"].pixels = (42, 26)
        assert grade(coarse).differing() == wrong


def test_sixty_pixels_per_inch_are_enough(poster, grade):
    sharp = poster(5)
    sharp.boxes["logo"].pixels = (98, 60)
    assert grade(sharp).differing() == {}


# --- small tools ---


def element(deck, name):
    return next(e for e in deck["slides"][0]["pageElements"] if e["objectId"] == name)


def autofit(deck, name, scale):
    fitted = {"autofitType": "TEXT_AUTOFIT", "fontScale": scale}
    element(deck, name)["shape"]["shapeProperties"]["autofit"] = fitted


def style(name, wanted, start=None, end=None):
    span = {"type": "ALL"} if start is None else {"type": "FIXED_RANGE", "startIndex": start, "endIndex": end}
    return {"updateTextStyle": {"objectId": name, "style": wanted, "textRange": span, "fields": ",".join(wanted)}}


def text_of(text, *, style=None, paragraph=None):
    return {
        "textElements": [
            {"endIndex": len(text) + 1, "paragraphMarker": {"style": paragraph or {}}},
            {"endIndex": len(text) + 1, "textRun": {"content": f"{text}\n", "style": style or {}}},
        ]
    }
