"""Links, titles and abstracts that only look like those of the papers."""

from __future__ import annotations

import pytest
from familykit import failed, missing_dependency

from .building import FUZZY, Lab, report, slot_lost

WHITE = {"foregroundColor": {"color": {"rgbColor": {"red": 1, "green": 1, "blue": 1}}}}


@pytest.mark.parametrize(
    "url",
    [
        "https://arxiv.org.evil.com/abs/2501.00001",
        "https://arxiv.org@evil.com/abs/2501.00001",
        "https://notarxiv.org/abs/2501.00001",
        "https://arxi\u0475.org/abs/2501.00001",
        "https://evil.com/?u=https://arxiv.org/abs/2501.00001",
    ],
)
def test_hosts_that_look_alike(lab: Lab, url: str) -> None:
    # Four papers are left; they move up, and the fifth slot is empty.
    made = report()
    made.blocks[1].text = url
    assert lab.lost(made) == failed("web_visit", "links_match_visits") | slot_lost(5)


@pytest.mark.parametrize(
    "title", ["Paper Alpha not on Adapter Tuning", "Paper Beta on Adapter Tuning", "Paper Alpha on"]
)
def test_titles_that_look_alike(lab: Lab, title: str) -> None:
    made = report()
    made.blocks[0].text = title
    assert lab.lost(made) == failed(FUZZY, "title_1") | missing_dependency("structure_1")


def test_an_abstract_that_nobody_sees(lab: Lab) -> None:
    made = report()
    made.blocks[2].styles = {"": WHITE}
    assert lab.lost(made) == failed(FUZZY, "abstract_1") | missing_dependency("structure_1")


def test_a_link_that_nobody_sees(lab: Lab) -> None:
    # A sixth paper in white between the others takes no slot.
    made = report()
    made.blocks[2].text += "\vhttps://arxiv.org/abs/2501.00009"
    made.blocks[2].styles = {"https://arxiv.org/abs/2501.00009": WHITE}
    assert lab.lost(made) == {}
