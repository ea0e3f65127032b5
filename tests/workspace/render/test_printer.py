"""Finding a browser, using it from many threads, and living through its death."""

from __future__ import annotations

import os
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from pytest_knows.errors import WorkspaceError
from pytest_knows.workspace.local.rendering import RendererMissing, find_chromium
from pytest_knows.workspace.local.rendering.printer import Printer


def executable(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def no_browser(monkeypatch, tmp_path):
    """A machine without any."""
    monkeypatch.delenv("KNOWS_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "downloads"))
    return tmp_path


def test_a_browser_is_looked_for_where_one_may_be(no_browser, monkeypatch):
    assert find_chromium() is None
    downloaded = executable(no_browser / "downloads/chromium-1200/chrome-linux/chrome")
    executable(no_browser / "downloads/chromium-999/chrome-linux/chrome")
    assert find_chromium() == str(downloaded)
    on_path = executable(no_browser / "bin/google-chrome-stable")
    assert find_chromium() == str(on_path)
    named = executable(no_browser / "elsewhere/chrome")
    monkeypatch.setenv("KNOWS_CHROMIUM", str(named))
    assert find_chromium() == str(named)


def test_a_wrong_setting_is_not_replaced_in_silence(no_browser, monkeypatch):
    executable(no_browser / "bin/chromium")
    monkeypatch.setenv("KNOWS_CHROMIUM", str(no_browser / "none"))
    assert find_chromium() is None


def test_without_a_browser_there_is_a_clear_error(no_browser):
    with pytest.raises(RendererMissing, match="KNOWS_CHROMIUM"):
        Printer().print("<p>text")


@pytest.fixture
def own_printer():
    if find_chromium() is None:
        pytest.skip("no Chromium on this machine")
    printer = Printer()
    yield printer
    printer.stop()


def words(pdf: bytes) -> str:
    page = pdfium.PdfDocument(pdf)[0].get_textpage()
    return "".join(page.get_text_range().split())


def test_many_threads_get_each_their_own_page(own_printer):
    with ThreadPoolExecutor(8) as threads:
        printed = list(threads.map(own_printer.print, (f"<p>page {n}" for n in range(16))))
    assert [words(pdf) for pdf in printed] == [f"page{n}" for n in range(16)]


def browsers_below(parent: int) -> list[int]:
    """Browser processes that are not children of another browser process, among the descendants of a process."""
    table = subprocess.run(["ps", "-ww", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in table.splitlines()[1:]]
    family, found = {parent}, []
    for _ in rows:
        family |= {int(pid) for pid, ppid, _ in rows if int(ppid) in family}
    for pid, _, arguments in rows:
        if int(pid) in family and "--remote-debugging-pipe" in arguments and "--type=" not in arguments:
            found.append(int(pid))
    return found


@pytest.mark.skipif(not Path("/proc").exists(), reason="needs ps and /proc")
def test_a_browser_that_was_killed_is_started_again(own_printer):
    before = set(browsers_below(os.getpid()))
    assert words(own_printer.print("<p>one")) == "one"
    started = set(browsers_below(os.getpid())) - before
    assert started
    for process in started:
        os.kill(process, signal.SIGKILL)
    assert words(own_printer.print("<p>two")) == "two"


def test_a_page_without_end_is_given_up_and_the_next_one_printed():
    if find_chromium() is None:
        pytest.skip("no Chromium on this machine")
    printer = Printer()
    printer.print("<p>warm")
    printer.patience_s = 4
    try:
        with pytest.raises(WorkspaceError, match="did not print the file to PDF within 4 s"):
            printer.print('<p style="padding-top:1000000000000pt">never')
        printer.patience_s = 120
        assert words(printer.print("<p>next")) == "next"
    finally:
        printer.stop()


def test_a_stopped_printer_can_go_on(own_printer):
    own_printer.print("<p>one")
    own_printer.stop()
    assert words(own_printer.print("<p>two")) == "two"


def test_nothing_is_fetched_and_no_script_runs(own_printer, tmp_path):
    secret = tmp_path / "secret.html"
    secret.write_text("<p>secret")
    page = f'<p>seen<iframe src="file://{secret}"></iframe><script>document.write("ran")</script>'
    assert words(own_printer.print(page)) == "seen"
