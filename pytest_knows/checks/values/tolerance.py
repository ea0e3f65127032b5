"""How every kind of value is compared: within so much, or a sentence that says how far off it is."""

from __future__ import annotations

import math

EPSILON = 1e-9
"""Relative slack of every comparison: what binary fractions lose, so that 160.65 is within 5 % of 153."""


def within(value: float, expected: float, *, relative: float = 0.0, absolute: float = 0.0) -> bool:
    """Whether `value` differs from `expected` by at most `relative` times `expected`, or by at most `absolute`.

    Nothing is within anything of what is not finite.
    """
    if not (math.isfinite(value) and math.isfinite(expected)):
        return False
    allowed = max(relative * abs(expected), absolute)
    return abs(value - expected) <= allowed + EPSILON * (abs(expected) + allowed)


def off(
    shown: object, value: float, expected: float, *, relative: float = 0.0, absolute: float = 0.0, unit: str = ""
) -> str:
    """ "" if it is `within`, else why not: "'7:30' -> 7.5 min is 0.5 min above 7, at most 0.1 is allowed"."""
    if within(value, expected, relative=relative, absolute=absolute):
        return ""
    allowed = max(relative * abs(expected), absolute)
    unit = f" {unit}" if unit else ""
    side = "above" if value > expected else "below"
    return f"{shown} is {abs(value - expected):.6g}{unit} {side} {expected:.10g}, at most {allowed:.6g} is allowed"


def off_span(
    shown: object, span: tuple[float, float], expected: tuple[float, float], *, slack: float = 0.0, unit: str = ""
) -> str:
    """ "" if two spans (lowest, highest) have a number in common once `expected` is widened by `slack` on each side."""
    (low, high), (least, most) = span, expected
    room = slack + EPSILON * (abs(least) + abs(most))
    if low <= most + room and high >= least - room:
        return ""
    unit = f" {unit}" if unit else ""
    return f"{shown} is outside {least:.10g} to {most:.10g}{unit}, give or take {slack:.6g}"
