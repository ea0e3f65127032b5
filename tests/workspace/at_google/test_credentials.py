"""From a user's credentials to calls that are accepted, and back: what is said when they are not."""

from __future__ import annotations

import json
import stat
import threading
import urllib.request
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from googleapiclient.errors import HttpError
from googlekit import AGENT, GRADER, SECRETS, Fault, Google, OAuth, private_key

from pytest_knows.errors import ConfigurationError, WorkspaceError
from pytest_knows.kind import Kind
from pytest_knows.workspace import Connection, FileRef, Workspace
from pytest_knows.workspace.google.access import share
from pytest_knows.workspace.google.cleaning import discard, folders_older_than
from pytest_knows.workspace.google.credentials import bearer_of
from pytest_knows.workspace.google.opening import address_of, connect, open_run
from pytest_knows.workspace.google.signin import sign_in, token_file


def workspace_of(google: Google, source: str) -> Workspace:
    return Workspace(Connection(endpoint=google.endpoint, mode="google", credentials=source))


def test_a_service_account(google: Google) -> None:
    assert address_of(workspace_of(google, google.account(GRADER))) == GRADER
    [asked] = OAuth.asked[-1:]
    assert asked["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer"


def test_application_default_credentials(google: Google, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", google.account(GRADER))
    assert address_of(workspace_of(google, "adc")) == GRADER


def test_no_application_default_credentials(google: Google, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", "/nowhere.json")
    with pytest.raises(ConfigurationError, match="gcloud auth application-default login --scopes="):
        workspace_of(google, "adc")


def consent(google: Google, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user who agrees: the browser that the flow opens is answered by one that goes on to the redirect."""
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")  # our OAuth server has no certificate

    class Browser:
        def open(self, url: str, **_: object) -> bool:
            query = {name: values[-1] for name, values in parse_qs(urlsplit(url).query).items()}
            assert query["access_type"] == "offline"
            back = f"{query['redirect_uri']}?state={query['state']}&code=c0de"
            threading.Thread(target=lambda: urllib.request.urlopen(back, timeout=20).read()).start()
            return True

    monkeypatch.setattr("webbrowser.get", lambda _name=None: Browser())


def test_signing_in_once(google: Google, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    client = google.client()
    with pytest.raises(ConfigurationError, match=f"`pytest-knows sign-in {client} --agent`"):
        bearer_of(client, "agent")
    consent(google, monkeypatch)
    path = sign_in(client, "grader")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert sorted(json.loads(path.read_text())) == ["client_id", "client_secret", "refresh_token", "token_uri"]
    assert address_of(workspace_of(google, client)) == GRADER
    assert OAuth.asked[-1]["refresh_token"] == SECRETS["grader"]
    assert not any(secret in "".join(capsys.readouterr()) for secret in SECRETS.values())


def test_a_sign_in_that_others_can_read_is_refused(google: Google, monkeypatch: pytest.MonkeyPatch) -> None:
    client = google.client()
    consent(google, monkeypatch)
    path = sign_in(client, "grader")
    path.chmod(0o644)
    with pytest.raises(ConfigurationError, match=f"`chmod 600 {path}`"):
        bearer_of(client, "grader")


def test_a_damaged_sign_in(google: Google) -> None:
    client = google.client()
    path = token_file("client-1", "grader")
    path.parent.mkdir(parents=True)
    path.write_text('{"refresh_token": ')
    path.chmod(0o600)
    with pytest.raises(ConfigurationError, match=f"`pytest-knows sign-in {client}` makes it anew"):
        bearer_of(client, "grader")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ('{"type": "service_account", "private_key": "5ecret"}', "holds no credentials that can be used"),
        ('{"type": "external_account"}', "let GOOGLE_APPLICATION_CREDENTIALS name the file"),
        ('{"web": {"client_secret": "5ecret"}}', "no file of Google credentials"),
        ('{"private_key": "5ecret"', "no file of Google credentials"),
        ("[1]", "no file of Google credentials"),
    ],
)
def test_files_that_are_no_credentials(google: Google, content: str, says: str) -> None:
    path = google.folder / "wrong.json"
    path.write_text(content)
    with pytest.raises(ConfigurationError, match=says) as caught:
        bearer_of(str(path), "grader")
    assert "5ecret" not in str(caught.value)


def test_a_missing_file(google: Google) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read \\(No such file"):
        bearer_of("/nowhere.json", "grader")


def test_credentials_that_are_accepted_no_more(google: Google) -> None:
    workspace = workspace_of(google, google.account(GRADER))
    OAuth.refuse = True
    try:
        with pytest.raises(
            WorkspaceError, match=r"does not accept the credentials any more .*pytest-knows sign-in"
        ) as said:
            address_of(workspace)
    finally:
        OAuth.refuse = False
    assert "PRIVATE KEY" not in str(said.value)


def test_an_expired_token_is_renewed_within_a_call(google: Google) -> None:
    workspace = workspace_of(google, google.account(GRADER))
    address_of(workspace)
    google.expire()
    asked = len(OAuth.asked)
    assert address_of(workspace) == GRADER
    assert len(OAuth.asked) == asked + 1


def test_the_agent_has_an_account_of_its_own(google: Google) -> None:
    with pytest.raises(ConfigurationError, match="is the grader's own account"):
        connect(google.account(GRADER), google.account(GRADER))
    with pytest.raises(ConfigurationError, match="is the grader's own account"):
        connect(google.account(GRADER), GRADER.upper())
    assert connect(google.account(GRADER), "robot@example.org").agent_address == "robot@example.org"


def test_the_agent_sees_its_episode_and_nothing_else(connection: Connection) -> None:
    workspace = Workspace(connection)
    mine, other = (workspace.create_folder(name) for name in ("mine", "other"))
    file = workspace.create_file(Kind.DOCUMENT, "artifact", parent=mine.id)
    foreign = workspace.create_file(Kind.DOCUMENT, "another's", parent=other.id)
    access = share(workspace, [mine.id])
    agents = access.clients()
    agents.drive.files().update(fileId=file.id, body={"name": "renamed"}).execute()
    with pytest.raises(HttpError, match="403"):
        agents.docs.documents().get(documentId=foreign.id).execute()
    with pytest.raises(HttpError, match="404"):
        agents.drive.files().get(fileId=other.id).execute()
    seen = {found["id"] for found in agents.drive.files().list(q="trashed = false").execute()["files"]}
    assert seen.isdisjoint({other.id, foreign.id})
    workspace.revoke(access)
    with pytest.raises(HttpError, match="403"):
        agents.drive.files().update(fileId=file.id, body={"name": "late"}).execute()
    assert workspace.metadata(file.id)["name"] == "renamed"


def test_an_access_holds_no_lasting_secret(connection: Connection, google: Google) -> None:
    workspace = Workspace(connection)
    access = share(workspace, [workspace.create_folder("mine").id])
    shown = f"{access!r} {connection!r} {workspace!r} {access.bearer!r} {json.dumps(access.discovery_urls)}"
    assert access.token in google.tokens
    assert access.token not in access.handle + shown
    assert not any(secret in shown + access.handle for secret in (*SECRETS.values(), private_key()[30:60]))


def test_an_agent_that_signs_in_by_itself(google: Google) -> None:
    connection = connect(google.account(GRADER), AGENT)
    workspace = Workspace(connection)
    folder = workspace.create_folder("mine")
    access = share(workspace, [folder.id])
    assert (access.token, access.bearer, access.address) == ("", None, AGENT)
    found = (
        workspace.clients.drive.permissions().list(fileId=folder.id, fields="permissions(emailAddress,role)").execute()
    )
    assert {"emailAddress": AGENT, "role": "writer"} in found["permissions"]
    with pytest.raises(ConfigurationError, match="only known with its credentials"):
        workspace.as_agent(access.handle)


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (Fault(code=403, reason="storageQuotaExceeded"), "a service account has no storage and cannot own files"),
        (Fault(code=403, reason="accessNotConfigured"), "gcloud services enable drive.googleapis.com"),
        (Fault(code=403, reason="dailyLimitExceeded"), "go on tomorrow with --knows-resume"),
        (Fault(code=403, reason="insufficientPermissions"), "pytest-knows sign-in"),
        (Fault(code=404, reason="notFound"), "not shared with the account"),
    ],
)
def test_a_refusal_says_what_mends_it(connection: Connection, google: Google, fault: Fault, says: str) -> None:
    google.desk.faults = {0: [fault]}
    with pytest.raises(WorkspaceError, match=says):
        Workspace(connection).create_folder("x")


def test_an_editors_api_that_is_off_is_named(connection: Connection, google: Google) -> None:
    google.desk.faults = {0: [Fault(code=403, reason="SERVICE_DISABLED")]}
    with pytest.raises(WorkspaceError, match=r"gcloud services enable slides\.googleapis\.com"):
        Workspace(connection).read(FileRef(id="x", url="", kind=Kind.PRESENTATION))


def test_a_run_has_a_folder_that_is_found_again_and_cleaned(connection: Connection, tmp_path: Path) -> None:
    import datetime

    opened = open_run(connection, tmp_path, None)
    assert open_run(connection, tmp_path, None) == opened
    workspace = Workspace(opened)
    assert workspace.metadata(str(opened.folder))["name"] == f"pytest-knows {tmp_path.name}"
    now = datetime.datetime.now(datetime.UTC)
    assert opened.folder not in [f["id"] for f in folders_older_than(workspace, now - datetime.timedelta(days=1))]
    later = now + datetime.timedelta(days=1)
    assert opened.folder in [f["id"] for f in folders_older_than(workspace, later)]
    assert discard(workspace, str(opened.folder))
    assert opened.folder not in [f["id"] for f in folders_older_than(workspace, later)]
    assert not discard(workspace, "no-such-folder")


def test_a_folder_of_the_users_own(connection: Connection, tmp_path: Path) -> None:
    workspace = Workspace(connection)
    parent = workspace.create_folder("benchmarks")
    opened = open_run(connection, tmp_path, parent.url)
    assert workspace.metadata(str(opened.folder))["parents"] == [parent.id]
    file = workspace.create_file(Kind.DOCUMENT, "no folder")
    with pytest.raises(ConfigurationError, match="no folder that the account may add to"):
        open_run(replace(connection), tmp_path / "other", file.id)


def test_a_large_export_comes_from_the_address_for_people(connection: Connection, google: Google) -> None:
    workspace = Workspace(connection)
    file = workspace.create_file(Kind.DOCUMENT, "large")
    google.desk.calls.clear()
    google.desk.faults = {0: [Fault(code=403, reason="exportSizeLimitExceeded")]}
    mime = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    assert workspace.export(file, mime).startswith(b"PK")
