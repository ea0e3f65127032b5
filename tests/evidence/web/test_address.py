"""What may be fetched: through the rule itself, through httpx and through Chromium; many forms that lead inside."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from pytest_knows.evidence.web import address
from pytest_knows.evidence.web.address import AddressRule, FetchError, is_public
from pytest_knows.evidence.web.browser import WebBrowser
from pytest_knows.evidence.web.client import Client

from .conftest import LIMITS, needs_browser
from .site import HTML, Site, typed

FORBIDDEN = """
http://127.0.0.1:{port}/ http://127.1:{port}/ http://127.0.1:{port}/ http://2130706433:{port}/
http://0x7f000001:{port}/ http://0x7f.0.0.1:{port}/ http://0177.0.0.1:{port}/ http://017700000001:{port}/
http://0x7f.1:{port}/ http://127.0.0.1.:{port}/ http://0:{port}/ http://0.0.0.0:{port}/
http://127.255.255.254:{port}/ http://localhost:{port}/ http://LOCALHOST:{port}/ http://localhost.:{port}/
http://app.localhost:{port}/ http://[::1]:{port}/ http://[::]:{port}/ http://[0:0:0:0:0:0:0:1]:{port}/
http://[::ffff:127.0.0.1]:{port}/ http://[::ffff:7f00:1]:{port}/ http://[::127.0.0.1]:{port}/
http://[64:ff9b::7f00:1]:{port}/ http://[64:ff9b:1::7f00:1]:{port}/ http://[2002:7f00:1::]:{port}/
http://[2001:0:7f00:1::80ff:fffe]:{port}/ http://[2001:4860::5efe:127.0.0.1]:{port}/ http://[fe80::1]:{port}/
http://[fe80::1%25lo]:{port}/ http://[fc00::1]/ http://[fd00:ec2::254]/latest/meta-data/ http://[fec0::1]/
http://[ff02::1]/ http://[2001:db8::1]/ http://[3ffe::1]:25/ http://10.0.0.1/ http://172.16.0.1/ http://192.168.0.1/
http://169.254.169.254/latest/meta-data/ http://2852039166/ http://100.64.0.1/
http://100.100.100.200/latest/meta-data/ http://168.63.129.16/ http://192.0.0.192/opc/v2/ http://198.18.0.1/
http://192.0.2.1/ http://224.0.0.1/ http://240.0.0.1/ http://255.255.255.255/ http://192.88.99.1/
http://\uff11\uff12\uff17.0.0.1:{port}/ http://127\u30020\u30020\u30021:{port}/
http://\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3:{port}/ http://user:secret@127.0.0.1:{port}/
http://example.org@127.0.0.1:{port}/ http://127.0.0.1:{port}\\@example.org/ http://rebind.test:{port}/
http://inside.test:{port}/ http://mixed.test:{port}/ http://metadata.google.internal/ http://printer.local/
file:///etc/passwd ftp://127.0.0.1/ gopher://127.0.0.1:{port}/_GET javascript:alert(1) data:text/html,hello
view-source:http://127.0.0.1:{port}/ chrome://version/ http://8.8.8.8:22/ http://8.8.8.8:25/
"""

REBINDING = "rebind.test"
NAMES = {"inside.test": ["127.0.0.1"], "mixed.test": ["93.184.215.14", "127.0.0.1"]}


@pytest.fixture(autouse=True)
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Names that resolve to where they should not; one of them differently when it is asked for again."""
    real, asked = socket.getaddrinfo, {REBINDING: 0}

    def resolve(host: Any, port: Any, *args: Any, **options: Any) -> Any:
        found = NAMES.get(host)
        if host == REBINDING:
            asked[host] += 1
            found = ["127.0.0.1"] if asked[host] > 1 else ["127.0.0.2"]
        if found is None:
            return real(host, port, *args, **options)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return asked


@pytest.fixture(scope="module")
def door() -> Iterator[Site]:
    """A site that may be asked, and leads to the other one, which may not."""
    door = Site()
    yield door
    door.close()


def forms(site: Site) -> list[str]:
    port = site.root.rpartition(":")[2]
    return [form.replace("{port}", port) for form in FORBIDDEN.split()]


def soon() -> float:
    return time.monotonic() + LIMITS.page_seconds


def place(site: Site) -> str:
    return site.root.removeprefix("http://")


def test_no_form_gets_through_httpx(site: Site) -> None:
    before = site.asked.total()
    client = Client(AddressRule(), LIMITS)
    answers = {url: client.get(url, soon()) for url in forms(site)}
    assert len(answers) >= 70
    assert {url: answer.kind for url, answer in answers.items() if answer.kind not in ("address", "refused")} == {}
    assert site.asked.total() == before


def test_no_redirect_leads_httpx_there(site: Site, door: Site) -> None:
    before = site.asked.total()
    client = Client(AddressRule((place(door),)), LIMITS)
    answers = {url: client.get(f"{door.root}/go?{quote(url)}", soon()) for url in forms(site)}
    assert {url: answer for url, answer in answers.items() if answer.error is None} == {}
    assert {answer.kind for answer in answers.values()} == {"refused", "redirect"}
    assert site.asked.total() == before


EMBEDDING = """<body>links<script>
const kinds = [['img', 'src'], ['iframe', 'src'], ['script', 'src'], ['object', 'data']];
%s.forEach((url, place) => {
  fetch(url, {mode: 'no-cors'}).catch(() => 0);
  const [tag, key] = kinds[place %% kinds.length], element = document.createElement(tag);
  element[key] = url;
  document.body.append(element);
});
new WebSocket(%s)</script>"""


def embedding(door: Site, urls: list[str]) -> str:
    door.pages["/embedding"] = typed(
        (EMBEDDING % (json.dumps(urls), json.dumps(urls[0].replace("http", "ws")))).encode(), HTML
    )
    return f"{door.root}/embedding"


@needs_browser
def test_no_page_leads_chromium_there(site: Site, door: Site) -> None:
    """By scripts, pictures, frames, objects and a web socket; the same page does get through where that is allowed."""
    before = site.asked.total()
    for allowed, reached in (((place(door),), False), ((place(door), place(site)), True)):
        browser = WebBrowser(AddressRule(allowed), LIMITS)
        with contextlib.closing(browser):
            answer = browser.get(embedding(door, forms(site)), time.monotonic() + 60)
        assert answer.status == 200
        assert (site.asked.total() > before) is reached


@needs_browser
def test_no_redirect_leads_chromium_there(site: Site, door: Site) -> None:
    before = site.asked.total()
    browser = WebBrowser(AddressRule((place(door),)), LIMITS)
    with contextlib.closing(browser):
        answers = {url: browser.get(f"{door.root}/go?{quote(url)}", soon()) for url in forms(site)[::5]}
    assert {url: answer for url, answer in answers.items() if answer.error is None} == {}
    assert site.asked.total() == before


def test_a_name_is_resolved_once_and_the_connection_goes_there(
    site: Site, names: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """127.0.0.2 plays the public address; whoever resolves the name a second time gets to 127.0.0.1."""
    monkeypatch.setattr(address, "is_public", lambda ip: ip == "127.0.0.2")
    before = site.asked.total()
    answer = Client(AddressRule(), LIMITS).get(f"http://{REBINDING}:{place(site).partition(':')[2]}/", soon())
    assert answer.kind in ("connection", "refused")
    assert names[REBINDING] == 1
    assert site.asked.total() == before


def test_an_address_of_this_machine_is_not_the_publics(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "is_public", lambda _: True)
    before = site.asked.total()
    answer = Client(AddressRule(), LIMITS).get(f"{site.root}/", soon())
    assert answer.error == "refused: 127.0.0.1 is this machine"
    assert site.asked.total() == before


def test_allowed_hosts_are_allowed_by_their_spelling(site: Site) -> None:
    port = place(site).partition(":")[2]
    for allowed in ("127.0.0.1", f"127.0.0.1:{port}"):
        client = Client(AddressRule((allowed,)), LIMITS)
        assert client.get(f"{site.root}/plain", soon()).body == b"just text"
        assert client.get(f"http://localhost:{port}/", soon()).kind == "address"
    elsewhere = Client(AddressRule(("127.0.0.1:1",)), LIMITS)
    assert elsewhere.get(f"{site.root}/plain", soon()).kind == "address"


@pytest.mark.parametrize(("online", "kind"), [(True, "dns"), (False, "connection")])
def test_no_such_host_is_told_from_no_network(online: bool, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a network, resolvers say of any name that it does not exist: that is not the agent's doing."""

    def resolve(host: str, *_: Any, **__: Any) -> Any:
        if host == "example.com" and online:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.215.14", 443))]
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with pytest.raises(FetchError) as caught:
        AddressRule().addresses("nowhere.test", 80)
    assert caught.value.kind == kind


@pytest.mark.parametrize(
    ("number", "public"),
    [("8.8.8.8", True), ("2606:4700::1111", True), ("::ffff:8.8.8.8", True), ("64:ff9b::808:808", True),
     ("10.0.0.1", False), ("127.0.0.1", False), ("169.254.169.254", False),
     ("0.0.0.0", False), ("::1", False), ("::ffff:127.0.0.1", False), ("fe80::1%eth0", False), ("224.0.0.1", False),
     ("100.64.0.1", False), ("64:ff9b::7f00:1", False), ("192.0.0.192", False), ("168.63.129.16", False),
     ("::7f00:1", False),
     ("2001:4860::5efe:7f00:1", False), ("4000::1", False), ("2002:7f00:1::", False)],
)  # fmt: skip
def test_which_addresses_are_public(number: str, public: bool) -> None:
    assert is_public(number) is public
