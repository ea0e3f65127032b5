"""Steps over stops and days: each of them decided by itself, those that lack counted as failing."""

from pytest_knows.checks import majority
from pytest_knows.rubric import decided_by, fail
from pytest_knows.scoring import Mechanism

DET, DEPENDENT = Mechanism.DETERMINISTIC, Mechanism.DEPENDENCY_NOT_EVALUATED


def each(items, check, of=0, *, name=repr):
    """Every item, of at least `of`; one that consults nothing is decided deterministically."""

    def decided(item):
        decided_by(DET)
        return check(item)

    return majority.each(items, decided, max(len(items), of), by=Mechanism.STRUCTURAL, name=name)


def each_place(records, check, of=0):
    """Every stop with a destination: of others nothing can be right that is said of the place."""

    def decided(record):
        written(record, "destination")
        return check(record)

    return each(records, decided, of)


def column(record, name, missing=DEPENDENT):
    """The stop's cell; fails by `missing` if the table has no such column."""
    cell = record.cell(name)
    if cell is None:
        fail(f"there is no column for {name}", missing)
    return cell


def written(record, name, *, missing=DEPENDENT, blank=DET):
    """The stop's cell, which is not blank."""
    cell = column(record, name, missing)
    if cell.empty:
        fail(f"its {name} is blank", blank)
    return cell


def read(record, name, *, blank=DET):
    """What the stop's cell means."""
    cell = written(record, name, blank=blank)
    found = record.read(name)
    if found is None:
        fail(f"{cell.text!r} cannot be read", DET)
    return found
