"""The calculating process as seen from the server: started at the first formula, replaced when it fails."""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import json
import queue
import subprocess
import sys
import threading
from functools import lru_cache
from pathlib import Path

from pytest_knows.workspace.local.engine import Json

TIME_LIMIT = 10.0
"""Seconds for all formulas of one spreadsheet; 10,000 ordinary ones take less than one."""

_MOST_ANSWERS = 32
_LONGEST_ANSWERS = 16 * 1024 * 1024
"""Characters of all answers that are kept (the last one always is); own choice."""
_SCRIPT = Path(__file__).with_name("calc_worker.py")


class CalculationFailed(Exception):
    """The process died or took too long over one job."""


class Calculator:
    """One worker process; jobs are answered one after the other."""

    def __init__(self, time_limit: float = TIME_LIMIT) -> None:
        self._time_limit = time_limit
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()

    def run(self, job: str) -> str:
        """The answer to a job (both one line of JSON). Raises CalculationFailed; the next job gets a new process."""
        with self._lock:
            process = self._process or self._start()
            try:
                assert process.stdin is not None
                process.stdin.write(job + "\n")
                process.stdin.flush()
                answer = self._answers.get(timeout=self._time_limit)
            except (OSError, queue.Empty) as error:
                self.stop()
                raise CalculationFailed(f"no answer within {self._time_limit} s") from error
            if not answer:
                self.stop()
                raise CalculationFailed("the calculating process ended")
            return answer

    def _start(self) -> subprocess.Popen[str]:
        # -P: the script's folder is not on the path, where `values.py` and others would hide real modules.
        process = subprocess.Popen(
            [sys.executable, "-P", str(_SCRIPT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        self._process, self._answers = process, queue.SimpleQueue()
        threading.Thread(target=_forward, args=(process, self._answers), daemon=True).start()
        return process

    def stop(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            if process.stdin is not None:
                with contextlib.suppress(OSError):  # what was still to be written has no reader any more
                    process.stdin.close()


def _forward(process: subprocess.Popen[str], answers: queue.SimpleQueue[str]) -> None:
    """Hand over each line of the process, and an empty one at its end."""
    assert process.stdout is not None
    with process.stdout:
        for line in process.stdout:
            answers.put(line)
    answers.put("")


@lru_cache(maxsize=1)
def _calculator() -> Calculator:
    calculator = Calculator()
    atexit.register(calculator.stop)
    return calculator


class _Answers:
    """The last answers, each by the digest of its job: the jobs of large spreadsheets would take much memory.

    An answer is empty if the process failed: a spreadsheet that hangs is not tried again at each reading.
    """

    def __init__(self) -> None:
        self._kept: dict[bytes, str] = {}
        self._lock = threading.Lock()

    def to(self, job: str) -> str:
        digest = hashlib.sha256(job.encode("utf-8", "surrogatepass")).digest()
        with self._lock:
            answer = self._kept.pop(digest, None)
        if answer is None:
            try:
                answer = _calculator().run(job)
            except CalculationFailed:
                answer = ""
        with self._lock:
            self._kept[digest] = answer
            while len(self._kept) > 1 and (
                len(self._kept) > _MOST_ANSWERS or sum(map(len, self._kept.values())) > _LONGEST_ANSWERS
            ):
                del self._kept[next(iter(self._kept))]
        return answer


_ANSWERS = _Answers()


def calculate(job: Json) -> Json | None:
    """The worker's answer to a job (see `calc_worker`), None if it failed; equal jobs are computed once."""
    answer = _ANSWERS.to(json.dumps(job))
    return json.loads(answer) if answer else None
