"""The environment of the official evaluators: they pin and need what we cannot live with (PyMuPDF is AGPL)."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

from pytest_knows.errors import ConfigurationError

PACKAGE = "browsergym-knows"
RELEASE = "1.2.0"
"""The release whose steps `tests/families/totals.csv` counts."""
MINUTES = 30
_READY = "ready"


def default_folder() -> Path:
    """In the user's cache."""
    from platformdirs import user_cache_path

    return user_cache_path("pytest-knows") / "environments" / f"reference-{RELEASE}"


def interpreter(folder: Path) -> Path:
    """The Python of the environment in `folder`, which is made (1.2 GB, from the package index) if it is not there.

    Raises ConfigurationError if it cannot be.
    """
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if (folder / _READY).is_file() and python.exists():
        return python
    print(f"installing {PACKAGE} {RELEASE} into {folder} (once, some minutes, 1.2 GB)", file=sys.stderr)
    command = [str(python), "-m", "pip", "install", "--quiet", f"{PACKAGE}=={RELEASE}"]
    try:
        venv.create(folder, with_pip=True, clear=folder.exists())
        done = subprocess.run(command, capture_output=True, text=True, timeout=60 * MINUTES, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        raise ConfigurationError(f"the environment {folder} cannot be made: {error}") from error
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["pip failed"]
        raise ConfigurationError(f"{PACKAGE} {RELEASE} cannot be installed into {folder}: {last[0]}")
    (folder / _READY).touch()
    return python
