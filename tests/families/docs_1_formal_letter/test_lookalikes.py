"""Sender blocks that look right and are wrong, and the other way round."""

from __future__ import annotations

import pytest


def sender(kit, instance, place, text):
    """The base's sender block with another line at that place."""
    lines = list(kit.SENDERS[instance])
    lines[place] = text
    return kit.letter(lines)


@pytest.mark.parametrize(
    "text",
    [
        "\u2709 eashby@uw.edu",
        "\U0001f4e7 Email: eashby@uw.edu",
        "<eashby@uw.edu>",
        "eashby@uw.edu, (206) 555-0100",
        "(206) 555-0100; eashby@uw.edu",
        "(206) 555-0100 / eashby@uw.edu",
        "(206) 555-0100 \u22c5 eashby@uw.edu",
        "eashby@uw.edu (work)",
    ],
)
def test_signs_and_other_contacts_around_an_email(letters, kit, text):
    assert letters.lost(sender(kit, 1, 1, text)) == {}


@pytest.mark.parametrize(
    "text",
    ["eashby@uw.edu.evil.com", "e\u0430shby@uw.edu", "eashby [at] uw.edu", "beashby@uw.edu", "eashby@uw.education"],
)
def test_other_emails_that_look_alike(letters, kit, text):
    """The second one has a Cyrillic letter."""
    assert letters.lost(sender(kit, 1, 1, f"Email: {text}")) == kit.missing("email")


@pytest.mark.parametrize("text", ["Ethan Ashby (he/him)", "\U0001f464 Ethan Ashby", "From: Ethan Ashby"])
def test_remarks_and_signs_around_a_name(letters, kit, text):
    assert letters.lost(sender(kit, 1, 0, text)) == {}


@pytest.mark.parametrize(
    "text", ["To: Ethan Ashby", "Attn: Ethan Ashby", "Ethan Ashby's Office", "Ethan Ashby Foundation"]
)
def test_an_addressee_is_no_sender(letters, kit, text):
    assert letters.lost(sender(kit, 1, 0, text)) == kit.missing("name")


@pytest.mark.parametrize("text", ["GitHub (mttk)", "GitHub @mttk", "GitHub profile: mttk", "\U0001f4bb GitHub - mttk"])
def test_a_user_name_behind_the_site(letters, kit, text):
    assert letters.lost(sender(kit, 5, 2, text), 5) == {}


@pytest.mark.parametrize(
    "text",
    [
        "GitHub: https://github.com.evil.com/mttk",
        "GitHub: https://github.com@evil.com/mttk",
        "GitHub: https://g\u0456thub.com/mttk",
        "GitHub: https://gist.github.com/mttk",
        "GitHub: mttk2",
        "GitLab (mttk)",
        "Find my work of the last ten years on GitHub under mttk",
    ],
)
def test_profiles_that_look_alike(letters, kit, text):
    assert letters.lost(sender(kit, 5, 2, text), 5) == kit.missing("github")


@pytest.mark.parametrize(
    ("instance", "place", "text", "field"),
    [
        (1, 2, "Former PhD Student", "title"),
        (1, 2, "Not a PhD Student", "title"),
        (3, 2, "Formerly UCLA", "institution"),
        (3, 2, "Stanford, not UCLA", "institution"),
    ],
)
def test_what_somebody_was_or_is_not(letters, kit, instance, place, text, field):
    assert letters.lost(sender(kit, instance, place, text), instance) == kit.missing(field)


def test_a_former_place_takes_no_present_one_away(letters, kit):
    assert letters.lost(sender(kit, 3, 2, "Formerly Stanford, now UCLA"), 3) == {}
    assert letters.lost(sender(kit, 3, 1, "Assistant Professor (not tenured)"), 3) == {}


def test_an_email_in_white_is_not_there(letters, kit):
    def white(tab):
        for run in kit.paragraph(tab, "eashby@uw.edu")["elements"]:
            colour = {"color": {"rgbColor": {"red": 1, "green": 1, "blue": 1}}}
            run["textRun"]["textStyle"]["foregroundColor"] = colour

    assert letters.lost(kit.letter(kit.SENDERS[1]), edit=white) == kit.missing("email")
