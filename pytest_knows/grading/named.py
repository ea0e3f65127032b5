"""What a family's own `evidence(...)` names: pages to fetch besides those of the trace and of the artifact's links."""

from __future__ import annotations

from pytest_knows.evidence.request import Request, Wanted
from pytest_knows.grading.grader import Grader, NotFound
from pytest_knows.scoring import one_line


def named(grader: Grader) -> tuple[list[Wanted], str]:
    """The URLs and requests that the hook gives, and what went wrong if it failed: then those it gave before count.

    Its parameters are those of a located function; one that is not found means that there is nothing to name.
    """
    wanted: list[Wanted] = []
    try:
        for item in grader.call(grader.rubric.hook) if grader.rubric.hook else ():
            if isinstance(item, str | Request):
                wanted.append(item)
    except NotFound:
        pass
    except Exception as error:  # an artifact is whatever an agent made of it
        return wanted, one_line(f"{type(error).__name__}: {error}")
    return wanted, ""
