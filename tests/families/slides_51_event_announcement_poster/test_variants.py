"""Odd but legitimate posters, and what a careful human grader would give them."""

import pytest
from familykit.slides import rgb, text_style

DET, SPA, FUZ = "deterministic", "spatial", "fuzzy_match"
DEPENDENCY = "dependency_not_evaluated"
BODY = ("paragraphs", "topic", "speaker", "engaging")
BIO = ("affiliation", "education", "achievements", "connection")


def failed(mechanism, points=0):
    return "failed", mechanism, points


def element(deck, name):
    return next(e for e in deck["slides"][0]["pageElements"] if e["objectId"] == name)


def test_everything_in_one_scaled_group(poster, grade):
    # One group that halves what is in it, drawn at double size within: the poster looks as before.
    grouped = poster(1)

    def group(deck):
        page = deck["slides"][0]
        children = [e for e in page["pageElements"] if e["objectId"].startswith("box_")]
        for child in children:
            for key in ("scaleX", "scaleY", "translateX", "translateY"):
                child["transform"][key] = child["transform"].get(key, 0) * 2
        half = {"scaleX": 0.5, "scaleY": 0.5, "unit": "EMU"}
        page["pageElements"] = [{"objectId": "group", "transform": half, "elementGroup": {"children": children}}]

    grouped.edit = group
    assert grade(grouped).differing() == {}


def test_a_slightly_turned_header(poster, grade):
    # Tilted by two degrees for effect: still at the top, centred, and clear of everything.
    tilted = poster(1)

    def tilt(deck):
        header = element(deck, "box_header")["transform"]
        header.update(scaleX=0.99939, scaleY=0.99939, shearX=-0.0349, shearY=0.0349, translateY=100000)

    tilted.edit = tilt
    assert grade(tilted).differing() == {}


def test_the_subheader_as_three_boxes(poster, grade):
    # Date, place and host one below the other: together they are the subheader.
    split = poster(1)
    whole = split.boxes.pop("subheader")
    for number, words in enumerate(whole.text.split(" | ")):
        y = 690000 + 160000 * number
        split.boxes[f"detail{number}"] = type(whole)(457200, y, 5943600, 160000, words, size=11, italic=True)
    assert grade(split).differing() == {}
    # One of the three set at the right margin: the subheader as a whole is not left-aligned.
    split.boxes["detail2"].align = "END"
    assert grade(split).differing() == {"subheader_left": failed(DET)}


def test_a_page_of_another_format(poster, grade):
    # 4:3. Zones are shares of the page, so the footer has to move down with its edge; the rest may stay.
    other = poster(1)
    other.boxes["footer"].y = 6300000

    def enlarge(deck):
        deck["pageSize"]["height"]["magnitude"] = 6858000

    other.edit = enlarge
    assert grade(other).differing() == {}


def test_a_picture_as_the_page_background(poster, grade):
    # It is behind everything and no element: it neither overlaps nor is the logo.
    backed = poster(1)
    backed.edit = lambda deck: deck["slides"][0].update(
        pageProperties={"pageBackgroundFill": {"stretchedPictureFill": {"contentUrl": "https://example.org/b.png"}}}
    )
    assert grade(backed).differing() == {}


def test_further_slides_are_ignored(poster, grade):
    # "One page" is a wish of the prompt that no published step grades.
    more = poster(1)
    more.more = [{"createSlide": {"objectId": "second_slide"}}]
    assert grade(more).differing() == {}


def test_addresses_behind_words(poster, grade):
    # The footer shows words that lead to the right addresses: a reader can follow them.
    linked = poster(1)
    linked.boxes["footer"].text = "Write to the school | Pavel's homepage"
    linked.boxes["footer"].links = {
        "Write to the school": "mailto:info@cs.utah.edu",
        "Pavel's homepage": "http://www.pavpanchekha.com/#me",
    }
    assert grade(linked).differing() == {}


def test_unicode(poster, grade):
    # No-break spaces, typographic dashes and quotes, zero-width characters: the words are the same.
    typeset = poster(4)
    header, details = typeset.boxes["header"], typeset.boxes["subheader"]
    header.text = header.text.replace(" ", "\u00a0").replace("Chain", "Ch\u200bain")
    details.text = details.text.replace("E51-335", "E51\u2011335").replace(
        "09/14/2026", "September\u00a014\u202f, 2026"
    )
    assert grade(typeset).differing() == {}


def test_the_name_broken_over_two_lines(poster, grade):
    # A soft break or a paragraph within the name is typography.
    for mark in ("\v", "\n"):
        broken = poster(5)
        broken.boxes["header"].x, broken.boxes["header"].w = 1371600, 6400800
        broken.boxes["header"].text = broken.boxes["header"].text.replace(": ", f":{mark}")
        assert grade(broken).differing() == {}, repr(mark)


def test_the_name_with_words_around_it(poster, grade):
    # "contains the name" is enough for its wording; it stays the largest text on the slide.
    longer = poster(1)
    longer.boxes["header"].text = f"Public lecture: {longer.boxes['header'].text}"
    longer.boxes["header"].size = 20
    longer.boxes["header"].x, longer.boxes["header"].w = 1200000, 6480000
    assert grade(longer).differing() == {}


def test_another_text_in_larger_type(poster, grade):
    # The event's name is found by its words, not by its size.
    larger = poster(1)
    larger.boxes["date"] = type(larger.boxes["header"])(457200, 50000, 1200000, 600000, "NEW", size=36)
    assert grade(larger).differing() == {}


def test_a_table_as_the_sidebar(poster, grade):
    # One filled cell: it is a shaded box with text like any other.
    tabular = poster(1)
    sidebar = tabular.boxes["sidebar"]

    def make_table(deck):
        raw = element(deck, "box_sidebar")
        shape = raw.pop("shape")
        grey = {"solidFill": {"color": {"rgbColor": {"red": 0.8, "green": 0.8, "blue": 0.8}}, "alpha": 1}}
        cell = {"text": shape["text"], "tableCellProperties": {"tableCellBackgroundFill": grey}}
        raw["table"] = {
            "rows": 1,
            "columns": 1,
            "tableRows": [{"rowHeight": {"magnitude": sidebar.h, "unit": "EMU"}, "tableCells": [cell]}],
            "tableColumns": [{"columnWidth": {"magnitude": sidebar.w, "unit": "EMU"}}],
        }

    tabular.edit = make_table
    assert grade(tabular).differing() == {}


def test_a_sidebar_as_high_as_the_slide(poster, grade):
    # The footer stands at the foot of the shaded column: still the footer, and not part of the bio.
    high = poster(1)
    sidebar = high.boxes["sidebar"]
    box = type(sidebar)
    column = box(5577840, 1000000, 3566160, 4143500, fill=sidebar.fill, shape="RECTANGLE")
    high.boxes["sidebar"] = box(sidebar.x, sidebar.y, sidebar.w, sidebar.h, sidebar.text, size=11)
    footer = high.boxes["footer"]
    footer.x, footer.w, footer.size, footer.y = 5577840, 3566160, 9, 4500000
    high.boxes = {"column": column, **high.boxes}
    assert grade(high).differing() == {}


def test_a_translucent_fill_counts_as_it_is_seen(poster, grade):
    # Black at 20 % over white is light grey; over a red page it is red.
    translucent = poster(1)

    def thin(deck):
        fill = element(deck, "box_sidebar")["shape"]["shapeProperties"]["shapeBackgroundFill"]["solidFill"]
        fill.update(color={"rgbColor": {}}, alpha=0.2)

    translucent.edit = thin
    assert grade(translucent).differing() == {}

    def on_red(deck):
        thin(deck)
        red = {"solidFill": {"color": {"rgbColor": {"red": 1}}, "alpha": 1}}
        deck["slides"][0]["pageProperties"] = {"pageBackgroundFill": red}

    translucent.edit = on_red
    assert grade(translucent).differing() == {"sidebar_colour": failed(FUZ)}


def test_a_line_of_decoration_beside_the_logo(poster, grade):
    # A small picture elsewhere: the logo is the one nearest to the top right corner.
    decorated = poster(1)
    decorated.boxes["ornament"] = type(decorated.boxes["logo"])(100000, 4300000, 300000, 300000, pixels=(50, 50))
    assert grade(decorated).differing() == {}


@pytest.mark.parametrize(("share", "expected"), [(0.8, {}), (3.5, {"logo_scale": failed(SPA)})])
def test_the_size_of_the_logo(poster, grade, share, expected):
    sized = poster(1)
    logo = sized.boxes["logo"]
    logo.x, logo.w, logo.h = 9000000 - logo.w * share, logo.w * share, logo.h * share
    found = grade(sized).differing()
    assert {slug: result for slug, result in found.items() if slug == "logo_scale"} == expected


def test_text_that_nobody_can_see(poster, grade):
    # White on the page, grey on the grey sidebar, a sentence of it within other text: hidden words earn nothing.
    hidden = poster(1)
    body, sidebar = hidden.boxes["body"], hidden.boxes["sidebar"]
    body.colour = (1, 1, 1)
    lost = grade(hidden).differing()
    assert lost.pop("body_central") == failed(SPA)
    assert set(lost) == {"body_sources", "notes_topic", *(f"body_{one}" for one in BODY)}
    assert lost.pop("notes_topic") == failed(DET)
    assert set(lost.values()) == {failed(DEPENDENCY)}
    body.colour, sidebar.colour = None, sidebar.fill
    bio = dict.fromkeys((f"bio_{one}" for one in BIO), failed(DEPENDENCY))
    shaded = {"sidebar_colour": failed(FUZ), "sidebar_text": failed(DET), "notes_bio": failed(DET)}
    assert grade(hidden).differing() == {**shaded, **bio}


def test_a_hidden_sentence_within_a_text(poster, grade):
    hidden = poster(1)
    sidebar, degrees = hidden.boxes["sidebar"], " PhD, University of Washington; BS, MIT."
    start = sidebar.text.index(degrees)
    span = {"type": "FIXED_RANGE", "startIndex": start, "endIndex": start + len(degrees)}
    grey = {"foregroundColor": {"opaqueColor": {"rgbColor": rgb(sidebar.fill)}}}
    hidden.more = [text_style("box_sidebar", grey, span)]
    assert grade(hidden).differing() == {"bio_education": failed(DET)}


def test_white_text_on_a_shape_a_picture_or_a_dark_page(poster, grade):
    # The colour of the page, but not of what is behind the text.
    white = poster(1)
    body = white.boxes["body"]
    body.colour = (1, 1, 1)
    box = type(body)
    plate = box(body.x, body.y, body.w, body.h, fill=(0.1, 0.1, 0.4), shape="RECTANGLE")
    white.boxes = {"plate": plate, **white.boxes}
    assert grade(white).differing() == {}
    photo = type(white.boxes["logo"])(body.x, body.y, body.w, body.h, pixels=(164, 100))
    white.boxes = {**white.boxes, "plate": photo}
    assert grade(white).differing() == {}
    dark = {"solidFill": {"color": {"rgbColor": {"blue": 0.2}}}}
    del white.boxes["plate"]
    white.edit = lambda deck: deck["slides"][0].update(pageProperties={"pageBackgroundFill": dark})
    assert grade(white).differing() == {}


def test_sources_without_a_scheme(poster, grade):
    # As people write them into notes; one of the addresses is at a top-level domain that few have.
    for prefix in ("", "www."):
        bare = poster(1)
        bare.notes = bare.notes.replace("https://", prefix)
        assert grade(bare).differing() == {}
