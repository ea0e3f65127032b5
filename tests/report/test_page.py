"""score.html in a real Chromium: reading, filtering, sorting, deep links, two runs side by side, hostile content."""

from __future__ import annotations

import pytest
from reportkit import results

from pytest_knows.report.page import write_page
from pytest_knows.workspace.local.rendering.browser import find_chromium

pytestmark = pytest.mark.skipif(find_chromium() is None, reason="there is no Chromium")

HOSTILE = (
    "<script>window.hacked = 1</script>",
    "<img src=x onerror='window.hacked = 1'>",
    '"><svg onload="window.hacked = 1">',
    "</script><script>window.hacked = 1</script>",
    "<!--<script>",
    "</title></style><iframe src='javascript:parent.hacked=1'>",
    "{{ 7 * 7 }} ${7 * 7} `",
    "data:text/html,<script>window.hacked = 1</script>",
    "javascript:window.hacked=1",
    "\u202egnp.exe \u2066bidi\u2069 \u0000 \ud800 \u2028 \ufeff",
    "style=position:fixed;inset:0;background:red",
    "x" * 300_000,
    "W" * 3000 + " " + "ا" * 3000,
)


def names(page):
    return page.eval_on_selector_all("#list tbody tr:not([hidden])", "rows => rows.map(row => row.dataset.name)")


def test_filtering_and_sorting(opened):
    page = opened(results())
    assert len(names(page)) == 6
    page.fill("#filter", "sheets domain")
    assert page.inner_text("#shown") == "2 of 6"
    assert names(page) == ["own.sheets.1", "own.sheets.4"]
    page.fill("#filter", "nothing like it")
    assert names(page) == []
    page.fill("#filter", "")
    page.select_option("#app", "Docs")
    assert names(page) == ["own.docs.0", "own.docs.3"]
    page.select_option("#app", "")
    page.click("th[data-key=cost] button")
    assert page.get_attribute("th[data-key=cost]", "aria-sort") == "descending"
    assert names(page)[0] == "own.slides.5"
    page.click("th[data-key=cost] button")
    assert names(page)[0] == "own.docs.0"
    page.click("th[data-key=name] button")
    assert page.get_attribute("th[data-key=cost]", "aria-sort") is None
    assert names(page) == sorted(names(page))
    page.select_option("#outcome", "error")
    assert 0 < len(names(page)) <= 6
    assert page.problems == []


def test_a_task_with_everything_about_it(opened):
    page = opened(results(text="why it is so"))
    page.click("#list a >> nth=2")
    assert page.url.endswith("#own.slides.2-t1")
    assert page.is_hidden("#overview")
    assert page.evaluate("document.activeElement.tagName") == "H1", "a screen reader begins at the task"
    shown = page.inner_text("#task")
    for words in ("own.slides.2", "Checkpoint 1", "Checkpoint 2", "Step 7", "why it is so", "0.2 USD", "62 s"):
        assert words in shown
    page.click("summary >> text=Prompt")
    assert "Do it." in page.inner_text("#task")
    page.click("summary >> text=2 visited URLs")
    assert "https://a.example/" in page.inner_text("#task")
    assert page.eval_on_selector(".pages img", "image => image.complete && image.naturalWidth") > 300
    assert page.problems == []


def test_keyboard_and_deep_links(opened):
    page = opened(results())
    page.keyboard.press("/")
    page.keyboard.type("docs")
    assert names(page) == ["own.docs.0", "own.docs.3"]
    page.click("#list a >> nth=0")
    page.keyboard.press("j")
    page.wait_for_function("location.hash === '#own.docs.3-t1'")
    assert page.is_disabled("text=Next"), "the filtered list has an end"
    page.keyboard.press("k")
    page.wait_for_function("location.hash === '#own.docs.0-t1'")
    page.keyboard.press("Escape")
    assert page.is_visible("#overview")
    page.goto(page.url.split("#")[0] + "#own.sheets.4-t1")
    page.reload()
    assert "own.sheets.4" in page.inner_text("h1 >> visible=true")
    page.go_back()
    page.goto(page.url.split("#")[0] + "#%E0%A4%A")
    assert page.is_visible("#overview")
    assert page.problems == []


def test_two_runs_side_by_side(opened):
    old, new = results(tasks=2), results(tasks=2)
    changed = next(s for s in new["steps"] if s["task_id"] == "own.docs.0" and s["outcome"] == "passed")
    changed.update(outcome="failed", points=0, highest=0)
    page = opened(new, [("last week", old)])
    page.click("#list a >> nth=0")
    assert "last week" in page.inner_text("#task")
    assert page.locator("#task tbody tr.now").count() == 1
    assert "passed 2" in page.inner_text("#task tr.now")
    page.check("#only")
    assert page.locator("#task tbody tr:visible").count() == 1
    page.uncheck("#only")
    assert page.locator("#task tbody tr:visible").count() == 8
    assert page.problems == []


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:20]))
def test_what_artifacts_say_is_text(opened, text):
    content = results(tasks=2, text=text)
    page = opened(content, [(text[:100], content)], text=text)
    width = page.evaluate("document.documentElement.scrollWidth")
    page.click("#list a >> nth=0")
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    assert page.evaluate("window.hacked") is None
    assert page.problems == []
    assert max(width, page.evaluate("document.documentElement.scrollWidth")) <= 1200, "the layout holds"
    assert page.locator("#task iframe, #task svg, #task script, #task style").count() == 0


def test_names_that_are_markup(opened):
    content = results(tasks=1)
    for entry in [*content["tasks"], *content["steps"], *content["run"]["episodes"]]:
        entry["task_id"] = '"><img src=x onerror=window.hacked=1>'
    for entry in content["run"]["episodes"]:
        entry["folder"] = "episodes/x"
    page = opened(content)
    page.click("#list a >> nth=0")
    assert "onerror" in page.inner_text("#task h1")
    assert page.evaluate("window.hacked") is None
    assert page.problems == []


def test_only_its_own_script_runs(opened):
    page = opened(results(tasks=1))
    page.evaluate("() => 1")  # Playwright's own world is not the page's
    policy = page.get_attribute("meta[http-equiv]", "content")
    assert "default-src 'none'" in policy
    assert "script-src 'sha256-" in policy
    assert "unsafe-inline" not in policy.split("script-src")[1]
    page.evaluate(
        "const made = document.createElement('script'); made.textContent = 'window.hacked = 1';"
        "document.body.append(made)"
    )
    assert page.evaluate("window.hacked") is None


def test_without_its_script_the_overview_can_be_read(browser, tmp_path):
    content = results(tasks=2)
    path = write_page(tmp_path, content)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(path.as_uri())
    shown = page.inner_text("main")
    assert "own.docs.0" in shown
    assert "does not run" in shown
    context.close()


def test_printing_and_darkness(opened):
    page = opened(results())
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.emulate_media(color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    page.emulate_media(media="print")
    assert not page.is_visible(".tools")
    assert page.is_visible("#list")


def test_a_run_of_the_whole_benchmark_stays_small(opened, tmp_path):
    """330 episodes with 35 steps each. How fast it is stands in the closing notes: nothing here is timed."""
    page = opened(results(tasks=110, trials=3, steps=35, text="a reason of ordinary length, " * 6))
    assert (tmp_path / "score.html").stat().st_size < 25_000_000
    page.fill("#filter", "slides")
    assert page.inner_text("#shown") == "108 of 330"
    assert page.problems == []


@pytest.mark.parametrize("damage", ["{", "[]", "null", '{"prompt": 3, "urls": {"a": 1}}', "\x00"])
def test_damaged_episodes_cost_their_pictures_only(opened, tmp_path, damage):
    content = results(tasks=2)
    page = opened(content)
    for name in ("task.json", "trace.json", "artifact/preview.png"):
        (tmp_path / content["run"]["episodes"][0]["folder"] / name).write_text(damage)
    (tmp_path / content["run"]["episodes"][1]["folder"] / "artifact/export.pdf").write_text(damage)
    page.goto(write_page(tmp_path, content).as_uri())
    assert len(names(page)) == 2
    assert page.problems == []
