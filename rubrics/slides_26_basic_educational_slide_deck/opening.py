"""The title slide: where the topic stands, and what is behind everything."""

from functools import cached_property

from pytest_knows.artifact.presentation import Passage, Slide
from pytest_knows.checks import layout
from pytest_knows.checks.photos import Photo
from pytest_knows.checks.quantifiers import Attempt, require_decided
from pytest_knows.checks.styled import Stretch, find_words, styled
from pytest_knows.checks.text import fold, has_word

WHOLE = 0.7
"""Of the page; a picture that covers so much is a background."""
_TITLES = ("TITLE", "CENTERED_TITLE")


def find_topic(slide: Slide, topic: str) -> Stretch | None:
    """The topic's words: in a title before elsewhere, then the largest, then in the largest box. Of words that stand in
    several boxes, all of the title."""
    found = [stretch for box in slide.text_boxes if (stretch := find_words(box, fold(topic)))]
    if found:
        return max(found, key=lambda one: (one.box.placeholder in _TITLES, one.size, one.box.rect.area))
    title = next((box for kind in _TITLES for box in slide.text_boxes if box.placeholder == kind), None)
    whole = " ".join(box.text for box in layout.reading_order(slide.text_boxes, lambda box: box.extent))
    if title is None or not has_word(whole, topic):
        return None
    return Stretch(box=title, styled=styled(Passage.of([title])))


class Background:
    """The pictures behind everything, the rearmost first, then by size; `ask` is a judge's word on whether one fits."""

    def __init__(self, slide: Slide, ask) -> None:
        self._ask = ask
        page = slide.rect
        large = [one for one in slide.pictures if one.rect.intersection(page) >= WHOLE * page.area]
        behind = [slide.background_picture] if slide.background_picture else []
        ordered = behind + sorted(large, key=lambda one: -one.rect.intersection(page))
        self.photos = tuple(map(Photo.of, ordered))

    @cached_property
    def _fitting(self) -> Attempt[Photo | None]:
        def find() -> Photo | None:
            answers = []
            for photo in self.photos:
                answers.append(Attempt(lambda photo=photo: self._ask(photo)))
                if answers[-1].known:
                    return photo
            require_decided(answer.open for answer in answers)
            return None

        return Attempt(find)

    def fitting(self) -> Photo | None:
        """The first that fits; raises why that is not known."""
        return self._fitting.get()
