"""From provisioning to grading: the working copy, the folders, and the pages that the freeze is asked to fetch."""

import pytest
from familykit.bench import TODAY, record

from pytest_knows.episode.freeze import freeze
from pytest_knows.episode.provision import provision
from pytest_knows.evidence.assets import Assets
from pytest_knows.evidence.drive import Drive
from pytest_knows.tasks.model import SourceAsset, TaskText
from pytest_knows.workspace import Kind
from pytest_knows.workspace.local.office_formats import OFFICE

from .building import IMAGES, OUTPUT, WORKING_COPY, YES, full_work, stem, untouched

SOURCE = "source-deck-of-our-own-0001"
PROMPTS = {
    1: "Replace the pictures of {url} in this copy: {{WORKING_COPY_URL}}. Save them in {{IMAGES_FOLDER_URL}}.",
    4: "Copy {url} into {{OUTPUT_FOLDER_URL}}, save its pictures in {{IMAGES_FOLDER_URL}} and replace them.",
}


@pytest.fixture
def assets(studio, tmp_path):
    def packed(instance):
        """The original deck as the user's archive has it: a .pptx under its Drive id."""
        folder = tmp_path / "assets"
        folder.mkdir()
        data = studio.workspace.export(studio.deck(untouched(instance)), OFFICE[Kind.PRESENTATION])
        (folder / f"{SOURCE}{instance}.pptx").write_bytes(data)
        return Assets.open(str(folder))

    return packed


def replace_pictures(clients, deck_id, work):
    """What a sound agent does in a copy of the deck: delete the pictures, put text, picture and credit there."""
    decks = clients.slides.presentations()
    pages = decks.get(presentationId=deck_id).execute()["slides"]
    old = [one["objectId"] for page in pages for one in page.get("pageElements", []) if "image" in one]
    requests = [{"deleteObject": {"objectId": name}} for name in old]
    for page, boxes in zip(pages, work.slides, strict=True):
        for name, box in boxes.items():
            if not name.startswith("text_"):
                requests += box.requests(f"made_{name}", page["objectId"])
    decks.batchUpdate(presentationId=deck_id, body={"requests": requests}).execute()


@pytest.mark.parametrize("instance", [1, 4])
def test_from_provisioning_to_grading(studio, assets, instance):
    work, info = full_work(instance), studio.bench.rubric.tasks[instance - 1]
    url = f"https://docs.google.com/presentation/d/{SOURCE}{instance}/edit"
    text = TaskText(
        task_id=info.task_id,
        family=info.family,
        instance=instance,
        prompt=PROMPTS[instance].replace("{url}", url),
        source_assets=(SourceAsset(id=f"{SOURCE}{instance}", url=url, kind="presentation"),),
    )
    given = provision(studio.workspace, info, text, assets(instance))
    assert "{{" not in given.prompt
    assert set(given.targets) == {IMAGES, WORKING_COPY if instance == 1 else OUTPUT}

    clients = given.access.clients()
    if instance == 1:
        deck = given.targets[WORKING_COPY].id
    else:
        body = {"name": "Copy of the deck", "parents": [given.targets[OUTPUT].id]}
        deck = clients.drive.files().copy(fileId=f"{SOURCE}{instance}", body=body).execute()["id"]
    replace_pictures(clients, deck, work)
    for name, data in work.folder.items():
        studio.put(data, name, given.targets[IMAGES].id)

    fetched = {}

    def research(draft):
        """The freeze asks for the credits in the copy, though the artifact is the blank deck."""
        fetched.update(dict.fromkeys(studio.bench.named(draft, studio.gold)))
        return {}

    folder = studio.bench.folder()
    record(folder, work.pages)
    snapshot = freeze(
        studio.workspace,
        given.file,
        folder,
        info=info,
        targets=given.targets,
        assets=[asset.id for asset in given.assets],
        want_rendering=False,
        research=research,
        today=TODAY,
    )
    assert set(fetched) == set(work.pages)
    assert given.assets_missing == ()
    assert len(Drive(snapshot).asset(f"{SOURCE}{instance}").presentation().slides) == len(work.slides)
    assert studio.lost(snapshot, judge=YES) == {}


def test_links_of_every_deck_that_may_count_are_fetched(studio):
    """Those of the copy and of the given deck; one that cannot be read keeps nothing from the others."""
    work, given = full_work(), full_work()
    for name in given.names:
        box = given.credit(name)
        box.text = f"https://given.example.org/{stem(name)}"
        box.links = {}
    snapshot = studio.freeze(work, file=studio.deck(given))
    named = studio.bench.named(snapshot)
    assert set(named) == {*(work.url(name) for name in work.names), *(given.credit(name).text for name in given.names)}
