"""What a judge is asked about recipes, and what it is shown."""

from pytest_knows.checks.text import fold
from pytest_knows.judge.schema import NUMBER, TEXT, fields, list_of, or_null

from .info import FIELDS

LISTED = 5000
"""Characters of a list that are shown."""
PAGE = 15000
"""Characters of a source page that are shown: the passages that share words with the recipe."""

RECIPE = fields(ingredients=list_of(TEXT), preparation=list_of(TEXT), **{name: or_null(NUMBER) for name in FIELDS})


def is_relevant(judge, facts, tip, tips):
    return judge.yes_no(
        "tip_relevant",
        f"Does this tip help with making {facts.dish}? It does if it names key ingredients or techniques of the dish, "
        "improves its flavour or texture, adds ingredients to it, or comes from a page on that dish; it does not if it "
        "is generic kitchen advice.",
        evidence={
            "tip": tip.text,
            "sources of the tip": "\n".join(tip.sources),
            "all tips": "\n".join(other.text for other in tips)[:LISTED],
        },
    )


def is_plausible_quote(judge, tip):
    return judge.yes_no(
        "plausible_quote",
        "The page with this address could not be read. Is the tip plausible as a quotation from it?",
        evidence={"tip": tip.text, "address": "\n".join(tip.sources)},
    )


def shows_recipe(judge, shown, original):
    return judge.yes_no(
        "photo_legible",
        "Does the first picture show the recipe text of the second one, complete and readable (name, ingredients, "
        "preparation as far as they are there), not cut off?",
        images={"picture in the document": shown.png(), "original photo": original.png()},
    )


def is_same_picture(judge, key, shown, references):
    return judge.yes_no(
        key,
        "Is the candidate the same picture as one of the others? It may be scaled, cropped or compressed anew; another "
        "picture of the same kind of thing is not the same.",
        images={"candidate": shown.png(), **references},
    )


def is_of_dish(judge, shown, title):
    return judge.yes_no(
        "photo_of_dish",
        "Could the picture be a photo of the dish with this name?",
        evidence={"dish": title},
        images={"picture": shown.png()},
    )


def is_on_theme(judge, facts, title):
    return judge.yes_no(
        "title_theme", f"Is this title of a recipe on the theme: {facts.theme}?", evidence={"title": title}
    )


def same_content(judge, key, wanted, found):
    return judge.yes_no(
        key,
        "Do both texts, of one recipe, have the same content? Abbreviations, merged steps and trivial ranges of "
        "amounts do not matter; a key item that is missing, or a wrong amount, does.",
        evidence={"wanted": "\n".join(wanted)[:LISTED], "found": "\n".join(found)[:LISTED]},
    )


def are_steps(judge, items):
    return judge.yes_no(
        "stray_steps",
        "Is each of the numbered texts a step of a recipe, and none of them a single word, a fragment or foreign text?",
        evidence={"texts": "\n".join(f"{number}. {item}" for number, item in enumerate(items, 1))[:LISTED]},
    )


def says_no_steps(judge, items):
    return judge.yes_no(
        "no_steps_remark",
        "Does the text do nothing but say that the original recipe gives no preparation steps?",
        evidence={"text": "\n".join(items)[:LISTED]},
    )


def has_layout(judge, page, template):
    return judge.yes_no(
        "two_columns",
        "Does the page have the structure of the recipe template: two columns, title, picture and info lines on the "
        "left, ingredients, preparation and tips on the right? Contents and colours do not matter.",
        images={"page": page, **({"template": template} if template else {})},
    )


def is_distinct(judge, recipe, other, pages, *, on_one_page):
    note = " Both recipes are on this one page; compare their parts of it." if on_one_page else ""
    return judge.yes_no(
        "distinct",
        "Looking only at colours, fonts and emphasis of titles and headings: is the recipe styled (not plain black "
        f"default text), and styled differently from the other recipe?{note}",
        evidence={"title of the recipe": recipe.title, "title of the other recipe": other.title},
        images=pages,
    )


def read_recipe(judge, recipe, page):
    """What a page says: `ingredients` and `preparation` as lists, `ready` (minutes), `serves`, `calories` or None.

    Of a long page the judge is shown the passages that have the recipe's words.
    """
    words = {word for word in fold(recipe.text).split() if len(word) > 3}
    answer = judge.extract(
        "source_recipe",
        "Which recipe does the page give under (or closest to) this title? Quote its ingredient lines with their "
        "amounts and its preparation steps in order, as they are written; empty lists if it gives none. Add its "
        "total time in minutes, its number of servings and its calories per serving, each null if it does not say.",
        RECIPE,
        evidence={"title": recipe.title, "page": page.excerpt(sorted(words), PAGE)},
    )
    given = answer if isinstance(answer, dict) else {}
    lists = {part: given.get(part) for part in ("ingredients", "preparation")}
    counts = {name: given.get(name) for name in FIELDS}
    return {
        **{part: [line for line in lines if isinstance(line, str)] for part, lines in lists.items() if lines},
        **{name: count for name, count in counts.items() if isinstance(count, int | float)},
    }


def is_plausible(judge, key, title, lines):
    return judge.yes_no(
        key,
        "The source of this part of a recipe could not be read. Is it plausible for a recipe with this title?",
        evidence={"title": title, "part of the recipe": "\n".join(lines)[:LISTED]},
    )
