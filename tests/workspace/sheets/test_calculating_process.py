"""The process that computes formulas: hostile formulas end it, not the server."""

from __future__ import annotations

import json

import pytest

from pytest_knows.workspace.local.spreadsheets import calc_process
from pytest_knows.workspace.local.spreadsheets.calc_process import CalculationFailed, Calculator


def job(formula: str) -> str:
    return json.dumps({"tabs": 1, "cells": [[0, 0, 0, "f", formula, ""]]})


def test_a_formula_that_never_ends_is_given_up_and_the_next_job_is_answered() -> None:
    calculator = Calculator(time_limit=1)
    try:
        with pytest.raises(CalculationFailed):
            calculator.run(job("=FACT(99999999999)"))
        assert json.loads(calculator.run(job("=1+1")))["cells"] == [[0, 0, 0, {"numberValue": 2}, ""]]
    finally:
        calculator.stop()


def test_a_process_that_dies_is_replaced() -> None:
    calculator = Calculator()
    try:
        with pytest.raises(CalculationFailed):
            calculator.run(job("=" + "(" * 100_000 + "1"))
        assert json.loads(calculator.run(job("=2*3")))["cells"] == [[0, 0, 0, {"numberValue": 6}, ""]]
    finally:
        calculator.stop()


def test_a_failed_calculation_is_google_s_error_in_each_formula_and_is_not_tried_again(book, monkeypatch) -> None:
    tries: list[str] = []

    class Failing(Calculator):
        def run(self, text: str) -> str:
            tries.append(text)
            raise CalculationFailed

    monkeypatch.setattr(calc_process, "_calculator", Failing)
    book.enter("A1", ["=1+1.125", "plain"])
    for _ in range(2):
        cell = book.cell(0, 0)
        assert cell["formattedValue"] == "#ERROR!"
        assert "Calculation limit" in cell["effectiveValue"]["errorValue"]["message"]
        assert book.cell(0, 1)["formattedValue"] == "plain"
    assert len(tries) == 1


def test_answers_are_kept_up_to_a_number_and_a_length(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs: list[str] = []

    class Echoing(Calculator):
        def run(self, text: str) -> str:
            jobs.append(text)
            return text

    monkeypatch.setattr(calc_process, "_calculator", Echoing)
    answers = calc_process._Answers()
    for job_ in ("a", "b", "a"):
        assert answers.to(job_) == job_
    assert jobs == ["a", "b"]
    long = "x" * calc_process._LONGEST_ANSWERS
    assert [answers.to(job_) for job_ in (long, long, "a")] == [long, long, "a"]
    assert jobs == ["a", "b", long, "a"]
    for number in range(calc_process._MOST_ANSWERS):
        answers.to(str(number))
    answers.to("a")
    assert jobs[-1] == "a"
