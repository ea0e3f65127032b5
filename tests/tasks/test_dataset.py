"""Reading the published schema: tolerant where it may vary, exact about what is wrong."""

import pytest

from pytest_knows.errors import ConfigurationError
from pytest_knows.tasks import load_tasks

FOLDER = "https://drive.google.com/drive/folders/1AbC?usp=sharing"


def load(path, wanted=None):
    return load_tasks(str(path), benchmark="1.2.0", wanted=wanted)


def test_a_line(dataset):
    texts = load(dataset(dataset.line(1), "", dataset.line(2)))
    task = texts["own.reports.1"]
    assert list(texts) == ["own.reports.1", "own.reports.2"]
    assert task.tokens == ("OUTPUT_FOLDER_URL",)
    assert (task.family, task.instance) == ("reports", 1)
    assert task.checkpoints[0].steps[0].text == "It exists."
    assert not task.requires_browsing_history


def test_only_what_is_wanted(dataset):
    texts = load(dataset(dataset.line(1), dataset.line(2)), wanted=["own.reports.2"])
    assert list(texts) == ["own.reports.2"]
    assert texts.origin.startswith("1 task text from ")


def test_line_ends_and_edges_of_a_prompt(dataset):
    assert load(dataset(dataset.line(1, prompt=" a\r\nb \n")))["own.reports.1"].prompt == "a\nb"


@pytest.mark.parametrize(
    ("assets", "kinds"),
    [
        ([FOLDER], ["drive_folder"]),
        ([{"url": FOLDER, "kind": "drive_folder", "id": "1AbC"}], ["drive_folder"]),
        (["https://docs.google.com/spreadsheets/d/1AbC/edit"], ["spreadsheet"]),
        (["https://docs.google.com/document/d/1AbC"], ["document"]),
        (["https://docs.google.com/presentation/d/1AbC/edit"], ["presentation"]),
        ("https://drive.google.com/file/d/1AbC/view", ["drive_file"]),
        ([], []),
    ],
)
def test_source_assets_as_texts_or_objects(dataset, assets, kinds):
    found = load(dataset(dataset.line(1, source_assets=assets)))["own.reports.1"].source_assets
    assert [asset.kind for asset in found] == kinds
    assert all(asset.id == "1AbC" for asset in found)


def test_without_the_field_assets_come_from_the_prompt(dataset):
    prompt = f"Use {FOLDER}, then {FOLDER} and https://example.org."
    found = load(dataset(dataset.line(1, prompt=prompt)))["own.reports.1"].source_assets
    assert [asset.url for asset in found] == [FOLDER]


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ("{", "not JSON"),
        ("[1]", "expected a JSON object"),
        ({"task_id": 3}, "'task_id' must be a text"),
        ({"prompt": " "}, "'prompt' must be a text"),
        ({"instance_num": None, "instance": "third"}, "'instance_num' is missing"),
        ({"source_assets": ["https://example.org"]}, "no URL of a Google file"),
        ({}, "a second time"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(dataset, broken, message):
    line = broken if isinstance(broken, str) else dataset.line(1, **broken)
    with pytest.raises(ConfigurationError, match=rf"own\.jsonl:3: .*{message}"):
        load(dataset(dataset.line(1), "", line))


@pytest.mark.parametrize("field", ["task_id", "family", "prompt"])
def test_a_missing_field(dataset, field):
    line = dataset.line(1)
    del line[field]
    with pytest.raises(ConfigurationError, match=rf"own\.jsonl:1: the field '{field}' is missing"):
        load(dataset(line))


def test_an_unknown_family(dataset):
    path = dataset(dataset.line(1), dataset.line(2, family="nonsense", task_id="own.nonsense.2"))
    with pytest.raises(ConfigurationError, match=r"own\.jsonl:2: unknown family 'nonsense'"):
        load(path, wanted=["own.reports.1"])


def test_no_such_file():
    with pytest.raises(ConfigurationError, match="expected auto, hub, package"):
        load("nowhere.jsonl")


def test_written_and_read_again(dataset, tmp_path):
    texts = load(dataset(dataset.line(1, source_assets=[FOLDER], requires_browsing_history=True)))
    texts.write(tmp_path / "copy.jsonl")
    again = load(tmp_path / "copy.jsonl")
    assert dict(again) == dict(texts)
    assert again.sha256 == texts.sha256
