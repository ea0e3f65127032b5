"""Posters that a second reading of the specification brought up."""

FUZ = "fuzzy_match"


def test_details_beside_a_sidebar_that_begins_above_them(poster, grade):
    """A shaded column of the slide's height, or one that begins with the details: they still are the subheader."""
    for top in (0, 700000, 731520):
        high = poster(1)
        sidebar = high.boxes["sidebar"]
        box = type(sidebar)
        column = box(6000000, top, 3144000, 5143500 - top, fill=sidebar.fill, shape="RECTANGLE")
        high.boxes["sidebar"] = box(6100000, 1188720, 2900000, 3200400, sidebar.text, size=10)
        high.boxes["subheader"].w = 5000000
        high.boxes["subheader"].size = 10
        high.boxes["header"].x, high.boxes["header"].w = 457200, 8229600 - 900000
        high.boxes = {"column": column, **high.boxes}
        assert grade(high).differing() == {}, top
