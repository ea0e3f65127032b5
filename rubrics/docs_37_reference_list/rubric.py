"""The resources that the slides of a course link, lecture by lecture, each in the list of its type.

The gold data has the schedule and, for each lecture, the links of its slides with their types and slide numbers.
"""

from pytest_knows.checks.majority import each
from pytest_knows.checks.quantifiers import Attempt, first_open
from pytest_knows.rubric import decided_by, fail, located, proportion, show, step
from pytest_knows.scoring import Mechanism

from . import course, headings, judged, liveness, looks, order, reading, tails
from .addresses import canonical, is_written_out

# -- The gold data -----------------------------------------------------------------------------------------------------


@located
def lectures(gold, facts, rows):
    return unless_blank(lambda: course.read_lectures(gold, facts), rows)


@located
def entries(gold, facts, lectures, rows):
    """Every resource that the gold has, one of each lecture's."""
    return unless_blank(lambda: course.read_entries(gold, facts, lectures), rows)


def unless_blank(read, rows):
    """What the gold says; where that is not to be had, a blank document fails all the same."""
    known = Attempt(read)
    if known.open and not rows:
        fail("the document is blank", Mechanism.DEPENDENCY_NOT_EVALUATED)
    return known.get()


@located
def live(entries):
    return tuple(entry for entry in entries if not entry.dead)


@located
def wanted(entries, live, facts):
    """What has to stand under the lectures: dead links only where they are to be struck through."""
    return entries if facts.dead_links == "struck through" else live


@located
def multi(wanted):
    """What is linked on more than one slide."""
    return tuple(entry for entry in wanted if len(entry.slides) > 1)


# -- Reading the document ----------------------------------------------------------------------------------------------


@located
def rows(doc, facts):
    return reading.read_rows(doc, facts.types)


@located
def heads(lectures, rows, facts, judge):
    """Lecture -> an attempt at the row that is its heading."""
    return headings.pair(lectures, rows, facts, judge)


@located
def headed(heads):
    """The rows that are headings of lectures."""
    return {attempt.known for attempt in heads.values() if attempt.known}


@located
def sections(rows, headed, facts):
    """Heading -> what stands below it, in order."""
    return {section.heading: section for section in reading.read_sections(rows, headed, facts)}


@located
def lists(sections, headed):
    return reading.lists_of(sections.values(), headed)


@located
def kinds(lists, judge, facts):
    """List -> an attempt at the `Kind` that its name means."""
    return judged.kinds(lists, judge, facts)


@located
def records(entries, heads, sections):
    """Entry -> an attempt at the first link below its lecture's heading that leads there, None for none."""
    return reading.records(entries, heads, sections)


def heading(lecture, heads):
    row = heads[lecture].get()
    assert row, "no heading"
    return row


def link(entry, records):
    found = records[entry].get()
    assert found, "not linked under its lecture"
    return found


def of_gold(items, check, rows):
    """As `proportion`; if the gold has nothing to check the step passes, but for a blank document."""
    if items:
        return proportion(items, check)
    if not rows:
        fail("the document is blank", Mechanism.DEPENDENCY_NOT_EVALUATED)
    return decided_by(Mechanism.VACUOUS_PASS)


# -- Headings ----------------------------------------------------------------------------------------------------------


@step(points=10, category="information_retrieval", mechanism="fuzzy_match", needs=["gold"])
def title_format(lectures, heads, headed, rows, facts):
    """Every lecture has its heading, and nothing else has one."""
    extras = dict.fromkeys(row for row in rows if row not in headed and headings.looks_like_lecture(row, facts))
    undecided = first_open(attempt.open for attempt in heads.values())

    def check(item):
        if item in extras:
            if undecided:
                raise undecided
            fail("a heading that is no scheduled lecture's")
        row = heading(item, heads)
        assert row.prefix == item.key, f"{row} does not begin with {item.prefix!r}"
        assert headings.likeness(row.title, item.folded) >= headings.SAME_TITLE, f"{row} has another title"

    return proportion([*lectures, *extras], check)


@step(points=10, category="formatting_check", mechanism="structural", needs=["gold"])
def heading_3(lectures, heads):
    return proportion(lectures, lambda lecture: heading(lecture, heads).named == "HEADING_3")


@step(points=10, category="structural_check", needs=["gold"])
def bookmarked(lectures, heads):
    """The API shows no bookmarks: what could be the target of one is all there is to see."""
    result = proportion(lectures, lambda lecture: heading(lecture, heads).marked)
    decided_by(Mechanism.VACUOUS_PASS if result.passed == result.total else Mechanism.STRUCTURAL)
    return result


# -- Lists -------------------------------------------------------------------------------------------------------------


@step(points=10, category="structural_check", mechanism="deterministic", needs=["gold"])
def categories_covered(wanted, heads, sections, kinds):
    def check(pair):
        lecture, kind = pair
        found = judged.first_of(kind, [kinds[one] for one in sections[heading(lecture, heads)].lists])
        assert found, f"no list {kind!r}"
        decided_by(found.mechanism)

    pairs = dict.fromkeys((entry.lecture, entry.kind) for entry in wanted)
    return each(pairs, check, by=Mechanism.DETERMINISTIC)


@step(points=10, category="formatting_check", mechanism="structural", needs=["gold"])
def category_bold(lists):
    return proportion(lists, lambda one: one.bold)


@step(points=10, category="structural_check", needs=["gold"])
def no_empty_list(lists):
    return proportion(lists, lambda one: bool(one.references))


@step(points=10, category="structural_check", needs=["gold"])
def no_invalid_category(lists, kinds):
    def check(one):
        kind = kinds[one].get()
        decided_by(kind.mechanism)
        assert kind.name, "names none of the types"

    return each(lists, check, by=Mechanism.STRUCTURAL)


# -- References --------------------------------------------------------------------------------------------------------


@step(points=10, category="information_retrieval", mechanism="fuzzy_match", needs=["gold"])
def refs_present(wanted, records, sections):
    known = {attempt.known for attempt in records.values()}
    beyond = [found for section in sections.values() for found in section.references if found not in known]
    show("links that are none of the gold's", len(beyond))
    return proportion(wanted, lambda entry: link(entry, records))


@step(points=10, category="structural_check", mechanism="deterministic", needs=["gold"])
def no_duplicates(wanted, records):
    def check(entry):
        found = link(entry, records)
        return found.section.times[found.page] == 1

    return proportion(wanted, check)


@step(points=10, category="content_check", needs=["gold"])
def categorised(live, records, kinds):
    def check(entry):
        holder = link(entry, records).list
        kind = kinds[holder].get() if holder else judged.NONE
        decided_by(kind.mechanism)
        assert kind.name == entry.kind, f"under {holder}, not {entry.kind!r}"

    return each(live, check, by=None)


@step(points=10, category="information_retrieval", needs=["gold"])
def slides_match(wanted, records):
    def check(entry):
        found = set(tails.slide_numbers(link(entry, records).says))
        assert found == entry.slides

    return proportion(wanted, check)


@step(points=10, category="formatting_check", needs=["gold"])
def anchor_text(live, records):
    return proportion(live, lambda entry: not is_written_out(link(entry, records).text))


@step(points=10, category="formatting_check", needs=["gold"])
def slide_format(wanted, records, facts):
    def check(entry):
        says = link(entry, records).says
        assert tails.ends_with_slides(says, source_may_follow=facts.source != "none"), f"{says!r}"

    return proportion(wanted, check)


@step(points=10, category="information_retrieval", mechanism="fuzzy_match", needs=["gold"])
def author_meta(live, records, facts):
    def check(entry):
        says = link(entry, records).says
        if facts.source == "author":
            why = tails.names_author(says, entry.author)
        else:
            why = tails.names_year_and_author(says, entry.year, entry.author)
        assert not why, why

    return proportion(live, check)


@step(points=10, category="content_check", mechanism="fuzzy_match", needs=["gold", "judge"], judge_primary=True)
def name_relevant(live, records, gold, judge):
    titles = course.read_titles(gold)

    def check(entry):
        found = link(entry, records)
        fits = judged.fits(found, titles.get(canonical(entry.url), ""), judge)
        assert fits, f"{found.text!r} is no name of the page"

    return each(live, check, by=None)


@step(points=10, category="structural_check", mechanism="deterministic", needs=["gold", "web"])
def no_dead_links(doc, entries, pages):
    """Wherever they stand in the document."""
    links = liveness.links_of(doc)
    if not links:
        fail("the document has no links", Mechanism.DEPENDENCY_NOT_EVALUATED)
    known = liveness.known(entries)
    return proportion(links, lambda url: not liveness.is_dead(url, known, pages), name=str)


@step(points=10, category="formatting_check", mechanism="structural", needs=["gold"])
def dead_struck(entries, rows, records):
    dead = [entry for entry in entries if entry.dead]
    return of_gold(dead, lambda entry: looks.is_struck(link(entry, records)), rows)


@step(points=10, category="structural_check", needs=["gold", "web"])
def inactive_section(sections, headed, entries, records, gold, pages):
    """The last section; the rubric lets an empty one pass."""
    in_turn = list(sections)
    own = max((place for place, row in enumerate(in_turn) if row.is_inactive_links), default=None)
    assert own is not None, 'no section "Inactive Links"'
    behind = headed.intersection(in_turn[own:])
    assert not behind, f"lectures follow it: {behind}"
    show("dead links left under their lectures", [entry for entry in entries if entry.dead and records[entry].known])
    links = {found.page: found.url for found in sections[in_turn[own]].references}
    if not links:
        return decided_by(Mechanism.VACUOUS_PASS)
    decided_by(Mechanism.DETERMINISTIC)
    known, broken = liveness.known(entries), Attempt(lambda: course.read_broken(gold))
    return proportion(links.values(), lambda url: liveness.is_dead(url, known, pages, broken), name=str)


@step(points=10, category="structural_check", needs=["gold"])
def in_order(live, rows, records, kinds, facts):
    gold_lists = order.gold_lists(live)
    standing = {key: Attempt(lambda key=key: order.standing_in(key, live, records, kinds)) for key in gold_lists}
    if standing and all(attempt.known is not None and len(attempt.known) < 2 for attempt in standing.values()):
        fail("no list has two of the gold's references", Mechanism.DEPENDENCY_NOT_EVALUATED)

    def check(key):
        found = standing[key].get()
        assert len(found) > 1, f"has {len(found)} of the gold's references"
        assert order.is_sorted(found, facts.sort), f"not in order: {[reference for _, reference in found]}"

    return of_gold(gold_lists, check, rows)


# -- Links of several slides -------------------------------------------------------------------------------------------


@step(points=10, category="formatting_check", needs=["gold"])
def multi_styled(look, multi, wanted, rows, records, facts):
    """The whole text of these links has the look, nothing behind it, and no link of a single slide."""

    def wrongly(entry):
        attempt = records[entry]
        return attempt.open or (attempt.known and looks.carries(attempt.known, look, facts))

    items = [*multi, *(entry for entry in wanted if entry not in multi and wrongly(entry))]
    decided_by(Mechanism.STRUCTURAL if look in ("bold", "italic") else Mechanism.DETERMINISTIC)

    def check(entry):
        found = link(entry, records)
        assert entry in multi, "on a single slide only"
        assert looks.carries(found, look, facts), "the link does not have it"
        assert not looks.spills(found, look, facts), "what stands behind the link has it too"

    return of_gold(items, check, rows)


@step(points=10, category="formatting_check", mechanism="structural", needs=["gold"])
def multi_no_underline(multi, rows, records):
    return of_gold(multi, lambda entry: not looks.is_underlined(link(entry, records)), rows)


@step(points=10, category="structural_check", mechanism="deterministic", needs=["gold"])
def no_dup_slide_numbers(multi, rows, records):
    def check(entry):
        numbers = tails.slide_numbers(link(entry, records).says)
        assert numbers, "no slide numbers"
        assert len(set(numbers)) == len(numbers), f"repeated: {numbers}"

    return of_gold(multi, check, rows)
