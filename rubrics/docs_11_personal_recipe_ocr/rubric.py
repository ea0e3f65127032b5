"""A cookbook: one recipe transcribed from a photo, and others from the web on pages of their own."""

from pytest_knows.checks import images
from pytest_knows.checks.majority import each
from pytest_knows.checks.quantifiers import Attempt, every, some
from pytest_knows.checks.text import fold, has_word, ratio
from pytest_knows.checks.values.title import title as as_title
from pytest_knows.checks.values.tolerance import within
from pytest_knows.rubric import decided_by, fail, located, proportion, requires, show, step
from pytest_knows.scoring import Mechanism

from . import questions
from .compare import best_window, same_lists
from .contents import beside_source
from .elements import unadorned
from .info import FIELDS, changed
from .pages import SourcePage, found_sources, keys, needed, reachable, readings
from .photos import accepted, only, same_picture
from .portraits import Portraits
from .recipes import find_recipes
from .tips import HOLDS_PHOTO_TIP, check_quoted, is_photo_tip, tip_of_photo
from .transcript import gold_ingredients, gold_lines, transcribed, without_steps

LLM, FUZZY = Mechanism.LLM_VLM_JUDGEMENT, Mechanism.FUZZY_MATCH
STRUCTURAL = Mechanism.STRUCTURAL
TRANSCRIBED, COPIED = 95, 90
"""Likeness (0 to 100) of ingredients to the photo's, and to a page's."""
LEFT_OVER = 90
"""Likeness at which a line is the template's."""
FILLED = 10
"""Characters of a section that has been filled in."""
SLOT, DISTORTED = 0.25, 0.15
"""Relative tolerances: size of the photo, its width to height."""
OFF_SOURCE, SERVINGS = 0.5, 2
HEADERS = 3


# -- What is found once ------------------------------------------------------------------------------------------------


@located(title="a recipe")
def recipes(doc):
    return find_recipes(doc) or None


def evidence(recipes, pages, facts):
    return needed(recipes[: facts.formatted + 1], pages)


@located(title="a recipe")
def original(recipes):
    return recipes[0]


@located(title="another recipe with this number")
def recipe(number, recipes):
    return recipes[number - 1] if number <= len(recipes) else None


@located(title="a tip")
def original_tips(original):
    return original.tips or None


@located(title="a picture in the first recipe")
def photo(original):
    return original.pictures[0] if original.pictures else None


@located(title="a reachable source of a tip")
def tip_pages(original, pages):
    """The addresses of the tips that lead to a page."""
    return found_sources(original.tip_urls, pages)


@located(title="a reachable source below the title")
def source(recipe, pages, judge):
    found = found_sources(recipe.source_urls, pages)
    return found and SourcePage(found[0], pages, lambda page: questions.read_recipe(judge, recipe, page))


@located
def portraits(rendering, recipes, facts):
    return Portraits(rendering, recipes[: facts.formatted + 1])


# -- 1: the photographed recipe ----------------------------------------------------------------------------------------


@step(category="information_retrieval")
def original_title(original: object | None, facts):
    assert original is not None, "no recipe was found"
    show("title", original.title)
    assert as_title(unadorned(original.title)).same(facts.title), (
        f"the title is {original.title!r}, not {facts.title!r}"
    )


@step(category="information_retrieval", mechanism="fuzzy_match", needs=["gold", "judge"])
def original_ingredients(original, gold, facts, judge):
    items = original.items("ingredients")
    if not items:
        fail("no ingredients are listed", STRUCTURAL)
    lists = gold_ingredients(gold, facts)
    if not any(same_lists(wanted, items, TRANSCRIBED) for wanted in lists):
        wanted = [alternatives[0] for alternatives in lists[0]]
        assert questions.same_content(judge, "ingredients_transcribed", wanted, items), "not the photo's ingredients"


@step(category="information_retrieval", mechanism="fuzzy_match", needs=["gold", "judge"])
def original_preparation(original, gold, facts, judge):
    items = original.items("preparation")
    if "gold_preparation" not in facts:
        without_steps(items, gold, facts, judge)
    elif not items:
        fail("there is no preparation", STRUCTURAL)
    else:
        transcribed(gold_lines(gold, facts.gold_preparation), items, judge)


@step(category="content_check", needs=["gold", "judge"], judge_primary=True)
def original_tips_relevant(original, gold, facts, judge):
    if not original.tips:
        fail("there are no tips", STRUCTURAL)
    photo_tip = tip_of_photo(gold, facts)
    given = fold(" ".join(tip.text for tip in original.tips))
    if photo_tip and best_window(photo_tip, given).score < HOLDS_PHOTO_TIP:
        fail("the tip of the photo is missing", FUZZY)
    decided_by(FUZZY)
    tips = original.tips
    every(tips, lambda tip: is_photo_tip(tip, photo_tip) or questions.is_relevant(judge, facts, tip, tips))


@step(category="structural_check", mechanism="deterministic", needs=["gold", "web"])
def original_tips_urls(original, original_tips, gold, facts, pages):
    assert original.tip_urls, "no source is given for the tips"
    without = [tip for tip in original_tips if not tip.sources]
    uncited = [tip for tip in without if not is_photo_tip(tip, tip_of_photo(gold, facts))]
    assert not uncited, f"no source is given for {uncited[0]}"
    every(original.tip_urls, lambda url: reachable(url, pages), name=str)


@step(category="content_check", mechanism="fuzzy_match", needs=["gold", "judge", "web"])
def original_tips_quoted(original_tips, tip_pages, gold, facts, pages, judge):
    photo_tip = tip_of_photo(gold, facts)

    def check(tip):
        if is_photo_tip(tip, photo_tip):
            decided_by(FUZZY)
        else:
            check_quoted(tip, tip_pages, pages, judge)

    return each(original_tips, check, by=FUZZY)


@step(category="visual_check", needs=["gold", "judge"], judge_primary=True)
def original_photo_provenance(original, gold, facts, judge):
    if not original.pictures:
        fail("the recipe has no picture", STRUCTURAL)
    wanted = [images.gold_picture(gold, facts.gold_photo)]
    same = same_picture(images.decoded(original.pictures), wanted, judge, "same_photo")
    assert same, "no picture is the photo of the recipe"


@step(category="spatial_check", mechanism="fuzzy_match")
def original_photo_fits_slot(photo, facts):
    size = (photo.width, photo.height)
    for given, wanted in zip(size, facts.slot, strict=True):
        assert within(given, wanted, relative=SLOT), f"{size} pt, the template has {facts.slot}"
    width, height = only(photo).visible.size
    assert within(photo.width / photo.height, width / height, relative=DISTORTED), f"distorted: {width} x {height}"


@step(category="visual_check", needs=["gold", "judge"], judge_primary=True)
def original_photo_legible(photo, gold, facts, judge):
    shown, wanted = only(photo).visible, images.gold_picture(gold, facts.gold_photo)
    assert questions.shows_recipe(judge, shown, wanted), "the recipe cannot be read in the photo"


@step(category="information_retrieval")
def original_info_filled(original, facts):
    info = original.info
    show("info", info)
    assert info or facts.info == "none", "ready-in, serves and calories are all absent"
    assert "ready" in info or facts.info != "ready", "no ready-in time"
    left = [name for name in FIELDS if name in info and info[name].is_just(facts.defaults[name])]
    assert not left, f"still the template's: {left}"
    if "ready" in info and "ready" in facts:
        assert info["ready"].lies_in(*facts.ready), f"ready in {info['ready']} minutes, not {facts.ready}"


# -- 2: the pages of the other recipes ---------------------------------------------------------------------------------


@step(category="content_check", needs=["judge"], judge_primary=True)
def extra_title_theme(recipe, facts, judge):
    assert recipe.title, "the recipe has no title"
    if not any(has_word(recipe.title, word + ending) for word in facts.theme_words for ending in ("", "s", "es")):
        assert questions.is_on_theme(judge, facts, recipe.title), f"{recipe.title!r} is off the theme"


@step(category="structural_check", mechanism="deterministic", needs=["web"])
def extra_source_url(recipe, pages):
    show("links", recipe.source_urls)
    found = some([Attempt(lambda url=url: reachable(url, pages)) for url in recipe.source_urls])
    assert found, f"no source below the title can be reached: {recipe.source_urls or 'no link'}"


@located(title="a layout that the document's structure leaves open")
def unclear_layout(recipe):
    complete = len(recipe.headers) == HEADERS and recipe.pictures
    return recipe if complete and not recipe.in_two_columns else None


@located
def judged_layout(unclear_layout, portraits, gold, facts, judge):
    template = Attempt(lambda: gold.read(facts.gold_template)).known  # without it, the page has to speak for itself
    return questions.has_layout(judge, portraits.png(unclear_layout), template)


@step(category="visual_check", mechanism="structural", needs=["judge"], judge_primary=True)
def extra_layout(recipe, judged_layout: object | None):
    assert len(recipe.headers) == HEADERS, f"the sections are {list(recipe.headers)}"
    assert recipe.pictures, "there is no picture"
    if judged_layout is not None:
        decided_by(LLM)
        assert judged_layout, "the page does not have the template's two columns"


@step(category="information_retrieval", mechanism="fuzzy_match")
def extra_section_changed(recipe, section, facts):
    lines = recipe.lines(section)
    if lines is None:
        fail(f"there is no section {section}", STRUCTURAL)
    assert sum(len(line.text) for line in lines) >= FILLED, "the section is empty"
    for line in lines:
        left = any(ratio(line.text, text) >= LEFT_OVER for text in facts.defaults[section])
        assert not left, f"still the template's: {line.text!r}"


@step(category="information_retrieval")
def extra_info_changed(recipe, facts):
    show("info", recipe.info)
    assert changed(recipe.info, facts.defaults), f"nothing but the template's: {recipe.info or 'no line'}"


@step(category="visual_check", needs=["judge"], judge_primary=True)
def extra_distinct(recipe, recipes, portraits, facts, judge):
    def differs(other):
        pages = {"recipe": portraits.png(recipe), "other recipe": portraits.png(other)}
        together = portraits.page(recipe) == portraits.page(other)
        return questions.is_distinct(judge, recipe, other, pages, on_one_page=together)

    others = [other for other in recipes[: facts.formatted + 1] if other is not recipe]
    every(others, differs, name=lambda other: repr(other.title))


# -- 3: what the other recipes say -------------------------------------------------------------------------------------


@step(category="visual_check", needs=["judge", "web"], judge_primary=True)
@requires("extra_source_url_r{number}")
def extra_photo(recipe, source, judge):
    if not recipe.pictures:
        fail("the recipe has no picture", STRUCTURAL)
    pictures = images.decoded(recipe.pictures)
    if source.pictures:
        assert same_picture(pictures, source.pictures, judge, "photo_of_source"), "no picture is from the source"
    else:
        of_dish = accepted(pictures, lambda pixels: questions.is_of_dish(judge, pixels, recipe.title))
        assert of_dish, "no picture can be of this dish"


@step(category="information_retrieval", mechanism="fuzzy_match", needs=["judge", "web"], judge_primary=True)
@requires("extra_source_url_r{number}")
def extra_ingredients_match(recipe, source, judge):
    items, wanted = beside_source(recipe, source, "ingredients", judge)
    if wanted and not same_lists([[line] for line in wanted], items, COPIED):
        assert questions.same_content(judge, "ingredients_match", wanted, items), "not the source's ingredients"
    elif wanted:
        decided_by(FUZZY)


@step(category="information_retrieval", mechanism="llm_vlm_judgement", needs=["judge", "web"], judge_primary=True)
@requires("extra_source_url_r{number}")
def extra_preparation_match(recipe, source, judge):
    items, wanted = beside_source(recipe, source, "preparation", judge)
    if wanted:
        assert questions.same_content(judge, "preparation_match", wanted, items), "not the source's steps"


@step(category="content_check", mechanism="fuzzy_match", needs=["judge", "web"])
@requires("extra_source_url_r{number}")
def extra_tips_quoted(recipe, source, pages, judge):
    if not recipe.tips:
        fail("there are no tips", STRUCTURAL)
    found = [url for url in recipe.tip_urls if Attempt(lambda url=url: reachable(url, pages)).known] + [source.url]
    if any(readings(url, pages) for url in found):
        return each(recipe.tips, lambda tip: check_quoted(tip, found, pages, judge), by=FUZZY)
    for url in recipe.tip_urls:
        reachable(url, pages)  # a source of which nobody knows whether it is there
    tips = [tip.text for tip in recipe.tips]
    assert questions.is_plausible(judge, "plausible_tips", recipe.title, tips), "no plausible tips"
    return None


@step(category="information_retrieval", needs=["judge", "web"])
@requires("extra_source_url_r{number}")
def extra_info_match(recipe, source, facts, judge):
    assert changed(recipe.info, facts.defaults), f"nothing but the template's: {recipe.info or 'no line'}"
    known = source.values()
    show("source", known)
    both = [name for name in FIELDS if name in recipe.info and name in known]
    if not both:
        lines = [f"{name}: {value}" for name, value in recipe.info.items()]
        assert questions.is_plausible(judge, "plausible_info", recipe.title, lines), "no plausible numbers"
        return
    decided_by(FUZZY)
    off = [name for name in both if not recipe.info[name].near(known[name], OFF_SOURCE, SERVINGS * (name == "serves"))]
    assert not off, f"{off}: {recipe.info}, the source has {known}"


# -- 4: the visited pages ----------------------------------------------------------------------------------------------


@located(title="a source of a tip")
def tip_urls(original):
    return original.tip_urls or None


@located
def visited(trace, pages):
    """What was visited, as addresses are compared, and what that redirected to."""
    return {key for url in trace.distinct() for key in keys(url, pages)}


@step(category="web_visit_check", title="Tip sources visited")
def visited_tip_sources(tip_urls, visited, pages):
    every(tip_urls, lambda url: visited & keys(url, pages) != set(), name=str)


@step(points=3, category="web_visit_check", title="Recipe sources visited")
def visited_recipe_sources(recipes, visited, pages, facts):
    def seen(recipe):
        return any(visited & keys(url, pages) for url in recipe.source_urls)

    return proportion(recipes[1 : facts.compared + 1], seen, of=facts.compared, name=lambda recipe: recipe.title)
