"""The published dataset file: one JSON object a line. The reader takes unknown keys, missing or null optional ones, and
source assets as URLs or as objects.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pytest_knows.errors import ConfigurationError
from pytest_knows.evidence import urls
from pytest_knows.tasks.model import PublishedCheckpoint, PublishedStep, SourceAsset, TaskText
from pytest_knows.tasks.pinned import clean_prompt, pinned

_KINDS = {
    "document": "document",
    "spreadsheets": "spreadsheet",
    "presentation": "presentation",
    "folders": "drive_folder",
}


def read_dataset(path: Path, *, wanted: Collection[str] | None = None) -> list[TaskText]:
    """The tasks of a `.jsonl` file, in its order.

    Raises `ConfigurationError` naming file and line for a line that is no JSON object, a missing or wrong field, a task
    id that comes twice, and (when `wanted` task ids are given) a family that neither the benchmark nor they have.
    """
    try:
        content = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path}: the task texts cannot be read: {error}") from error
    tasks: dict[str, TaskText] = {}
    # Not splitlines(): U+2028 may stand within a JSON string.
    for number, line in enumerate(content.split("\n"), 1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        text = parse_task(_object(line, where), where)
        if text.task_id in tasks:
            raise ConfigurationError(f"{where}: {text.task_id} comes a second time")
        if wanted is not None:
            _check_family(text, wanted, where)
        tasks[text.task_id] = text
    return list(tasks.values())


def _object(line: str, where: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ConfigurationError(f"{where}: not JSON: {error}") from error
    if not isinstance(value, dict):
        raise ConfigurationError(f"{where}: expected a JSON object, found {type(value).__name__}")
    return value


def _check_family(text: TaskText, wanted: Collection[str], where: str) -> None:
    prefixes = {task_id.rpartition(".")[0] for task_id in wanted}
    if text.family not in pinned().task_prefixes and text.task_id.rpartition(".")[0] not in prefixes:
        raise ConfigurationError(f"{where}: unknown family {text.family!r} ({text.task_id}): no rubric folder has it")


def parse_task(entry: dict[str, Any], where: str) -> TaskText:
    """One line of the dataset; raises `ConfigurationError` beginning with `where`."""
    prompt = clean_prompt(_text(entry, "prompt", where))
    assets = entry.get("source_assets")
    return TaskText(
        task_id=_text(entry, "task_id", where),
        family=_text(entry, "family", where),
        instance=_instance(entry, where),
        prompt=prompt,
        checkpoints=tuple(_checkpoints(entry.get("checkpoints"))),
        source_assets=assets_in(prompt) if assets is None else tuple(_assets(assets, where)),
        requires_browsing_history=entry.get("requires_browsing_history") is True,
    )


def _text(entry: dict[str, Any], name: str, where: str) -> str:
    if name not in entry:
        raise ConfigurationError(f"{where}: the field {name!r} is missing")
    value = entry[name]
    if not isinstance(value, str) or not value.strip():
        raise ConfigurationError(f"{where}: the field {name!r} must be a text, found {value!r:.60}")
    return value


def _instance(entry: dict[str, Any], where: str) -> int:
    """From `instance_num` (3), else `instance` ("instance_3" or 3)."""
    for name in ("instance_num", "instance"):
        value = entry.get(name)
        number = re.fullmatch(r"(?:instance_)?(\d{1,6})", str(value)) if not isinstance(value, bool) else None
        if number:
            return int(number[1])
    raise ConfigurationError(f"{where}: the field 'instance_num' is missing or no number")


def _checkpoints(value: Any) -> Iterator[PublishedCheckpoint]:
    for position, entry in enumerate(_objects(value), 1):
        number = entry.get("n")
        yield PublishedCheckpoint(
            number=number if isinstance(number, int) else position,
            title=str(entry.get("title") or ""),
            steps=tuple(_step(step) for step in _objects(entry.get("steps"))),
        )


def _step(entry: dict[str, Any]) -> PublishedStep:
    return PublishedStep(
        name=str(entry.get("name") or ""),
        text=str(entry.get("text") or entry.get("description") or ""),
        category=str(entry.get("category") or ""),
        judge_primary=entry.get("llm_vlm_primary") is True,
    )


def _objects(value: Any) -> list[dict[str, Any]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _assets(value: Any, where: str) -> Iterator[SourceAsset]:
    for entry in value if isinstance(value, list) else [value]:
        url = entry.get("url") if isinstance(entry, dict) else entry
        asset = _asset(url) if isinstance(url, str) else None
        if asset is None:
            raise ConfigurationError(f"{where}: 'source_assets' has {entry!r:.80}, which is no URL of a Google file")
        yield asset


def assets_in(prompt: str) -> tuple[SourceAsset, ...]:
    """The Google files and folders that a prompt names, in order, each once."""
    found = {asset.id: asset for asset in map(_asset, urls.find(prompt)) if asset}
    return tuple(found.values())


def _asset(url: str) -> SourceAsset | None:
    file = urls.google_file_id(url)
    parsed = urls.parse(url)
    if file is None or parsed is None:
        return None
    kind = next((_KINDS[part] for part in parsed.segments if part in _KINDS), "drive_file")
    return SourceAsset(id=file, url=url, kind="drive_folder" if parsed.segments[-1:] == ("folderview",) else kind)


def write_dataset(texts: Iterable[TaskText]) -> bytes:
    """The texts in the form that `read_dataset` reads."""
    lines = (json.dumps(_line(text), ensure_ascii=False) + "\n" for text in texts)
    return "".join(lines).encode()


def _line(text: TaskText) -> dict[str, Any]:
    checkpoints = [
        {
            "n": checkpoint.number,
            "title": checkpoint.title,
            "steps": [
                {"name": step.name, "text": step.text, "category": step.category, "llm_vlm_primary": step.judge_primary}
                for step in checkpoint.steps
            ],
        }
        for checkpoint in text.checkpoints
    ]
    return {
        "task_id": text.task_id,
        "family": text.family,
        "instance_num": text.instance,
        "prompt": text.prompt,
        "checkpoints": checkpoints,
        "source_assets": [asdict(asset) for asset in text.source_assets],
        "requires_browsing_history": text.requires_browsing_history,
    }
