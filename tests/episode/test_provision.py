"""What an agent finds when it starts."""

from __future__ import annotations

from pathlib import Path

import pytest
from googleapiclient.errors import HttpError

from pytest_knows.agents import Cause, NotRun
from pytest_knows.episode.provision import provision
from pytest_knows.errors import ConfigurationError
from pytest_knows.tasks.model import SourceAsset
from pytest_knows.workspace import FileRef, Kind, Workspace

from .conftest import assets_in, info_of, text_of


@pytest.mark.parametrize("kind", Kind)
def test_a_blank_file_with_a_neutral_name(workspace: Workspace, kind: Kind) -> None:
    given = [provision(workspace, info_of(kind), text_of()) for _ in range(2)]
    names = [workspace.metadata(one.file.id)["name"] for one in given]
    assert [one.file.kind.value for one in given] == [kind.value] * 2
    assert len(set(names)) == 2
    assert "letter" not in "".join(names).lower()


def test_the_prompt_is_the_text_and_where_to_work(workspace: Workspace) -> None:
    given = provision(workspace, info_of(), text_of("Line one.\nLine two."))
    text, _, paragraph = given.prompt.partition("\n\n")
    assert text == "Line one.\nLine two."
    assert given.file.url in paragraph
    assert "\n" not in paragraph


def test_write_targets(workspace: Workspace) -> None:
    prompt = (
        "The pdfs folder in {{OUTPUT_FOLDER_URL}}, the figures folder in {{OUTPUT_FOLDER_URL}}; {{IMAGES_FOLDER_URL}}"
    )
    given = provision(workspace, info_of(), text_of(prompt))
    output, images = given.targets["OUTPUT_FOLDER_URL"], given.targets["IMAGES_FOLDER_URL"]
    assert "{{" not in given.prompt
    assert given.prompt.count(output.url) == 2
    assert given.folders == {"OUTPUT_FOLDER_URL": output.url, "IMAGES_FOLDER_URL": images.url}
    assert [entry["name"] for entry in workspace.list_folder(output.id)] == ["figures", "pdfs"]
    assert workspace.list_folder(images.id) == []


def test_an_output_folder_whose_subfolders_are_not_named_is_empty(workspace: Workspace) -> None:
    given = provision(workspace, info_of(), text_of("Put it into {{OUTPUT_FOLDER_URL}}."))
    assert workspace.list_folder(given.targets["OUTPUT_FOLDER_URL"].id) == []


def test_an_unknown_token(workspace: Workspace) -> None:
    with pytest.raises(ConfigurationError, match=r"tests\.letter\.1 has the token \{\{ELSEWHERE_URL\}\}"):
        provision(workspace, info_of(), text_of("See {{ELSEWHERE_URL}}"))


def test_the_agent_may_work_on_its_own_files_only(workspace: Workspace) -> None:
    given, other = (provision(workspace, info_of(), text_of("{{OUTPUT_FOLDER_URL}}")) for _ in range(2))
    files = given.access.clients().drive.files()
    body = {"name": "note", "parents": [given.targets["OUTPUT_FOLDER_URL"].id]}
    assert files.create(body=body).execute()["name"] == "note"
    assert files.get(fileId=given.file.id).execute()["id"] == given.file.id
    with pytest.raises(HttpError, match=r"404|403"):
        files.get(fileId=other.file.id).execute()


def source(kind: str, id_: str) -> SourceAsset:
    return SourceAsset(id=id_, url=f"https://drive.google.com/{id_}", kind=kind)


def test_a_folder_of_source_files_can_be_read_and_not_written(workspace: Workspace, tmp_path: Path) -> None:
    asset = source("drive_folder", "asset-folder-0001")
    assets = assets_in(tmp_path / "assets", {f"{asset.id}/a.txt": b"one", f"{asset.id}/b.txt": b"two"})
    for _ in range(2):  # the second episode finds it there
        given = provision(workspace, info_of(), text_of(f"Use {asset.url}", asset), assets)
    assert given.assets_missing == ()
    assert given.assets[0].id == asset.id
    assert given.assets[0].url.startswith(str(workspace.connection.endpoint))
    assert f"{asset.url} is here: {given.assets[0].url}" in given.prompt
    entries = workspace.list_folder(asset.id)
    assert [entry["name"] for entry in entries] == ["a.txt", "b.txt"]
    files = given.access.clients().drive.files()
    assert files.get_media(fileId=entries[1]["id"]).execute() == b"two"
    with pytest.raises(HttpError, match="403"):
        files.update(fileId=entries[0]["id"], body={"name": "mine"}).execute()


def test_a_single_source_file(workspace: Workspace, tmp_path: Path) -> None:
    asset = source("drive_file", "asset-file-0002")
    provision(workspace, info_of(), text_of("x", asset), assets_in(tmp_path / "assets", {f"{asset.id}.png": b"png"}))
    assert workspace.download(asset.id) == b"png"
    assert workspace.metadata(asset.id)["mimeType"] == "image/png"


def test_a_source_document_is_converted_under_its_id(workspace: Workspace, tmp_path: Path) -> None:
    asset = source("document", "asset-document-0006")
    assets = assets_in(tmp_path / "assets", {f"{asset.id}.txt": b"The source"})
    for _ in range(2):
        provision(workspace, info_of(), text_of("x", asset), assets)
    file = workspace.file_from(asset.id)
    assert (file.kind, "The source" in str(workspace.read(file))) == (Kind.DOCUMENT, True)


@pytest.mark.parametrize("given_assets", [False, True])
def test_missing_assets_are_noted_and_the_task_runs(workspace: Workspace, tmp_path: Path, given_assets: bool) -> None:
    asset = source("drive_folder", "asset-missing-0003")
    assets = assets_in(tmp_path / "assets", {"another.png": b"png"}) if given_assets else None
    given = provision(workspace, info_of(), text_of(f"Use {asset.url}", asset), assets)
    assert given.assets_missing == (asset.id,)
    assert given.assets[0].url == asset.url
    assert "is here" not in given.prompt


def test_a_working_copy(workspace: Workspace) -> None:
    asset = source("document", "asset-document-0004")
    workspace.seed(id_=asset.id, name="The source", mime=Kind.DOCUMENT.mime_type)
    given = provision(workspace, info_of(), text_of("Edit {{WORKING_COPY_URL}}", asset))
    copy = given.targets["WORKING_COPY_URL"]
    assert copy.id not in (asset.id, given.file.id)
    assert copy.url in given.prompt
    assert workspace.read(FileRef(id=copy.id, url=copy.url, kind=Kind.DOCUMENT))["documentId"] == copy.id
    assert (
        given.access.clients().drive.files().update(fileId=copy.id, body={"name": "Mine"}).execute()["name"] == "Mine"
    )


def test_a_working_copy_of_a_missing_asset_is_not_run(workspace: Workspace) -> None:
    with pytest.raises(NotRun, match="a copy of https://drive") as caught:
        provision(workspace, info_of(), text_of("{{WORKING_COPY_URL}}", source("document", "asset-missing-0005")))
    assert caught.value.cause is Cause.ASSETS_MISSING
    assert "--knows-assets" in caught.value.mend


def test_a_working_copy_of_nothing(workspace: Workspace) -> None:
    with pytest.raises(ConfigurationError, match="names no file to copy"):
        provision(workspace, info_of(), text_of("{{WORKING_COPY_URL}}"))
