"""Where pytest's fixtures are reached from items that are no test functions. All private names of pytest stand here."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any

import pytest


def fixture_getter(item: Any) -> Any:
    """`request.getfixturevalue` in the scope of `item`, autouse fixtures set up first; as doctest items do it."""
    from _pytest.fixtures import TopRequest

    if not hasattr(item, "_request"):
        item.funcargs = {}
        item._fixtureinfo = item.session._fixturemanager.getfixtureinfo(node=item, func=None, cls=None)
        item.fixturenames = item._fixtureinfo.names_closure
        item._request = TopRequest(item, _ispytest=True)
        item._request._fillfixtures()
    return item._request.getfixturevalue


def why_invisible(name: str, node: pytest.Collector) -> str | None:
    """What to say about an agent fixture that `node` cannot request; None if it can."""
    manager = node.session._fixturemanager
    visible = manager.getfixturedefs(name, node)
    if visible:
        return None
    if visible is None:
        near = difflib.get_close_matches(name, set(_names(manager)), n=3)
        hint = f"did you mean {' or '.join(near)}? " if near else ""
        return (
            f"there is no fixture {name!r}: {hint}define it in the conftest.py of the root folder, "
            "or give package.module:callable, cmd:..., artifacts:DIR or example"
        )
    return (
        f"the fixture {name!r} exists, but in a conftest.py or module that rubrics cannot see; "
        "move or import it into the conftest.py of the root folder"
    )


def _names(manager: Any) -> Iterator[str]:
    """Names of all fixtures; the manager's tables are called differently in pytest 8.4 and 9.2."""
    for attribute, table in vars(manager).items():
        if attribute.startswith("_arg2") and attribute.endswith("fixturedefs"):
            yield from table
