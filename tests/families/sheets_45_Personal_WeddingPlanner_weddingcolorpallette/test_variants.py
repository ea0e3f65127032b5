"""Odd but legitimate planners: what a careful person would grade them, and why."""

from __future__ import annotations

import pytest
from familykit import failed, partly
from familykit.sheets import cell

from .building import (
    ARTICLE,
    ARTICLES,
    COLOURS,
    FILL,
    MOOD,
    NAME,
    STORE,
    colorhexa,
    filled,
    full_score,
    html,
    image,
    linked,
    photo_of,
    slug,
    store_of,
)
from .outcomes import DET, LLM, STR

# -- the list ----------------------------------------------------------------------------------------------------------


def families_beside(one):
    """A column of families in front; the names stand in column B then."""
    families = [None, *([row[NAME].split()[-1]] for row in one.listed)]
    for row, family in zip(one.grid[: one.count + 1], families, strict=True):
        row[:0] = family or ["Family"]
    for row in one.grid[one.count + 1 :]:
        row[:0] = [None]


def numbered(one):
    for place, row in enumerate(one.grid):
        row[:0] = [place if 0 < place <= one.count else None]


def title_above(one):
    one.grid[:0] = [["Shades for our wedding"]]


def shaded_header(one):
    """The whole first row is grey, the cell above the swatches too."""
    one.grid[0] = [filled("#D9D9D9", text) for text in ("Shade Name", "Link", "Fill", "Shop")]


def codes_in_the_fills(one):
    """The code is written on its own colour."""
    for row, colour in zip(one.listed, COLOURS[1].values(), strict=True):
        row[FILL] = filled(colour, colour)


def links_behind_words(one):
    for row in one.listed:
        row[ARTICLE], row[STORE] = linked(row[ARTICLE], "The article"), linked(row[STORE], f"{row[NAME]} at the shop")


def links_in_sentences(one):
    for row in one.listed:
        row[ARTICLE] = f"As seen on {row[ARTICLE]}, May 2025"


def names_with_links(one):
    """A name may itself be a link to its page at colorhexa."""
    for row, colour in zip(one.listed, COLOURS[1].values(), strict=True):
        row[NAME] = linked(colorhexa(colour), row[NAME])


def other_spellings_of_links(one):
    """Without a scheme, with tracking: the same pages."""
    for row in one.listed:
        row[ARTICLE] = row[ARTICLE].removeprefix("https://www.") + "/?utm_campaign=spring"
        row[STORE] = row[STORE].replace("https", "http")


def note_below_the_list(one):
    one.grid[one.count + 1] = ["All links were checked in May"]


def theme_colours(one):
    """A fill may be a colour of the theme: ACCENT2 is #EA4335."""
    style = {"userEnteredFormat": {"backgroundColorStyle": {"themeColor": "ACCENT2"}}}
    one.listed[9][FILL] = style
    for row in one.palettes:
        for place, entry in enumerate(row):
            if entry == filled("#E0115F"):
                row[place] = style
    one.pages[colorhexa("#EA4335")] = html("Ruby Red / #ea4335", "A color")


def planner_tab_last(one):
    """The palettes come first; the list is where the names have links."""
    for row, name in zip(one.palettes, COLOURS[1], strict=True):
        row[:0] = [f"Look of {name.split()[0]}"]
    one.tabs = {"Palettes": one.palettes, "Colors": one.grid}


@pytest.mark.parametrize(
    "change",
    [
        families_beside,
        numbered,
        title_above,
        shaded_header,
        codes_in_the_fills,
        links_behind_words,
        links_in_sentences,
        names_with_links,
        other_spellings_of_links,
        note_below_the_list,
        theme_colours,
        planner_tab_last,
    ],
)
def test_lists_that_lose_nothing(grade, change):
    one = full_score(1)
    change(one)
    assert grade(one).differing() == {}


def test_one_article_in_a_merged_cell(grade):
    """Five rows share it, and each has it."""
    one = full_score(1)
    area = {"sheetId": 0, "startRowIndex": 1, "endRowIndex": 6, "startColumnIndex": ARTICLE, "endColumnIndex": 2}
    for row in one.listed[1:5]:
        row[ARTICLE] = None
    one.more.append({"mergeCells": {"range": area, "mergeType": "MERGE_ALL"}})
    assert grade(one).differing() == {}


def test_a_fill_by_a_conditional_format(grade):
    """What is seen counts."""
    one = full_score(1)
    one.listed[0][FILL] = "#000080"
    area = {"sheetId": 0, "startRowIndex": 1, "endRowIndex": 2, "startColumnIndex": FILL, "endColumnIndex": FILL + 1}
    rule = {"condition": {"type": "NOT_BLANK"}, "format": {"backgroundColor": {"blue": 128 / 255}}}
    request = {"addConditionalFormatRule": {"rule": {"ranges": [area], "booleanRule": rule}, "index": 0}}
    one.more.append(request)
    assert grade(one).differing() == {}


def test_a_colour_of_which_only_the_name_is_given(grade):
    """It is a colour of the list without article, fill and store, and no end of the list."""
    one = full_score(1)
    one.listed[9][1:] = []
    results = grade(one)
    assert results.differing() == (
        failed(DET, "article_present", "fill_coverage", "store_present")
        | partly(DET, article_relevant=9, store_relevant=9, fill_visual=4, fill_colorhexa=4)
    )


def test_a_first_colour_of_which_little_is_given(grade):
    """A name with a store is no header."""
    one = full_score(1)
    one.listed[0][ARTICLE] = one.listed[0][FILL] = None
    assert grade(one).differing() == (
        failed(DET, "article_present", "fill_coverage")
        | partly(DET, article_relevant=9, fill_visual=4, fill_colorhexa=4)
    )


def test_more_colours_than_asked_for(grade):
    """They are colours of the list like the others, and want a header and photographs, too."""
    one = full_score(1)
    one.grid.insert(11, ["Teal Blue", ARTICLES[0], filled("#367588"), store_of("Teal Blue")])
    one.pages[ARTICLES[0]] += "<p>Teal Blue</p>"
    one.pages[store_of("Teal Blue")] = html("Teal Blue", "paint")
    one.pages[colorhexa("#367588")] = html("Teal blue / #367588", "A color")
    assert grade(one).differing() == failed(DET, "header_match", "image_coverage") | partly(DET, image_correct=9)


def test_british_and_hyphened_names(grade):
    """An article on "navy-blue colours" mentions Navy Blue."""
    one = full_score(1)
    for url in ARTICLES[:2]:
        names = ", ".join(name.upper().replace(" ", "\u2011") for name in COLOURS[1])
        one.pages[url] = html("Colours of a wedding", names)
    assert grade(one).differing() == {}


def test_a_list_in_column_c(grade):
    """It is a list, and its columns are to its right, but it is not at the top left."""
    one = full_score(1)
    one.tabs = {"Colors": [[None, None, *row] for row in one.grid], "Palettes": one.palettes}
    assert grade(one).differing() == failed(STR, "list_top_left")


# -- the matrix --------------------------------------------------------------------------------------------------------


def address_in_another_cell(one):
    """A third tab has the addresses of the photographs."""
    addresses = []
    for row in one.objects:
        for place, formula in enumerate(row[1:], 1):
            if formula:
                addresses.append([formula.split('"')[1]])
                row[place] = f"=IMAGE('My photos'!$A${len(addresses)})"
    one.tabs["My photos"] = addresses


def joined_addresses(one):
    for row in one.objects:
        row[1:] = [f and f.replace("photos.example/", 'photos.example/" & "') for f in row[1:]]


def images_with_sizes(one):
    for row in one.objects:
        row[1:] = [f and f.replace("=IMAGE(", "=image( ").replace(")", ", 4, 60, 80)") for f in row[1:]]


def images_in_iferror(one):
    for row in one.objects:
        row[1:] = [f and f'=IFERROR({f[1:]}, "")' for f in row[1:]]


def plural_objects(one):
    for row, label in zip(one.objects, ["Wedding bouquets", "Floral Centerpieces", "bridesmaid dresses"], strict=True):
        row[0] = label


def no_label_header(one):
    one.header[0] = None


def credits_below(one):
    one.grid.extend([[], ["Photographs: see the links"]])


def title_of_the_matrix(one):
    one.grid[one.count + 2] = ["Decoration matrix: objects by color"]


@pytest.mark.parametrize(
    "change",
    [
        address_in_another_cell,
        joined_addresses,
        images_with_sizes,
        images_in_iferror,
        plural_objects,
        no_label_header,
        credits_below,
        title_of_the_matrix,
    ],
)
def test_matrices_that_lose_nothing(grade, change):
    one = full_score(1)
    change(one)
    assert grade(one).differing() == {}


def test_the_matrix_on_another_tab(grade):
    """It was to stand below the list."""
    one = full_score(1)
    matrix = one.grid[one.count + 3 :]
    del one.grid[one.count + 1 :]
    one.tabs["Matrix"] = matrix
    results = grade(one)
    assert results["objects"].mechanism == STR
    assert set(results.differing()) == {"objects", "header_match", "header_order", "image_coverage", "image_correct"}


def test_a_photograph_that_is_a_drawing(grade):
    """Sheets shows no SVG."""
    one = full_score(1)
    drawing = {"body": b"<svg xmlns='http://www.w3.org/2000/svg'/>", "content_type": "image/svg+xml"}
    one.pages[photo_of("Bouquet", "Navy Blue")] = drawing
    assert grade(one).differing() == partly(DET, image_correct=9)


def test_one_photograph_for_two_objects(grade):
    """It counts where it passes first: for the bouquet it does not, for the centrepiece it does."""
    one = full_score(1)
    one.objects[1][1] = one.objects[0][1]
    one.answer("image_correct", False, "Bouquet")
    one.rules[:0] = [
        {"key": "image_correct", "answer": True, "contains": name} for name in ("Sky", "Forest", "Emerald", "Firebrick")
    ]
    results = grade(one)
    assert results.differing() == partly(LLM, image_correct=9)
    assert "Bouquet in Navy Blue" in results["image_correct"].reason


# -- the palettes ------------------------------------------------------------------------------------------------------


def labels_in_front(one):
    for place, row in enumerate(one.palettes):
        row[:0] = [f"Palette {place + 1}"]


def filled_labels(one):
    for place, row in enumerate(one.palettes):
        row[:0] = [filled("#EEEEEE", f"Palette {place + 1}")]


def notes_behind(one):
    for place, row in enumerate(one.palettes):
        row += [None, f"For course {place + 1} of the dinner"]


def heading_and_gaps(one):
    one.tabs["Palettes"] = [["Our palettes"], [], *(line for row in one.palettes for line in (row, []))]


def names_on_the_fills(one):
    """The same colour, by its name, begins every palette; that makes its column no label."""
    shades = {colour: name for name, colour in COLOURS[1].items()}
    colours = list(shades)[2:]
    first = filled("#4169E1", "Royal Blue")
    pairs = [(a, b) for a in colours for b in colours if a < b][:10]
    one.tabs["Palettes"] = [[first, *(filled(colour, shades[colour]) for colour in pair)] for pair in pairs]


def shaded_title(one):
    """A heading over three grey cells."""
    one.palettes[:0] = [[filled("#CCCCCC", "Our palettes"), filled("#CCCCCC"), filled("#CCCCCC")]]


def white_ground(one):
    """All other cells were painted white."""
    for row in one.palettes:
        row += [filled("#FFFFFF")] * 4


def alternating_colours(one):
    """Stripes over labels and notes; they are no fills."""
    for place, row in enumerate(one.palettes):
        row[:0] = [f"Palette {place + 1}"]
        row.append("for the dinner")
    area = {"sheetId": 1, "startRowIndex": 0, "endRowIndex": 10, "startColumnIndex": 0, "endColumnIndex": 5}
    bands = {"firstBandColor": {"red": 1, "green": 1, "blue": 1}, "secondBandColor": {"red": 0.9, "green": 0.9}}
    one.more.append({"addBanding": {"bandedRange": {"range": area, "rowProperties": bands}}})


def tab_of_another_name(one):
    one.tabs = {"Colors": one.grid, "Combinations": one.palettes}


@pytest.mark.parametrize(
    "change",
    [
        labels_in_front,
        filled_labels,
        notes_behind,
        heading_and_gaps,
        names_on_the_fills,
        shaded_title,
        white_ground,
        alternating_colours,
        tab_of_another_name,
    ],
)
def test_palettes_that_lose_nothing(grade, change):
    one = full_score(1)
    change(one)
    assert grade(one).differing() == {}


def test_palettes_of_words(grade):
    """Ten rows of three names each are ten palettes of the right width; but colours were to be filled in."""
    one = full_score(1)
    names = {repr(filled(colour)): name for name, colour in COLOURS[1].items()}
    one.tabs["Palettes"] = [["First", "Second", "Third"]]
    one.tabs["Palettes"] += [[names[repr(entry)] for entry in row] for row in full_score(1).palettes]
    results = grade(one)
    assert results.differing() == failed(DET, "palette_fills") | {
        "palette_from_list": ("failed", "dependency_not_evaluated", 0)
    }


def test_labels_in_other_letters(grade):
    one = full_score(5)
    for row in one.palettes:
        row[0] = row[0].upper().replace(" ", "  ")
    one.palettes[:0] = [["When", "1", "2", "3"]]
    assert grade(one).differing() == {}


# -- moods and checklist -----------------------------------------------------------------------------------------------


def test_moods_as_formulas(grade):
    one = full_score(4)
    for row in one.listed:
        row[MOOD] = f'="{row[MOOD]}"'
    assert grade(one).differing() == {}


def test_a_checklist_under_a_title_with_a_header_in_colours(grade):
    one = full_score(5)
    rows = one.tabs.pop("Decor checklist")
    rows[0] = ["To do", filled("#FF7F50"), filled("#48D1CC"), filled("#C2B280")]
    one.tabs["What goes where"] = [["Checklist"], ["Item", *rows[0][1:]], *rows[1:]]
    assert grade(one).differing() == {}


def test_a_checklist_of_words_and_checkboxes(grade):
    """The cells may name the colours; a checkbox behind them does not matter."""
    one = full_score(5)
    rows = one.tabs["Decor checklist"]
    for row in rows[1:]:
        row[1:] = ["Bright Coral", "Warm Sand", "Dark Turquoise", cell(False)]
    assert grade(one).differing() == {}


def test_a_fabric_store_that_sells_paint_too(grade):
    """The judge looks; a host that says it is a paint store needs no judge."""
    one = full_score(5)
    address = f"https://fabrics.example/{slug('fabric paint Bright Coral')}"
    one.listed[0][STORE] = address
    one.pages[address] = html("Bright Coral linen", "Bright Coral linen by the yard")
    one.answer("store_relevant", True)
    results = grade(one)
    assert results.differing() == {}
    assert results.judge.asked.count("store_relevant") == 1
    one.listed[0][STORE] = address.replace("fabrics", "handpainted-silk")
    one.pages[one.listed[0][STORE]] = html("Bright Coral", "silk")
    assert grade(one).differing() == {}


def test_a_photograph_on_a_picture_site(grade):
    """With a query in its address, in quotes that are doubled, on a site with a port."""
    one = full_score(1)
    address = "https://img.example:8443/p?id=7&size=large"
    one.pages[address] = one.pages[photo_of("Bouquet", "Navy Blue")]
    one.objects[0][1] = image(address)
    assert grade(one).differing() == {}
