"""Task texts from the Hugging Face hub, in its own cache.

In a process of its own, because only a process can be stopped: looking up a host's name knows no time-out, and
huggingface_hub tries again for half a minute, printing about it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from pytest_knows.errors import ConfigurationError

DATASET = "utahnlp/knows-benchmark"
FILE = "data/test.jsonl"
_FETCH = """
import sys
from huggingface_hub import hf_hub_download
try:
    print(hf_hub_download(sys.argv[1], sys.argv[2], repo_type="dataset", etag_timeout=float(sys.argv[3])))
except Exception as error:
    sys.exit(f"{type(error).__name__}: {' '.join(str(error).split())[:300]}")
"""


def fetch(seconds: float) -> Path:
    """The dataset file: fetched, or as cached when the hub does not answer within `seconds`. Honours `HF_ENDPOINT`.

    Raises `ConfigurationError` when there is none.
    """
    found, cause = _run(seconds)
    found = found or _cached()
    if found is None:
        raise ConfigurationError(f"{DATASET}/{FILE} could not be fetched from the hub: {cause}")
    return found


def _cached() -> Path | None:
    from huggingface_hub import try_to_load_from_cache

    found = try_to_load_from_cache(DATASET, FILE, repo_type="dataset")
    return Path(found) if isinstance(found, str) else None


def _run(seconds: float) -> tuple[Path | None, str]:
    """(file, "") or (None, why not)."""
    command = [sys.executable, "-c", _FETCH, DATASET, FILE, str(seconds)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=seconds)
    except subprocess.TimeoutExpired:
        return None, f"no answer within {seconds:g} s"
    except OSError as error:
        return None, str(error)
    lines = (done.stdout if done.returncode == 0 else done.stderr).strip().splitlines()
    last = lines[-1] if lines else f"exit status {done.returncode}"
    return (Path(last), "") if done.returncode == 0 else (None, last)
