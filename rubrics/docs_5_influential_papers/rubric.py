"""Five influential papers on a topic: of each the title, below it a link to the paper, and below that the abstract."""

import datetime

from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.checks.values.date import last_day
from pytest_knows.rubric import decided_by, located, requires, show, step
from pytest_knows.scoring import Mechanism

from .abstracts import COVERED
from .keys import ARXIV, SCHOLAR, Key, keys_behind, merged
from .outline import PAPERS, Outline, Paper, paper_links, searched_title
from .sources import ARXIV_API, Known, page_query, queries

ASKED = 10
"""Papers that sources are asked about: more than are graded, as two links may turn out to be one paper."""
DAYS_A_YEAR = 365.25

# -- What is found once ------------------------------------------------------------------------------------------------


@located
def lines(doc):
    """Those of the text, tables row by row; what stands in the margins is no list of papers."""
    return tuple(line for tab in doc.tabs for line in tab.body.lines)


@located
def links(lines, facts):
    """The links to papers, in order."""
    return paper_links(lines, facts.sites)


def first_of_each(links):
    """Key -> its first link."""
    return {link.key: link for link in reversed(links)}


@located
def asked(links, lines, facts):
    """Key -> what sources are asked, for the first papers."""
    first = sorted(first_of_each(links).values(), key=lambda link: link.place)[:ASKED]
    return queries({link.key: searched_title(link, lines) for link in first}, pubmed=facts.pubmed)


def evidence(asked):
    """What the freeze has to fetch besides the pages of the links."""
    return [query.wanted for several in asked.values() for query in several]


@located
def answers(asked, pages):
    """Key -> [(source, its answer)]."""
    return {key: answered(several, pages) for key, several in asked.items()}


def answered(several, pages):
    return [(query.source, Attempt(lambda query=query: query.answer(pages))) for query in several]


@located
def papers(links, answers, pages, facts):
    """All papers, in order; what redirects to the same page, or is one paper at Semantic Scholar, is one."""

    def same(link):
        """Keys that are as good as the link's."""
        if link.key not in answers:
            return {link.key}
        numbers = {Key(SCHOLAR, record.number) for record in Known(answers[link.key]).records(SCHOLAR) if record.number}
        return keys_behind(link.url, facts.sites, pages) | numbers

    by_key = {}
    for link in links:
        by_key.setdefault(link.key, []).append(link)

    def paper(keys):
        own = sorted((link for key in keys for link in by_key.get(key, ())), key=lambda link: link.place)
        first = [link for link in first_of_each(own).values() if link.key in answers]
        known = [entry for link in first for entry in answers[link.key]]
        shown = [page_query(link.url) for link in first]
        return Paper(keys=frozenset(keys), links=tuple(own), known=Known(known, lambda: answered(shown, pages)))

    return [paper(keys) for keys in merged(map(same, links))]


@located
def outline(lines, papers):
    return Outline(lines, papers)


@located(title="the paper")
def paper(papers, slot):
    return papers[slot - 1] if len(papers) >= slot else None


@located(title="the paper")
def known(paper):
    """What the sources say of it."""
    return paper.known


def visited_papers(trace, facts, pages):
    """The keys of each paper whose page was visited."""
    return merged(keys_behind(url, facts.sites, pages) for url in trace.distinct())


# -- 1: the pages ------------------------------------------------------------------------------------------------------


@step(category="web_visit_check", title="Five different paper pages visited")
def papers_visited(trace, facts, pages):
    found = visited_papers(trace, facts, pages)
    show("visited", found)
    assert len(found) >= PAPERS, f"pages of {len(found)} papers on {' or '.join(facts.sites)} were visited"


@step(category="web_visit_check", title="Document links were visited")
def links_match_visits(papers, trace, facts, pages):
    assert len(papers) >= PAPERS, f"the document links to {len(papers)} papers on {' or '.join(facts.sites)}"
    visited = set().union(*visited_papers(trace, facts, pages))
    missed = [paper for paper in papers[:PAPERS] if not paper.keys & visited]
    assert not missed, f"not visited: {missed}"


# -- 2: what the papers are like ---------------------------------------------------------------------------------------


@step(category="information_retrieval", needs=["web"], title="Paper has enough citations")
def citations(known, facts):
    count = known.citations()
    show("citations", count)
    assert count is not None, "Semantic Scholar has no page of the paper"
    assert count >= facts.min_citations, f"{count} citations, at least {facts.min_citations} are asked for"


@step(category="information_retrieval", needs=["web"], title="Paper is recent")
def recency(known, facts, today):
    """By the earliest date; one without month or day counts, if there is no other, as the last that it may be."""
    dates = [date for several in known.need("dates") for date in several if last_day(date)]
    complete = [date for date in dates if date.count("-") == 2]
    first = min(map(last_day, complete or dates), default=None) or known.lacking("date")
    show("first published", first)
    oldest = today - datetime.timedelta(days=facts.max_years * DAYS_A_YEAR)
    assert first >= oldest, f"first published on {first}, more than {facts.max_years} years ago"


# -- 3: how the document gives them ------------------------------------------------------------------------------------


@step(category="information_retrieval", mechanism="fuzzy_match", needs=["web"], title="Abstract present")
def abstract(slot, known, outline):
    wanted = known.need("abstract")
    covered = outline.covered(slot - 1, outline.words)
    decided_by(Mechanism.FUZZY_MATCH)
    assert covered >= COVERED, f"the document gives {covered:.0%} of the abstract {wanted[0][:60]!r}..."


@step(category="information_retrieval", mechanism="fuzzy_match", needs=["web"], title="Title present")
def title(slot, known, outline):
    wanted = known.need("title")
    found = outline.titles[slot - 1]
    decided_by(Mechanism.DETERMINISTIC if any(found.values()) else Mechanism.FUZZY_MATCH)
    assert found, f"no line gives the title {wanted[0]!r}"


@step(category="information_retrieval", title="Link present")
def link(paper, known, facts):
    """A paper is found by its link, so that there is one; only the section of arXiv may be a wrong one."""
    show("link", paper.links[0])
    if facts.arxiv_section and all(key.kind in (ARXIV, SCHOLAR) for key in paper.keys):
        sections = [name for record in known.records(ARXIV_API) for name in record.categories]
        right = any(name.startswith(facts.arxiv_section) for name in sections or known.lacking("sections on arXiv"))
        assert right, f"arXiv has it in {', '.join(sections)}, not in {facts.arxiv_section}"


@step(category="structural_check", title="Title, link, abstract in order")
@requires("title_{slot}", "link_{slot}", "abstract_{slot}")
def structure(slot, outline):
    assert outline.in_order(slot - 1), "the link does not stand below the title, or the abstract not below the link"


# -- 4: what they are about --------------------------------------------------------------------------------------------


@step(category="content_check", mechanism="llm_vlm_judgement", needs=["judge", "web"], judge_primary=True)
def relevance(slot, known, outline, judge, facts):
    """By title and abstract; where no source has the abstract, by what the document gives as such."""
    titles, abstracts = known.values("title"), known.values("abstract")
    if not titles and not abstracts:
        known.lacking("title")
    shown = {"title": titles[0] if titles else "", "abstract": abstracts[0] if abstracts else outline.below(slot - 1)}
    question = f"Is this paper strongly about the following, and not just in passing? {facts.topic}"
    assert judge.yes_no("relevance", question, evidence=shown), f"not on the topic: {shown['title']!r}"
