"""The pinned release of the benchmark: sha256 of every task's prompt, so that a run is known to be about these texts.

`pinned.json`: ``{"benchmark": "1.2.0", "task_prefixes": {family: prefix}, "sha256": {task_id: hash}}``; the hash is
that of the prompt with LF line ends and its ends stripped, in UTF-8. It is written by `json.dumps(table_of(...),
indent=1)` for the release's dataset file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pytest_knows.errors import ConfigurationError
from pytest_knows.tasks.model import TaskText


@dataclass(frozen=True, slots=True, kw_only=True)
class Pinned:
    """The release and its figures."""

    benchmark: str
    task_prefixes: Mapping[str, str]
    sha256: Mapping[str, str]

    def mismatches(self, texts: Iterable[TaskText]) -> list[str]:
        """Ids of the tasks whose prompt is another one than the release's. Tasks outside the table are fine."""
        known = (text for text in texts if text.task_id in self.sha256)
        return [text.task_id for text in known if self.sha256[text.task_id] != prompt_hash(text.prompt)]

    def check(self, texts: Iterable[TaskText], benchmark: str, where: str) -> None:
        """Raises `ConfigurationError` if texts said to be of the pinned release are not of it."""
        wrong = self.mismatches(texts) if benchmark == self.benchmark else []
        if wrong:
            shown = ", ".join(wrong[:5]) + (f" and {len(wrong) - 5} more" if len(wrong) > 5 else "")
            raise ConfigurationError(
                f"{where}: the prompts of {shown} are not those of release {benchmark}. If the texts are of another "
                "release, name it with --knows-benchmark (grades are not comparable then); or use --knows-tasks=package"
            )


@cache
def pinned() -> Pinned:
    """The committed table."""
    table = json.loads(files("pytest_knows.tasks").joinpath("pinned.json").read_bytes())
    return Pinned(benchmark=table["benchmark"], task_prefixes=table["task_prefixes"], sha256=table["sha256"])


def clean_prompt(text: str) -> str:
    """The prompt as agents get it and as it is hashed: LF line ends, ends stripped."""
    return text.replace("\r\n", "\n").strip()


def prompt_hash(prompt: str) -> str:
    """sha256 of a prompt, hexadecimal."""
    return hashlib.sha256(clean_prompt(prompt).encode()).hexdigest()


def dataset_hash(texts: Iterable[TaskText], benchmark: str) -> str:
    """sha256 of a set of texts. Texts of the pinned release stand for all of it, however few were loaded."""
    table = dict(pinned().sha256) if benchmark == pinned().benchmark else {}
    table |= {text.task_id: prompt_hash(text.prompt) for text in texts}
    return hashlib.sha256(json.dumps(table, sort_keys=True).encode()).hexdigest()


def table_of(texts: Iterable[TaskText], benchmark: str) -> dict[str, object]:
    """The content of `pinned.json` for a release."""
    texts = sorted(texts, key=lambda text: (text.family, text.instance))
    return {
        "benchmark": benchmark,
        "task_prefixes": {text.family: text.task_id.rpartition(".")[0] for text in texts},
        "sha256": {text.task_id: prompt_hash(text.prompt) for text in texts},
    }
