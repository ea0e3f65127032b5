"""Faults of the reference grader around links, what stands behind them, their order and their looks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from familykit import failed, partly
from familykit.docs import pt

from .building import LOOKS, Item, colour, elements
from .courses import COURSES

fault = pytest.mark.fault
DET, FUZZY, STRUCT, LLM = "deterministic", "fuzzy_match", "structural", "llm_vlm_judgement"


@fault("docs_37/F1")
def test_other_spellings_of_an_address(lost):
    urls = {
        "Dolomite": "https://www.en.wikipedia.org/wiki/File:Dolomite-Magnésite-_Navarre.jpg",
        "Diamond": "https://en.m.wikipedia.org/wiki/Diamond#/media/File:Rough_diamond.jpg",
        "Fault rocks": "https://doi.org/10.1144/gsjgs.133.3.0191?utm_source=chat",
        "Tectonic Model": "https://www.google.com/url?q=http://dx.doi.org/10.1130/GES00055.1&sa=D&usg=x",
        "CAUGHT": "https://www.youtube.com/watch?v=ZVYGJYnJTi0&feature=youtu.be",
        "Amazing": "https://m.youtube.com/watch?v=_yCnQuILmsM&t=12",
        "State of": "https://pubs.usgs.gov/pp/p1386a/",
        "Trends": "HTTPS://DOI.ORG/10.1126/science.1059412",
    }

    def change(paper):
        for name, url in urls.items():
            paper.item(name).url = url

    assert lost(4, change) == {}


@fault("docs_37/F1")
def test_another_address_is_another_page(grade):
    def change(paper):
        paper.item("CAUGHT").url = "https://youtu.be/zvygjynjti0"
        paper.item("Fault rocks").url = "https://doi.org/10.1144/gsjgs.133.3.019"

    pages = {"https://youtu.be/zvygjynjti0": "A slide", "https://doi.org/10.1144/gsjgs.133.3.019": "A paper"}
    assert grade(4, change, pages=pages)["refs_present"].points == 8


@fault("docs_37/F1")
def test_a_moment_of_a_video_matters_where_the_gold_has_two(grade, tmp_path):
    course = COURSES[2]
    video = course.resources[1]
    twice = replace(video, name="Teeth again", url=video.url.replace("t=8", "t=90"))
    gold = replace(course, resources=[*course.resources, twice]).write(tmp_path)

    def change(paper):
        kind = paper.kind("Course Overview", "Videos")
        kind.items.append(replace(kind.items[1], name="Teeth again", url=twice.url))
        kind.items[1].url = video.url.replace("&t=8", "")

    found = grade(2, change, gold=gold)["refs_present"]
    assert [item.name for item in found.items if item.outcome == "failed"] == ["Wind Up Chattering Teeth (Module 1)"]


DEAD, THERE, OPEN = "dead", "there", "open"


@fault("docs_37/F5")
def test_dead_links_anywhere_in_the_document(lost):
    """In a list, a footer and a footnote; each page counts once."""
    gone = "https://gone.example.org/"

    def change(paper):
        first = paper.parts[0]
        first.kinds[0].items.append(Item("one", gone + "a", " Slide: 1"))
        first.kinds[0].items.append(Item("again", gone.replace("https", "http") + "a/", " Slide: 1"))

    def margins(raw):
        tab = raw["tabs"][0]["documentTab"]
        for kind, page in (("footer", "b"), ("footnote", "c")):
            run = {"textRun": {"content": "home\n", "textStyle": {"link": {"url": gone + page}}}}
            tab[f"{kind}s"] = {"kix.f": {f"{kind}Id": "kix.f", "content": [{"paragraph": {"elements": [run]}}]}}
        tab["documentStyle"]["defaultFooterId"] = "kix.f"

    pages = {gone + "a": 404, gone + "b": 410, gone + "c": 404}
    # 8 pages of the gold (one is linked under two lectures) and 3 dead ones
    assert lost(1, change, edit=margins, pages=pages) == partly(DET, no_dead_links=7)


@fault("docs_37/F5")
def test_a_page_of_the_gold_that_rots_later_costs_nothing(lost):
    pages = {one.url: 404 for one in COURSES[4].resources if " " not in one.url}
    assert lost(4, pages=pages) == {}


@fault("docs_37/F6")
@pytest.mark.parametrize(
    ("page", "state"),
    [
        (404, DEAD),
        (410, DEAD),
        ({"error": "dns: the host does not exist"}, DEAD),
        ("A page", THERE),
        (403, THERE),
        (405, THERE),
        (429, THERE),
        (503, THERE),
        ({"error": "timeout: no answer within 30 s"}, THERE),
        ({"error": "connection: refused"}, THERE),
        ({"error": "limit: the episode has more than 200 pages to fetch"}, OPEN),
        (None, OPEN),
    ],
)
def test_what_is_dead(grade, page, state):
    """One answer for all: a page that refuses robots or is slow is there; one that nobody asked may be."""
    url = "https://extra.example.org/page"

    def change(paper):
        paper.kind("Rivers", "Wikipedia").items.append(Item("More", url, " Slide: 2"))

    found = grade(4, change, pages={} if page is None else {url: page}).brief("no_dead_links")
    expected = {DEAD: ("failed", DET, 9), THERE: ("passed", DET, 10), OPEN: ("error", "execution_error", 9)}
    assert found == expected[state]


@fault("docs_37/F6")
def test_a_dead_link_fails_whatever_else_is_open(lost):
    def change(paper):
        items = paper.kind("Robotics", "Videos").items
        items.append(Item("one", "https://a.example.org/", " (A) Slide: 2"))
        items.append(Item("two", "https://b.example.org/", " (B) Slide: 2"))

    assert lost(2, change, pages={"https://a.example.org/": 404}) == partly(DET, no_dead_links=8)
    assert lost(2, change) == {"no_dead_links": ("error", "execution_error", 8)}


@fault("docs_37/F8")
def test_lists_without_the_golds_links_are_in_no_order(lost):
    def change(paper):
        for item in paper.items():
            item.url = item.url.replace("://", "://other.")

    pages = {one.url.replace("://", "://other."): "A page" for one in COURSES[5].resources}
    assert lost(5, change, pages=pages)["sorted"] == ("failed", "dependency_not_evaluated", 0)


@fault("docs_37/F8")
def test_order_is_that_of_the_documents_own_words(lost):
    """Names of the document's own, in their order; accents, case and quotes in front do not matter."""

    def change(paper):
        kind = paper.kind("3: Introduction to Minerals", "Wikipedia")
        for item, name in zip(
            kind.items, ("\u201cZircon\u201d", "edolomite", "Édelweiss", "\u2018Amber\u2019"), strict=True
        ):
            item.name = name

    assert lost(4, change) == {}


@fault("docs_37/F8")
def test_order_against_the_documents_own_words(lost):
    def change(paper):
        paper.item("Diamond").name = "The diamond"

    assert lost(4, change) == partly(STRUCT, sorted=7)


@fault("docs_37/F8")
def test_equal_names_go_by_author(grade, tmp_path):
    course = COURSES[4]
    paperlike = next(one for one in course.resources if one.by == "Lay")
    second = replace(paperlike, url="https://doi.org/10.5555/second", by="Abel")
    gold = replace(course, resources=[*course.resources, second]).write(tmp_path)

    def order(first_place):
        def change(paper):
            items = paper.kind("Earthquakes", "Research Papers").items
            items.insert(first_place, replace(items[0], url=second.url))

        return grade(4, change, gold=gold).brief("sorted")

    assert order(0) == ("passed", STRUCT, 10)
    assert order(1) == ("failed", STRUCT, 8)


@fault("docs_37/F8")
def test_a_reference_counts_in_the_list_where_it_stands(grade):
    """Junction Tree among the blogs: right there by its year, and the presentations that are left are in order."""

    def change(paper):
        lecture = "2/25"
        moved = paper.kind(lecture, "Presentations").items.pop(1)
        paper.kind(lecture, "Blogs").items.append(moved)

    assert grade(3, change).differing() == partly(DET, categorised=8)


@fault("docs_37/F9")
def test_looks_of_several_slides_on_links_of_one(lost):
    def bold(paper):
        for item in paper.items():
            item.look["bold"] = True

    # 5 of the course's 8 live links are on one slide, 2 on several
    assert lost(5, bold) == partly(STRUCT, multi_bold=3)

    def all_of_it(paper):
        paper.item("Wind Up").look.update(LOOKS[2])

    assert lost(2, all_of_it) == partly(STRUCT, multi_bold=9, multi_italic=9) | partly(DET, multi_color=9, multi_12pt=9)


@fault("docs_37/F9")
def test_links_of_one_slide_need_no_underline(lost):
    def change(paper):
        for item in paper.items():
            item.look["underline"] = False

    assert lost(4, change) == {}


def in_runs(words, *styles):
    """An edit that splits the run with these words into as many runs as there are styles."""

    def edit(raw):
        found, place, text = next(one for one in elements(raw) if one[2].strip() == words)
        size = -(-len(text) // len(styles))
        parts = [text[at : at + size] for at in range(0, len(text), size)]
        own = found[place]["textRun"]["textStyle"]
        found[place : place + 1] = [
            {"textRun": {"content": part, "textStyle": {**own, **style}}}
            for part, style in zip(parts, styles, strict=True)
        ]

    return edit


@fault("docs_37/F10")
def test_a_link_in_several_runs_is_one(lost):
    assert (
        lost(
            3,
            edit=in_runs("Lil'Log", {}, {"smallCaps": True}, {"link": {"url": "http://lilianweng.github.io/lil-log"}}),
        )
        == {}
    )
    assert lost(3, edit=in_runs("Lil'Log", {}, {"bold": False})) == failed(STRUCT, "multi_bold")
    half = in_runs("Electron Microscopy Images", {}, {"strikethrough": False})
    assert lost(3, edit=half) == partly(STRUCT, dead_struck=6)


@fault("docs_37/F10")
def test_several_links_in_one_bullet_are_several_references(lost):
    """With a note of their own each; the second is not of the first one's slides."""

    def change(paper):
        items = paper.kind("2/25", "Blogs").items
        items[1].before = items[0].name + items[0].behind + "; "
        del items[0]

    def linked(raw):
        one = COURSES[3].resources[4]
        in_text(raw, one.name, {"link": {"url": one.url}})

    assert lost(3, change, edit=linked) == partly(DET, slide_format=9)


def in_text(raw, words, style):
    """Give these words, which stand at the beginning of a run, that style."""
    found, place, text = next(one for one in elements(raw) if one[2].startswith(words))
    own = found[place]["textRun"]["textStyle"]
    found[place : place + 1] = [
        {"textRun": {"content": words, "textStyle": {**own, **style}}},
        {"textRun": {"content": text[len(words) :], "textStyle": own}},
    ]


@fault("docs_37/F11")
@pytest.mark.parametrize(
    "form",
    [
        "slide: 5, 40",
        "Slides: 40, 5",
        "SLIDE:5,40",
        "(Slide: 5, 40)",
        "[Slides: 5, 40].",
        "Slide: {5, 40}",
        "Slide: (5, 40)",
        "Slide: 5, 40.",
        "Slide: 5, 40\u200b",
        "\u2013 Slide\u00a0: 5 , 40",
    ],
)
def test_forms_of_slide_numbers(lost, form):
    def change(paper):
        paper.item("Montezuma").behind = f" (Rafael Pinto) {form}"

    assert lost(2, change) == {}


@fault("docs_37/F11")
def test_slides_before_the_author(lost):
    def change(paper):
        for item in paper.items():
            source, slides = item.behind.split(") ")
            item.behind = f" ({slides}){source})."

    assert lost(2, change) == {}


@fault("docs_37/F11")
@pytest.mark.parametrize(
    ("form", "numbers_are_right"),
    [
        ("Slide 5, 40", True),
        ("Slides: 5 and 40", True),
        ("Slide: 5 40", True),
        ("Slide: 5, 40 (see also the handout) and more", True),
        ("slides: 5, 40, ", True),
        ("Slide: 5-40", False),
        ("p. 5, 40", False),
        ("Slide: 5", False),
    ],
)
def test_other_forms_are_read_but_not_as_asked(grade, form, numbers_are_right):
    def change(paper):
        paper.item("Montezuma").behind = f" (Rafael Pinto) {form}"

    results = grade(2, change)
    wrong = {} if numbers_are_right else partly(DET, slides_match=9)
    form_is_wrong = {} if form == "Slide: 5" else partly(DET, slide_format=9)
    duplicates = partly(DET, no_dup_slide_numbers=9) if form.startswith("p.") else {}
    assert results.differing() == wrong | form_is_wrong | duplicates


@fault("docs_37/F11")
def test_a_range_is_read_as_its_slides(lost):
    def change(paper):
        paper.item("Tectonic Model").behind = " Slide: 18\u201336"

    assert lost(4, change) == partly(DET, slide_format=9)


@fault("docs_37/F12")
def test_no_slide_numbers_are_no_distinct_ones(lost):
    def change(paper):
        paper.item("Lil'Log").behind = " (2017, Lilian Weng)"

    assert lost(3, change) == failed(DET, "no_dup_slide_numbers") | partly(DET, slides_match=9, slide_format=9)


@fault("docs_37/F12")
def test_a_slide_number_twice(lost):
    def change(paper):
        paper.item("Lil'Log").behind = " (2017, Lilian Weng) Slide: 87, 90, 87"

    assert lost(3, change) == failed(DET, "no_dup_slide_numbers")


def default_size(size):
    """A document whose normal text has that size; what is written in another size keeps it."""

    def edit(raw):
        for style in raw["tabs"][0]["documentTab"]["namedStyles"]["styles"]:
            if style["namedStyleType"] == "NORMAL_TEXT":
                style["textStyle"]["fontSize"] = pt(size)

    return edit


def unstated(paper):
    """No size is stated but that of links on several slides."""
    for item in paper.items():
        item.around = {}
    for kind in paper.kinds():
        kind.style = {"bold": True}


@fault("docs_37/F13")
def test_sizes_are_inherited(lost):
    def one_larger(paper):
        unstated(paper)
        paper.item("Lil'Log").look["fontSize"] = pt(14)

    assert lost(3, one_larger, edit=default_size(13)) == {}
    assert lost(3, one_larger, edit=default_size(11)) == failed(DET, "multi_plus_1pt")
    assert lost(2, unstated, edit=default_size(11)) == {}
    assert lost(2, unstated, edit=default_size(12)) == failed(DET, "multi_12pt")


@fault("docs_37/F13")
def test_blanks_around_a_link_have_no_size(lost):
    """Half of the blank behind the link was enlarged with it."""

    def change(paper):
        item = paper.item("Lil'Log")
        item.behind = "\u00a0" + item.behind

    def enlarge(raw):
        in_text(raw, "\u00a0", {"fontSize": pt(12), "bold": True})

    assert lost(3, change, edit=enlarge) == {}


@fault("docs_37/F13")
def test_looks_that_spill_over(lost):
    def change(paper):
        paper.item("Lil'Log").around = {"bold": True, "fontSize": pt(12), "foregroundColor": colour("#C27BA0")}

    assert lost(3, change) == failed(STRUCT, "multi_bold") | failed(DET, "multi_color", "multi_plus_1pt")


@fault("docs_37/F21")
def test_references_beyond_the_gold_cost_nothing_and_are_counted(grade):
    def change(paper):
        paper.kind("4/8", "Blogs").items.append(Item("More", "https://more.example.org/", " (2020, A) Slide: 1"))

    results = grade(3, change)
    assert results.differing() == {}
    assert results["refs_present"].evidence[-1]["value"] == "1"


@fault("docs_37/F22")
@pytest.mark.parametrize(
    ("name", "is_address"),
    [
        ("https://en.wikipedia.org/wiki/Gluten", True),
        ("www.wikipedia.org", True),
        ("en.wikipedia.org/wiki/Gluten", True),
        ("HTTP://EN.WIKIPEDIA.ORG/", True),
        ("Gluten (en.wikipedia.org/wiki)", False),
        ("Gluten", False),
        ("Wheat/Gluten", False),
        ("Gluten 1.0/2", False),
    ],
)
def test_addresses_as_link_texts(lost, name, is_address):
    def change(paper):
        paper.item("Gluten", "8/19").name = name

    assert lost(1, change) == (partly(DET, anchor_text=8) if is_address else {})


@fault("docs_37/F23")
@pytest.mark.parametrize(
    ("source", "is_right"),
    [
        ("(2013, Peter Ralph)", True),
        ("(2013 Ralph)", True),
        ("( 2013,Ralph, P. and Coop, G.)", True),
        ("(2013, Petra Roth)", False),
        ("(2012, Peter Ralph)", False),
        ("(20131, Peter Ralph)", False),
        ("(Peter Ralph, 2013)", False),
        ("(2013)", False),
        ("2013, Peter Ralph", False),
    ],
)
def test_authors_and_years(lost, source, is_right):
    def change(paper):
        paper.item("European", "4/8").behind = f" {source} Slide: 66"

    assert lost(3, change) == ({} if is_right else partly(FUZZY, author_meta=8))


@fault("docs_37/F23")
@pytest.mark.parametrize(
    ("author", "is_right"), [("Veličković", True), ("Petar Velickovic et al.", True), ("Petar Novak", False)]
)
def test_accents_of_authors(lost, author, is_right):
    def change(paper):
        paper.item("Resources").behind = f" (2020, {author}) Slide: 43"

    assert lost(3, change) == ({} if is_right else partly(FUZZY, author_meta=8))


@fault("docs_37/F23")
def test_a_fragment_of_a_title_is_not_the_title(lost):
    """ "E" is no heading of "Earthquakes", though all of it occurs there."""

    def change(paper):
        paper.part("19:").text = "Session 19: E"

    assert lost(4, change) == partly(FUZZY, title_format=9)


@fault("docs_37/F23")
@pytest.mark.parametrize(
    ("source", "is_right"),
    [
        ("(Zettlemoyer)", True),
        ("[slides] (Luke Zetlemoyer)", True),
        ("(Slide: 3) (L. Zettlemoyer and others)", True),
        ("(Luke Skywalker)", False),
        ("()", False),
        ("Luke Zettlemoyer", False),
    ],
)
def test_first_authors(grade, source, is_right):
    def change(paper):
        paper.item("Mixed-modal").behind = f" {source} Slide: 3"

    assert grade(2, change)["author_meta"].points == (10 if is_right else 9)


@fault("docs_37/F23")
def test_names_that_are_like_no_title_are_asked_about(grade):
    """A likeness of half of the words is enough; less is for the judge."""

    def change(paper):
        paper.item("RLHF").name = "Chapter 7: Reasoning"
        paper.item("Gemini").name = "A robot folds paper"

    results = grade(2, change, judge=[{"key": "link_name", "contains": "Gemini", "answer": False}])
    assert results.differing() == partly(LLM, name_relevant=9)
    assert results.judge.asked == ["link_name"]
