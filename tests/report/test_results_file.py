"""results.json on disk."""

from pytest_knows.report import results


def test_a_path_that_is_no_unicode_does_not_keep_the_results_from_being_written(tmp_path):
    content = {"schema": 1, "tasks": [], "steps": [], "versions": {}, "run": {"folder": "r\udcffn é"}}
    results.write(tmp_path / "results.json", content)
    assert results.read(tmp_path / "results.json") == content
