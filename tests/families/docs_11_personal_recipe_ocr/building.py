"""Cookbooks: a transcribed recipe and others from pages of our own, full score unless a test changes them."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from familykit import Bench, Results
from familykit.bench import Page, patched, record, rewritten
from familykit.docs import Block, PageBreak, Picture, Text, write
from familykit.pictures import picture
from PIL import Image

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.pages import INDEX
from pytest_knows.evidence.urls import normalise
from pytest_knows.judge.question import Judge, Question
from pytest_knows.workspace import FileRef

Lost = dict[str, tuple[str, str, float]]
DET, FUZ, STR, WEB, LLM = "deterministic", "fuzzy_match", "structural", "web_visit", "llm_vlm_judgement"

SLOT = (214.0, 287.0)
PHOTO = picture(1, (160, 215))
COUNT = {1: 3, 2: 3, 3: 4, 4: 3, 5: 5}
"""Other recipes."""
COMPARED = {1: 3, 2: 3, 3: 3, 4: 3, 5: 5}
STEPS = {1: 51, 2: 51, 3: 59, 4: 51, 5: 77}
POINTS = {1: 53, 2: 53, 3: 61, 4: 53, 5: 81}

TITLES = {
    1: ["Pumpkin Soup", "Butternut Squash Soup", "Roasted Carrot Soup", "Apple Pumpkin Bisque"],
    2: ["Healthy Pizza", "Spinach Pita Rounds", "Garden Pizza", "Quick Flatbread"],
    3: ["Larry's Favorite Cookies", "Date Cookies", "Oat Cookies", "Harbour Cookies", "Walnut Cookie Bars"],
    4: ["Cardamom Cookies", "Ginger Cookies", "Star Cookies", "Lemon Cookies"],
    5: [
        "Pasta Puttanesca for Dez",
        "Tomato Pasta",
        "Olive Spaghetti",
        "Caper Linguine",
        "Lemon Pasta",
        "Garlic Spaghetti",
    ],
}
READY = {1: 45, 2: 40, 3: 50, 4: 35, 5: 80}
INGREDIENTS = {
    1: ["30 g butter", "2 leeks", "1/2 tsp cumin", "800 g roast squash", "Stock & thyme"],
    2: ["4 rounds of bread", "1 cup sauce", "1 cup skim milk", "grated cheese on top", "olive olive", "Chicken strips"],
    3: ["1 1/2 cups lard", "3 eggs", "2 cups oats", "1/4 tsp mace"],
    4: ["1 cup flour", "6 tbl butter", "1 beaten egg", "1/4 cup hazelnuts (chop them first)"],
    5: ["1 lb pasta", "3 tbsp capers", "1/2 cup olives", "3/4 tsp anchovy paste"],
}
PREPARATION = {
    1: [
        "Sweat the leeks in the butter for 12 minutes.",
        "Stir in the squash, the stock and the cumin; boil 20 minutes.",
        "Mash it all and season with thyme.",
    ],
    2: [
        "Heat the oven to 220 degrees.",
        "Spread sauce on the rounds, add the cheese and bake 9 minutes.",
        "Let them cool on a rack for 5 minutes before you slice them.",
    ],
    5: [
        "Warm three spoons of oil and fry the capers until they pop.",
        "Boil the pasta for 11 minutes and drain it well.",
        "Toss the pasta with olives and anchovy paste in the pan.",
    ],
}
OPTIONAL_STEP = "chop the hazelnuts before grinding, keep a handful to decorate"
PHOTO_TIP = "To vary it add: rocket, grilled courgette, mussels or a spoon of pesto. A little vinegar wakes it up."
TIPS_PAGE = "https://tips.example.org/kitchen"
WEB_TIPS = [
    "Roast it a day ahead so that the flavour has time to deepen.",
    "Work in small batches until it is perfectly smooth.",
]
LOOKS = [
    ("Arial", (0.95, 0.45, 0.35)),
    ("Georgia", (0.1, 0.1, 0.5)),
    ("Lora", (0.1, 0.45, 0.2)),
    ("Oswald", (0.4, 0.1, 0.5)),
    ("Roboto", (0.6, 0.3, 0.0)),
    ("Courier New", (0.0, 0.4, 0.4)),
]
"""Font and colour of titles and headings."""


@dataclass
class Recipe:
    """One recipe of the document. `tips` are (text, address or "")."""

    title: str
    photo: bytes
    look: tuple[str, tuple[float, float, float]]
    ingredients: list[str]
    preparation: list[str]
    tips: list[tuple[str, str]]
    source: str = ""
    info: list[str] = field(default_factory=lambda: ["Ready in 45 minutes", "Serves 4 people", "180 calories"])
    size: tuple[float, float] = SLOT
    label: str = "RECIPE"

    def blocks(self) -> list[Block]:
        family, (red, green, blue) = self.look
        styled = {
            "foregroundColor": {"color": {"rgbColor": {"red": red, "green": green, "blue": blue}}},
            "weightedFontFamily": {"fontFamily": family},
        }
        big = {**styled, "fontSize": {"magnitude": 28, "unit": "PT"}}

        def heading(text: str) -> Text:
            return Text(text, style="HEADING_2", styles={"": styled})

        tips = [Text(text) for tip, url in self.tips for text in ([tip, f"Source: {url}"] if url else [tip])]
        start = f"{self.label}\v{self.title}" if self.label else self.title
        return [
            *([Text(start, styles={self.title: big})] if start else []),
            *([Text(self.source, links={self.source: self.source})] if self.source else []),
            *([Picture(self.photo, *self.size)] if self.photo else []),
            *map(Text, self.info),
            heading("Ingredients"),
            *(Text(text, bullets="BULLET_DISC_CIRCLE_SQUARE") for text in self.ingredients),
            heading("Preparation"),
            *(Text(text, bullets="NUMBERED_DECIMAL_ALPHA_ROMAN") for text in self.preparation),
            heading("Tips"),
            *tips,
        ]

    def page(self) -> str:
        """Its source page: its words, and its picture in JSON-LD."""
        declared = json.dumps({"@type": "Recipe", "image": [self.picture_url]})
        lists = [*self.ingredients, *self.preparation, *(tip for tip, _ in self.tips)]
        items = "".join(f"<li>{text.replace('&', '&amp;')}</li>" for text in lists)
        return html(
            f"<h1>{self.title}</h1><ul>{items}</ul><p>45 minutes, serves 4, 180 calories. It has been on our table for "
            "years, and every autumn somebody asks for it again, so here it is at last in writing.</p>",
            f'<script type="application/ld+json">{declared}</script>',
        )

    @property
    def picture_url(self) -> str:
        return self.source + "/photo.png"

    def read(self) -> dict[str, Any]:
        """What a judge reads on its page."""
        values = {"ready": 45, "serves": 4, "calories": 180}
        return {"ingredients": self.ingredients, "preparation": self.preparation, **values}


def html(body: str, head: str = "") -> str:
    return f"<html><head><title>x</title>{head}</head><body>{body}</body></html>"


def tips_page(*tips: str) -> str:
    filler = "We cook in a small kitchen by the harbour and write down what has worked for us over many winters. " * 3
    return html(f"<p>{filler}</p>" + "".join(f"<p>Good to know: {tip}</p>" for tip in tips))


@dataclass
class Cookbook:
    """The whole document, and the world around it."""

    instance: int
    recipes: list[Recipe]
    pages: dict[str, Page]
    visited: list[str] | None
    columns: int = 2
    blocks: list[Block] | None = None
    """Instead of the recipes' own."""

    @property
    def extras(self) -> list[Recipe]:
        return self.recipes[1:]

    def content(self) -> list[Block]:
        if self.blocks is not None:
            return self.blocks
        found: list[Block] = []
        for number, recipe in enumerate(self.recipes):
            found += [*([PageBreak()] if number else []), *recipe.blocks()]
        return found

    def write(self, bench: Bench) -> FileRef:
        properties = [{"paddingEnd": {"magnitude": 18, "unit": "PT"}}] * self.columns
        span = {"startIndex": 1, "endIndex": 2}
        style = {"range": span, "sectionStyle": {"columnProperties": properties}, "fields": "columnProperties"}
        requests = [{"updateSectionStyle": style}] if self.columns > 1 else []
        return write(bench.workspace, self.content(), requests)

    def freeze(self, bench: Bench, file: FileRef | None = None, **more: Any) -> Snapshot:
        """Of its own file, or of another that holds the same."""
        given = file or self.write(bench)
        return bench.freeze(given, self.instance, pages=self.pages, visited=self.visited, **more)


def cookbook(instance: int = 1) -> Cookbook:
    """Full score."""
    tips = [(tip, TIPS_PAGE) for tip in WEB_TIPS] + ([(PHOTO_TIP, "")] if instance == 5 else [])
    original = Recipe(
        title=TITLES[instance][0],
        photo=PHOTO,
        look=LOOKS[0],
        ingredients=INGREDIENTS[instance],
        preparation=PREPARATION.get(instance, []),
        tips=tips[-1:] + tips[:-1] if instance == 5 else tips,
        info=[f"Ready in {READY[instance]} minutes", "Serves 4 people", "180 calories"],
    )
    extras = [extra(number, title) for number, title in enumerate(TITLES[instance][1:], 2)]
    pages: dict[str, Page] = {TIPS_PAGE: tips_page(*WEB_TIPS)}
    for recipe in extras:
        pages |= {recipe.source: recipe.page(), recipe.picture_url: recipe.photo}
    return Cookbook(
        instance=instance,
        recipes=[original, *extras],
        pages=pages,
        visited=[TIPS_PAGE, *(recipe.source for recipe in extras)],
    )


def extra(number: int, title: str) -> Recipe:
    thing = ("", "", "squash", "carrots", "apples", "walnuts", "olives")[number]
    return Recipe(
        title=title,
        photo=picture(10 + number, (201, 268)),
        look=LOOKS[number - 1],
        ingredients=[f"{number} cups {thing}", "1 pinch of salt", f"{number}00 ml water"],
        preparation=[
            f"Chop the {thing} as finely as you can.",
            f"Simmer with water for {number}0 minutes.",
            "Add the salt.",
        ],
        tips=[(f"Buy the {thing} in the morning, when the market is quiet.", "")],
        source=f"https://www.{'abcdefg'[number]}.example.com/{thing}",
    )


def gold_of(instance: int) -> dict[str, bytes]:
    """The members of the gold archive, below data/golds."""
    photo = {1: "original_image.png", 2: "rec9.jpg", 3: "original_image.jpeg", 4: "original_image.jpeg"}
    steps = {1: "gold_prepsteps.txt", 2: "gold_presteps.txt", 5: "gold_presteps.txt"}
    members = {
        "gold_ingredients.txt": "\n".join(INGREDIENTS[instance]).encode(),
        photo.get(instance, "original_image2.jpeg"): PHOTO,
        "template_page1.png": picture(5, (306, 396)),
    }
    if instance in steps:
        members[steps[instance]] = ("\n".join(PREPARATION[instance]) + "\n\n").encode()
    return members | {
        4: {"gold_presteps_optional.txt": OPTIONAL_STEP.encode()},
        5: {"gold_tips.txt": PHOTO_TIP.encode()},
    }.get(instance, {})


def write_gold(root: Path, without: tuple[str, ...] = (), **changed: bytes) -> Path:
    """A gold archive of all five instances; `changed` by instance-independent name, dots as underscores."""
    for instance in COUNT:
        folder = root / f"docs_11_personal_recipe_ocr/instance_{instance}/data/golds"
        folder.mkdir(parents=True)
        for name, data in gold_of(instance).items():
            if name not in without:
                (folder / name).write_bytes(changed.get(name.replace(".", "_"), data))
    return root


class Answers(Judge):
    """Says yes, and reads pages as they are; a keyword (the question's key) says otherwise: a value or a function of
    the question, which may raise."""

    def __init__(self, cookbook: Cookbook, **others: Any) -> None:
        self.read = {recipe.title: recipe.read() for recipe in cookbook.recipes}
        self.others = others
        self.asked: list[str] = []

    def answer(self, key: str, question: Question) -> Any:
        self.asked.append(key)
        if key in self.others:
            answer = self.others[key]
            return answer(question) if callable(answer) else answer
        return self.read.get(question.evidence.get("title", "")) if key == "source_recipe" else True


def read_any(question: Question) -> dict[str, Any]:
    """What a judge reads on the page of the base's recipe, whatever the title."""
    pages = {recipe.preparation[0]: recipe.read() for recipe in cookbook(1).extras}
    return next(read for words, read in pages.items() if words in question.evidence["page"])


_PDFS: dict[int, bytes] = {}
"""Of the full-score documents: drawn once for all modules."""


class Kitchen:
    """Freezes cookbooks, with the PDF of the full-score one where a test does not want its own, and grades them."""

    def __init__(self, bench: Bench, gold: Path) -> None:
        self.bench, self.gold = bench, gold
        self._bases: dict[int, Snapshot] = {}

    def pdf(self, instance: int) -> bytes:
        if instance not in _PDFS:
            snapshot = cookbook(instance).freeze(self.bench, rendering=True)
            _PDFS[instance] = snapshot.read("artifact/export.pdf")
        return _PDFS[instance]

    def freeze(self, book: Cookbook, edit: Callable[[Any], Any] | None = None, file: FileRef | None = None) -> Snapshot:
        snapshot = book.freeze(self.bench, file, edit=edit)
        return rewritten(snapshot, {"artifact/export.pdf": self.pdf(book.instance)})

    def grade(self, book: Cookbook, edit: Callable[[Any], Any] | None = None, **answers: Any) -> Results:
        return self.grade_snapshot(self.freeze(book, edit), book, **answers)

    def grade_snapshot(self, snapshot: Snapshot, book: Cookbook, **answers: Any) -> Results:
        return self.bench.grade(snapshot, judge=Answers(book, **answers), gold=self.gold)

    def base(self, instance: int) -> Snapshot:
        """The full-score document, frozen once."""
        if instance not in self._bases:
            self._bases[instance] = self.freeze(cookbook(instance))
        return self._bases[instance]

    def changed(
        self,
        edit: Callable[[Any], Any] | None = None,
        instance: int = 1,
        *,
        pages: Mapping[str, Page] | None = None,
        visited: list[str] | None = None,
        **answers: Any,
    ) -> Results:
        """The full-score document with its frozen JSON, further pages or another trace changed."""
        folder = self.bench.folder()
        shutil.copytree(self.base(instance).root, folder, dirs_exist_ok=True)
        if pages:
            index = json.loads((folder / INDEX).read_text())
            for url in pages:
                index["pages"].pop(normalise(url), None)  # an error recorded later would not replace an answer
            (folder / INDEX).write_text(json.dumps(index))
            record(folder, pages)
        if visited is not None:
            (folder / "trace.json").write_text(json.dumps({"schema": 1, "urls": visited, "source": "observed"}))
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        files.pop("snapshot.json")
        snapshot = patched(rewritten(Snapshot(folder), files), edit or (lambda _: None))
        return self.grade_snapshot(snapshot, cookbook(instance), **answers)

    def lost(self, book: Cookbook, edit: Callable[[Any], Any] | None = None, **answers: Any) -> Lost:
        return self.grade(book, edit, **answers).differing()


def on(recipe: int, *names: str) -> list[str]:
    """Slugs of an additional recipe's steps."""
    return [f"extra_{name}_r{recipe}" for name in names]


def contents(recipe: int) -> list[str]:
    """The slugs of checkpoint 3."""
    return on(recipe, "photo", "ingredients_match", "preparation_match", "tips_quoted", "info_match")


def pages_of(recipe: int) -> list[str]:
    """The slugs of checkpoint 2."""
    changed = (f"{section}_changed" for section in ("ingredients", "preparation", "tips", "info"))
    return on(recipe, "title_theme", "source_url", "layout", *changed, "distinct")


def jpeg(data: bytes, size: tuple[int, int] | None = None, quality: int = 60) -> bytes:
    image = Image.open(io.BytesIO(data)).convert("RGB")
    file = io.BytesIO()
    (image.resize(size) if size else image).save(file, "JPEG", quality=quality)
    return file.getvalue()


def with_recipe(book: Cookbook, number: int, **changes: Any) -> Cookbook:
    """The cookbook with its recipe of that number (1 is the original) changed; its source page stays as it is."""
    recipes = [replace(r, **changes) if n == number else r for n, r in enumerate(book.recipes, 1)]
    return replace(book, recipes=recipes)


# -- Changing frozen JSON ----------------------------------------------------------------------------------------------


def tab(raw: Any) -> dict[str, Any]:
    return raw["tabs"][0]["documentTab"]


def body(raw: Any) -> list[dict[str, Any]]:
    """The content of the document's body, to be changed in place."""
    return tab(raw)["body"]["content"]


def replaced(*pairs: tuple[str, str]) -> Callable[[Any], Any]:
    """An edit: texts of the document replaced everywhere."""

    def edit(raw: Any) -> Any:
        text = json.dumps(raw, ensure_ascii=False)
        for old, new in pairs:
            assert old in text, old
            text = text.replace(old, new)
        return json.loads(text)

    return edit


def text_of(element: Mapping[str, Any]) -> str:
    runs = element.get("paragraph", {}).get("elements", [])
    return "".join(run.get("textRun", {}).get("content", "") for run in runs)


def found(raw: Any, text: str, nth: int = 0) -> dict[str, Any]:
    """The n-th element of the body whose text holds the text."""
    return [element for element in body(raw) if text in text_of(element)][nth]


def paragraph(text: str, link: str = "", **style: Any) -> dict[str, Any]:
    """A structural element of one run, linked if a link is given."""
    look = {**style, **({"link": {"url": link}} if link else {})}
    run = {"textRun": {"content": text + "\n", "textStyle": look}}
    return {"paragraph": {"elements": [run], "paragraphStyle": {"namedStyleType": "NORMAL_TEXT"}}}


def table(*rows: list[list[dict[str, Any]]]) -> dict[str, Any]:
    """A structural element: rows of cells, each a list of structural elements."""
    return {"table": {"tableRows": [{"tableCells": [{"content": cell} for cell in row]} for row in rows]}}


def picture_at(raw: Any, recipe: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """(the structural element with that recipe's picture, its embedded object)."""
    elements = [element for element in body(raw) if "inlineObjectElement" in str(element)]
    element = elements[recipe - 1]
    runs = element["paragraph"]["elements"]
    (key,) = [run["inlineObjectElement"]["inlineObjectId"] for run in runs if "inlineObjectElement" in run]
    return element, tab(raw)["inlineObjects"][key]["inlineObjectProperties"]["embeddedObject"]


def in_tables(raw: Any) -> None:
    """Each recipe's page in a table of one row instead of a section's columns: left and right of the headers."""
    content = body(raw)
    for element in content:
        element.get("sectionBreak", {}).get("sectionStyle", {}).pop("columnProperties", None)
    breaks = [n for n, element in enumerate(content) if "pageBreak" in str(element)]
    new = content[:1]
    for start, end in zip([1, *breaks], [*breaks, len(content)], strict=True):
        part = content[start:end]
        head = [element for element in part if "pageBreak" in str(element)]
        rest = part[len(head) :]
        middle = next(n for n, element in enumerate(rest) if text_of(element).strip() == "Ingredients")
        new += [*head, table([rest[:middle], rest[middle:]]), paragraph("")]
    content[:] = new
