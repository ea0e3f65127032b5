"""Documents that are odd and right, or odd and wrong in one way."""

from __future__ import annotations

import copy

import pytest
from familykit import failed, partly
from familykit.docs import PageBreak, Picture, Text, write
from familykit.pictures import picture

from .building import YES, Item, Kind, Part, paper

DET, FUZZY, STRUCT, LLM = "deterministic", "fuzzy_match", "structural", "llm_vlm_judgement"


def tab_of(raw):
    return raw["tabs"][0]["documentTab"]


def paragraphs(raw):
    return [entry["paragraph"] for entry in tab_of(raw)["body"]["content"] if "paragraph" in entry]


def text_of(paragraph):
    return "".join(element.get("textRun", {}).get("content", "") for element in paragraph["elements"])


def test_numbered_lists_and_other_glyphs(lost):
    """The task wants bullets; which ones it does not say, and a numbered list is one of links all the same."""

    def change(paper):
        for kind in paper.kinds():
            kind.bullets = "BULLET_CHECKBOX"
            for item in kind.items:
                item.bullets = "NUMBERED_DECIMAL_NESTED"

    assert lost(1, change) == {}


def test_nested_bullets(lost):
    """The usual way to set a list below its name; slides and author as items of their own below the link."""

    def change(paper):
        for kind in paper.kinds():
            for item in kind.items:
                item.level = 1

    assert lost(2, change) == {}

    def details_below(paper):
        change(paper)
        kind = paper.kind("4/6", "Blogs")
        source, _, slides = kind.items[0].behind.partition(") ")
        kind.items[0].behind = ""
        kind.items += [Item("", "", text.strip(), level=2) for text in (source + ")", slides)]

    assert lost(3, details_below) == {}


def test_lists_without_bullets(lost):
    """Plain paragraphs below a bold name: every line says what it is."""

    def change(paper):
        for kind in paper.kinds():
            kind.bullets = None
            for item in kind.items:
                item.bullets = None

    assert lost(4, change) == {}


def test_soft_line_breaks(bench, workspace, gold):
    """A list in one paragraph, its lines parted by soft breaks; and a title over two lines."""
    made = paper(3)
    made.part("4/6").text = "4/6:\veQTLs"
    blocks = [block for part in made.parts[:12] for block in part.blocks()]
    for part in made.parts[12:]:
        blocks.append(Text(part.text, style=part.style))
        for kind in part.kinds:
            item = kind.items[0].block()
            styles = {**item.styles, "Blogs": {"bold": True}}
            blocks.append(Text(f"Blogs\v{item.text.replace(') ', ')' + chr(11))}", bullets=item.bullets, styles=styles))
    results = bench.grade(bench.freeze(write(workspace, blocks), 3), judge=YES, gold=gold)
    assert results.differing() == {}


def test_the_name_of_a_list_in_the_line_of_its_links(lost):
    """ "Blogs: one (..) Slide: 1": a reader sees the type in bold and the link behind it."""

    def change(paper):
        for part in paper.parts:
            for kind in part.kinds:
                if len(kind.items) == 1:
                    kind.items[0].before, kind.name = f"{kind.name}: ", ""

    def bold(raw):
        for paragraph in paragraphs(raw):
            run = paragraph["elements"][0].get("textRun", {})
            if run.get("content", "").startswith(("Blogs: ", "Presentations: ")):
                run["textStyle"]["bold"] = True

    assert lost(3, change, edit=bold) == {}
    assert lost(3, change) == partly(STRUCT, category_bold=2)


def test_types_as_headings(lost):
    """A bold Heading 4 is the name of its list, not another lecture. Not bold, only the boldness is missing."""

    def change(paper):
        for kind in paper.kinds():
            kind.named, kind.bullets = "HEADING_4", None

    def unstyled(paper):
        change(paper)
        for kind in paper.kinds():
            kind.style = {"bold": False}

    assert lost(2, change) == {}
    assert lost(2, unstyled) == failed(STRUCT, "category_bold")


def test_a_title_an_introduction_and_pages(bench, workspace, gold):
    """What stands before the first lecture, pictures and page breaks are no part of any list."""
    made = paper(4)
    blocks = [
        Text("Reference list", style="TITLE"),
        Text("Introduction to Geology", style="HEADING_1", styles={"": {"bold": True}}),
        Text("All links of the slides", styles={"": {"bold": True}}),
        Picture(picture()),
        PageBreak(),
        *made.blocks(),
    ]
    results = bench.grade(bench.freeze(write(workspace, blocks), 4), judge=YES, gold=gold)
    assert results.differing() == {}


def test_tables_of_contents(lost):
    """Google's own, whose lines repeat the headings, and one written by hand with bullets in front of the lectures."""

    def by_hand(paper):
        lines = [Part(part.text, style=None, bullets="BULLET_DISC_CIRCLE_SQUARE") for part in paper.parts]
        paper.parts[:0] = [Part("Contents", style="TITLE"), *lines]

    def googles(raw):
        content = tab_of(raw)["body"]["content"]
        headings = [entry for entry in content if "HEADING_3" in str(entry.get("paragraph", {}).get("paragraphStyle"))]
        lines = copy.deepcopy(headings)
        for number, line in enumerate(lines):
            line["paragraph"]["paragraphStyle"] = {"namedStyleType": "NORMAL_TEXT"}
            run = line["paragraph"]["elements"][0]["textRun"]
            run["content"] = run["content"].rstrip("\n") + f"\t{number}\n"
        content.insert(1, {"tableOfContents": {"content": lines}})

    for instance in (2, 5):
        assert lost(instance, by_hand) == {}
        assert lost(instance, edit=googles) == {}


def test_several_tabs(lost):
    """The second half of the course in a tab of its own."""

    def edit(raw):
        second = copy.deepcopy(raw["tabs"][0])
        content = tab_of(raw)["body"]["content"]
        middle = next(place for place, entry in enumerate(content) if "3/18" in str(entry))
        second["documentTab"]["body"]["content"] = content[middle:]
        del content[middle:]
        raw["tabs"].append(second)

    assert lost(3, edit=edit) == {}


def test_suggestions(lost):
    """A document is read as its author means it: what is to be deleted is gone, what is to be inserted is there."""

    def edit(raw):
        for paragraph in paragraphs(raw):
            if "Traffic prediction" in text_of(paragraph):
                link, rest = paragraph["elements"][0], copy.deepcopy(paragraph["elements"][0])
                link["textRun"]["suggestedInsertionIds"] = ["s1"]
                rest["textRun"]["content"] = "a former title"
                rest["textRun"]["suggestedDeletionIds"] = ["s2"]
                paragraph["elements"].insert(0, rest)

    assert lost(3, edit=edit) == {}


def test_blank_paragraphs_everywhere(lost):
    """An empty Heading 3 is what an agent's insertText leaves behind; nobody sees it."""

    def change(paper):
        for place in range(len(paper.parts), 0, -1):
            paper.parts.insert(place, Part("\u200b" if place % 2 else "", style="HEADING_3"))
        for part in paper.parts[::3]:
            part.kinds.append(Kind(" "))

    assert lost(5, change) == {}


def test_names_in_other_scripts(lost):
    """A translated name is no likeness; a judge says whether it fits."""

    def change(paper):
        paper.item("Forum of Caesar").name = "Форум Цезаря"

    assert lost(5, change) == {}
    assert lost(5, change, judge=[{"key": "link_name", "contains": "Форум", "answer": False}, *YES]) == {
        **partly(LLM, name_relevant=8)
    }


def test_two_columns(lost):
    """Section breaks lie between the paragraphs and say nothing about them."""

    def edit(raw):
        content = tab_of(raw)["body"]["content"]
        columns = {"columnProperties": [{}, {}], "sectionType": "CONTINUOUS"}
        for place in range(len(content) - 2, 2, -3):
            content.insert(place, {"sectionBreak": {"sectionStyle": columns}})

    assert lost(5, edit=edit) == {}


def test_lectures_numbered_one_after_the_other(lost):
    """The schedule leaves numbers out, the agent did not: the titles say which lectures are meant.

    By number alone the links of "Constantine" (now 6) and others would be looked for under another lecture.
    """

    def change(paper):
        for number, part in enumerate(paper.parts[:-1], 1):
            part.text = f"Session {number}: {part.text.partition(': ')[2]}"

    assert lost(5, change) == partly(FUZZY, title_format=1)


def test_headings_with_other_words(lost):
    """A judge knows which lectures are meant; the titles themselves are wrong either way."""

    def change(paper):
        paper.part("Rivers").text = "How water runs downhill"
        paper.part("Earthquakes").text = "When the ground shakes"

    def judge(earthquakes, rivers):
        """Asked in the order of the course; the headings left over are 1 and 2."""
        answers = {"'Session 19: Earthquakes'": earthquakes, "'Session 28: Rivers'": rivers}
        return [*YES, *({"key": "lecture_heading", "contains": key, "answer": answers[key]} for key in answers)]

    assert lost(4, change, judge=judge("1", "1")) == partly(FUZZY, title_format=8)
    assert lost(4, change, judge=judge("no", "2"))["heading_3"] == ("failed", STRUCT, 9)


@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_an_exam_and_a_holiday_cost_the_titles_only(lost, instance):
    def change(paper):
        paper.parts.insert(1, Part("Final exam"))

    judge = [*YES, {"key": "lecture_heading", "answer": "no"}]
    points = {1: 8, 2: 9, 3: 9, 4: 9, 5: 8}[instance]
    assert lost(instance, change, judge=judge) == partly(FUZZY, title_format=points)


def test_the_list_of_another_lecture_has_the_link_too(lost):
    """The same page in two lectures is no duplicate, twice in one lecture it is, under whatever types."""

    def change(paper):
        paper.part("4/8").kinds.append(Kind("Presentations", [copy.deepcopy(paper.item("European", "4/8"))]))

    assert lost(3, change) == partly(DET, no_duplicates=9)


def test_addresses_that_are_only_written(lost):
    """No hyperlink, hence no reference; no list either, so that the links below it stay where they are."""

    def change(paper):
        items = paper.kind("2/25", "Blogs").items
        items[0].name, items[0].url = items[0].url, ""

    found = lost(3, change)
    assert found["refs_present"] == ("failed", FUZZY, 9)
    assert {"category_bold", "no_empty_list", "no_invalid_category"}.isdisjoint(found)


def test_bold_lines_below_other_headings(lost):
    """They are text, unless links follow: then they are lists like others."""

    def change(paper):
        note = Kind("Compiled in March", bullets=None)
        paper.parts.insert(0, Part("About this list", style="HEADING_1", kinds=[note]))

    def with_links(paper):
        change(paper)
        paper.parts[0].kinds.append(Kind("Blogs", [Item("Course page", "https://course.example.org/", "")]))
        paper.parts[0].kinds[-1].style = {"bold": False}

    assert lost(3, change) == {}
    assert lost(3, with_links) == partly(STRUCT, category_bold=8)


def test_a_line_that_only_speaks_of_a_lecture(lost):
    """Of two lines with the lecture's number and title the heading is meant; the other one is an item too many."""

    def change(paper):
        paper.parts.insert(0, Part("Session 19: Earthquakes come first this year", style=None))

    assert lost(4, change) == partly(FUZZY, title_format=9)


def test_contents_where_no_title_is_a_heading(lost):
    """The same lines twice, once as bullets: the titles are those that are none."""

    def change(paper):
        lines = [Part(part.text, style=None, bullets="BULLET_DISC_CIRCLE_SQUARE") for part in paper.parts]
        for part in paper.parts:
            part.style = None
        paper.parts[:0] = lines

    assert lost(4, change) == failed(STRUCT, "heading_3")
