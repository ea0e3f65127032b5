"""The calculating process as seen from the server: started at the first formula, replaced when it fails."""

from __future__ import annotations

import atexit
import contextlib
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


@lru_cache(maxsize=32)
def _answer(job: str) -> str:
    """Empty if the process failed over the job: a spreadsheet that hangs is not tried again at each reading."""
    try:
        return _calculator().run(job)
    except CalculationFailed:
        return ""


def calculate(job: Json) -> Json | None:
    """The worker's answer to a job (see `calc_worker`), None if it failed; equal jobs are computed once."""
    answer = _answer(json.dumps(job))
    return json.loads(answer) if answer else None
