"""One test for each fault of the reference that the specification lists: 1 to 11."""

import io

import PIL.Image
import pytest
from familykit import failed, missing_dependency, partly, world_error
from familykit.outcomes import lost as losing
from familykit.slides import Box, Slide, data_url

from .building import (
    DEPENDENCY,
    DET,
    FUZZY,
    LLM,
    ROOMS,
    SEARCHES,
    SPATIAL,
    STRUCT,
    WEB,
    YES,
    chosen,
    compressed,
    described,
    element,
    full_book,
    image_url,
    large,
    photo,
    plausible,
    query,
    retext,
    titled,
)


def with_text(slide, name, text, **look):
    """A text box on a slide of a book."""
    slide.boxes[name] = Box(500000, 1700000, 5000000, 600000, text, **{"size": 30, **look})


@pytest.mark.fault("slides_39/F1")
def test_f1_the_room_is_that_of_the_task(painter):
    assert painter.lost(painter.edited(titled(1, "Kitchen"))) == failed(DET, "title_room")


@pytest.mark.fault("slides_39/F2")
@pytest.mark.parametrize("instance", [1, 4])
def test_f2_pictures_are_compared_with_the_tasks_room(painter, instance):
    room = ROOMS[instance - 1]
    asked = [{"key": key, "contains": f"a {room}", "answer": False} for key in ("title_relevance", "relevance")]
    lost = painter.lost(painter.full(instance), [*asked, *YES])
    assert lost == failed(LLM, "title_relevance", "relevance")


@pytest.mark.fault("slides_39/F3")
def test_f3_searches_count_without_a_picture(painter):
    def without(raw):
        raw["slides"][0]["pageElements"] = raw["slides"][0]["pageElements"][:1]

    expected = {**failed(STRUCT, "one_image"), **missing_dependency("coverage_70", "title_relevance")}
    assert painter.lost(painter.edited(without)) == expected


@pytest.mark.fault("slides_39/F4")
@pytest.mark.parametrize(
    "url",
    [
        "https://duckduckgo.com/?q=garage+terracotta+walls&t=h_&ia=web",
        "https://unsplash.com/s/photos/terracotta-garage",
        "https://www.pinterest.com/ideas/terracotta-garages/912/",
        "https://www.bing.com/images/search?q=Garage%20in%20Terracotta",
        "https://www.sherwin-williams.com/search?term=terracotta_garage",
        "https://www.google.com/url?q=https://www.bing.com/search?q%3Dterracotta%2Bgarage",
    ],
)
def test_f4_searches_elsewhere_and_in_any_order(painter, url):
    assert painter.lost(painter.edited(visited=[*SEARCHES[:-1], url])) == {}


@pytest.mark.fault("slides_39/F4")
@pytest.mark.parametrize(
    "url",
    [
        "https://docs.google.com/document/d/1aaaaaaaaaaaaaaaaaaaaaaaaaaa/edit#terracotta-garage",
        "https://www.example.org/terracotta-garage",
        "https://www.google.com/search?q=terracottas-like+garaged",
        "https://www.google.com/url?q=https://www.example.org/terracotta-garage",
        "https://www.google.com/search?q=terracotta",
    ],
)
def test_f4_what_is_no_search_for_it(painter, url):
    assert painter.lost(painter.edited(visited=[*SEARCHES[:-1], url])) == partly(WEB, color_search=8)


@pytest.mark.fault("slides_39/F4")
def test_f4_a_colour_within_a_word(painter):
    """ "bored garage" is no search for red, "grey" is one for gray."""
    visited = [*SEARCHES[:3], query("charcoal grey garage"), query("warm white garage"), query("bored garage")]
    lost = painter.lost(painter.edited(titled(6, "Red"), visited=visited))
    assert lost == partly(WEB, color_search=8)


@pytest.mark.fault("slides_39/F5")
def test_f5_pictures_of_all_modes(painter):
    file = io.BytesIO()
    PIL.Image.open(io.BytesIO(photo(1, 1))).convert("CMYK").save(file, "JPEG")
    book = full_book()
    book.slide(1).boxes["left"].data = file.getvalue()
    assert painter.lost(book) == {}


@pytest.mark.fault("slides_39/F5")
def test_f5_one_bad_picture_concerns_its_slide_only(painter):
    def damage(raw):
        element(raw, "slide_2_left")["image"]["contentUrl"] = "https://lh7.example.org/gone"

    lost = painter.lost(painter.edited(damage))
    assert lost == losing("error", "execution_error", "relevance", "source_match", "unique", points=8)


@pytest.mark.fault("slides_39/F6")
@pytest.mark.parametrize("text", ["This is the best choice", "So that one is the best choice", "is the best choice"])
def test_f6_no_colour_is_named(painter, text):
    lost = painter.lost(painter.edited(chosen(text)))
    assert lost == {**failed(DET, "rec_text"), **missing_dependency("rec_color")}


@pytest.mark.fault("slides_39/F6")
@pytest.mark.parametrize(
    "text", ["Our favored Navy is the best choice", "Deep Navy Blue is the best choice", "Navy is the best choice"]
)
def test_f6_another_colour_than_offered(painter, text):
    assert painter.lost(painter.edited(chosen(text))) == failed(DET, "rec_color")


@pytest.mark.fault("slides_39/F6")
@pytest.mark.parametrize(
    "text",
    [
        "After all that we saw: navy-blue is the best choice!",
        "Navy Blue\vis the best choice",
        "Navy Blue (#000080)\nis the best choice",
        "We think the color “NAVY  BLUE” is the best choice",
        "Navy Blue for garage walls. Navy Blue paint is the best choice",
        "This is the best choice. Navy Blue is the best choice",
        "[Navy Blue] is the best choice",
        "Navy Blue – is the best choice",
        "Verdict - **Navy Blue** is the best choice for the garage",
        "Navy Blue (SW 6244, Naval) is the best choice",
        "Navy Blue SW 6244 is the best choice",
        "In Navy Walls we trust: Navy Blue walls is the best choice",
    ],
)
def test_f6_ways_to_name_it(painter, text):
    assert painter.lost(painter.edited(chosen(text))) == {}


@pytest.mark.fault("slides_39/F7")
def test_f7_a_phrase_over_several_lines(painter):
    assert painter.lost(painter.edited(chosen("Navy Blue is\nthe best\vchoice"))) == {}


@pytest.mark.fault("slides_39/F7")
def test_f7_a_phrase_in_a_table_or_a_group(painter):
    book = full_book()
    book.slides[-1] = Slide(title="Recommendation")
    book.ending.more = [
        {
            "createTable": {
                "objectId": "table",
                "elementProperties": {"pageObjectId": "slide_7"},
                "rows": 1,
                "columns": 1,
            }
        },
        {
            "insertText": {
                "objectId": "table",
                "cellLocation": {"rowIndex": 0, "columnIndex": 0},
                "text": "Navy Blue is the best choice",
            }
        },
        {
            "updateTextStyle": {
                "objectId": "table",
                "cellLocation": {"rowIndex": 0, "columnIndex": 0},
                "style": {"fontSize": {"magnitude": 40, "unit": "PT"}},
                "textRange": {"type": "ALL"},
                "fields": "fontSize",
            }
        },
    ]
    assert painter.lost(book) == {}
    book.slides[-1] = Slide(title="Recommendation")
    with_text(book.ending, "phrase", "Navy Blue is the best choice")
    with_text(book.ending, "other", "Made with care")
    ids = ["slide_7_phrase", "slide_7_other"]
    book.ending.more = [{"groupObjects": {"groupObjectId": "grouped", "childrenObjectIds": ids}}]
    assert painter.lost(book) == {}


@pytest.mark.fault("slides_39/F7")
def test_f7_the_last_of_several_is_the_recommendation(painter):
    """The other is a slide as any other: titled, without pictures."""
    book = full_book()
    book.slides.insert(1, Slide(title="Warm White is the best choice"))
    book.ending.more = [large("slide_8")]
    judge = [{"key": "colours", "answer": {"answers": plausible(6, 1)}}, *YES]
    assert painter.lost(book, judge) == {
        **partly(LLM, colors_ok=8),
        **partly(WEB, color_search=8),
        **partly(STRUCT, two_images=8),
        **partly(SPATIAL, bl_br=8),
        **partly(DET, alt_url=8),
        **partly(DEPENDENCY, relevance=8, source_match=8, unique=8),
    }


@pytest.mark.fault("slides_39/F8")
@pytest.mark.parametrize(
    "title",
    ["1. Terracotta", "Option 5: Terracotta", "Color 5 - Terracotta", "Terracotta #E2725B", "Terracotta E2725B",
     "Terracotta for your garage", "Terracotta rgb(226, 114, 91)",
     "Terracotta (warm) Garage",
     "Terracotta\nearthy and cosy", "TERRACOTTA\v#E2725B",
     "Terracotta SW 6884", "Terracotta HC-51", "Terracotta 2063-10", "Terracotta Paint", "Terracotta Walls",
     "Option 5\nTerracotta", "Option E: Terracotta", "Option Five: Terracotta", "Paint color: Terracotta",
     "Garage: Terracotta", "Garage in Terracotta"],
)  # fmt: skip
def test_f8_titles_with_more_than_the_colour(painter, title):
    assert painter.lost(painter.edited(titled(6, title))) == {}


@pytest.mark.fault("slides_39/F8")
def test_f8_an_untitled_slide_costs_its_title_only(painter):
    """A caption in the lower part is no title."""
    book = full_book()
    book.slides.insert(6, Slide())
    book.slides[6].boxes["caption"] = Box(500000, 4000000, 5000000, 500000, "Samples from the shop")
    book.ending.more = [large("slide_8")]
    assert painter.lost(book) == partly(STRUCT, titles=8)


@pytest.mark.fault("slides_39/F8")
def test_f8_a_text_box_on_top_is_a_title(painter):
    book = full_book()
    book.slide(5).title = ""
    with_text(book.slide(5), "note", "Earthy and cosy")
    book.slide(5).boxes["name"] = Box(500000, 100000, 5000000, 600000, "Terracotta", size=30)
    assert painter.lost(book) == {}


@pytest.mark.fault("slides_39/F8")
def test_f8_a_subtitle_is_no_title(painter):
    """Four slides for colours are left."""

    def demote(raw):
        element(raw, "slide_6_title")["shape"]["placeholder"]["type"] = "SUBTITLE"

    assert painter.lost(painter.edited(demote)) == {**partly(STRUCT, titles=8), **failed(STRUCT, "count_5_10")}


@pytest.mark.fault("slides_39/F9")
def test_f9_a_picture_beyond_the_edge(painter):
    def move(raw):
        element(raw, "slide_1_photo")["transform"]["translateX"] = 4572000

    assert painter.lost(painter.edited(move)) == failed(SPATIAL, "coverage_70")


@pytest.mark.fault("slides_39/F9")
def test_f9_pictures_on_top_of_each_other(painter):
    def shrink(raw):
        one = element(raw, "slide_1_photo")
        one["transform"] = {"scaleX": 0.7, "scaleY": 0.7, "translateY": 800000, "unit": "EMU"}
        raw["slides"][0]["pageElements"].append({**one, "objectId": "copy"})

    lost = painter.lost(painter.edited(shrink))
    assert lost == {**failed(SPATIAL, "coverage_70"), **failed(STRUCT, "one_image")}


@pytest.mark.fault("slides_39/F9")
def test_f9_a_background_is_a_picture_of_the_title_slide_only(painter):
    book = full_book()
    for page, slide, data in (("slide_1", book.opening, photo(0)), ("slide_2", book.slide(1), photo(1, 1))):
        fill = {"pageBackgroundFill": {"stretchedPictureFill": {"contentUrl": data_url(data)}}}
        fields = "pageBackgroundFill.stretchedPictureFill.contentUrl"
        slide.more = [{"updatePageProperties": {"objectId": page, "pageProperties": fill, "fields": fields}}]
    del book.opening.boxes["photo"]
    assert painter.lost(book) == {}


@pytest.mark.fault("slides_39/F10")
def test_f10_every_picture_has_to_be_sourced(painter):
    lost = painter.lost(painter.edited(described("slide_2_right", "walls")))
    assert lost == {**partly(DET, alt_url=8), **partly(DEPENDENCY, source_match=8)}


@pytest.mark.fault("slides_39/F10")
def test_f10_slides_of_one_title_are_apart(painter):
    """The second has no pictures: only that one fails, and repeats a colour."""

    def repeat(raw):
        retext(raw, "slide_6_title", "Sage Green")
        raw["slides"][5]["pageElements"] = raw["slides"][5]["pageElements"][:1]

    assert painter.lost(painter.edited(repeat)) == {
        **partly(DET, colors_ok=8, alt_url=8),
        **partly(STRUCT, two_images=8),
        **partly(SPATIAL, bl_br=8),
        **partly(DEPENDENCY, relevance=8, source_match=8, unique=8),
    }


PAGE = "https://stock.example.org/photo/17"


def on_page(painter, html, picture_url, body):
    pages = {PAGE: html, image_url(1, 1): None, picture_url: body}
    return painter.edited(described("slide_2_left", PAGE), pages)


@pytest.mark.fault("slides_39/F11")
@pytest.mark.parametrize(
    "html",
    [
        '<meta property="og:image" content="https://cdn.example.org/17.jpg">',
        '<body><img src="/logo.png"><img data-src="https://cdn.example.org/17.jpg"></body>',
    ],
)
def test_f11_a_page_that_shows_the_picture(painter, html):
    body = {"body": compressed(photo(1, 1)), "content_type": "image/jpeg"}
    assert painter.lost(on_page(painter, html, "https://cdn.example.org/17.jpg", body)) == {}


@pytest.mark.fault("slides_39/F11")
def test_f11_a_page_that_shows_another(painter):
    html = '<meta property="og:image" content="https://cdn.example.org/17.jpg">'
    lost = painter.lost(on_page(painter, html, "https://cdn.example.org/17.jpg", photo(3, 1)))
    assert lost == partly(FUZZY, source_match=8)


@pytest.mark.fault("slides_39/F11")
@pytest.mark.parametrize("parameter", ["imgurl", "mediaurl"])
def test_f11_a_search_engines_address_of_a_picture(painter, parameter):
    url = f"https://www.google.com/imgres?{parameter}=https%3A%2F%2Fimg.example.org%2F1-1.jpg&w=390"
    assert painter.lost(painter.edited(described("slide_2_left", url))) == {}


@pytest.mark.fault("slides_39/F11")
@pytest.mark.parametrize("answer", [403, 429, 503, {"error": "timed out"}, None])
def test_f11_a_blocked_address(painter, answer):
    lost = painter.lost(painter.edited(pages={image_url(1, 1): answer}))
    assert lost == losing("error", "execution_error", "source_match", points=8)


@pytest.mark.fault("slides_39/F11")
def test_f11_a_dead_address(painter):
    assert painter.lost(painter.edited(pages={image_url(1, 1): 404})) == partly(DET, source_match=8)


def test_what_is_lost_without_a_trace(painter):
    assert painter.lost(painter.edited(visited=None)) == world_error("room_search", "color_search")
