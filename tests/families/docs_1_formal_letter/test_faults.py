"""One test per fault of the reference grader that the specification lists: our grade is the right one."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from pytest_knows.grading import Grader, Resources
from pytest_knows.judge.scripted import ScriptedJudge

fault = pytest.mark.fault


@fault("docs_1/F1")
def test_a_sender_block_in_a_table_beside_the_logo(letters, kit):
    def into_a_table(tab):
        logo, lines = kit.take_picture(tab), [kit.take(tab, line) for line in kit.SENDERS[1]]
        tab["body"]["content"].insert(1, kit.table([[logo], lines]))

    assert letters.lost(kit.letter(kit.SENDERS[1]), edit=into_a_table) == {}


@fault("docs_1/F1")
def test_a_sender_block_in_the_page_header(letters, kit):
    def into_the_header(tab):
        kit.in_header(tab, [kit.take(tab, line) for line in kit.SENDERS[1]])

    assert letters.lost(kit.letter(kit.SENDERS[1]), edit=into_the_header) == {}


@fault("docs_1/F2")
@pytest.mark.parametrize(("alignment", "lost"), [("END", ()), ("CENTER", ("name", "email", "title"))])
def test_upper_right_counts_and_the_middle_does_not(letters, kit, alignment, lost):
    def align(tab):
        for line in kit.SENDERS[1]:
            kit.paragraph(tab, line)["paragraphStyle"]["alignment"] = alignment

    assert letters.lost(kit.letter(kit.SENDERS[1]), edit=align) == kit.misplaced(*lost)


@fault("docs_1/F2")
def test_a_line_across_the_middle_counts_where_the_block_starts(letters, kit):
    title = "Biostatistics PhD Student, Department of Biostatistics, School of Public Health"
    assert letters.lost(kit.letter(["Ethan Ashby", "eashby@uw.edu", title])) == {}


@fault("docs_1/F3")
def test_the_top_of_page_2_is_no_letterhead(letters, kit):
    def break_the_page(tab):
        kit.paragraph(tab, "Ethan Ashby")["elements"].insert(0, {"pageBreak": {"textStyle": {}}})

    items = kit.letter([])
    at = items.index("Sincerely,")
    items = [*items[:at], *kit.SENDERS[1], *items[at:]]
    assert letters.lost(items, edit=break_the_page) == kit.misplaced("name", "email", "title")


@fault("docs_1/F4")
def test_an_earlier_line_with_the_name_does_not_decide(letters, kit):
    heading = "The formal application letter of Ethan Ashby, applicant"

    def centre(tab):
        kit.paragraph(tab, heading)["paragraphStyle"]["alignment"] = "CENTER"

    assert letters.lost(kit.letter([heading, *kit.SENDERS[1]]), edit=centre) == {}


@fault("docs_1/F4")
def test_a_salutation_high_up_does_not_lend_its_place(letters, kit):
    """The name is given below the signature only; on page 1 it also stands, high up, in a line that gives no name."""
    items = kit.letter(kit.SENDERS[1][1:], ending=[kit.SIGNATURE_IN_TEXT, "Ethan Ashby"])
    items[items.index("Dear Committee,")] = "Dear Ethan Ashby,"
    assert letters.lost(items) == kit.misplaced("name")


@fault("docs_1/F5")
@pytest.mark.parametrize(
    "sender",
    [
        ["Ethan Ashby | eashby@uw.edu | PhD Student"],
        ["Ethan Ashby, PhD Student", "E-mail: eashby@uw.edu"],
        ["Name: Dr. Ethan Ashby • Mail: EASHBY@UW.EDU • Position: PhD Student"],
        ["Ethan Ashby \u2013 PhD Student \u2014 eashby@uw.edu."],
    ],
)
def test_fields_on_one_line_and_behind_labels(letters, kit, sender):
    assert letters.lost(kit.letter(sender)) == {}


@fault("docs_1/F5")
def test_a_salutation_gives_no_name(letters, kit):
    items = kit.letter(kit.SENDERS[1][1:])
    items[items.index("Dear Committee,")] = "Dear Ethan Ashby"
    assert letters.lost(items) == kit.missing("name")


@fault("docs_1/F6")
def test_labels_behind_soft_line_breaks(letters, kit):
    assert letters.lost(kit.letter(["Ethan Ashby\vEmail: eashby@uw.edu\vPhD Student"])) == {}


@fault("docs_1/F7")
@pytest.mark.parametrize(
    ("github", "linkedin"),
    [
        ("github.com/mttk", "linkedin.com/in/mtutek"),
        ("https://www.github.com/mttk/", "https://hr.linkedin.com/in/mtutek/"),
        ("GitHub: mttk", "LinkedIn: in/mtutek"),
        ("Github: @MTTK", "LinkedIn profile: mtutek"),
        ("GitHub: http://github.com/mttk?tab=repositories#top", "www.linkedin.com/in/mtutek?trk=x,"),
        ("github.com/mttk | linkedin.com/in/mtutek", "Zagreb"),
    ],
)
def test_profiles_however_they_are_written(letters, kit, github, linkedin):
    assert letters.lost(kit.letter([*kit.SENDERS[5][:2], github, linkedin]), 5) == {}


@fault("docs_1/F7")
def test_profiles_as_links_under_words(letters, kit):
    def links(tab):
        kit.link(tab, "My code", "https://github.com/mttk/")
        kit.link(tab, "My network", "http://www.linkedin.com/in/mtutek")
        kit.link(tab, "Write to me", "mailto:Martin.Tutek@gmail.com?subject=Hello")

    sender = ["Martin Tutek", "Write to me", "My code", "My network"]
    assert letters.lost(kit.letter(sender), 5, edit=links) == {}


@fault("docs_1/F7")
@pytest.mark.parametrize("github", ["GitHub: https://github.com/mttk/repo", "mttk", "GitHub: mttk2", "gitlab.com/mttk"])
def test_other_addresses_are_no_profile(letters, kit, github):
    sender = [*kit.SENDERS[5][:2], github, kit.SENDERS[5][3]]
    assert letters.lost(kit.letter(sender), 5) == kit.missing("github")


@fault("docs_1/F8")
@pytest.mark.parametrize(
    ("instance", "institution"),
    [
        (3, "UCLA"),
        (3, "University of California, Los Angeles"),
        (3, "Department of Communication, University of California Los Angeles"),
        (3, "Coalas Lab"),
        (4, "New York University"),
        (4, "Center for Data Science, NYU"),
        (4, "TTIC"),
        (4, "Toyota Technological Institute at Chicago"),
    ],
)
def test_institutions_by_their_names(letters, kit, instance, institution):
    sender = [line for line in kit.SENDERS[instance] if "UCLA" not in line and "NYU" not in line]
    assert letters.lost(kit.letter([*sender, institution]), instance) == {}


@fault("docs_1/F8")
@pytest.mark.parametrize("line", ["", "https://comm.ucla.edu/people", "UCLAB"])
def test_an_address_mentions_no_institution(letters, kit, line):
    sender = ["Elisa Kreiss", "Assistant Professor", "Email: ekreiss@ucla.edu", line]
    assert letters.lost(kit.letter(sender), 3) == kit.missing("institution")


@fault("docs_1/F9")
@pytest.mark.parametrize(
    "title",
    [
        "Collector of typewriters, one typewriter a month",
        "For years I have worked as a writer and a strategist for firms large and small.",
        "Over the years I was a writer of reports, minutes, essays, speeches, obituaries and leaflets for many firms",
        "Dear Writer,",
    ],
)
def test_a_title_is_a_word_in_a_short_line(letters, kit, title):
    assert letters.lost(kit.letter([*kit.SENDERS[2][:2], title]), 2) == kit.missing("title")


@fault("docs_1/F9")
@pytest.mark.parametrize(
    ("instance", "title"),
    [
        (1, "Biostatistics PhD Student"),
        (1, "Ph.D. student in Biostatistics"),
        (2, "Writer & Strategist"),
        (4, "Assistant Professor"),
        (3, "Director, Lab Director"),
    ],
)
def test_titles_that_count(letters, kit, instance, title):
    known = {"Biostatistics PhD Student", "Writer", "Faculty Fellow", "Assistant Professor"}
    sender = [title if line in known else line for line in kit.SENDERS[instance]]
    assert letters.lost(kit.letter(sender), instance) == {}


@fault("docs_1/F10")
def test_a_floating_logo(letters, kit):
    def float_it(tab):
        kit.float_picture(tab, 0, "Ethan Ashby", 0, 0)

    assert letters.lost(kit.letter(kit.SENDERS[1]), edit=float_it) == {}


@fault("docs_1/F10")
def test_a_logo_in_the_header(letters, kit):
    def into_the_header(tab):
        kit.in_header(tab, [kit.take_picture(tab)])

    assert letters.lost(kit.letter(kit.SENDERS[1]), edit=into_the_header) == {}


@fault("docs_1/F11")
@pytest.mark.parametrize("margin", ["header", "footer"])
def test_a_signature_in_the_margin_costs_its_place_only(letters, kit, margin):
    def into_the_margin(tab):
        element = kit.take_picture(tab, 1)
        tab[f"{margin}s"] = {"kix.m": {f"{margin}Id": "kix.m", "content": [element]}}
        tab["documentStyle"][f"default{margin.capitalize()}Id"] = "kix.m"

    assert letters.lost(kit.letter(kit.SENDERS[1]), edit=into_the_margin) == kit.failed(
        "structural", "signature_location"
    )


@fault("docs_1/F11")
def test_a_failed_export_is_an_error_of_what_needs_it(letters, kit):
    """The signature's place needs no rendering here: it is the last thing in the letter."""
    snapshot = letters.snapshot(kit.letter(kit.SENDERS[1]))
    snapshot = kit.rewritten(snapshot, {"artifact/export.pdf": None}, export_error="500 from the export")
    results = letters.grade(snapshot)
    locations = ("name_location", "email_location", "title_location", "logo_location")
    assert kit.lost(results) == dict.fromkeys(locations, kit.ERROR)
    assert "500 from the export" in results["logo_location"].reason


@fault("docs_1/F12")
@pytest.mark.parametrize(
    "below", [["Ethan Ashby"], ["Ethan Ashby", "PhD Student", "", "eashby@uw.edu", "Enclosure: CV"]]
)
def test_a_typed_name_below_the_signature(letters, kit, below):
    assert letters.lost(kit.letter(kit.SENDERS[1], ending=[kit.SIGNATURE_IN_TEXT, *below])) == {}


@fault("docs_1/F12")
@pytest.mark.parametrize("below", [["Best regards,"], ["One", "Two", "Three", "Four", "Five"], ["Thank you!"]])
def test_a_closing_or_more_than_four_lines_below_the_signature(letters, kit, below):
    items = kit.letter(kit.SENDERS[1], ending=[kit.SIGNATURE_IN_TEXT, *below])
    assert letters.lost(items) == kit.failed("structural", "signature_location")


@fault("docs_1/F13")
def test_body_text_behind_a_signature_in_the_lower_third(letters, kit):
    ending = [*[""] * 12, kit.SIGNATURE_IN_TEXT]
    in_place = kit.letter(kit.SENDERS[1], ending=ending)
    assert letters.grade(in_place)["signature_location"].mechanism == "spatial"
    assert letters.lost([*in_place, *kit.BODY]) == kit.failed("structural", "signature_location")


@fault("docs_1/F14")
def test_a_rendition_of_the_signature(letters, kit):
    photo = io.BytesIO()
    Image.open(io.BytesIO(kit.SIGNATURE)).resize((260, 98)).save(photo, "JPEG", quality=60)
    results = letters.grade(kit.letter(kit.SENDERS[1], ending=[kit.Inline(photo.getvalue(), 144, 54)]))
    assert kit.lost(results) == {}
    assert results["signature_match"].mechanism == "fuzzy_match"


@fault("docs_1/F14")
@pytest.mark.parametrize(("cut", "counts"), [(0.45, True), (0.6, False)])
def test_a_crop_must_leave_half_of_the_signature(letters, kit, cut, counts):
    def crop(tab):
        embedded = list(tab["inlineObjects"].values())[1]["inlineObjectProperties"]["embeddedObject"]
        embedded["imageProperties"]["cropProperties"] = {"offsetRight": cut}

    lost = letters.lost(kit.letter(kit.SENDERS[1]), edit=crop)
    gone = {**kit.failed("fuzzy_match", "signature_match"), "signature_location": kit.DEPENDENCY}
    assert lost == ({} if counts else gone)


@fault("docs_1/F15")
def test_a_missing_gold_signature_is_an_error(letters, kit, rubric):
    gold = kit.gold_members(rubric, 1)
    del gold[rubric.facts(1).gold_signature]
    lost = letters.lost(kit.letter(kit.SENDERS[1]), gold=gold)
    assert lost == {"signature_match": kit.ERROR, "signature_location": kit.ERROR}


@fault("docs_1/F15")
@pytest.mark.parametrize("logos", [{}, {"logo.png": b"not a picture", "notes.txt": b"x"}])
def test_an_empty_logo_folder_is_an_error(letters, kit, rubric, logos):
    facts = rubric.facts(1)
    members = {f"{facts.gold_logos}/{name}": data for name, data in logos.items()}
    gold = {facts.gold_signature: kit.SIGNATURE, **members}
    lost = letters.lost(kit.letter(kit.SENDERS[1]), gold=gold)
    assert lost == {"logo_match": kit.ERROR, "logo_location": kit.ERROR}


@fault("docs_1/F16")
def test_letters_graded_in_turns_do_not_mix(letters, kit, rubric):
    """No shared working folder: two graders, step by step in turns, and nothing is written beside the snapshots."""
    good = letters.snapshot(kit.letter(kit.SENDERS[1]))
    bare = letters.snapshot(kit.letter(kit.SENDERS[1], logo=[], ending=[]))
    resources = Resources(judge=ScriptedJudge([]), gold=letters.archive(kit.gold_members(rubric, 1)))
    files = sorted(letters.folder.rglob("*"))
    graders = [Grader(rubric, rubric.tasks[0], snapshot, resources) for snapshot in (good, bare)]
    results = [{}, {}]
    for step in rubric.steps(1):
        for grader, found in zip(graders, results, strict=True):
            found[step.slug] = grader.result(step.slug)
    assert kit.lost(results[0]) == {}
    assert set(kit.lost(results[1])) == {"logo_match", "logo_location", "signature_match", "signature_location"}
    assert sorted(letters.folder.rglob("*")) == files


@fault("docs_1/F17")
def test_object_ids_and_folders_with_odd_names(letters, kit):
    letters.folder = letters.folder / "images" / "my_images_1"

    def rename(tab):
        for number, old in enumerate(list(tab["inlineObjects"])):
            new = f"images_{number}_images_"
            tab["inlineObjects"][new] = {**tab["inlineObjects"].pop(old), "objectId": new}
            for element in tab["body"]["content"]:
                for run in element.get("paragraph", {}).get("elements", []):
                    if run.get("inlineObjectElement", {}).get("inlineObjectId") == old:
                        run["inlineObjectElement"]["inlineObjectId"] = new

    assert letters.lost(kit.letter(kit.SENDERS[1]), edit=rename) == {}


@fault("docs_1/F18")
@pytest.mark.parametrize(("size", "lost"), [((595.28, 841.89), ()), ((612, 792), ("title",))])
def test_regions_are_fractions_of_the_page(letters, kit, size, lost):
    """The title's line ends between the upper third of a Letter page (264 pt) and that of an A4 page (280.6 pt)."""

    def paper(tab):
        tab["documentStyle"]["pageSize"] = {"width": kit.pt(size[0]), "height": kit.pt(size[1])}
        style = kit.paragraph(tab, "Biostatistics PhD Student")["paragraphStyle"]
        style["spaceAbove"] = kit.pt(70)

    assert letters.lost(kit.letter(kit.SENDERS[1]), edit=paper) == kit.misplaced(*lost)


@fault("docs_1/F19")
@pytest.mark.parametrize("answer", ["No, although yes, it is blue", "yes", None])
def test_an_answer_is_yes_or_no_and_nothing_else(letters, kit, answer):
    items = kit.letter(kit.SENDERS[1], logo=[kit.Inline(kit.OTHER, 90, 90)])
    lost = letters.lost(items, judge=[{"key": "logo_identity", "answer": answer}])
    assert lost == {"logo_match": kit.ERROR, "logo_location": kit.ERROR}


@fault("docs_1/F20")
def test_another_official_logo(letters, kit):
    items = kit.letter(kit.SENDERS[1], logo=[kit.Inline(kit.OTHER, 90, 90)])
    results = letters.grade(items, judge=[{"key": "logo_identity", "answer": True}])
    assert kit.lost(results) == {}
    assert results["logo_match"].mechanism == "llm_vlm_judgement"
    assert letters.judge.asked == ["logo_identity"], "its place is read from the PDF"


@fault("docs_1/F21")
def test_the_file_name_is_not_graded(letters, kit, rubric):
    """Prompts 2 to 4 ask for a name and a folder, but the document is made for the agent: policy, no step."""
    assert letters.lost(kit.letter(kit.SENDERS[2]), 2) == {}  # the file is called "Letter"
    assert not [step.slug for step in rubric.steps(2) if "file" in step.slug or "folder" in step.slug]


@fault("docs_1/F22")
def test_a_title_of_one_employer_with_the_institution_of_the_other(letters, kit):
    """The rubric lists alternatives for each field: policy."""
    sender = [*kit.SENDERS[4][:2], "Faculty Fellow", "Toyota Technological Institute at Chicago"]
    assert letters.lost(kit.letter(sender), 4) == {}
