"""Loading a rubric folder: rubric.py (a module of a package of its own) and facts.toml."""

from __future__ import annotations

import hashlib
import importlib
import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from pytest_knows.errors import RubricError
from pytest_knows.grading.differences import FILE as DIFFERENCES
from pytest_knows.grading.differences import Differences
from pytest_knows.grading.facts import Facts, FamilyFacts, read_facts
from pytest_knows.grading.signature import RESERVED_NAMES, parameters
from pytest_knows.grading.steps import Step, build_steps
from pytest_knows.rubric import StepDeclaration
from pytest_knows.tasks.model import TaskInfo

PACKAGE = "knows_rubrics"
"""Rubric folders are imported as packages below this name, which pytest is told to rewrite the asserts of."""


class Rubric:
    """A family's rubric: its tasks, its steps per instance, its functions."""

    def __init__(self, folder: Path, facts: FamilyFacts, module: ModuleType) -> None:
        self.folder = folder
        self.module = module
        self._facts = facts
        self._functions: Mapping[str, Any] = vars(module)
        self._steps: dict[int, tuple[Step, ...]] = {}

    def __repr__(self) -> str:
        return f"Rubric({self.family})"

    @classmethod
    def load(cls, folder: Path, *, rewritten: bool = False) -> Rubric:
        """Import the folder; `rewritten` refuses a module whose asserts pytest did not rewrite.

        Raises `RubricError`.
        """
        folder = folder.resolve()
        facts = read_facts(folder / "facts.toml")
        module = _import(folder)
        if rewritten and not asserts_rewritten(module):
            raise RubricError(
                f"{folder / 'rubric.py'}: pytest did not rewrite its asserts, so failures would have "
                "no reason and `-O` would pass every step. Run without -O and --assert=plain, from an unpacked "
                "installation, and without PYTEST_DONT_REWRITE"
            )
        return cls(folder, facts, module)

    @property
    def family(self) -> str:
        return self._facts.name

    @property
    def tasks(self) -> tuple[TaskInfo, ...]:
        return self._facts.tasks

    def task(self, task_id: str) -> TaskInfo:
        """Raises `RubricError` for an unknown id."""
        for info in self.tasks:
            if info.task_id == task_id:
                return info
        raise RubricError(f"{self.folder}: no task {task_id!r}; it has {', '.join(t.task_id for t in self.tasks)}")

    def facts(self, instance: int) -> Facts:
        return self._facts.facts[instance]

    def steps(self, instance: int) -> tuple[Step, ...]:
        """All steps of the instance, information steps included, in order."""
        if instance not in self._steps:
            steps = build_steps(self._facts.path, self._facts.steps[instance], self._functions)
            for step in steps:
                self._check_names(step.function, step.arguments, set())
            if self.hook is not None:
                self._check_names(self.hook, {}, set())
            self._steps[instance] = steps
        return self._steps[instance]

    def _check_names(self, function: Callable[..., Any], given: Mapping[str, Any], seen: set[Any]) -> None:
        """Every parameter must have something to be resolved to: said before an agent is called and paid."""
        seen.add(function)
        for parameter in parameters(function):
            inner = self.located(parameter.name)
            if inner is not None and parameter.name not in given:
                if inner not in seen:
                    self._check_names(inner, given, seen)
            elif not (parameter.name in given or parameter.name in RESERVED_NAMES or parameter.has_default):
                raise RubricError(
                    f"{self.folder / 'rubric.py'}: {function.__name__} asks for {parameter.name!r}, which is no "
                    "reserved argument, no `with` argument and no located function"
                )

    def step(self, instance: int, slug: str) -> Step:
        """Raises `RubricError` for an unknown slug."""
        for step in self.steps(instance):
            if step.slug == slug:
                return step
        raise RubricError(f"{self._facts.path}: instance {instance} has no step {slug!r}")

    def located(self, name: str) -> Callable[..., Any] | None:
        """The located function of that name, if the module has one."""
        function = self._functions.get(name)
        return function if hasattr(function, "__knows_located__") else None

    @property
    def hook(self) -> Callable[..., Any] | None:
        """The module's own `evidence` (see `named`), if it has one."""
        function = self._functions.get("evidence")
        return function if callable(function) and not _declared(function) else None

    def uses(self, argument: str) -> bool:
        """Whether any step or located function asks for this reserved argument (the freeze then provides for it)."""
        return argument in self._asked

    @cached_property
    def _asked(self) -> frozenset[str]:
        functions = [f for f in self._functions.values() if _declared(f)]
        return frozenset(name for f in functions for name in f.__code__.co_varnames[: f.__code__.co_argcount])

    @cached_property
    def differences(self) -> Differences | None:
        """Our decisions that the family's reference grader took otherwise; None for a family without a reference."""
        return Differences.load(self.folder)

    @cached_property
    def sha256(self) -> str:
        """Of the folder's own code and facts: what results depend on."""
        digest = hashlib.sha256()
        own = (path for path in self.folder.rglob("*") if path.suffix in {".py", ".toml"})
        for path in sorted(path for path in own if path.name != DIFFERENCES):  # that decides nothing
            digest.update(path.relative_to(self.folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
        return digest.hexdigest()


def asserts_rewritten(module: ModuleType) -> bool:
    """Whether pytest's import hook compiled the module: it leaves its own import under this name."""
    return __debug__ and "@pytest_ar" in vars(module)


def _declared(function: Any) -> bool:
    return isinstance(getattr(function, "__knows_step__", None), StepDeclaration) or hasattr(
        function, "__knows_located__"
    )


def _import(folder: Path) -> ModuleType:
    if not (folder / "rubric.py").is_file():
        raise RubricError(f"{folder} has no rubric.py")
    package = _package(folder)
    try:
        return importlib.import_module(f"{package}.rubric")
    except RubricError:
        raise
    except Exception as error:
        raise RubricError(f"{folder / 'rubric.py'} cannot be imported: {type(error).__name__}: {error}") from error


def _package(folder: Path) -> str:
    """The folder's package, made in `sys.modules`; two folders of one name get different packages."""
    _module(PACKAGE, [])
    name = f"{PACKAGE}.{folder.name}" if folder.name.isidentifier() else f"{PACKAGE}.family"
    known = sys.modules.get(name)
    if (known is not None and list(known.__path__) != [str(folder)]) or not folder.name.isidentifier():
        name = f"{name}_{hashlib.sha256(str(folder).encode()).hexdigest()[:10]}"
    _module(name, [str(folder)])
    return name


def _module(name: str, path: list[str]) -> None:
    if name not in sys.modules:
        module = ModuleType(name)
        module.__path__ = path
        sys.modules[name] = module
