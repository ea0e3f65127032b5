"""What the tests of all families share: building through Google's clients, freezing, grading, comparing outcomes."""

from familykit.bench import TODAY, Bench
from familykit.outcomes import (
    Results,
    failed,
    lost,
    missing_dependency,
    partly,
    ungraded,
    world_error,
)

__all__ = [
    "TODAY",
    "Bench",
    "Results",
    "failed",
    "lost",
    "missing_dependency",
    "partly",
    "ungraded",
    "world_error",
]
