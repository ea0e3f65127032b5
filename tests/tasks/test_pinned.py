"""The pinned release."""

import json

import pytest

from pytest_knows.errors import ConfigurationError
from pytest_knows.tasks import load_tasks
from pytest_knows.tasks.dataset import read_dataset
from pytest_knows.tasks.pinned import pinned, table_of

TASK = "knows.docs_1_formal_letter.1"


def test_the_table_is_that_of_the_release(shared_dataset):
    table = table_of(read_dataset(shared_dataset), "1.2.0")
    assert table == {
        "benchmark": pinned().benchmark,
        "task_prefixes": pinned().task_prefixes,
        "sha256": pinned().sha256,
    }
    assert len(pinned().sha256) == 110


def test_what_the_published_texts_carry(shared_dataset):
    texts = load_tasks(str(shared_dataset), benchmark="1.2.0", wanted=None).values()
    assert sum(bool(text.tokens) for text in texts) == 10
    assert sum(len(text.source_assets) for text in texts) == 30
    assert sum(text.requires_browsing_history for text in texts) == 75
    assert sum(len(point.steps) for text in texts for point in text.checkpoints) == 2716


def changed(dataset):
    return str(
        dataset(dataset.line(1), dataset.line(1, task_id=TASK, family="docs_1_formal_letter", prompt="Changed."))
    )


def test_another_prompt_is_refused_naming_task_and_option(dataset):
    with pytest.raises(ConfigurationError, match=rf"{TASK} are not those of release 1\.2\.0.*--knows-benchmark"):
        load_tasks(changed(dataset), benchmark="1.2.0", wanted=None)


def test_another_release_is_not_checked(dataset):
    assert load_tasks(changed(dataset), benchmark="1.1.0", wanted=None)[TASK].prompt == "Changed."


def test_what_is_not_wanted_is_not_checked(dataset):
    assert list(load_tasks(changed(dataset), benchmark="1.2.0", wanted=["own.reports.1"])) == ["own.reports.1"]


def test_the_set_has_one_hash_however_much_of_it_was_loaded(shared_dataset, tmp_path):
    whole = load_tasks(str(shared_dataset), benchmark="1.2.0", wanted=None)
    (tmp_path / "few.jsonl").write_text("".join(shared_dataset.read_text().splitlines(keepends=True)[:3]))
    few = load_tasks(str(tmp_path / "few.jsonl"), benchmark="1.2.0", wanted=None)
    assert few.sha256 == whole.sha256


def test_own_tasks_have_their_share_in_the_hash(dataset):
    one = load_tasks(str(dataset(dataset.line(1))), benchmark="1.2.0", wanted=None).sha256
    other = load_tasks(str(dataset(dataset.line(1, prompt="Other."))), benchmark="1.2.0", wanted=None).sha256
    assert one != other


def test_the_table_holds_figures_only():
    assert all(len(value) == 64 and int(value, 16) for value in pinned().sha256.values())
    assert json.dumps(dict(pinned().task_prefixes)).count(" ") == 2 * 22 - 1
