"""FoodData Central: links to its foods, and what its API says of them."""

import json
import re
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from pytest_knows.artifact.lenient import entries, number, string
from pytest_knows.checks.text import fold
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import urls
from pytest_knows.evidence.request import Key, Request
from pytest_knows.scoring import Mechanism

SITE, API = "fdc.nal.usda.gov", "api.nal.usda.gov"
KEY = Key(variable="USDA_API_KEY", parameter="api_key", default="DEMO_KEY")
"""The public key allows 30 calls an hour."""

_LINKED = re.compile(r"(?<![\w-])food-details/0*(\d{1,12})(?!\d)")
_VISITED = re.compile(r"(?<![\w-])food(?:-details)?/0*(\d{1,12})(?!\d)")


def food_id(link: str) -> str:
    """The id of the food that a link leads to; "" if it leads elsewhere."""
    url = urls.parse(urls.unwrap(link))
    match = _LINKED.search(f"{url.path}#{url.fragment}") if url and urls.host(link) == SITE else None
    return match[1] if match else ""


def record_of(food: str) -> Request:
    """The call of the API for a food's record."""
    return Request(f"https://{API}/fdc/v1/food/{food}", key=KEY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Food:
    """A food's record: its title, and of each nutrient the amount in 100 g, 0 where the record does not say."""

    title: str
    per_100_g: dict[str, float]


class Foods:
    """The recorded answers of the API. `nutrients` say what the nutrients are called there."""

    def __init__(self, pages, nutrients):
        self._pages = pages
        self._nutrients = nutrients

    def __repr__(self):
        return f"foods in {self._pages}"

    def get(self, food: str) -> Food | None:
        """None if there is no such food; raises `DamagedEvidence` if that cannot be told."""
        page = self._pages.get(record_of(food).address)
        if page is not None and page.status == 404:
            return None
        if page is None or not page.readable:
            raise DamagedEvidence(
                f"what FoodData Central says of food {food} could not be read: {page or 'not recorded'}"
            )
        try:
            answer = json.loads(page.body)
        except (ValueError, RecursionError) as error:
            raise DamagedEvidence(f"FoodData Central's answer on food {food} is no JSON: {error}") from error
        if not string(answer, "description"):
            raise DamagedEvidence(f"FoodData Central's answer on food {food} has no title")
        stated = {
            string(entry, "nutrient", "name"): number(entry, "amount") for entry in entries(answer, "foodNutrients")
        }
        amounts = {
            name: next((stated[called] for called in nutrient.usda if called in stated), 0.0)
            for name, nutrient in self._nutrients.items()
        }
        return Food(title=string(answer, "description"), per_100_g=amounts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a link is one to the ingredient's food."""

    accepted: bool
    mechanism: Mechanism = Mechanism.DETERMINISTIC
    reason: str = ""


def judged_link(link, name, gold_id, names, foods: Foods, judge) -> Verdict:
    """Raises what keeps the food's title from being known or judged."""
    food = food_id(link)
    if not food:
        return Verdict(accepted=False, reason=f"{link!r} is no link to a food of {SITE}" if link else "no link")
    if food == gold_id:
        return Verdict(accepted=True)
    record = foods.get(food)
    if record is None:
        return Verdict(accepted=False, reason=f"there is no food {food}")
    if fold(record.title) in names:
        return Verdict(accepted=True)
    question = (
        f"A food of the USDA's FoodData Central was chosen for the ingredient {name!r} of a recipe. Is it that "
        "ingredient? A category before the name and a state behind it (raw, dried, canned, ...) are normal."
    )
    same = judge.yes_no("food_title", question, evidence={"title of the food": record.title})
    reason = f"food {food} is {record.title!r}"
    return Verdict(accepted=same, mechanism=Mechanism.LLM_VLM_JUDGEMENT, reason=reason)


@dataclass(slots=True)
class Visits:
    """What was visited of FoodData Central: foods by id, and the values of all parameters."""

    foods: set[str] = field(default_factory=set)
    values: list[str] = field(default_factory=list)

    def __repr__(self):
        return f"visits of foods {sorted(self.foods)}, searches {self.values}"

    @classmethod
    def of(cls, visited):
        found = cls()
        for visit in visited:
            url = urls.parse(urls.unwrap(visit))
            if url is None or urls.host(visit) not in (SITE, API):
                continue
            found.foods.update(_VISITED.findall(f"{url.path}#{url.fragment}"))
            found.values += [value for _, value in (*url.query, *parse_qsl(url.fragment.rpartition("?")[2]))]
        return found
