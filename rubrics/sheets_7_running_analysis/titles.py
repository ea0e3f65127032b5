"""Titles of charts and axes."""

from pytest_knows.evidence import urls

LONGEST = 80
"""Characters of a title."""


def check_text(text, named, judge, key, question):
    """A title: short, without addresses, and naming its subject by our words or in a judge's eyes."""
    assert text, "there is none"
    assert len(text) <= LONGEST, f"{text!r} is too long for a title"
    assert not urls.find(text) + urls.bare_domains(text), f"{text!r} holds an address"
    if not named:
        question = f"{question} Citations, addresses and long notes do not count."
        assert judge.yes_no(key, question, evidence={"text": text}), f"{text!r} does not say so"
