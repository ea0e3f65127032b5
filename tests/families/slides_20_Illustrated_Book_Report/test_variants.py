"""Reports that look different and deserve the same, and some that nearly do: each says why."""

import io

import pytest
from familykit import failed, missing_dependency, partly
from familykit.slides import Box, Image, Slide
from PIL import Image as Pillow

from pytest_knows.judge.scripted import ScriptedJudge

from .building import (
    COLOURS,
    DET,
    FUZZY,
    LLM,
    SPATIAL,
    STRUCT,
    WEB,
    YES,
    content,
    cover,
    found,
    full_report,
    of,
    photo,
    source,
    traits,
)

# -- Titles ------------------------------------------------------------------------------------------------------------


@pytest.mark.fault("slides_20/own-4")
def test_a_text_box_as_title_on_two_lines_and_one_that_holds_the_list_too(desk):
    """What stands on top in large letters is the title, whatever box it is in; a list below it in its box is none."""

    def edit(raw):
        found(raw, 3, "title")["shape"].pop("placeholder")
        found(raw, 3, "title")["shape"]["text"] = content(["Virginia\vau Augustus"])
        title = found(raw, 4, "title")["shape"]
        title.pop("placeholder")
        bullets = content(traits("Sevro au Barca"), bulleted=True)["textElements"]
        title["text"] = {"textElements": content(["Sevro au Barca"])["textElements"] + bullets}
        raw["slides"][4]["pageElements"].remove(found(raw, 4, "body"))

    assert desk.lost(desk.edited(edit)) == {}


def test_a_name_with_an_epithet_in_smaller_letters(desk):
    """The title is the name; the line below it in another size is a subtitle."""

    def edit(raw):
        text = content(["Darrow", "the boy from the mines who became a legend among the Golds"])
        for element, size in zip(text["textElements"], (40, 40, 40, 12, 12, 12), strict=True):
            if "textRun" in element:
                element["textRun"]["style"]["fontSize"] = {"magnitude": size, "unit": "PT"}
        found(raw, 1, "title")["shape"]["text"] = text

    results = desk.grade(desk.edited(edit), judge=({"key": "trait_supported", "answer": True}, *YES))
    assert results.differing() == {}


def test_a_title_that_says_more_than_the_name_is_a_question_for_the_judge(desk):
    """The name is less than half of it. If the judge says no, the slide is another one."""
    snapshot = desk.retitled({1: "Darrow's journey from the mines to the Institute", 2: "Who is Eo, and why so sad?"})
    ask = [{"key": "character_slide", "contains": name, "answer": True} for name in ("Darrow", "Eo")]
    yes = desk.grade(snapshot, judge=(*ask, *YES))
    assert yes.differing() == {}
    assert [yes[f"character_valid_{place}"].mechanism.value for place in (1, 2, 3)] == [LLM, LLM, DET]
    no = desk.grade(snapshot, judge=({"key": "character_slide", "answer": False}, *YES))
    assert no.differing() == missing_dependency(*of(4), *of(5))


def test_one_character_on_two_slides_counts_once(desk):
    """Five characters are asked for; a second slide on Darrow is neither one of them nor in their way."""
    report = full_report()
    report.slides.insert(2, Slide({}, title="Darrow (2)", background=COLOURS[0]))
    assert desk.lost(report) == {}


def test_a_sixth_character_is_not_graded_but_has_a_colour(desk):
    """Every character slide is to have its own colour, also one that comes sixth."""
    report = full_report()
    report.slides.insert(6, Slide({}, title="Roque au Fabii", background=COLOURS[0]))
    assert desk.lost(report) == failed(FUZZY, "unique_background_1")


def test_blank_slides_contents_and_notes_in_between(desk):
    """They are asked for by nobody, and cost nothing; "References" in a table of contents is not the references."""
    report = full_report()
    contents = Box(400_000, 1_200_000, 8_000_000, 2_000_000, "Characters\nAuthor\nReferences")
    report.slides.insert(1, Slide({"list": contents}, title="Contents"))
    report.slides.insert(4, Slide())
    report.slides.insert(8, Slide())
    report.slides[2].notes = "Say more about the mines."
    assert desk.lost(report) == {}


# -- The title slide ---------------------------------------------------------------------------------------------------


def test_book_title_and_name_on_two_lines_each(desk):
    report = full_report()
    report.box(0, "book").text = "Red\nRising"
    report.box(0, "name").text = "by Stacey\vJohnson"
    assert desk.lost(report) == {}


def test_the_title_is_the_one_in_the_title_placeholder(desk):
    """A small line on top names the book as well; the title itself stands below the name."""
    report = full_report()
    book, report.box(0, "book").text = report.box(0, "book"), "Red Rising, a report"
    report.slides[0].title = book.text
    report.slides[0].boxes["low"] = Box(1_500_000, 4_900_000, 100_000, 100_000, "")

    def edit(raw):
        found(raw, 0, "title")["transform"]["translateY"] = 4_900_000
        found(raw, 0, "book")["shape"]["placeholder"] = {"type": "SUBTITLE"}

    assert desk.lost(report, edit=edit) == failed(STRUCT, "title_above_name")


def test_title_and_name_in_one_box_in_the_wrong_order(desk):
    """Below each other in a box they are compared by line: here the name stands first."""
    report = full_report()
    report.box(0, "name").text = "Stacey Johnson\nRed Rising"
    report.box(0, "name").y = 4_200_000
    del report.slides[0].boxes["book"]
    assert desk.lost(report) == failed(STRUCT, "title_above_name")


@pytest.mark.parametrize("title", ["A novel: A Cat at the Ende of the World!", "A Cat At the End of World"])
def test_a_misspelt_title_of_the_book(desk, title):
    report = full_report(2)
    report.box(0, "book").text = title
    results = desk.grade(report)
    assert results.differing() == {}
    assert results["book_title"].mechanism == FUZZY


@pytest.mark.fault("slides_20/own-5")
def test_the_cover_as_background_of_the_title_slide(desk):
    """It is seen as well as any picture; its middle is the slide's, above title and name here."""

    def edit(raw):
        picture = found(raw, 0, "cover")
        raw["slides"][0]["pageElements"].remove(picture)
        fill = {"stretchedPictureFill": {"contentUrl": picture["image"]["contentUrl"]}}
        raw["slides"][0]["pageProperties"]["pageBackgroundFill"] = fill

    assert desk.lost(desk.edited(edit)) == {}


def test_pictures_in_groups_and_the_cover_beside_a_decoration(desk):
    """The judge is shown one after the other; the accepted one is the cover, wherever the others lie."""
    report = full_report()
    report.slides[0].boxes = {"leaf": Image(100_000, 4_500_000, 400_000, 400_000, photo(7)), **report.slides[0].boxes}
    report.slides[6].boxes["more"] = Box(100_000, 4_500_000, 2_000_000, 300_000, "Photo: publisher")
    groups = [
        {"groupObjects": {"groupObjectId": f"group{slide}", "childrenObjectIds": [f"slide_{slide}_{n}" for n in names]}}
        for slide, names in ((1, ("leaf", "cover")), (7, ("photo", "more")))
    ]
    answers = iter([False, True])
    judge = [{"key": "trait", "answer": True}, {"key": "author_photo", "answer": True}]
    asked = desk.grade(desk.freeze(report, desk.file(report, groups)), judge=_Turns(judge, answers))
    assert asked.differing() == {}


class _Turns(ScriptedJudge):
    """Its answers to "cover" come one after the other."""

    def __init__(self, rules, answers):
        super().__init__(rules)
        self.answers = answers

    def answer(self, key, question):
        return next(self.answers) if key == "cover" else super().answer(key, question)


def test_a_transparent_cover_and_a_cropped_photo(desk):
    """The judge is shown what is seen: a fifth of the height and three tenths of the width are cut off."""
    file = io.BytesIO()
    image = Pillow.open(io.BytesIO(cover())).convert("RGBA")
    image.putalpha(128)
    image.save(file, "PNG")
    report = full_report()
    report.box(0, "cover").data = file.getvalue()

    def edit(raw):
        found(raw, 6, "photo")["image"]["imageProperties"]["cropProperties"] = {"leftOffset": 0.3, "topOffset": 0.2}

    judge = _Watching(YES)
    assert desk.lost(report, edit=edit, judge=judge) == {}
    assert judge.sizes == {"cover": (160, 230), "author_photo": (105, 120)}


class _Watching(ScriptedJudge):
    """Keeps the size of the picture that each question shows."""

    def __init__(self, rules):
        super().__init__(rules)
        self.sizes = {}

    def answer(self, key, question):
        if "picture" in question.images:
            self.sizes[key] = Pillow.open(io.BytesIO(question.images["picture"])).size
        return super().answer(key, question)


# -- Lists and sources -------------------------------------------------------------------------------------------------


@pytest.mark.fault("slides_20/own-6")
def test_source_as_a_link_of_the_box_and_written_out_without_link(desk):
    """Both lead a reader to the page; the second is a bare address in brackets."""

    def edit(raw):
        shape = found(raw, 1, "footer")["shape"]
        shape["text"] = content(["Source"])
        shape["shapeProperties"]["link"] = {"url": source(1, 1)}
        found(raw, 2, "footer")["shape"]["text"] = content(["Source (redrising.fandom.com/wiki/Eo)"])

    assert desk.lost(desk.edited(edit)) == {}


@pytest.mark.fault("slides_20/own-6")
@pytest.mark.parametrize("bulleted", [True, False])
def test_the_name_of_the_source_as_a_link_in_the_list(desk, bulleted):
    """The last item is nothing but a link to the wiki: a reader takes it for the source, not for a trait."""

    def edit(raw):
        lines = [*traits("Darrow"), [("Red Rising Wiki", source(1, 1))]]
        found(raw, 1, "body")["shape"]["text"] = content(lines, bulleted=bulleted)

    results = desk.grade(desk.edited(edit))
    assert results.differing() == ({} if bulleted else failed(STRUCT, "bullet_count_1"))
    assert results.judge.asked.count("trait") == 15


def test_traits_that_are_all_linked(desk):
    """Each leads to the page that says so: they are traits all the same."""

    def edit(raw):
        lines = [[(line, source(1, 1))] for line in traits("Darrow")]
        found(raw, 1, "body")["shape"]["text"] = content(lines, bulleted=True)

    assert desk.lost(desk.edited(edit)) == {}


def test_the_source_below_the_list_but_not_at_the_foot(desk):
    """Nothing of the list stands below it: a reader sees it at the end of the slide."""
    report = full_report()
    report.box(1, "body").h = 1_200_000
    report.box(1, "footer").y = 2_900_000
    results = desk.grade(report)
    assert results.differing() == {}
    assert results["source_at_bottom_1"].mechanism == STRUCT


def test_sources_in_the_notes_only(desk):
    """The slide is to have the link; who looks at it sees none."""
    report = full_report()
    del report.slides[1].boxes["footer"]
    report.slides[1].notes = source(1, 1)
    assert desk.lost(report) == {**failed(DET, "source_at_bottom_1"), **missing_dependency("traits_supported_1")}


def test_a_numbered_list_and_nested_items_and_text_from_right_to_left(desk):
    def edit(raw):
        found(raw, 1, "body")["shape"]["text"] = content([f"{n}) {line}" for n, line in enumerate(traits("Darrow"), 1)])
        for element in found(raw, 2, "body")["shape"]["text"]["textElements"]:
            marker = element.get("paragraphMarker", {})
            if marker:
                marker["bullet"]["nestingLevel"] = 1
                marker["style"] = {"direction": "RIGHT_TO_LEFT", "alignment": "START"}

    assert desk.lost(desk.edited(edit)) == {}


def test_a_repeated_trait_is_one(desk):
    report = full_report()
    report.write(1, [traits("Darrow")[0], traits("Darrow")[0].upper(), traits("Darrow")[1]])
    assert desk.lost(report) == failed(STRUCT, "bullet_count_1")


def test_traits_in_a_table(desk):
    """Cells are read like any text; they are no bullets."""

    def edit(raw):
        body = found(raw, 1, "body")
        shape = body.pop("shape")
        cell = {"text": content(traits("Darrow")), "tableCellProperties": {}}
        body["table"] = {"rows": 1, "columns": 1, "tableRows": [{"tableCells": [cell]}], "tableColumns": [{}]}
        assert shape

    assert desk.lost(desk.edited(edit)) == failed(STRUCT, "bullet_count_1")


def test_each_trait_with_its_own_source(desk):
    """A linked word in an item is a link and no item; with it the line is no quote any more, so the judge is asked."""
    line = [(traits("Darrow")[0] + " (", ""), ("wiki", source(1, 1)), (")", "")]

    def edit(raw):
        found(raw, 1, "body")["shape"]["text"] = content([line, *traits("Darrow")[1:]], bulleted=True)

    assert desk.lost(desk.edited(edit), judge=({"key": "trait_supported", "answer": True}, *YES)) == {}


# -- Backgrounds -------------------------------------------------------------------------------------------------------


def test_backgrounds_by_theme_shape_and_picture(desk):
    """A theme colour, a rectangle behind everything, two pictures: all are seen, and differ."""

    def edit(raw):
        fills = [slide["pageProperties"] for slide in raw["slides"]]
        fills[1]["pageBackgroundFill"] = {"solidFill": {"color": {"themeColor": "ACCENT1"}}}
        for slide, name in ((2, "cover"), (3, "photo")):
            url = found(raw, 0 if name == "cover" else 6, name)["image"]["contentUrl"]
            fills[slide]["pageBackgroundFill"] = {"stretchedPictureFill": {"contentUrl": url}}
        behind = {
            "objectId": "behind",
            "size": {"width": {"magnitude": 9_144_000}, "height": {"magnitude": 5_143_500}},
            "transform": {"scaleX": 1, "scaleY": 1, "unit": "EMU"},
            "shape": {"shapeType": "RECTANGLE", "shapeProperties": {}},
        }
        colour = {"solidFill": {"color": {"rgbColor": {"blue": 1}}}}
        behind["shape"]["shapeProperties"]["shapeBackgroundFill"] = colour
        fills[4]["pageBackgroundFill"] = fills[5]["pageBackgroundFill"]
        raw["slides"][4]["pageElements"].insert(0, behind)

    assert desk.lost(desk.edited(edit)) == {}


@pytest.mark.fault("slides_20/own-5")
def test_one_picture_behind_two_characters(desk):
    def edit(raw):
        url = found(raw, 0, "cover")["image"]["contentUrl"]
        for slide in (2, 3):
            fill = {"stretchedPictureFill": {"contentUrl": url}}
            raw["slides"][slide]["pageProperties"]["pageBackgroundFill"] = fill

    assert desk.lost(desk.edited(edit)) == failed(FUZZY, "unique_background_2", "unique_background_3")


# -- Author and references ---------------------------------------------------------------------------------------------


def test_about_the_author_and_works_cited_without_the_words_in_titles(desk):
    """The author is told by name and picture, the references by what stands above the list."""

    def edit(raw):
        found(raw, 6, "title")["shape"]["text"] = content(["The man behind it"])
        text = found(raw, 7, "list")["shape"]["text"]["textElements"]
        found(raw, 7, "title")["shape"]["text"] = content(["Where I found all this"])
        raw["slides"][6]["pageElements"].append(_line(raw, "Pierce Brown was born in Denver."))
        found(raw, 7, "list")["shape"]["text"]["textElements"] = content(["Works cited:"])["textElements"] + text
        raw["slides"].append({"objectId": "thanks", "pageElements": [_line(raw, "Thank you")]})

    assert desk.lost(desk.edited(edit)) == {}


def test_a_label_tells_the_references(desk):
    """Two links below "Works cited:" are one too few, but they are the references, not the thanks after them."""

    def edit(raw):
        found(raw, 7, "title")["shape"]["text"] = content(["Where I found all this"])
        links = [source(1, 1), "https://www.piercebrown.com/"]
        found(raw, 7, "list")["shape"]["text"] = content(["Works cited:", *links])
        raw["slides"].append({"objectId": "thanks", "pageElements": [_line(raw, "Thank you")]})

    assert desk.lost(desk.edited(edit)) == failed(STRUCT, "three_references")


def test_many_links_tell_the_references_and_a_photo_the_author(desk):
    """Without a word that says so, and with slides after them that say nothing. Of two slides on the author the one
    with the photo counts, and one of that title rather than one on "the author"."""
    report = full_report()
    report.slides[7].title = "Where I found all this"
    report.slides.insert(6, Slide({}, title="Pierce Brown"))
    portrait = Image(3_000_000, 1_300_000, 900_000, 900_000, photo(9))
    report.slides += [Slide({"portrait": portrait}, title="Ask the author!"), Slide()]
    assert desk.lost(report) == {}
    report.slides[7].title, report.slides[6].title = "About Pierce Brown", "More by Pierce Brown"
    report.slides.pop(9)
    report.slides.insert(8, Slide({}, title="Pierce Brown in the news"))
    assert desk.lost(report) == {}


def _line(raw, text):
    element = found(raw, 1, "footer")
    return {**element, "objectId": "line", "shape": {**element["shape"], "text": content([text])}}


def test_the_author_on_a_slide_of_that_title(desk):
    """The words "About the author" tell the slide; the name stands beside the photo."""

    def edit(raw):
        found(raw, 6, "title")["shape"]["text"] = content(["About the author"])
        raw["slides"][6]["pageElements"].append(_line(raw, "Pierce Brown"))

    assert desk.lost(desk.edited(edit)) == {}


def test_no_slide_on_the_author(desk):
    """The slide before the references is the fifth character's; it is not taken away."""
    report = full_report()
    del report.slides[6]
    assert desk.lost(report) == {**failed(DET, "author_name"), **missing_dependency("author_photo")}


@pytest.mark.fault("slides_20/own-7")
@pytest.mark.parametrize("last", [6, 5])
def test_no_references(desk, last):
    """A slide titled as the author's, or as a character's, stays that, also as the last one and with sources on it."""
    report = full_report()
    del report.slides[7]
    report.slides.append(report.slides.pop(last))
    report.cite(7 - 1, "Sources:\n" + "\n".join(f"https://books.example.org/{n}" for n in range(3)), {}, y=4_300_000)
    lost = {**failed(STRUCT, "three_references"), **missing_dependency("references_visited")}
    assert desk.lost(report, judge=({"key": "trait_supported", "answer": True}, *YES)).items() >= lost.items()
    assert desk.grade(report)["author_name"].outcome == "passed"
    assert desk.grade(report)["character_valid_5"].outcome == "passed"


@pytest.mark.fault("slides_20/own-8")
@pytest.mark.parametrize(
    "visited",
    [
        "https://www.google.com/url?q=https%3A%2F%2Fwww.piercebrown.com%2F&sa=D",
        "http://piercebrown.com/?utm_source=mail#top",
        "https://www.piercebrown.com/home",  # where the address redirects to
    ],
)
def test_other_spellings_of_a_visited_page(desk, visited):
    report = full_report()
    report.visited[-1] = visited
    report.pages["https://www.piercebrown.com/"] = {
        "body": "<p>Books</p>",
        "final_url": "https://www.piercebrown.com/home",
    }
    assert desk.lost(report) == {}


def test_a_dead_page_that_leads_home_was_not_visited(desk):
    report = full_report()
    report.visited[-1] = "https://www.piercebrown.com/home"
    gone = {"body": "", "status": 404, "final_url": "https://www.piercebrown.com/home"}
    report.pages["https://www.piercebrown.com/"] = gone
    assert desk.lost(report) == failed(WEB, "references_visited")


# -- Invariance --------------------------------------------------------------------------------------------------------


def _points(raw):
    """Every length in points instead of EMU."""
    for element in _elements(raw):
        for side in element["size"].values():
            side.update(magnitude=side["magnitude"] / 12700, unit="PT")
        transform = element["transform"]
        transform.update({key: transform.get(key, 0) / 12700 for key in ("translateX", "translateY")}, unit="PT")


def _scaled(raw):
    """Every box half as large, and scaled by two."""
    for element in _elements(raw):
        for side in element["size"].values():
            side["magnitude"] /= 2
        transform = element["transform"]
        transform.update(scaleX=2 * transform.get("scaleX", 1), scaleY=2 * transform.get("scaleY", 1))


def _grouped(raw):
    """All elements of a slide in a group within a group, both moved."""
    for slide in raw["slides"]:
        for element in slide["pageElements"]:
            transform = element["transform"]
            transform["translateY"] = transform.get("translateY", 0) - 500
        inner = {"objectId": "inner", "elementGroup": {"children": slide["pageElements"]}}
        inner["transform"] = {"scaleX": 1, "scaleY": 1, "translateY": 200, "unit": "EMU"}
        outer = {"objectId": "outer", "elementGroup": {"children": [inner]}}
        outer["transform"] = {"scaleX": 1, "scaleY": 1, "translateY": 300, "unit": "EMU"}
        slide["pageElements"] = [outer]


def _renamed(raw):
    for number, element in enumerate(_elements(raw)):
        element["objectId"] = f"x{number}"
    for number, slide in enumerate(raw["slides"]):
        slide["objectId"] = f"p{number}"


def _styles_moved(raw):
    """Sizes from the runs to the layout's placeholder, backgrounds from the slides to layouts of their own."""
    for number, slide in enumerate(raw["slides"]):
        layout = {"objectId": f"own{number}", "pageElements": [], "layoutProperties": {}}
        layout["pageProperties"] = slide.pop("pageProperties", {})
        layout["layoutProperties"]["masterObjectId"] = slide["slideProperties"]["masterObjectId"]
        for element in slide["pageElements"]:
            _as_placeholder(element, layout, number)
        slide["slideProperties"]["layoutObjectId"] = layout["objectId"]
        slide["pageProperties"] = {"pageBackgroundFill": {"propertyState": "INHERIT"}}
        raw["layouts"].append(layout)


def _as_placeholder(element, layout, number):
    shape = element.get("shape", {})
    runs = [part["textRun"] for part in shape.get("text", {}).get("textElements", []) if "textRun" in part]
    size = next((run["style"].pop("fontSize") for run in runs if "fontSize" in run["style"]), None)
    for run in runs:
        run["style"].pop("fontSize", None)
    if size is None or "placeholder" in shape:
        return
    place = len(layout["pageElements"])
    parent = f"parent{number}_{place}"
    shape["placeholder"] = {"type": "BODY", "index": place, "parentObjectId": parent}
    text = {"textElements": [{"paragraphMarker": {}}, {"textRun": {"content": "\n", "style": {"fontSize": size}}}]}
    layout["pageElements"].append({"objectId": parent, "shape": {"placeholder": {"type": "BODY"}, "text": text}})


def _elements(raw):
    return [element for slide in raw["slides"] for element in slide["pageElements"]]


@pytest.mark.parametrize("change", [_points, _scaled, _grouped, _renamed, _styles_moved])
@pytest.mark.parametrize("full", [True, False])
def test_invariance(desk, change, full):
    """The full-score deck, and one with a fault of each spatial kind, however they are written down."""

    def edit(raw):
        if not full:
            found(raw, 0, "name")["transform"]["translateY"] = 2_600_000
            found(raw, 0, "cover")["transform"]["translateY"] = 2_000_000
            found(raw, 4, "footer")["transform"]["translateY"] = 900_000
            raw["slides"][3]["pageProperties"] = raw["slides"][2]["pageProperties"]
        change(raw)

    assert desk.lost(desk.edited(edit)) == (
        {}
        if full
        else {
            **failed(SPATIAL, "name_at_bottom"),
            **failed(STRUCT, "title_above_name", "photo_above_both", "source_at_bottom_4"),
            **failed(FUZZY, "unique_background_2", "unique_background_3"),
        }
    )


@pytest.mark.fault("slides_20/own-4")
def test_a_page_of_other_proportions(desk):
    """What is at the bottom is a matter of the page's height: all of it a third higher."""

    def edit(raw):
        raw["pageSize"]["height"]["magnitude"] *= 4 / 3
        for element in _elements(raw):
            transform = element["transform"]
            transform["translateY"] = transform.get("translateY", 0) * 4 / 3
            transform["scaleY"] = transform.get("scaleY", 1) * 4 / 3

    assert desk.lost(desk.edited(edit)) == {}


def test_two_supported_traits_of_three(desk):
    """Of a shortened list of facts two are said on the page in other words; the judge finds them."""
    report = full_report()
    report.write(1, ["Cool", "Keeps his word", "Plays the flute"])
    judge = (
        {"key": "trait_supported", "contains": "flute", "answer": False},
        {"key": "trait_supported", "answer": True},
        *YES,
    )
    assert desk.lost(report, judge=judge) == partly(LLM, traits_supported_1=6)
