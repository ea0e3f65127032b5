"""The article that the agent found its cars in."""

from collections.abc import Mapping, Sequence

from pytest_knows.checks.quantifiers import Attempt, require_decided
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import searches, urls
from pytest_knows.evidence.pages import Page, Pages
from pytest_knows.judge import Judge
from pytest_knows.judge.schema import TEXT, list_of

from .entries import Entry, is_kbb
from .kbb import Shelf, names_of, readable
from .names import squashed, tokens, told, years

LISTED = 50_000
"""Characters of an article from which its cars are read; with more, the parts about cars."""
SHOWN = 12_000
"""Characters of a page by which a judge says whether it is an article."""


def candidates(visited: Sequence[str], shelf: Shelf, content: Sequence[Entry]) -> list[str]:
    """The visited pages that may be one: no car's page of KBB, no search, no Google file."""
    names = names_of(content)
    left_out = {url for url in visited if is_kbb(url) and shelf.has(url, names)}
    return [
        url
        for url in visited
        if url not in left_out and not searches.is_results_page(url) and not urls.google_file_id(url)
    ]


class Search:
    """The first of the candidates that a judge accepts; `kind` is what it is to be about ("2023 minivan")."""

    def __init__(self, found: Sequence[str], pages: Pages, judge: Judge, kind: str) -> None:
        question = (
            f"Is the page a real article that serves as the source for {kind} cars? It must discuss or list several "
            "models of that category (others may appear as well), for that year or a few years around it, and be no "
            "home page, no offer of a single vehicle and on the matter."
        )
        self.kind = kind
        self._judge = judge
        self.candidates = found
        self.page: Page | None = None
        self.answers: list[Attempt[bool]] = []
        for url in found:
            if (page := readable(url, pages)) is not None:
                shown = {"url": url, "page": page.excerpt(self._words, SHOWN)}
                self.answers.append(Attempt(lambda shown=shown: judge.yes_no("article", question, evidence=shown)))
                if self.answers[-1].known:
                    self.page = page
                    break

    @property
    def _words(self) -> list[str]:
        return tokens(self.kind)

    def require_decided(self) -> None:
        """Raises why it is not known that there is none."""
        require_decided(answer.open for answer in self.answers)
        if not self.answers:
            raise DamagedEvidence(f"none of the visited pages could be read: {', '.join(self.candidates)[:200]}")

    def models(self) -> list[str]:
        """The cars of the category that the article names; none without an article."""
        if self.page is None:
            return []
        question = f"Which {self.kind} cars does the article name? Make and model of each."
        shown = {"article": self.page.excerpt(self._words, LISTED)}
        answer = self._judge.extract("models", question, list_of(TEXT), evidence=shown)
        there = squashed(self.page.text)
        told_there = (one for one in answer if isinstance(one, str)) if isinstance(answer, list) else ()
        return list(dict.fromkeys(one for one in told_there if _stands(one, there)))


def _stands(model: str, squashed_text: str) -> bool:
    words = told(model, ())
    return bool(words) and all(word in squashed_text for word in words)


class Contest:
    """Which slides are about different cars of the category, by their titles."""

    def __init__(self, search: Search, judge: Judge, year: str) -> None:
        self._models = Attempt(search.models)
        self._judge = judge
        self._year = year
        self._kind = search.kind

    def model(self, entry: Entry) -> str:
        """The list's name of it, or the title where there is no list; "" if it is no such car."""
        if not entry.title or years(entry.title) - {self._year}:
            return ""
        shown = {"title": entry.title}
        models = self._models.get()
        if models:
            question = (
                f"Which of these {self._kind} models does the title name? Make and model count, not trim or year."
            )
            found = self._judge.choice("listed_model", question, [*models, "none of them"], evidence=shown)
            return found if found in models else ""
        question = f"Does the title name a {self._kind} model?"
        return entry.title if self._judge.yes_no("is_model", question, evidence=shown) else ""

    def different(self, answers: Mapping[Entry, str], category: frozenset[str]) -> list[Entry]:
        """Of those with a name the first of each car, as the list calls it and as the slides do."""
        found: list[Entry] = []
        seen: set[object] = set()
        for entry, model in answers.items():
            keys = {"".join(told(model, category))} | ({entry.known_name.key} if entry.known_name else set())
            if not keys & seen:
                found.append(entry)
            seen |= keys
        return found
