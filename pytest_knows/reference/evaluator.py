"""One official evaluator, run as it is: in its own environment and process, with the relay as its world."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from pytest_knows.files import write_atomically
from pytest_knows.reference import redirected
from pytest_knows.reference.relay import HISTORY_ID, Relay
from pytest_knows.reference.verdict import Verdict, read

SECONDS = 900
"""For one evaluator; those that read every link of a deck take the longest."""
MODULE = "browsergym.knows.eval.tasks.{family}.instance_{instance}.evaluator"
_SECRETS = ("GOOGLE_AI_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY")
"""Names under which evaluators look for a judge's key. The relay answers whatever the key; no real one is given."""
_CLIENT = {"client_id": "reference", "client_secret": "none", "token_uri": "https://oauth2.googleapis.com/token"}
_WEB = {"auth_uri": "https://accounts.google.com/o/oauth2/auth", "redirect_uris": ["http://localhost"]}
_SIGNED_IN = {
    "token": _CLIENT | {"token": "reference", "refresh_token": "none", "expiry": "2099-01-01T00:00:00Z", "scopes": []},
    "credentials": {"installed": _CLIENT | _WEB},
}
"""Files by which Google's library takes itself to be signed in; it is our relay that it talks to."""
_FRAME = re.compile(r'  File ".*", line \d+, in ')


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluator:
    """`python` is the environment's; `targets` are the task's write targets, token -> URL."""

    python: Path
    family: str
    instance: int
    targets: Mapping[str, str] = field(default_factory=dict)
    seconds: float = SECONDS

    def run(self, folder: Path, relay: Relay, file_id: str, visited: list[str] | None) -> Verdict:
        """Grade; `folder` is an empty one to work in, kept with the output. A crash or time-out is in the verdict.

        `visited` is None where no trace was recorded; evaluators that take one are then given none.
        """
        self._prepare(folder)
        environment = self._environment(folder, relay.address)
        arguments = ["--workspace_doc_id", file_id]
        if visited is not None:
            arguments += self._history(self._help(folder, environment), visited)
        text, problem = self._call(folder, environment, arguments)
        verdict = None if problem else read(text)
        gaps = tuple(dict.fromkeys(f"{asked.gap}: {asked.url}" for asked in relay.asked if asked.gap))
        return replace(verdict or Verdict(crash=problem or "it printed no score"), gaps=gaps)

    def _help(self, folder: Path, environment: dict[str, str]) -> str:
        """What it says of its options; asked once per family, as each start takes some ten seconds."""
        kept = self.python.parent / f"options-{self.family}.txt"
        if not kept.is_file():
            write_atomically(kept, self._call(folder, environment, ["--help"])[0].encode())
        return kept.read_text(encoding="utf-8")

    @staticmethod
    def _history(said: str, visited: list[str]) -> list[str]:
        if "--browsing_history_doc_id" in said:
            return ["--browsing_history_doc_id", HISTORY_ID]
        return ["--browsing_history", *visited] if "--browsing_history" in said and visited else []

    def _prepare(self, folder: Path) -> None:
        site = folder / "site"
        site.mkdir(parents=True)
        shutil.copyfile(str(redirected.__file__), site / "sitecustomize.py")
        for name, content in _SIGNED_IN.items():
            write_atomically(folder / f"auth-data/{name}.json", json.dumps(content).encode())
        targets = {self.family: {f"instance_{self.instance}": dict(self.targets)}}
        write_atomically(folder / "run_targets.json", json.dumps(targets).encode())

    def _environment(self, folder: Path, relay: str) -> dict[str, str]:
        """Nothing of ours but what a program needs to start."""
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "SYSTEMROOT", "TEMP") if name in os.environ}
        return kept | {
            "HOME": str(folder),
            "PYTHONPATH": str(folder / "site"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONIOENCODING": "utf-8",
            "KNOWS_RELAY": relay,
            "KNOWS_DATA_DIR": str(folder / "data"),
            "KNOWS_RUN_TARGETS": str(folder / "run_targets.json"),
            **dict.fromkeys(_SECRETS, "none"),
        }  # fmt: skip

    def _call(self, folder: Path, environment: dict[str, str], arguments: list[str]) -> tuple[str, str]:
        """Its standard output, and what went wrong, "" if nothing. Everything it printed is kept in the folder."""
        module = MODULE.format(family=self.family, instance=self.instance)
        process = subprocess.Popen(
            [str(self.python), "-m", module, *arguments],
            cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=os.name == "posix",
        )  # fmt: skip
        try:
            output, errors = process.communicate(timeout=self.seconds)
        except subprocess.TimeoutExpired:
            _end(process)
            output, errors = process.communicate()
            problem = f"it was not done after {self.seconds:g} s"
        else:
            problem = _crash(errors.decode("utf-8", "replace"), process.returncode) if process.returncode else ""
        write_atomically(folder / "stdout.txt", output)
        write_atomically(folder / "stderr.txt", errors)
        return output.decode("utf-8", "replace"), problem


def _end(process: subprocess.Popen[bytes]) -> None:
    """With what it started: some evaluators work in several processes."""
    if os.name == "posix":
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _crash(errors: str, status: int) -> str:
    """The last line of its traceback, without the places in its code."""
    lines = [line.strip() for line in errors.splitlines() if line.strip() and not _FRAME.match(line)]
    return f"{lines[-1][:300]}" if lines else f"exit status {status}"
