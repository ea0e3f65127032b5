"""What --knows-agent may name, and what is said of what it may not."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pytest_knows.agents import AgentResult, AgentTask, Cause, call_agent, find_agent
from pytest_knows.errors import ConfigurationError

Make = Callable[..., AgentTask]


def no_fixtures(name: str) -> object:
    raise AssertionError(name)


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The working directory, whose modules are forgotten afterwards."""
    before = set(sys.modules)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    yield tmp_path
    for name in set(sys.modules) - before:
        del sys.modules[name]


@pytest.fixture
def my_agent() -> Callable[[AgentTask], str]:
    return lambda task: f"{task.id}.docx"


def test_a_fixture(request: pytest.FixtureRequest, task: Make, my_agent: object) -> None:
    agent = find_agent("my_agent", request.getfixturevalue)
    assert agent.isolation == "in-process"
    assert call_agent(agent, task()).result == AgentResult(file="tests.letter.1.docx")


def test_an_unknown_fixture(request: pytest.FixtureRequest) -> None:
    with pytest.raises(ConfigurationError, match=r"no fixture.*did you mean my_agent\?.*conftest\.py"):
        find_agent("my_agnet", request.getfixturevalue, ["my_agent", "other"])


def test_the_plugins_own_message_about_a_fixture_is_passed_on() -> None:
    def getfixture(name: str) -> object:
        raise ConfigurationError("it is in tests/test_x.py")

    with pytest.raises(ConfigurationError, match=r"it is in tests/test_x\.py"):
        find_agent("my_agent", getfixture)


def test_what_a_fixture_raises_is_passed_on() -> None:
    def getfixture(name: str) -> object:
        raise KeyError("API_KEY")

    with pytest.raises(KeyError, match="API_KEY"):
        find_agent("my_agent", getfixture)


@pytest.fixture
def needs_another(request: pytest.FixtureRequest) -> object:
    return request.getfixturevalue("that_other")


def test_a_fixture_that_lacks_another_is_not_called_unknown(request: pytest.FixtureRequest) -> None:
    with pytest.raises(pytest.FixtureLookupError, match="that_other"):
        find_agent("needs_another", request.getfixturevalue)


@pytest.mark.parametrize(("value", "says"), [(None, "a NoneType"), (AgentTask, "the class AgentTask"), ("x", "a str")])
def test_a_fixture_without_a_callable(value: object, says: str) -> None:
    with pytest.raises(ConfigurationError, match=f"fixture 'my_agent' is {says}.*agent\\(task\\)"):
        find_agent("my_agent", lambda _name: value)


def test_a_callable_that_does_not_take_a_task() -> None:
    with pytest.raises(ConfigurationError, match="cannot be called as agent"):
        find_agent("my_agent", lambda _name: lambda: None)


def test_a_callable_of_a_module_beside_us(modules: Path, task: Make) -> None:
    (modules / "beside_agents.py").write_text(
        "class Bot:\n    def run(self, task): return task.id + '.docx'\nbot = Bot()\n"
    )
    run = call_agent(find_agent("beside_agents:bot.run", no_fixtures), task())
    assert (run.cause, run.result) == (Cause.FINISHED, AgentResult(file="tests.letter.1.docx"))


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("beside_agents:rnu", r"has no 'rnu' \(did you mean run"),
        ("beside_agnets:run", "there is no module 'beside_agnets'"),
        ("beside_agents.deeper:run", "there is no module 'beside_agents.deeper'"),
        ("artefacts:made", r"did you mean artifacts:\?"),
        ("lacks_another:run", "importing lacks_another failed: No module named 'not_there_at_all'"),
        ("is_broken:run", "importing is_broken failed: SyntaxError"),
        ("what is this?", "none of: a fixture's name"),
        ("", "none of: a fixture's name"),
        ("beside_agents:", "none of: a fixture's name"),
        ("beside_agents:VALUE", "is a int"),
    ],
)
def test_wrong_specs(modules: Path, spec: str, says: str) -> None:
    (modules / "beside_agents.py").write_text("def run(task): pass\nVALUE = 3\n")
    (modules / "lacks_another.py").write_text("import not_there_at_all\n")
    (modules / "is_broken.py").write_text("def run(:\n")
    with pytest.raises(ConfigurationError, match=says):
        find_agent(spec, no_fixtures)
