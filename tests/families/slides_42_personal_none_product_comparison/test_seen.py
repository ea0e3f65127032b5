"""What nobody sees earns nothing; what is seen in an odd way counts."""

import copy

import pytest
from familykit import failed, missing_dependency, world_error

from pytest_knows.evidence import urls

from .building import CODINGS, DET, FUZZY, GIFTS, LLM, ROWS, STRUCT, element, full_deck, maker, maker_page, rule, rules
from .test_faults import retext, runs
from .test_faults_table import cells, rewrite

RED = {"red": 0.745}
SOLID = {"solidFill": {"color": {"rgbColor": RED}, "alpha": 1}}


def placed(name, x, y, w, h, **content):
    size = {"width": {"magnitude": w, "unit": "EMU"}, "height": {"magnitude": h, "unit": "EMU"}}
    transform = {"scaleX": 1, "scaleY": 1, "translateX": x, "translateY": y, "unit": "EMU"}
    return {"objectId": name, "size": size, "transform": transform, **content}


def bar(x=0, y=0, w=9144000, h=300000, fill=None, **properties):
    filled = {"shapeBackgroundFill": fill} if fill else {}
    return placed("bar", x, y, w, h, shape={"shapeType": "RECTANGLE", "shapeProperties": {**filled, **properties}})


def stroke(fill="outlineFill"):
    return {fill: SOLID, "weight": {"magnitude": 38100, "unit": "EMU"}}


def line(length=3000000):
    return placed("line", 400000, 2200000, length, 0, line={"lineProperties": stroke("lineFill")})


def bordered():
    cell = {"tableBorderProperties": stroke("tableBorderFill")}
    table = {"tableRows": [{"tableCells": [{}]}], "horizontalBorderRows": [{"tableBorderCells": [cell]}]}
    return placed("table", 400000, 3500000, 3000000, 300000, table=table)


@pytest.mark.fault("slides_42/F11")
@pytest.mark.parametrize(
    ("element_there", "seen"),
    [
        (bar(fill=SOLID), True),
        (bar(outline=stroke()), True),
        (bar(outline={**stroke(), "propertyState": "NOT_RENDERED"}), False),
        (line(), True),
        (line(length=2000), False),
        (bordered(), True),
        (bar(w=10, h=10, fill=SOLID), False),
        (bar(y=9000000, fill=SOLID), False),
        (bar(fill={"solidFill": {"color": {"rgbColor": RED}, "alpha": 0.05}}), False),
    ],
)
@pytest.mark.parametrize("where", ["slides", "masters"])
def test_colours_of_what_is_drawn(shop, element_there, seen, where):
    """On the slide, and on the layout or master behind it."""

    def edit(raw):
        for run in runs(element(raw, "slide_1_title")):
            run["style"].pop("foregroundColor", None)
        raw[where][0]["pageElements"].append(copy.deepcopy(element_there))

    assert shop.lost(shop.edited(edit)) == ({} if seen else failed(FUZZY, "theme_colors"))


@pytest.mark.fault("slides_42/F12")
@pytest.mark.parametrize(("weight", "lost"), [(800, {}), (600, {}), (500, failed(DET, "title_bold"))])
def test_a_title_in_heavy_letters(shop, weight, lost):
    def edit(raw):
        for run in runs(element(raw, "slide_1_title")):
            run["style"].pop("bold", None)
            run["style"]["weightedFontFamily"] = {"fontFamily": "Montserrat", "weight": weight}

    assert shop.lost(shop.edited(edit)) == lost


def white(raw, name):
    for run in runs(element(raw, name)):
        run["style"]["foregroundColor"] = {"opaqueColor": {"rgbColor": {"red": 1, "green": 1, "blue": 1}}}


def tiny(raw, name):
    for run in runs(element(raw, name)):
        run["style"]["fontSize"] = {"magnitude": 1, "unit": "PT"}


def away(raw, name):
    element(raw, name)["transform"].update(translateX=0, translateY=9000000)


@pytest.mark.parametrize("hide", [white, tiny, away])
@pytest.mark.parametrize(
    ("name", "lost"),
    [
        ("slide_1_subtitle", failed(DET, "subtitle_products")),
        ("slide_2_text", {}),
        (
            "slide_4_source",
            {**failed(DET, "source_link_1"), **missing_dependency("images_from_source_1", "content_from_source_1")},
        ),
        (
            "slide_4_text",
            {
                **failed(LLM, "key_features_1", "pros_1", "cons_1"),
                **missing_dependency("content_from_source_1"),
            },
        ),
        ("slide_8_text", {**failed(LLM, "all_products"), **failed(DET, "summaries", "recommendations")}),
    ],
)
@pytest.mark.fault("slides_42/own-8")
def test_text_that_nobody_sees(shop, hide, name, lost):
    judge = rules(1, rule("all_products", False))
    assert shop.lost(shop.edited(lambda raw: hide(raw, name)), judge) == lost


def transparent(raw, name):
    element(raw, name)["image"]["imageProperties"] = {"transparency": 1}


@pytest.mark.fault("slides_42/own-8")
@pytest.mark.parametrize("hide", [transparent, away])
def test_pictures_that_nobody_sees(shop, hide):
    def both(raw):
        hide(raw, "slide_4_front")
        hide(raw, "slide_4_side")

    scene = shop.lost(shop.edited(lambda raw: hide(raw, "slide_1_picture")))
    assert scene == {**failed(DET, "theme_image"), **missing_dependency("image_right")}
    lost = shop.lost(shop.edited(both))
    assert lost == {**failed(DET, "two_images_1"), **missing_dependency("images_from_source_1")}


def test_cells_in_the_colour_of_their_text(shop):
    """The fills are there, but what they stand for cannot be read."""

    def edit(raw):
        for row in range(1, 6):
            for cell in cells(raw, row):
                fill = cell["tableCellProperties"]["tableCellBackgroundFill"]["solidFill"]["color"]
                for part in cell["text"]["textElements"]:
                    part.get("textRun", {}).get("style", {})["foregroundColor"] = {"opaqueColor": fill}

    lost = shop.lost(shop.edited(edit), rules(1, rule("summary", True)))
    assert lost == {**failed(LLM, *ROWS), **missing_dependency(*CODINGS)}


@pytest.mark.fault("slides_42/own-8")
@pytest.mark.parametrize(("place", "order"), [(0, True), (5, True), (8, False)])
def test_a_slide_with_nothing_on_it(shop, place, order):
    """It is one too many, and before others it is in their way; nothing else is lost."""
    lost = shop.lost(shop.edited(lambda raw: raw["slides"].insert(place, {"objectId": "blank", "pageElements": []})))
    assert lost == {**failed(STRUCT, "eight_slides"), **(failed(DET, "titles_order") if order else {})}


def bare(cell):
    cell["tableCellProperties"].pop("tableCellBackgroundFill")
    return [part["textRun"] for part in cell["text"]["textElements"] if "textRun" in part]


def highlighted(cell, fill):
    for run in bare(cell):
        run["style"]["backgroundColor"] = {"opaqueColor": fill}


def with_a_light(cell, fill):
    red, green = (fill["rgbColor"].get(name) for name in ("red", "green"))
    run, *_ = bare(cell)
    content = run["content"].strip()
    run["content"] = f"{content} {chr(0x1F7E1 if red and green else 0x1F534 if red else 0x1F7E2)}\n"


@pytest.mark.fault("slides_42/own-9")
@pytest.mark.parametrize("coloured", [highlighted, with_a_light])
def test_colours_without_fills(shop, coloured):
    """Highlighted words, and lights: characters that are drawn in a colour. Two lights in a cell are none."""

    def edit(raw):
        for row in range(1, 6):
            for cell in cells(raw, row):
                coloured(cell, cell["tableCellProperties"]["tableCellBackgroundFill"]["solidFill"]["color"])

    def doubtful(raw):
        edit(raw)
        rewrite(2, "Weight: 1.24 kg \U0001f7e2\U0001f534", "Weight: 1.32 kg", "Weight: 1.34 kg")(raw)
        for cell in cells(raw, 2):
            for part in cell["text"]["textElements"]:
                part.get("textRun", {}).get("style", {}).pop("backgroundColor", None)

    assert shop.lost(shop.edited(edit)) == {}
    assert shop.lost(shop.edited(doubtful)) == failed(DET, "coding_2")


@pytest.mark.fault("slides_42/own-6")
def test_a_legend_before_the_table(shop):
    def edit(raw):
        legend = copy.deepcopy(element(raw, "slide_7_table"))
        legend["objectId"], legend["table"]["tableRows"] = "legend", legend["table"]["tableRows"][:1]
        words = ("Green = best", "Yellow = middle", "Red = lowest")
        for cell, text in zip(legend["table"]["tableRows"][0]["tableCells"], words, strict=True):
            retext({"shape": cell}, text)
        raw["slides"][6]["pageElements"].insert(0, legend)

    assert shop.lost(shop.edited(edit)) == {}


@pytest.mark.fault("slides_42/F7")
def test_a_row_by_its_name_before_a_cell_with_a_keyword(shop):
    """Another row may begin a cell with a word of the criterion."""

    def lost(category, given, *rows):
        def edit(raw):
            for row, texts in rows:
                rewrite(row, *texts)(raw)

        answer = dict(zip(GIFTS[1][1], given, strict=True))
        asked = {"key": "ranking", "contains": f"Rank the products by {category}", "answer": answer}
        return shop.lost(shop.edited(edit), rules(1, asked))

    hungry = (1, ("Battery life: 18 h", "Battery life: 17 h", "Memory-hungry, battery for 14 h"))
    assert lost("memory", [3, 1, 2], hungry) == {}
    cheap = (1, ("Battery life: 18 h", "Cost-conscious, battery for 17 h", "Battery life: 14 h"))
    assert lost("budget", [2, 3, 1], cheap, (4, ("Price", "$1,699", "$999"))) == {}


@pytest.mark.fault("slides_42/own-7")
@pytest.mark.parametrize(
    ("entry", "lost"),
    [
        ({"summary": "Unmatched durability throughout"}, failed(DET, "summaries")),
        ({"recommendation": "Photographers in deserts"}, failed(DET, "recommendations")),
        ({"product": "Apple M4 MacBook Air"}, failed(DET, "summaries", "recommendations")),
    ],
)
def test_advice_that_does_not_stand_on_the_slide(shop, entry, lost):
    told = {"summary": "a sound one", "recommendation": "For those who travel"}
    names = full_deck().table.rows[0]
    entries = [{"product": name, **told} for name in names]
    entries[0] |= entry
    assert shop.lost(shop.full(), rules(1, rule("advice", entries))) == lost


@pytest.mark.parametrize(
    ("title", "named"),
    [
        ("M4\vMacBook Air", True),
        ("Option 1: The MacBook Air (M4)", True),
        ("M3 MacBook Air", False),
        ("M4 MacBook Pro", False),
        ("M4 iPad Air", False),
    ],
)
def test_titles_of_products(shop, title, named):
    judge = rules(1, rule("product_title", "no"))
    lost = shop.lost(shop.edited(lambda raw: retext(element(raw, "slide_4_title"), title)), judge)
    expected = {**failed(LLM, "product_title_1", "titles_order"), **missing_dependency("two_images_1")}
    assert lost == ({} if named else expected)


def test_columns_with_each_others_names(shop):
    def edit(raw):
        first, second, _ = cells(raw, 0)
        first["text"], second["text"] = second["text"], first["text"]

    assert shop.lost(shop.edited(edit)) == failed(LLM, *CODINGS)


def right_to_left(raw):
    for slide in raw["slides"]:
        for one in slide["pageElements"]:
            for part in one.get("shape", {}).get("text", {}).get("textElements", []):
                if "paragraphMarker" in part:
                    part["paragraphMarker"].setdefault("style", {})["direction"] = "RIGHT_TO_LEFT"


def turned_over(raw):
    element(raw, "slide_1_picture")["transform"] = {
        "scaleX": -1, "scaleY": -1, "translateX": 9100000, "translateY": 4050000, "unit": "EMU",
    }  # fmt: skip


def titles_in_plain_boxes(raw):
    for number in range(1, 9):
        del element(raw, f"slide_{number}_title")["shape"]["placeholder"]
        for run in runs(element(raw, f"slide_{number}_title")):
            run["style"].setdefault("fontSize", {"magnitude": 30, "unit": "PT"})


def higher_page(raw):
    raw["pageSize"]["height"]["magnitude"] = 6858000


def white_on_a_gradient(raw):
    for name in ("slide_2_text", "slide_3_text"):
        white(raw, name)
        element(raw, name)["shape"]["shapeProperties"]["shapeBackgroundFill"] = {"propertyState": "RENDERED"}


@pytest.mark.parametrize(
    "change", [right_to_left, turned_over, titles_in_plain_boxes, higher_page, white_on_a_gradient]
)
def test_odd_but_right(shop, change):
    assert shop.lost(shop.edited(change)) == {}


def test_two_views_cut_from_one_file(shop):
    """Left and right half of a file are two pictures; the same half twice is one, in which a judge sees one view."""

    def edit(*crops):
        def cut(raw):
            sides = (element(raw, "slide_4_front")["image"], element(raw, "slide_4_side")["image"])
            for image, crop in zip(sides, crops, strict=True):
                image["contentUrl"] = sides[0]["contentUrl"]
                image["imageProperties"] = {"cropProperties": crop}

        return cut

    left, right = {"rightOffset": 0.5}, {"leftOffset": 0.5}
    judge = rules(1, rule("two_images", False, "Does the picture hold"))
    assert shop.lost(shop.edited(edit(left, right)), judge) == {}
    assert shop.lost(shop.edited(edit(left, left)), judge) == failed(LLM, "two_images_1")


def test_a_picture_of_an_archived_page(shop):
    """The maker's site refuses; what the archive has of it shows the pictures."""
    page, copy = maker(1), urls.archived(maker(1))
    assert shop.lost(shop.with_pages({page: 403, copy: maker_page(1)})) == {}


@pytest.mark.fault("slides_42/F17")
@pytest.mark.parametrize(
    ("words", "linked"),
    [
        ("Source: maker1.example.org", True),
        ("Official site - maker1.example.org", True),
        ("It weighs 9.It is light", False),
    ],
)
def test_an_address_that_is_only_written(shop, words, linked):
    """Beside nothing but a label a domain is a source, whose page is not recorded; in prose it is none."""

    def edit(raw):
        retext(element(raw, "slide_4_source"), words)
        for run in runs(element(raw, "slide_4_source")):
            run["style"].pop("link", None)

    sourced = ("images_from_source_1", "content_from_source_1")
    none = {**failed(DET, "source_link_1"), **missing_dependency(*sourced)}
    assert shop.lost(shop.edited(edit)) == (world_error(*sourced) if linked else none)
