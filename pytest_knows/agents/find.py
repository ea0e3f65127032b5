"""What `--knows-agent` names: a fixture, `package.module:callable`, `cmd:...`, `artifacts:DIR` or `example`."""

from __future__ import annotations

import difflib
import importlib
import os
import sys
from collections.abc import Callable, Collection
from functools import reduce
from typing import Any

import pytest

from pytest_knows.agents.artifacts import artifacts_agent
from pytest_knows.agents.command import command_agent
from pytest_knows.agents.functions import checked_function
from pytest_knows.agents.model import Agent
from pytest_knows.errors import ConfigurationError

EXAMPLE = "pytest_knows.agents.example:agent"
_PREFIXES: dict[str, Callable[[str], Agent]] = {"cmd": command_agent, "artifacts": artifacts_agent}


def find_agent(spec: str, getfixture: Callable[[str], Any], fixtures: Collection[str] = ()) -> Agent:
    """The agent that `spec` names.

    `getfixture` gives a fixture's value and raises pytest's `FixtureLookupError`, or our own `ConfigurationError`
    (passed on) if there is none of that name; `fixtures` are the names that exist, for near matches. What the fixture
    itself raises is passed on. Raises `ConfigurationError` for anything that cannot be used.
    """
    kind, colon, rest = spec.partition(":")
    if spec == "example":
        return _imported(EXAMPLE)
    if colon and kind in _PREFIXES:
        return _PREFIXES[kind](rest)
    if colon and all(part.isidentifier() for part in kind.split(".")) and rest:
        return _imported(spec)
    if is_fixture_name(spec):
        return _from_fixture(spec, getfixture, fixtures)
    raise ConfigurationError(
        f"--knows-agent={spec} is none of: a fixture's name, package.module:callable, cmd:PROGRAM, artifacts:DIR, "
        "example"
    )


def is_fixture_name(spec: str) -> bool:
    """Whether `--knows-agent=spec` means a fixture."""
    return spec.isidentifier() and spec != "example"


def _from_fixture(name: str, getfixture: Callable[[str], Any], fixtures: Collection[str]) -> Agent:
    try:
        value = getfixture(name)
    except pytest.FixtureLookupError as error:
        if error.argname not in (None, name):
            raise
        near = _near(name, [*fixtures, "example"])
        raise ConfigurationError(
            f"--knows-agent={name}: there is no fixture of that name{near}; define it in the rootdir's conftest.py, "
            "or name a callable as package.module:callable"
        ) from error
    return checked_function(value, f"the value of the fixture {name!r}")


def _imported(spec: str) -> Agent:
    module_name, _, attribute = spec.partition(":")
    module = _module(spec, module_name)
    try:
        value = reduce(getattr, attribute.split("."), module)
    except AttributeError as error:
        names = [name for name, found in vars(module).items() if callable(found)]
        raise ConfigurationError(
            f"--knows-agent={spec}: {module_name} has no {attribute!r}{_near(attribute, names)}"
        ) from error
    return checked_function(value, spec)


def _module(spec: str, module_name: str) -> Any:
    if os.getcwd() not in sys.path and "" not in sys.path:
        sys.path.append(os.getcwd())  # `pytest`, unlike `python -m pytest`, does not see modules beside it
    try:
        return importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise ConfigurationError(f"--knows-agent={spec}: importing {module_name} failed: {error}") from error
        near = _near(module_name, _PREFIXES, form="{}:")
        raise ConfigurationError(f"--knows-agent={spec}: there is no module {error.name!r}{near}") from error
    except Exception as error:
        raise ConfigurationError(
            f"--knows-agent={spec}: importing {module_name} failed: {type(error).__name__}: {error}"
        ) from error


def _near(word: str, known: Collection[str], form: str = "{}") -> str:
    close = difflib.get_close_matches(word, sorted(set(known)), n=3)
    return f" (did you mean {', '.join(form.format(name) for name in close)}?)" if close else ""
