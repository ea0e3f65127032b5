"""Rubric folders, and grading a frozen episode by one."""

from pytest_knows.grading.grader import Grader, Resources
from pytest_knows.grading.loader import Rubric
from pytest_knows.grading.steps import Step

__all__ = ["Grader", "Resources", "Rubric", "Step"]
