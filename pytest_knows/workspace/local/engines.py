"""The engine of each kind, imported when the first file of that kind is touched."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from pytest_knows.kind import Kind
from pytest_knows.workspace.local.engine import Engine
from pytest_knows.workspace.local.errors import ApiError

PACKAGES = {kind: f"pytest_knows.workspace.local.{kind.collection}" for kind in Kind}


class Engines:
    """Kind -> engine; `given` ones take the place of ours."""

    def __init__(self, given: Mapping[Kind, Engine] | None = None) -> None:
        self._loaded = dict(given or {})

    def __getitem__(self, kind: Kind) -> Engine:
        """Raises ApiError 501 if the engine cannot be imported."""
        if kind not in self._loaded:
            try:
                self._loaded[kind] = import_module(PACKAGES[kind]).ENGINE
            except (ImportError, AttributeError) as error:
                raise ApiError(501, f"This Workspace has no engine for {kind.collection}: {error}") from error
        return self._loaded[kind]
