"""Odd but legitimate lesson plans, and some that only look so. Each says why its outcome is right."""

from __future__ import annotations

import copy

import pytest
from familykit import failed, partly
from familykit.docs import Grid, PageBreak, Text

from .building import (
    CYAN,
    DET,
    FACTS,
    SPACE,
    STRUCT,
    SUMMARY,
    YELLOW,
    Teacher,
    background,
    bullet,
    copied,
    full_plan,
    page_of,
    shown,
)


def body_of(raw):
    return raw["tabs"][0]["documentTab"]["body"]["content"]


def paragraphs(raw):
    return [element["paragraph"] for element in body_of(raw) if "paragraph" in element]


def text_of(paragraph):
    return "".join(run.get("textRun", {}).get("content", "") for run in paragraph["elements"])


def test_links_under_words(room):
    """Nobody has to write an address out: a reader clicks on the words."""
    plan = full_plan()
    for number, site in enumerate(plan.sites):
        site.text = f"What site {number} says about it"
    assert room.lost(plan) == {}


def test_addresses_without_links_also_without_a_scheme(room):
    """A written address is one, and punctuation behind it is not a part of it."""
    plan = full_plan()
    for site, text in zip(plan.sites, ("({}).", "{},", "{}", "See {}."), strict=False):
        site.text = text.format(site.url)
    plan.sites[4].text = plan.sites[4].url.removeprefix("https://")

    def unlink(raw):
        for paragraph in paragraphs(raw):
            for run in paragraph["elements"]:
                run["textRun"]["textStyle"].pop("link", None)

    assert room.lost(plan, snapshot=room.freeze(plan, edit=unlink)) == {}


def test_a_website_whose_link_stands_in_a_list_of_sources(room):
    """The same words are a link elsewhere in the document: the reader finds the page."""
    plan = full_plan()
    site = plan.sites[0]
    site.text, url = "Fireworks at home", site.url
    plan.closing = [Text("Sources: Fireworks at home", links={"Fireworks at home": url}), *plan.closing]
    blocks = plan.blocks()
    blocks[1].links.clear()
    assert room.lost(plan, blocks=blocks) == {}


def test_another_glyph_for_the_topics_and_a_list_of_its_own_for_each(room):
    """Numbers, letters or arrows: what counts is that they are lists, and how deep."""
    plan = full_plan()
    blocks = plan.blocks()
    for block in blocks[: len(plan.outline())]:
        block.bullets = "NUMBERED_DECIMAL_ALPHA_ROMAN"
    half = len(plan.topics[0].blocks())
    assert room.lost(plan, blocks=[*blocks[:half], Text(""), *blocks[half:]]) == {}


def test_empty_paragraphs_and_empty_bullets_everywhere(room):
    """White space is no content."""
    plan = full_plan()
    blocks = [twin for block in plan.blocks()[:-13] for twin in (block, Text("", bullets=block.bullets))]
    assert room.lost(plan, blocks=[*blocks, *plan.images]) == {}


def test_the_copied_facts_grouped_under_their_topics(room):
    """Headings in the list of facts are an order, not further topics; also where the copies keep the whole outline."""
    plan = full_plan()
    plan.copies = []
    for topic in plan.topics:
        plan.copies += [bullet(topic.name), *(copied(fact, topic.colour, level=1) for fact in topic.facts)]
    assert room.lost(plan) == {}
    plan.copies = []
    for topic in plan.topics:
        plan.copies.append(bullet(topic.name))
        for site in topic.sites:
            plan.copies.append(bullet(site.url, 1, links={site.url: site.url}))
            plan.copies += [copied(fact, topic.colour, level=2) for fact in site.facts]
    assert room.lost(plan) == {}


def test_a_heading_of_the_copies_that_is_a_bullet_of_the_outlines_list(room):
    """ "All facts" as a bullet of the same list is followed by copies: it heads them and is no topic."""
    plan = full_plan()
    plan.heading = [bullet("All facts")]
    assert room.lost(plan) == {}


def test_a_list_of_its_own_meaning_behind_the_plan(room):
    """What stands behind other text is no topic, even if the editor went on with the same list."""
    plan = full_plan()
    plan.heading = [Text("To do at home."), bullet("Wash the bowls"), bullet("Bring an old shirt"), *plan.heading]

    def one_list(raw):
        for paragraph in paragraphs(raw):
            if "bullet" in paragraph:
                paragraph["bullet"]["listId"] = "kix.one"

    assert room.lost(plan, edit=one_list) == {}


def test_a_table_with_a_list_in_the_middle_of_a_topic(room):
    """A box beside the plan does not cut it in two."""
    plan = full_plan()

    def insert_box(raw):
        content = body_of(raw)
        note = {"elements": [{"textRun": {"content": "A break\n", "textStyle": {}}}], "bullet": {"listId": "kix.box"}}
        cell = {"content": [{"paragraph": note}], "tableCellStyle": {}}
        content.insert(5, {"table": {"rows": 1, "columns": 1, "tableRows": [{"tableCells": [cell]}]}})

    assert room.lost(plan, edit=insert_box) == {}


def test_a_third_topic_without_websites(room):
    """A bullet of the topics' list among the topics is one of them, if an empty one."""
    plan = full_plan()
    blocks = plan.blocks()
    blocks.insert(len(plan.topics[0].blocks()), bullet("Glow sticks"))
    assert room.lost(plan, blocks=blocks) == {
        **partly(STRUCT, websites_per_topic=6),
        **partly(DET, websites_distinct=3, colour_uniform=2, colour_distinct=2),
        **partly("dependency_not_evaluated", websites_relevant=6),
        **partly("llm_vlm_judgement", image_per_topic=3),
    }


def test_copies_in_the_coloured_cells_of_a_table(room):
    """A cell's colour is a highlight as good as any, but what stands in a table without bullets is no list."""
    plan = full_plan()
    plan.copies = [Grid([[fact] for fact in FACTS])]

    def colour_cells(raw):
        table = next(element["table"] for element in body_of(raw) if "table" in element)
        for number, row in enumerate(table["tableRows"]):
            row["tableCells"][0]["tableCellStyle"] |= background(YELLOW if number < 20 else CYAN)

    assert room.lost(plan, edit=colour_cells) == failed(STRUCT, "copied_facts_bulleted")


def test_the_outline_in_the_cells_of_a_table(room):
    """A cell for each topic is a way to lay the plan out; lists in cells are lists."""
    plan = full_plan()

    def into_cells(raw):
        content = body_of(raw)
        half = len(plan.topics[0].blocks())
        lists = content[1 : 1 + half], content[1 + half : 1 + 2 * half]
        cells = [{"content": part, "tableCellStyle": {}} for part in lists]
        table = {"rows": 1, "columns": 2, "tableRows": [{"tableCells": cells}], "tableStyle": {}}
        content[1 : 1 + 2 * half] = [{"table": table}]

    assert room.lost(plan, edit=into_cells) == {}


def test_the_plan_in_one_tab_and_the_rest_in_another(room):
    """Tabs are pages of one document."""
    plan = full_plan()

    def into_tabs(raw):
        first = raw["tabs"][0]
        second = copy.deepcopy(first)
        second["tabProperties"] = {"tabId": "t.1", "title": "Facts", "index": 1}
        end = 1 + len(plan.outline())
        second["documentTab"]["body"]["content"] = body_of(raw)[end:]
        del body_of(raw)[end:]
        raw["tabs"].append(second)

    assert room.lost(plan, edit=into_tabs) == {}


def test_suggested_text_counts_as_written_and_a_suggested_deletion_as_gone(room):
    """A document is read as its author means it."""
    plan = full_plan()

    def suggest(raw):
        for paragraph in paragraphs(raw):
            for run in paragraph["elements"]:
                run["textRun"]["suggestedInsertionIds"] = ["suggest.1"]
            extra = {"content": "Wrong. ", "textStyle": {}, "suggestedDeletionIds": ["suggest.2"]}
            paragraph["elements"].insert(0, {"textRun": extra})

    plan.images = [Grid([[shown(0), shown(1)]])]
    assert room.lost(plan, edit=suggest) == {}


def test_facts_in_bold_pieces_curly_quotes_and_other_scripts(room):
    """Runs are how a text is stored; quotes, dashes and blanks are how it is set; no alphabet is foreign."""
    plan = full_plan()
    plan.sites[0].facts[:3] = [
        'The "stars" are made by hand - always.',
        "Китайцы придумали порох около 900 года.",
        "煙火的顏色來自金屬鹽類。",
    ]
    plan.pages[plan.sites[0].url] = page_of(plan.sites[0].facts)
    plan.copies = [block for topic in plan.topics for block in topic.copies()]
    plan.copies[0] = Text(
        "The “stars” are made\u00a0by hand – always",
        bullets=plan.copies[0].bullets,
        styles={"": background(YELLOW), "made\u00a0by": {"bold": True}},
    )
    assert room.lost(plan) == {}


def test_a_highlight_with_gaps(room):
    """A word left out does not make a fact a different colour; most of it decides."""
    plan = full_plan()
    plan.copies = [block for topic in plan.topics for block in topic.copies()]
    for block in plan.copies[:20]:
        first, rest = block.text.split(" ", 1)
        block.styles = {first: background(CYAN), rest: background(YELLOW)}
    assert room.lost(plan) == {}


def test_a_deep_indent_without_its_parent_level(room):
    """Word lets one jump from the first level to the third: it is the next level all the same."""
    plan = full_plan()

    def jump(raw):
        for paragraph in paragraphs(raw):
            level = paragraph.get("bullet", {}).get("nestingLevel", 0)
            if level:
                paragraph["bullet"]["nestingLevel"] = level + 1

    assert room.lost(plan, edit=jump) == {}


def test_the_fact_stated_twice_below_counts_once(room):
    """A teaser that names a fact without colour beside the list does not spoil it: one copy is the fact's."""
    plan = full_plan()
    plan.heading = [Text(FACTS[0]), *plan.heading]
    assert room.lost(plan) == {}


def test_a_summary_strung_together_from_facts(room):
    """A summary "using the facts" may be nothing but facts; they have their copies in the list already. That another
    fact has none does not make it a copy."""
    plan = full_plan()
    plan.copies = [block for topic in plan.topics for block in topic.copies()][:-1]
    plan.closing[1] = Text(" ".join((*FACTS[:3], *FACTS[20:23])))
    judge = Teacher(plan)
    assert room.lost(plan, judge=judge) == partly("fuzzy_match", facts_copied=7)
    assert judge.questions[-1].evidence["summary"] == plan.closing[1].text


def test_numbers_tell_facts_apart(room):
    """Two facts of one website in the same words about two years are two facts."""
    plan = full_plan()
    plan.sites[0].facts[:2] = [
        "In 2010 the show lasted 12 minutes in all.",
        "In 2011 the show lasted 14 minutes in all.",
    ]
    plan.pages[plan.sites[0].url] = page_of(plan.sites[0].facts)
    assert room.lost(plan) == {}


def test_a_site_that_refuses_robots_is_there(room):
    """403 for a page that the agent has read in its browser: reachable, and relevance is judged by its address; what it
    says is not known, which is nobody's fault but the world's."""
    plan = full_plan()
    plan.pages[plan.sites[0].url] = 403
    judge = Teacher(plan)
    assert room.lost(plan, judge=judge) == {"facts_on_page": ("error", "execution_error", 13)}
    (shown_address,) = [q.evidence for q in judge.questions if q.evidence.get("url") == plan.sites[0].url]
    assert "page" not in shown_address


def test_a_page_that_moved(room):
    """The agent's browser shows the address that the link leads to."""
    plan = full_plan()
    site = plan.sites[0]
    moved = "https://museum.example.org/fireworks"
    plan.pages[site.url] = {"body": plan.pages[site.url], "final_url": moved}
    plan.visited[0] = moved
    assert room.lost(plan) == {}


def test_photos_in_two_columns_with_a_landscape_page(room):
    """Any page size: places are parts of the page; no table needed if the pictures stand in one line."""
    plan = full_plan()
    plan.images = [*SPACE[:2], Grid([[shown(0, 250, 188), shown(1, 250, 188)]])]
    landscape = {"documentStyle": {"pageSize": {"width": pt(792), "height": pt(612)}}, "fields": "pageSize"}
    file = room.file(plan.blocks())
    documents = room.bench.workspace.clients.docs.documents()
    documents.batchUpdate(documentId=file.id, body={"requests": [{"updateDocumentStyle": landscape}]}).execute()
    assert room.lost(plan, room.freeze(plan, file, rendering=True)) == {}


def pt(magnitude):
    return {"magnitude": magnitude, "unit": "PT"}


@pytest.mark.parametrize(("left", "lost"), [(250, {}), (20, failed("spatial", "images_side_by_side"))])
def test_floating_photos(room, left, lost):
    """They have a place on the page as any other: side by side they are a row, on top of one another not."""
    plan = full_plan()
    snapshot = room.freeze(plan, edit=lambda raw: float_photos(raw, left))
    assert room.lost(plan, rendered(snapshot)) == lost


def float_photos(raw, left):
    """The table's pictures float instead, anchored to the last paragraph."""
    tab = raw["tabs"][0]["documentTab"]
    body_of(raw)[:] = [element for element in body_of(raw) if "table" not in element]
    tab["positionedObjects"] = {}
    for number, (key, entry) in enumerate(list(tab.pop("inlineObjects").items())):
        embedded = entry["inlineObjectProperties"]["embeddedObject"]
        place = {"layout": "IN_FRONT_OF_TEXT", "leftOffset": pt(10 + number * left), "topOffset": pt(5)}
        tab["positionedObjects"][key] = {
            "objectId": key,
            "positionedObjectProperties": {"positioning": place, "embeddedObject": embedded},
        }
    paragraphs(raw)[-1]["positionedObjectIds"] = list(tab["positionedObjects"])


def test_two_photos_in_one_cell_stand_in_one_row_only_if_they_do(room):
    """A row of the table is a row of pictures where each has a cell of its own."""
    plan = full_plan()
    plan.images = plan.images[-1:]

    def into_one_cell(raw):
        row = next(element["table"] for element in body_of(raw) if "table" in element)["tableRows"][0]
        row["tableCells"][0]["content"] += row["tableCells"][1]["content"]
        row["tableCells"][1]["content"] = []

    lost = room.lost(plan, rendered(room.freeze(plan, edit=into_one_cell)))
    assert lost == failed("spatial", "images_side_by_side")


def rendered(snapshot):
    """With an export of the changed JSON."""
    from familykit.bench import rewritten

    from pytest_knows.workspace.local.rendering import render_pdf

    raw = snapshot.json("artifact/file.json")
    pdf = render_pdf("document", raw, lambda url: (snapshot.picture(url), "image/png"))
    return rewritten(snapshot, {"artifact/export.pdf": pdf})


def test_a_page_break_before_the_summary(room):
    """Where the pages end is the author's choice as long as text stands above the pictures of the last one."""
    plan = full_plan()
    plan.closing = [PageBreak(), *plan.closing]
    assert room.lost(plan, rendering=True) == {}


def test_neither_a_long_heading_nor_copied_facts_are_a_summary(room):
    """A title is none, whatever it says; nor are the facts, be they in paragraphs instead of a list."""
    plan = full_plan()
    plan.copies = [
        copied(" ".join(site.facts), topic.colour, bullets=None) for topic in plan.topics for site in topic.sites
    ]
    plan.closing = [Text(SUMMARY[:140], style="HEADING_2")]
    assert room.lost(plan) == {
        **failed(STRUCT, "copied_facts_bulleted", "summary_present"),
        "summary_from_facts": ("failed", "dependency_not_evaluated", 0),
    }


def test_summary_text_is_not_taken_from_the_plan(room):
    """A long fact of the outline is no summary, whatever stands below it."""
    plan = full_plan()
    plan.sites[0].facts[0] = SUMMARY
    plan.pages[plan.sites[0].url] = page_of(plan.sites[0].facts)
    plan.closing = []
    assert room.lost(plan) == {
        **failed(STRUCT, "summary_present"),
        "summary_from_facts": ("failed", "dependency_not_evaluated", 0),
    }
