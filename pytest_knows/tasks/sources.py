"""Where task texts come from: a file, the hub, the benchmark's package; by default whichever answers first."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path

from pytest_knows.cache import user_cache
from pytest_knows.errors import ConfigurationError
from pytest_knows.files import write_atomically
from pytest_knows.tasks import hub
from pytest_knows.tasks.dataset import read_dataset, write_dataset
from pytest_knows.tasks.model import TaskText
from pytest_knows.tasks.package import read_package
from pytest_knows.tasks.pinned import dataset_hash, pinned

HUB_SECONDS = 60.0
AUTO_HUB_SECONDS = 4.0
"""What a hub that does not answer may cost a run that did not ask for it."""


class TaskTexts(Mapping[str, TaskText]):
    """Task texts by task id. `origin` is one line for the user, `sha256` identifies the set they were taken from."""

    def __init__(self, texts: Mapping[str, TaskText], *, origin: str, sha256: str) -> None:
        self._texts = dict(texts)
        self.origin = origin
        self.sha256 = sha256

    def __getitem__(self, task_id: str) -> TaskText:
        return self._texts[task_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def __repr__(self) -> str:
        return f"TaskTexts({self.origin})"

    def write(self, path: Path) -> None:
        """Writes a `.jsonl` that `load_tasks` reads."""
        write_atomically(path, write_dataset(self._texts.values()))


def load_tasks(source: str, *, benchmark: str, wanted: Collection[str] | None) -> TaskTexts:
    """The texts of the `wanted` tasks (all when None), as far as the source has them.

    `source`: `auto`, `hub`, `package` or the path of a `.jsonl`. Prompts of the pinned release are checked against its
    table. Raises `ConfigurationError`.
    """
    if source == "auto":
        texts, where = _auto(benchmark, wanted)
    elif source == "hub":
        texts, where = read_dataset(hub.fetch(HUB_SECONDS), wanted=wanted), "the Hugging Face hub"
    elif source == "package":
        texts, where = _package(benchmark)
    else:
        texts, where = read_dataset(_path(source), wanted=wanted), source
    kept = {text.task_id: text for text in texts if wanted is None or text.task_id in wanted}
    pinned().check(kept.values(), benchmark, where)
    origin = f"{len(kept)} task text{'' if len(kept) == 1 else 's'} from {where} (v{benchmark})"
    return TaskTexts(kept, origin=origin, sha256=dataset_hash(texts, benchmark))


def _path(source: str) -> Path:
    path = Path(source)
    if not path.is_file():
        raise ConfigurationError(f"--knows-tasks {source}: no such file; expected auto, hub, package or a .jsonl")
    return path


def _auto(benchmark: str, wanted: Collection[str] | None) -> tuple[list[TaskText], str]:
    """Cache, hub, package. One process of all that run at once fetches; the others then find it in the cache."""
    from filelock import FileLock

    if wanted is not None and benchmark == pinned().benchmark and not set(wanted) & set(pinned().sha256):
        return [], "nowhere: no task of the benchmark is wanted"
    cached = user_cache("tasks", benchmark, "tasks.jsonl")
    try:
        cached.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(cached.with_suffix(".lock")):
            return _first(benchmark, cached, wanted)
    except OSError as error:
        raise ConfigurationError(
            f"the user cache {cached.parent} cannot be used ({error}); KNOWS_CACHE moves it"
        ) from error


def _first(benchmark: str, cached: Path, wanted: Collection[str] | None) -> tuple[list[TaskText], str]:
    """The first source whose texts are those of the release, and that has all that is wanted of it."""
    causes = []
    for name, read in _sources(benchmark, cached).items():
        try:
            texts = read()
            pinned().check(texts, benchmark, name)
            _check_complete(texts, benchmark, wanted)
        except ConfigurationError as error:
            causes.append(f"{name}: {error}")
            continue
        if name != "the user cache":
            write_atomically(cached, write_dataset(texts))
        return texts, name
    raise ConfigurationError(
        "no task texts: " + "; ".join(causes) + ". Give --knows-tasks=FILE.jsonl (the dataset file of the benchmark)"
    )


def _check_complete(texts: list[TaskText], benchmark: str, wanted: Collection[str] | None) -> None:
    table = set(pinned().sha256) if benchmark == pinned().benchmark else set()
    missing = (table if wanted is None else table & set(wanted)) - {text.task_id for text in texts}
    if missing:
        raise ConfigurationError(f"{len(missing)} of the texts are not there, for one {min(missing)}")


def _sources(benchmark: str, cached: Path) -> dict[str, Callable[[], list[TaskText]]]:
    return {
        "the user cache": lambda: read_dataset(cached),
        "the Hugging Face hub": lambda: read_dataset(hub.fetch(AUTO_HUB_SECONDS)),
        f"the package browsergym-knows {benchmark}": lambda: read_package(benchmark),
    }


def _package(benchmark: str) -> tuple[list[TaskText], str]:
    """Fetched once: what it gave is kept in the cache, apart from what `auto` keeps."""
    from filelock import FileLock

    cached = user_cache("tasks", benchmark, "package.jsonl")
    name = f"the package browsergym-knows {benchmark}"
    cached.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(cached.with_suffix(".lock")):
        if cached.exists():
            return read_dataset(cached), f"{name}, in the user cache"
        texts = read_package(benchmark)
        write_atomically(cached, write_dataset(texts))
        return texts, name
