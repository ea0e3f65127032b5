"""What is recorded of the embedded Workspace's pages holds no secret."""

from __future__ import annotations

import pytest

from pytest_knows.evidence.entrance import without_entrance

SERVER = "http://127.0.0.1:8080"


@pytest.mark.parametrize(
    ("visited", "recorded"),
    [
        (f"{SERVER}/_knows/enter?code=enter-abc&to=%2Fdocument%2Fd%2Fx1234%2Fedit", f"{SERVER}/document/d/x1234/edit"),
        (f"{SERVER}/_knows/enter?code=enter-abc", f"{SERVER}/"),
        (f"{SERVER}/drive/folders/root?token=knows-abc&a=b", f"{SERVER}/drive/folders/root?a=b"),
        (f"{SERVER}/document/d/x1234/edit#heading=h.1", f"{SERVER}/document/d/x1234/edit#heading=h.1"),
        ("https://example.org/?token=other&q=a%20b", "https://example.org/?token=other&q=a%20b"),
        ("https://[broken/_knows/enter", "https://[broken/_knows/enter"),
    ],
)
def test_code_and_token_are_left_out(visited: str, recorded: str) -> None:
    assert without_entrance(visited) == recorded
