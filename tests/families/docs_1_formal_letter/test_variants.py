"""Odd but legitimate letters, each with the outcome that a careful reader would give it."""

from __future__ import annotations

import json

import pytest


def test_a_sender_block_in_a_table_within_a_table(letters, kit):
    # A layout table inside a layout table is invisible to a reader: what it holds is at the top left all the same.
    def nest(tab):
        lines = [kit.take(tab, line) for line in kit.SENDERS[1]]
        tab["body"]["content"].insert(2, kit.table([[kit.table([lines])]]))

    assert letters.lost(kit.letter(kit.SENDERS[1]), edit=nest) == {}


def test_unicode_lookalikes(letters, kit):
    # No-break spaces, zero-width joiners, full-width letters and capitals look like the plain text.
    sender = ["ETHAN\u00a0ASHBY", "E\u2011mail:\u2003eashby@\u200buw.edu", "Ｂiostatistics\u2009PhD\u00a0Student"]
    assert letters.lost(kit.letter(sender)) == {}


def test_runs_split_in_the_middle_of_words(letters, kit):
    # Real documents break runs anywhere, with or without a change of style.
    def split(tab):
        paragraph = kit.paragraph(tab, "Ethan Ashby")
        parts = [("Et", {"bold": True}), ("han As", {}), ("hby\n", {"italic": True})]
        paragraph["elements"] = [{"textRun": {"content": text, "textStyle": style}} for text, style in parts]

    assert letters.lost(kit.letter(kit.SENDERS[1]), edit=split) == {}


def test_a_floating_logo_on_the_right(letters, kit):
    # The upper right is for the sender; the logo belongs in the upper left corner.
    def float_it(tab):
        kit.float_picture(tab, 0, "Ethan Ashby", 370, 0)

    assert letters.lost(kit.letter(kit.SENDERS[1]), edit=float_it) == kit.failed("spatial", "logo_location")


def test_a_floating_signature_at_the_end(letters, kit):
    # It is anchored to the closing and drawn below it: nothing is written under its lower edge.
    def float_it(tab):
        kit.float_picture(tab, 1, "Sincerely,", 0, 20)

    assert letters.lost(kit.letter(kit.SENDERS[1]), edit=float_it) == {}


def test_a_floating_signature_above_the_body(letters, kit):
    # Anchored to the salutation, drawn beside the date: body text follows it on the page.
    def float_it(tab):
        kit.float_picture(tab, 1, "Dear Committee,", 300, -60)

    assert letters.lost(kit.letter(kit.SENDERS[1]), edit=float_it) == kit.failed("structural", "signature_location")


def test_a_block_pushed_to_the_right_by_tabs(letters, kit):
    # Tabs are the old way to an upper-right block; a gap of several ems makes it a column of its own.
    sender = [f"Seattle\t\t\t\t\t\t\t\t{line}" for line in kit.SENDERS[1]]
    assert letters.lost(kit.letter(sender)) == {}


def test_many_empty_paragraphs_around_the_signature(letters, kit):
    # Blank lines are white space, not content behind the signature.
    ending = ["", "", kit.SIGNATURE_IN_TEXT, "", " ", "\t", "", "", ""]
    assert letters.lost(kit.letter(kit.SENDERS[1], ending=ending)) == {}


def test_a_letter_in_the_first_of_several_tabs(letters, kit):
    # Notes in a second tab are another sheet: nothing of the letter follows the signature.
    snapshot = letters.snapshot(kit.letter(kit.SENDERS[1]))
    raw = snapshot.json("artifact/file.json")
    notes = {"body": {"content": [kit.text_paragraph(kit.BODY[0])]}}
    raw["tabs"].append({"tabProperties": {"tabId": "t.1", "title": "Notes"}, "documentTab": notes})
    assert letters.lost(kit.rewritten(snapshot, {"artifact/file.json": json.dumps(raw).encode()})) == {}


def test_a_document_read_without_tabs(letters, kit):
    # The legacy form of documents.get has the first tab's fields at the top.
    snapshot = letters.snapshot(kit.letter(kit.SENDERS[1]))
    raw = snapshot.json("artifact/file.json")
    legacy = {"documentId": raw["documentId"], "title": raw["title"], **raw["tabs"][0]["documentTab"]}
    assert letters.lost(kit.rewritten(snapshot, {"artifact/file.json": json.dumps(legacy).encode()})) == {}


def test_suggested_edits(letters, kit):
    # Suggestions are the writer's intent: what is struck out does not count, what is proposed does.
    def suggest(tab):
        old, new = {"content": "ethan@uw.edu", "textStyle": {}}, {"content": "eashby@uw.edu\n", "textStyle": {}}
        old["suggestedDeletionIds"] = ["suggest.1"]
        new["suggestedInsertionIds"] = ["suggest.1"]
        kit.paragraph(tab, "ethan@uw.edu")["elements"] = [{"textRun": old}, {"textRun": new}]

    assert letters.lost(kit.letter(["Ethan Ashby", "ethan@uw.edu", "PhD Student"]), edit=suggest) == {}


def test_chips_for_person_and_link(letters, kit):
    # A person chip shows the name and leads to the address; both are there for the reader.
    def chip(tab):
        person = {"personProperties": {"name": "Martin Tutek", "email": "martin.tutek@gmail.com"}}
        page = {"richLinkProperties": {"title": "mttk (GitHub)", "uri": "https://github.com/mttk"}}
        kit.paragraph(tab, "CHIP 1")["elements"] = [{"person": person}, {"textRun": {"content": "\n"}}]
        kit.paragraph(tab, "CHIP 2")["elements"] = [{"richLink": page}, {"textRun": {"content": "\n"}}]

    snapshot = letters.snapshot(kit.letter(["CHIP 1", "CHIP 2", kit.SENDERS[5][3]]), 5, edit=chip)
    results = letters.grade(snapshot, 5)
    assert {slug: results[slug].outcome.value for slug in results if slug.endswith("_text")} == dict.fromkeys(
        ["name_text", "email_text", "github_text", "linkedin_text"], "passed"
    )


def test_a_bulleted_sender_block(letters, kit):
    # Bullets indent the block a little; every line still ends in the left half.
    def bullets(tab):
        tab["lists"] = {"kix.l": {"listProperties": {"nestingLevels": [{"glyphSymbol": "●"}]}}}
        for line in kit.SENDERS[1]:
            kit.paragraph(tab, line)["bullet"] = {"listId": "kix.l"}

    assert letters.lost(kit.letter(kit.SENDERS[1]), edit=bullets) == {}


def test_a_header_for_the_first_page_only(letters, kit):
    # The default header is not what page 1 shows when the first page has its own.
    def header(tab):
        lines = [kit.take(tab, line) for line in kit.SENDERS[1]]
        tab["headers"] = {
            "kix.first": {"headerId": "kix.first", "content": lines},
            "kix.later": {"headerId": "kix.later", "content": [kit.text_paragraph("Page")]},
        }
        tab["documentStyle"].update(
            defaultHeaderId="kix.later", firstPageHeaderId="kix.first", useFirstPageHeaderFooter=True
        )

    assert letters.lost(kit.letter(kit.SENDERS[1]), edit=header) == {}


def test_a_header_that_no_page_shows(letters, kit):
    # A left-over first-page header is not shown while the option is off: nobody can read it.
    def header(tab):
        lines = [kit.take(tab, line) for line in kit.SENDERS[1]]
        tab["headers"] = {"kix.first": {"headerId": "kix.first", "content": lines}}
        tab["documentStyle"].update(firstPageHeaderId="kix.first")

    assert letters.lost(kit.letter(kit.SENDERS[1]), edit=header) == kit.missing("name", "email", "title")


def test_the_logo_twice(letters, kit):
    # A second copy below the body does not take the first one out of the corner.
    items = kit.letter(kit.SENDERS[1], ending=[kit.LOGO_IN_TEXT, kit.SIGNATURE_IN_TEXT])
    assert letters.lost(items) == {}


def test_two_signatures_of_which_the_last_is_at_the_end(letters, kit):
    items = kit.letter(kit.SENDERS[1])
    items.insert(4, kit.SIGNATURE_IN_TEXT)
    assert letters.lost(items) == {}


def test_a_cropped_logo_is_compared_as_it_is_seen(letters, kit):
    # The picture file has a margin that the crop removes; what the reader sees is the logo itself.
    import io

    from PIL import Image

    framed = Image.new("RGB", (600, 600), "white")
    framed.paste(Image.open(io.BytesIO(kit.LOGO)), (150, 150))

    def crop(tab):
        embedded = next(iter(tab["inlineObjects"].values()))["inlineObjectProperties"]["embeddedObject"]
        embedded["imageProperties"]["cropProperties"] = {
            f"offset{side}": 0.25 for side in ("Left", "Top", "Right", "Bottom")
        }

    items = kit.letter(kit.SENDERS[1], logo=[kit.Inline(kit.png(framed), 90, 90)])
    results = letters.grade(items, edit=crop)
    assert kit.lost(results) == {}
    assert results["logo_match"].mechanism == "deterministic"


def test_a_transparent_logo(letters, kit):
    # The same logo with the background made transparent looks the same on white paper.
    import io

    from PIL import Image

    logo = Image.open(io.BytesIO(kit.LOGO)).convert("RGBA")
    logo.putalpha(Image.new("L", logo.size, 255).point(lambda value: value - 1))
    results = letters.grade(kit.letter(kit.SENDERS[1], logo=[kit.Inline(kit.png(logo), 90, 90)]))
    assert kit.lost(results) == {}
    assert results["logo_match"].mechanism == "fuzzy_match"


def test_a_letter_of_two_pages(letters, kit):
    # The signature may be on page 2 if nothing follows it.
    items = kit.letter(kit.SENDERS[1])
    at = items.index("Sincerely,")
    assert letters.lost([*items[:at], *kit.BODY * 4, *items[at:]]) == {}


@pytest.mark.parametrize(
    "ending", ["Page 1", "Notice: this letter and its enclosures are confidential, do not pass them on."]
)
def test_a_footer_is_not_behind_a_floating_signature(letters, kit, ending):
    # The footer is drawn below the signature, but it is on every page, not behind the letter.
    def footer(tab):
        kit.float_picture(tab, 1, "Sincerely,", 0, 20)
        tab["footers"] = {"kix.f": {"footerId": "kix.f", "content": [kit.text_paragraph(ending)]}}
        tab["documentStyle"]["defaultFooterId"] = "kix.f"

    assert letters.lost(kit.letter(kit.SENDERS[1]), edit=footer) == {}
