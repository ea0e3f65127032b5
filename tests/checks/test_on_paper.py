"""Words of the document's lines on its printed pages."""

from familykit.pdf import handmade, words_at

from pytest_knows.checks.on_paper import in_context, shown
from pytest_knows.evidence.rendering import Rendering

PAGE = Rendering(
    handmade(
        words_at(
            (10, 80, 8, "Ethan Ashby"),
            (10, 60, 8, "Dear committee, I am Ethan Ashby, a chemist"),
            (10, 40, 8, "Dept. of Music"),
        )
    )
)
LINES = ["Ethan Ashby", "Dear committee, I am Ethan Ashby, a chemist", "Dept. of Music"]


def tops(*given, lines=LINES):
    return [round(place.line.rect.top) for place in shown(given, lines, PAGE)]


HEAD, BODY, FOOT = (round(line.rect.top) for line in PAGE.lines)


def test_the_same_words_in_another_line_are_left_out():
    assert tops(("Ethan Ashby", LINES[0])) == [HEAD]
    assert tops(("Ethan Ashby", LINES[1])) == [BODY]


def test_a_line_that_gives_them_twice_is_in_no_other():
    assert tops(("Ethan Ashby", LINES[0]), ("Ethan Ashby", LINES[1])) == [HEAD, BODY]


def test_words_that_stand_apart_are_at_the_line_most_like_theirs():
    assert tops(("music department", "Dept. of Music!")) == [FOOT]
    assert tops(("chess club", "Chess club")) == []


def test_nothing_given():
    assert tops() == []


def test_contexts():
    assert list(in_context("a b c d name e f g h", "name")) == ["b c d name e f g"]
    assert list(in_context("name and name", "name", reach=1)) == ["name and", "and name"]
    assert list(in_context("nameless", "name")) == []
