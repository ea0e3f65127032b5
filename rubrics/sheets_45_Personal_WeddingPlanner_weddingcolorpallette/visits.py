"""Linked and visited pages: whether they are there, what they are about, and whether they speak of a colour."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pytest_knows.checks.quantifiers import first_open
from pytest_knows.errors import DamagedEvidence, Ungraded, WorldError
from pytest_knows.evidence import urls
from pytest_knows.evidence.searches import is_results_page

from .words import address_words, holds, plain, says

EXCERPT = 10_000
"""Characters of a page that the judge is shown."""
SHORT = 1500
"""Characters of a page that may be nothing but the message that there is no such page."""
SOURCES = ("docs.google.com", "drive.google.com", "sheets.google.com", "colorhexa.com")
"""Where no articles are."""

_GONE = re.compile(
    r"\b(?:page|url|link)\b[^.!?]{0,40}\b(?:not found|(?:can(?:no|')t|could(?: not|n't)) (?:be found|find)"
    r"|(?:does not|doesn't|no longer) exists?|no longer available)|\b(?:can(?:no|')t|could(?: not|n't)) find "
    r"(?:the|that|this) page|^\W*(?:error\W*)?404\b(?:\W*(?:error|not found|page).*)?$"
)
_PICTURE = re.compile(r"\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?|ico)$", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Site:
    """A page, as far as it was recorded."""

    url: str
    page: Any

    def __repr__(self):
        return f"{self.page or self.url}"

    @cached_property
    def gone(self):
        """Why the link leads nowhere; "" if that is not so, or not known."""
        page = self.page
        if page is not None and (page.dead or (page.error is None and (page.status or 0) >= 500)):
            return f"{page} is dead"
        if page is None or not page.readable:
            return ""
        if not page.body.strip():
            return f"{page} is empty"
        parts = (page.title, page.text if len(page.text) < SHORT else "")
        return f"{page} says that it is not there" if any(map(_GONE.search, map(plain, parts))) else ""

    @property
    def open(self):
        """Why it is not known whether the page is there; None if that is known."""
        if self.gone or (self.page is not None and self.page.readable):
            return None
        return DamagedEvidence(f"{self} could not be read" if self.page else f"{self.url} was not recorded")

    @cached_property
    def path(self):
        return address_words(self.url)

    @cached_property
    def title(self):
        return plain(self.page.title) if self.page is not None else ""

    @cached_property
    def text(self):
        return plain(self.page.text) if self.page is not None else ""

    def says(self, words):
        """Anywhere: in title, text or address."""
        return any(says(part, words) for part in (self.title, self.path, self.text))

    def holds(self, name):
        return any(holds(part, plain(name)) for part in (self.title, self.path, self.text))

    def on_host(self, hosts):
        """Its host is one of these, or has one of these as a part."""
        host = urls.host(self.url)
        return any(urls.on_site(self.url, one) if "." in one else one in host.split(".") for one in hosts)

    def shown(self, keywords):
        """What the judge sees of it."""
        title = self.page.title if self.page is not None else ""
        text = self.page.excerpt(keywords, EXCERPT) if self.page is not None else ""
        return {"url": self.url, "title": title, "text": text}


class Web:
    """The recorded pages, each read once."""

    def __init__(self, pages):
        self._pages = pages
        self._sites = {}

    def __repr__(self):
        return repr(self._pages)

    def site(self, url):
        """The page; of a link that is none ("") an unknown one."""
        key = urls.normalise(url)
        if key not in self._sites:
            self._sites[key] = Site(url=url, page=self._pages.get(url))
        return self._sites[key]

    def different(self, links):
        """The sites of these links, each once."""
        return list({urls.normalise(link): self.site(link) for link in links if link}.values())


# -- links of the list -------------------------------------------------------------------------------------------------


def check_work(sites):
    """No link is dead; those that nobody could read are left out, unless there are no others."""
    gone = [site.gone for site in sites if site.gone]
    assert not gone, "; ".join(gone)
    opens = [site.open for site in sites]
    if None not in opens:
        raise first_open(opens)


def require_text(site):
    """Fails for a dead link and for none; raises what keeps the page from being read."""
    assert site.url, "no link"
    assert not site.gone, site.gone
    if site.open:
        raise site.open
    if not (site.text or site.title):
        raise DamagedEvidence(f"{site} has no text that can be read")


def check_article(name, site, facts, judge):
    """The page is an article on the topic that mentions the colour."""
    require_text(site)
    about = site.on_host(facts.wedding_sites) or site.says(facts.wedding)
    if about and (not facts.season or site.says(facts.season)) and site.holds(name):
        return
    question = f"Is the page about {facts.article}, and does it mention or show the named colour, be it in other words?"
    evidence = {"colour": name, **site.shown([name, *name.split(), *facts.wedding, *facts.season])}
    assert judge.yes_no("article_relevant", question, evidence=evidence), f"{site} is not about it"


def check_store(name, site, facts, judge):
    """The page is one of a store of the wanted kind that shows the colour."""
    excluded = facts.no_paint_store and of_paint_store(urls.host(site.url), facts.paint)
    assert not excluded, f"{site.url} is a paint store"
    require_text(site)
    doubtful = facts.no_paint_store and any(says(part, facts.paint) for part in (site.title, site.path))
    host = plain(urls.host(site.url).replace(".", " "))
    if not doubtful and (says(host, facts.store_words) or site.says(facts.store_words)) and site.holds(name):
        return
    question = f"Is this a page {facts.store} that mentions, shows or sells the named colour?"
    evidence = {"colour": name, **site.shown([name, *name.split(), *facts.store_words])}
    assert judge.yes_no("store_relevant", question, evidence=evidence), f"{site} does not show it"


def of_paint_store(host, words):
    """A part of the host's name is one of the words, or begins or ends with a long one ("behrpaint.com")."""
    parts = [*re.split(r"[.-]", host), host.replace("-", "").split(".")[0]]
    plain_words = [word.replace(" ", "") for word in words]
    return any(
        part in (word, f"{word}s") or (len(word) > 4 and re.search(rf"^{word}(?!ed|er|ing)|{word}s?$", part))
        for part in parts
        for word in plain_words
    )


# -- visited articles --------------------------------------------------------------------------------------------------


def may_be_article(url):
    """A page that is neither a search, nor a document of the agent's own, nor a picture, nor a site's home page."""
    parsed = urls.parse(urls.unwrap(url))
    if parsed is None or not parsed.segments or _PICTURE.search(parsed.path):
        return False
    return not (is_results_page(url) or urls.google_file_id(url) or urls.on_site(url, *SOURCES))


def check_researched(sites, facts, judge):
    """Enough of the visited pages are articles on the topic, by their words or as the judge sees them."""
    sites = [site for site in sites if not site.gone]
    found = [site for site in sites if by_words(site, facts)]
    opens = []
    for site in (site for site in sites if site not in found):
        if len(found) >= facts.articles:
            break
        try:
            if judged_article(site, facts, judge):
                found.append(site)
        except (WorldError, Ungraded) as gap:
            opens.append(gap)
    if len(found) < facts.articles and opens:
        raise first_open(opens)
    assert len(found) >= facts.articles, f"{len(found)} of {facts.articles} articles were visited: {found}"


def by_words(site, facts):
    about = site.on_host(facts.wedding_sites) or says(site.title, facts.wedding) or says(site.path, facts.wedding)
    return about and (not facts.season or site.says(facts.season))


def judged_article(site, facts, judge):
    """A page that never speaks of weddings is none; raises what keeps it from being read or judged."""
    if site.open:
        raise site.open
    if not (site.on_host(facts.wedding_sites) or site.says(facts.wedding)):
        return False
    question = f"Is this page an article on {facts.article}?"
    return judge.yes_no("article_topic", question, evidence=site.shown([*facts.wedding, *facts.season]))
