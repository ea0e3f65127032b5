"""One test per fault of the reference grader that the specification lists: our grade is the right one."""

from __future__ import annotations

import pytest
from familykit import failed, missing_dependency, partly, world_error
from familykit.bench import rewritten
from familykit.docs import Grid, PageBreak, Text

from .building import (
    CYAN,
    DEPENDENCY,
    DET,
    FACTS,
    FUZZY,
    LLM,
    POINTS,
    SENTENCES,
    SPACE,
    SPATIAL,
    STRUCT,
    SUMMARY,
    WEB,
    YELLOW,
    YES,
    Site,
    Teacher,
    add_margin,
    append_picture,
    background,
    bullet,
    copied,
    full_plan,
    page_of,
    rgb,
    shown,
    three_topics,
)

fault = pytest.mark.fault


# -- The outline -------------------------------------------------------------------------------------------------------


@fault("docs_31/1")
@pytest.mark.parametrize("line", [Text("And now for something to touch."), Text("Topic 2", style="HEADING_1")])
def test_a_line_between_the_topics_does_not_end_the_plan(room, line):
    plan = full_plan()
    one, two = plan.topics
    blocks = [*one.blocks(), line, *two.blocks(), *plan.blocks()[len(plan.outline()) :]]
    assert room.lost(plan, blocks=blocks) == {}


@fault("docs_31/2")
def test_a_list_of_objectives_before_the_plan_is_no_topic(room):
    plan = full_plan()
    plan.before = [Text("Objectives"), bullet("Learn what atoms do"), bullet("Enjoy it"), Text("The plan itself:")]
    assert room.lost(plan) == {}


@fault("docs_31/3")
def test_copied_facts_without_a_heading_are_no_topics(room):
    plan = full_plan()
    plan.heading = []
    snapshot = room.freeze(plan)
    lists = {
        element["paragraph"]["bullet"]["listId"]
        for element in snapshot.json("artifact/file.json")["tabs"][0]["documentTab"]["body"]["content"]
        if "bullet" in element.get("paragraph", {})
    }
    assert len(lists) == 1, "the copies go on with the outline's list"
    assert room.lost(plan, snapshot) == {}


# -- Colours -----------------------------------------------------------------------------------------------------------


@fault("docs_31/4")
def test_facts_without_a_highlight_are_not_overlooked(room):
    plan = full_plan()
    plan.copies = [
        copied(fact, YELLOW if fact == FACTS[3] else CYAN if n == 30 else None) for n, fact in enumerate(FACTS)
    ]
    assert room.lost(plan) == failed(DET, "colour_uniform", "colour_distinct")


@fault("docs_31/5")
def test_the_colour_of_the_letters_is_no_highlight(room):
    plan = full_plan()
    red = {"": {"foregroundColor": rgb((1, 0, 0))}}
    plan.copies = [
        *(Text(fact, bullets="BULLET_DISC_CIRCLE_SQUARE", styles=red) for fact in FACTS[:20]),
        *(copied(fact, None, links={fact: "https://s1.example.org/page"}) for fact in FACTS[20:]),
    ]
    assert room.lost(plan) == failed(DET, "colour_uniform", "colour_distinct")


@fault("docs_31/5")
def test_shading_of_the_paragraph_is_one_and_white_behind_the_letters_does_not_hide_it(room):
    plan = full_plan()
    shaded = {"shading": background(YELLOW)}
    white = {"": background((1, 1, 1))}
    plan.copies = [
        *(copied(fact, None, paragraph=shaded) for fact in FACTS[:10]),
        *(Text(fact, bullets="BULLET_DISC_CIRCLE_SQUARE", styles=white, paragraph=shaded) for fact in FACTS[10:20]),
        *(copied(fact, CYAN) for fact in FACTS[20:]),
    ]
    assert room.lost(plan) == {}


@fault("docs_31/6")
def test_colours_that_nobody_can_tell_apart_are_one(room):
    plan = full_plan()
    plan.topics[1].colour = (1, 254 / 255, 0)
    assert room.lost(plan) == failed(DET, "colour_distinct")
    plan.topics[1].colour = CYAN
    plan.copies = [copied(fact, YELLOW if n % 2 else (1, 254 / 255, 0)) for n, fact in enumerate(FACTS[:20])]
    plan.copies += plan.topics[1].copies()
    assert room.lost(plan) == {}


@fault("docs_31/6")
def test_neighbours_in_the_palette_are_two(room):
    plan = full_plan()
    plan.topics[0].colour, plan.topics[1].colour = (1, 242 / 255, 204 / 255), (252 / 255, 229 / 255, 205 / 255)
    assert room.lost(plan) == {}


@fault("docs_31/7")
@pytest.mark.parametrize("turned", [False, True])
def test_a_fact_of_both_topics_is_copied_for_each(room, turned):
    plan = full_plan()
    plan.sites[4].facts[0] = FACTS[0]
    plan.pages[plan.sites[4].url] = page_of(plan.sites[4].facts)
    one, two = plan.topics
    plan.copies = [*two.copies(), *one.copies()] if turned else [*one.copies(), *two.copies()]
    assert room.lost(plan) == {}


# -- Copies ------------------------------------------------------------------------------------------------------------


@fault("docs_31/8")
def test_short_facts_count_and_capitals_do_not_matter(room):
    plan = full_plan()
    plan.sites[0].facts[0] = "H2O is water."
    plan.pages[plan.sites[0].url] = page_of(plan.sites[0].facts)
    plan.copies = [copied(fact.upper().rstrip("."), topic.colour) for topic in plan.topics for fact in topic.facts]
    assert room.lost(plan) == {}


@fault("docs_31/8")
@pytest.mark.parametrize(
    "copy", ["A rocket climbs for about 9 seconds before its shell bursts.", "A rocket climbs for about", "Seconds"]
)
def test_another_number_or_a_fragment_is_no_copy(room, copy):
    plan = full_plan()
    plan.copies = [block for topic in plan.topics for block in topic.copies()]
    plan.copies[1] = copied(copy, YELLOW)
    assert room.lost(plan) == partly(FUZZY, facts_copied=7)


@fault("docs_31/8")
def test_one_paragraph_may_hold_the_facts_of_a_website(room):
    plan = full_plan()
    plan.copies = [copied("\v".join(site.facts), topic.colour) for topic in plan.topics for site in topic.sites]
    assert room.lost(plan) == {}


@fault("docs_31/9")
def test_no_judge_says_what_a_copied_fact_is(room):
    plan = full_plan()
    plan.closing[1] = Text(f"{SUMMARY} {FACTS[0]}")
    results = room.grade(plan)
    assert results.differing() == {}
    assert set(results.judge.asked) == {rule["key"] for rule in YES} | {"image_shows_topic"}


@fault("docs_31/9")
@pytest.mark.parametrize(("words", "copies"), [(40, 39), (2, 40)])
def test_a_text_that_quotes_a_fact_is_no_copy_of_it(room, words, copies):
    """At least seven tenths of its characters have to be facts."""
    plan = full_plan()
    plan.copies = [block for topic in plan.topics for block in topic.copies()]
    quoting = f"{' '.join(SUMMARY.split()[:words])} {FACTS[0]}"
    plan.copies[0] = copied(quoting, YELLOW)
    assert room.lost(plan) == ({} if copies == 40 else partly(FUZZY, facts_copied=7))


# -- The judge ---------------------------------------------------------------------------------------------------------


@fault("docs_31/10")
def test_an_answer_that_is_no_yes_or_no_is_the_judges_error(room):
    plan = full_plan()
    rules = [{"key": "topic_fun", "answer": "eyes"}, {"key": "lesson_summary", "answer": "not yes"}, *YES]
    assert room.lost(plan, judge=Teacher(plan, rules)) == world_error(
        "topics_fun", "summary_present", "summary_from_facts"
    )


# -- Websites ----------------------------------------------------------------------------------------------------------


@fault("docs_31/11")
def test_a_topic_without_urls_has_no_distinct_ones(room):
    plan = full_plan()
    for number, site in enumerate(plan.topics[1].sites):
        site.url, site.text = "", f"A page about slime, number {number}"
    assert room.lost(plan) == {
        **partly(DET, websites_distinct=2, websites_reachable=5),
        **partly(WEB, websites_visited=5),
        **partly(DEPENDENCY, websites_relevant=5, facts_on_page=7),
    }


@fault("docs_31/12")
def test_websites_that_cannot_be_reached_count_as_not_relevant(room):
    plan = full_plan()
    for site in plan.topics[1].sites[:3]:
        plan.pages[site.url] = 404
    assert room.lost(plan) == {
        **partly(DET, websites_reachable=6),
        **partly(DEPENDENCY, websites_relevant=6, facts_on_page=9),
    }


@fault("docs_31/12")
def test_a_fifth_website_makes_up_for_a_dead_one(room):
    plan = full_plan()
    extra = Site("https://gone.example.org/", [])
    plan.topics[1].sites.insert(0, extra)
    plan.pages[extra.url] = 410
    plan.visited.append(extra.url)
    assert room.lost(plan) == {
        **partly(DET, websites_reachable=8),
        **partly(STRUCT, facts_per_website=13),
        **partly(FUZZY, facts_distinct=4),
    }


@fault("docs_31/13")
def test_a_fact_in_nearly_the_same_words_needs_no_judge(room):
    plan = full_plan()
    url = plan.sites[0].url
    plan.pages[url] = plan.pages[url].replace("climbs for about 3 seconds", "will climb for about 3 seconds")
    results = room.grade(plan)
    assert results.differing() == {}
    assert "fact_on_page" not in results.judge.asked


@fault("docs_31/13")
@pytest.mark.parametrize(("answer", "lost"), [(False, partly(LLM, facts_on_page=14)), (True, {})])
def test_other_numbers_are_for_a_judge_who_is_asked_once_and_strictly(room, answer, lost):
    plan = full_plan()
    url = plan.sites[0].url
    filler = "<p>Nothing of interest stands in this line of the page at all.</p>" * 500
    plan.pages[url] = filler + plan.pages[url].replace("about 3 seconds", "about 7 seconds") + filler
    judge = Teacher(plan, [{"key": "fact_on_page", "answer": answer}, *YES])
    assert room.lost(plan, judge=judge) == lost
    (question,) = [question for question in judge.questions if "fact" in question.evidence]
    assert question.evidence["fact"] == FACTS[1]
    assert "about 7 seconds" in question.evidence["page"], "the passage that speaks of it, not the page's beginning"
    assert len(question.evidence["page"]) <= 15_000


@fault("docs_31/14")
def test_facts_that_are_not_there_are_missed_by_their_own_step_only(room):
    plan = full_plan()
    for site in plan.sites[1:]:
        site.facts.clear()
    del plan.sites[0].facts[1:]
    assert room.lost(plan) == {
        **failed(STRUCT, "facts_per_website"),
        **failed(FUZZY, "facts_distinct"),
        **partly(DET, colour_uniform=2, colour_distinct=2),
    }


# -- Pictures ----------------------------------------------------------------------------------------------------------


@fault("docs_31/15")
def test_the_largest_assignment_of_pictures_to_topics(room):
    plan = three_topics()
    edges = {0: {0, 2}, 1: {0, 1, 2}, 2: {1}}
    snapshot = room.freeze(plan, rendering=True)
    assert room.lost(plan, snapshot, judge=Teacher(plan, shows=edges)) == {}
    narrow = Teacher(plan, shows={0: {0, 1, 2}, 1: {0}, 2: {0}})
    assert room.lost(plan, snapshot, judge=narrow) == partly(LLM, image_per_topic=3)


@fault("docs_31/15")
def test_a_picture_too_many_costs_points(room):
    plan = full_plan()
    plan.images = three_topics().images
    assert room.lost(plan, rendering=True) == partly(LLM, image_per_topic=3, images_conceptual=3)


@fault("docs_31/16")
def test_a_logo_above_and_one_in_the_header_are_no_topic_images(room):
    plan = full_plan()
    plan.before = [shown(2, 60, 45), Text("A Lesson in Chemistry", style="TITLE")]
    plan.images = plan.images[-1:]
    file = room.file(plan.blocks())
    add_margin(room, file, "header", "Our school", shown(2))
    assert room.lost(plan, room.freeze(plan, file, rendering=True)) == {}


@fault("docs_31/16")
def test_the_same_picture_twice_is_one(room):
    plan = full_plan()
    plan.images = [*SPACE, Grid([[shown(0), shown(0)]])]
    assert room.lost(plan, rendering=True) == partly(LLM, image_per_topic=2)


@fault("docs_31/17")
def test_pictures_on_other_pages_are_not_left_out(room):
    plan = full_plan()
    plan.images = [shown(0), PageBreak(), Text("The second one:"), shown(1)]
    assert room.lost(plan, rendering=True) == {
        **partly(SPATIAL, images_at_bottom=2),
        **failed(SPATIAL, "images_side_by_side"),
    }


@fault("docs_31/17")
def test_alone_at_the_top_of_the_last_page_is_not_at_its_foot(room):
    plan = full_plan()
    plan.images = [PageBreak(), Grid([[shown(0), shown(1)]])]
    assert room.lost(plan, rendering=True) == failed(SPATIAL, "images_at_bottom")


@fault("docs_31/17")
def test_captions_a_footer_and_an_empty_page_may_follow(room):
    plan = full_plan()
    plan.images = [Grid([[shown(0), shown(1)], ["Rockets at night", "Slime and Polymers"]]), PageBreak()]
    file = room.file(plan.blocks())
    add_margin(room, file, "footer", "Page 3 of a plan for teachers")
    add_margin(room, file, "header", "Our school", shown(2))
    assert room.lost(plan, room.freeze(plan, file, rendering=True)) == {}


@fault("docs_31/17")
@pytest.mark.parametrize("below", [[Text(SUMMARY)], [bullet("Bring goggles"), bullet("Bring a bowl")]])
def test_a_text_or_a_list_below_pictures_in_the_upper_part(room, below):
    plan = full_plan()
    blocks = [*plan.blocks()[:-13], PageBreak(), Text("Look at these first."), Grid([[shown(0), shown(1)]]), *below]
    assert room.lost(plan, blocks=blocks, rendering=True) == failed(SPATIAL, "images_at_bottom")


@fault("docs_31/18")
def test_pictures_one_below_the_other_are_not_side_by_side(room):
    plan = full_plan()
    plan.images = [shown(0), shown(1)]
    assert room.lost(plan, rendering=True) == failed(SPATIAL, "images_side_by_side")


@fault("docs_31/18")
@pytest.mark.parametrize(("width", "lost"), [(220, {}), (240, failed(SPATIAL, "images_side_by_side"))])
def test_pictures_in_one_paragraph_as_far_as_they_fit(room, width, lost):
    plan = full_plan()
    plan.images = [shown(0, width, width * 3 / 4)]
    file = room.file(plan.blocks())
    append_picture(room, file, shown(1, width, width * 3 / 4))
    results = room.grade(plan, room.freeze(plan, file, rendering=True))
    assert results.differing() == lost
    assert results["images_side_by_side"].mechanism == (STRUCT if not lost else SPATIAL)


@fault("docs_31/18")
def test_one_picture_is_beside_nothing(room):
    plan = full_plan()
    plan.images = [*SPACE, shown(0)]
    assert room.lost(plan, rendering=True) == {
        **failed(STRUCT, "images_side_by_side"),
        **partly(LLM, image_per_topic=2),
    }


@fault("docs_31/19")
def test_files_of_other_runs_change_nothing(room):
    plan = full_plan()
    snapshot = room.freeze(plan)
    for folder in ("doc_images", "pdf_images"):
        (snapshot.root / folder).mkdir()
        (snapshot.root / folder / "0.png").write_bytes(shown(2).data)
    assert room.lost(plan, snapshot) == {}


# -- The summary -------------------------------------------------------------------------------------------------------


@fault("docs_31/20")
@pytest.mark.parametrize(
    "closing",
    [
        [Grid([["Summary", SUMMARY]])],
        [Text("Summary of the lesson"), *map(Text, SENTENCES)],
        [Text("To take home", style="HEADING_2"), Text(SUMMARY)],
        [Text("Summary"), Text(" ".join(SENTENCES[:3])), Text(""), Text(" ".join(SENTENCES[3:]))],
    ],
)
def test_a_summary_in_a_table_in_pieces_or_under_another_heading(room, closing):
    plan = full_plan()
    plan.closing = closing
    assert room.lost(plan) == {}


@fault("docs_31/20")
def test_a_summary_above_the_plan(room):
    plan = full_plan()
    plan.before, plan.closing = plan.closing, []
    results = room.grade(plan)
    assert results.differing() == {}
    assert results.judge.asked.count("lesson_summary") == 1


@fault("docs_31/20")
def test_the_first_candidate_that_the_judge_accepts_is_the_summary(room):
    plan = full_plan()
    aim = "This class is for everyone who likes loud bangs and wet hands, and it needs no more than what a kitchen has."
    plan.before = [Text(aim)]
    rules = [{"key": "lesson_summary", "contains": aim, "answer": False}, *YES]
    judge = Teacher(plan, rules)
    assert room.lost(plan, judge=judge) == {}
    assert judge.questions[-1].evidence["summary"] == SUMMARY
    assert judge.asked.count("lesson_summary") == 1, "what stands under the heading is asked about first"
    rules = [{"key": "lesson_summary", "answer": False}, *YES]
    assert room.lost(plan, judge=Teacher(plan, rules)) == {
        **failed(LLM, "summary_present"),
        **missing_dependency("summary_from_facts"),
    }


@fault("docs_31/21")
def test_the_judge_sees_all_facts(room):
    plan = full_plan()
    for site in plan.sites:
        site.facts = [f"{fact} {' '.join([*reversed(fact.split())] * 4)}" for fact in site.facts]
        plan.pages[site.url] = page_of(site.facts)
    results = room.grade(plan)
    assert results.differing() == {}
    asked = results.judge.questions[-1].evidence["facts"]
    assert len(asked) > 10_000
    assert asked.splitlines() == [fact for site in plan.sites for fact in site.facts]


# -- Links, ids, trace -------------------------------------------------------------------------------------------------


@fault("docs_31/22")
def test_the_query_tells_pages_apart(room):
    plan = full_plan()
    for number, site in enumerate(plan.sites):
        page = plan.pages.pop(site.url)
        site.url = f"https://wiki.example.org/?p={number}"
        plan.pages[site.url] = page
    plan.visited = [f"http://www.wiki.example.org/?p={number}&utm_source=x#top" for number in range(7)]
    assert room.lost(plan) == partly(WEB, websites_visited=8)


@fault("docs_31/22")
def test_a_link_to_a_heading_takes_no_url_away_and_facts_may_stand_under_labels(room):
    plan = full_plan()
    blocks = plan.outline()
    at = 2 + next(n for n, block in enumerate(blocks) if block.text == plan.sites[0].url)
    blocks[at - 1] = bullet("Facts that we found there", 2)
    blocks[at : at + 4] = [bullet(fact, 3) for fact in FACTS[:5]]
    blocks = [*blocks, *plan.blocks()[len(plan.outline()) :]]

    def link_to_a_heading(raw):
        content = raw["tabs"][0]["documentTab"]["body"]["content"]
        runs = content[2]["paragraph"]["elements"]
        assert runs[0]["textRun"]["textStyle"]["link"] == {"url": plan.sites[0].url}
        run = {"content": " (up)\n", "textStyle": {"link": {"headingId": "h.1"}}}
        runs[-1:] = [{"textRun": {**runs[0]["textRun"], "content": plan.sites[0].url}}, {"textRun": run}]

    assert room.lost(plan, blocks=blocks, edit=link_to_a_heading) == {}


@fault("docs_31/23")
def test_more_than_was_asked_for_and_the_same_website_for_two_topics(room):
    plan = full_plan()
    first, extra = (
        plan.sites[0],
        Site(plan.sites[0].url, ["Paper shells are dried in the sun for a week before use.", *FACTS[20:24]]),
    )
    extra.facts[1:] = ["Stars are rolled in a drum until they are as large as marbles.", *extra.facts[1:4]]
    first.facts.append("A comet is a single star that draws its tail all the way up.")
    plan.pages[first.url] = page_of([*first.facts, *extra.facts])
    plan.topics[1].sites.append(extra)
    extra.facts[2:] = [
        "Lampblack was once made from pine soot only.",
        "Japan has festivals for it.",
        "Mines start at the ground.",
    ]
    plan.pages[first.url] = page_of([*first.facts, *extra.facts])
    assert room.lost(plan) == {}


@fault("docs_31/23")
def test_without_an_artifact_all_steps_are_reported(room):
    plan = full_plan()
    snapshot = rewritten(room.freeze(plan), {"artifact/file.json": None})
    results = room.grade(plan, snapshot)
    assert {slug: result.max for slug, result in results.items()} == POINTS
    assert results.outcomes == {"error"}


@fault("docs_31/24")
def test_an_empty_trace_is_the_agents_and_a_missing_one_is_not(room):
    plan = full_plan()
    plan.visited = []
    assert room.lost(plan) == failed(WEB, "websites_visited")
    plan.visited = None
    assert room.lost(plan) == world_error("websites_visited")
