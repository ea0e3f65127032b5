"""What a step cannot do without."""

from pytest_knows.rubric import fail
from pytest_knows.scoring import Mechanism


def all_or_none(most, passed, total):
    return int(most) if passed == total else 0


def there(slide, what):
    """The slide; without it the step fails."""
    if slide is None:
        fail(f"there is no slide with {what}", Mechanism.STRUCTURAL)
    return slide


def with_text(slide, what):
    text = there(slide, what).text
    if not text:
        fail(f"no text on the slide with {what}", Mechanism.DETERMINISTIC)
    return text


def need(found, what):
    """What is found; without it the step cannot be evaluated."""
    if not found:
        fail(f"no {what}", Mechanism.DEPENDENCY_NOT_EVALUATED)
    return found


def purpose_text(places):
    text = "\n".join(slide.text for slide in places.purpose if slide.text)
    if not text:
        fail("no challenge, no goal", Mechanism.DETERMINISTIC if places.purpose else Mechanism.STRUCTURAL)
    return text


def whole_text(slides):
    text = "\n\n".join(slide.text for slide in slides if slide.text)
    if not text:
        fail("no text", Mechanism.DETERMINISTIC if slides else Mechanism.STRUCTURAL)
    return text
