"""The checkout's root: the example agent as a fixture."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture
def example_agent() -> Callable[..., Any]:
    """`--knows-agent=example_agent` shows an agent given by a fixture; `--knows-agent=example` needs no conftest.py."""
    from pytest_knows.agents.example import agent

    return agent
