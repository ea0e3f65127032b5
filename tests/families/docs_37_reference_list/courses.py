"""Five small courses in the shape of the gold data. Each list's entries stand in the order that its task asks for.

Of instances 2 to 4 the lectures and resources are real ones; those of 1 and 5 are made up.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(kw_only=True)
class Resource:
    lecture: str
    """Its title."""
    kind: str
    name: str
    url: str
    slides: list[int]
    by: str = ""
    """The author, or the author's last name (instance 4)."""
    year: int | None = None
    dead: bool = False
    known: bool = True
    """Whether the title of the page was recorded."""


@dataclass(kw_only=True)
class Course:
    instance: int
    lectures: list[tuple[str, str]]
    """(heading's prefix, title)"""
    resources: list[Resource]
    rows: list[dict[str, Any]] = field(default_factory=list)
    """Of the schedule, beside the lectures: exams and the like."""
    broken: list[str] = field(default_factory=list)

    def write(self, root: Path) -> Path:
        """The gold archive, as a folder."""
        data = root / f"docs_37_reference_list/instance_{self.instance}/data"
        data.mkdir(parents=True)
        for name, value in self.files().items():
            (data / name).write_text(json.dumps(value), encoding="utf-8")
        return root

    def files(self) -> dict[str, Any]:
        """Name -> JSON of each gold file."""
        schedule = "notion_schedule.json" if self.instance == 1 else "schedule.json"
        return {
            schedule: [*(self._scheduled(*lecture) for lecture in self.lectures), *self.rows],
            "gold_outputs.json": [self._gold(resource) for resource in self.resources],
            "page_titles.json": {one.url: one.name if one.known else None for one in self.resources},
            "broken_links.json": [{"url": url, "lecture": "", "slides": [1]} for url in self.broken],
        }

    def _scheduled(self, prefix: str, title: str) -> dict[str, Any]:
        row: dict[str, Any] = {"lecture_title": title, "lecture_slides_link": "https://slides.example.org/x.pdf"}
        if self.instance in (1, 3):
            months = (
                "Jan",
                "February",
                "Mar",
                "April",
                "May",
                "June",
                "July",
                "August",
                "Sep",
                "October",
                "Nov",
                "Dec",
            )
            month, day = map(int, prefix.split("/"))
            return {**row, "lecture_date": f"{months[month - 1]} {day}, 2024"}
        kind, number = prefix.split()
        if kind == "Module":
            return {**row, "module": prefix.lower()}
        return {**row, "session": int(number) if number.isdecimal() else number}

    def _gold(self, one: Resource) -> dict[str, Any]:
        prefix = next(prefix for prefix, title in self.lectures if title == one.lecture)
        row = {
            "name": one.name,
            "url": one.url,
            "list_type": one.kind,
            "lecture": f"{prefix}: {one.lecture}" if self.instance < 3 else one.lecture,
            "slides": one.slides,
            "num_slides": len(one.slides),
        }
        more: dict[int, dict[str, Any]] = {
            2: {"author": one.by},
            3: {"year": one.year, "author": one.by or None, "is_dead": one.dead},
            4: {"last_name": one.by or None},
            5: {"is_dead_link": one.dead},
        }
        return {**row, **more.get(self.instance, {})}


def resources(table: str, **short: str) -> list[Resource]:
    """Lines "lecture | type | name | url | slides | by | year"; a lecture `"` is that of the line above.

    `short` spells out what stands before a URL's colon. A "!" before the name: dead; a "?": no title was recorded.
    """
    found: list[Resource] = []
    for line in table.strip().splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        lecture, kind, name, url, slides, by, year = [*cells, "", ""][:7]
        scheme, _, rest = url.partition(":")
        found.append(
            Resource(
                lecture=found[-1].lecture if lecture == '"' else lecture,
                kind=kind,
                name=name.lstrip("!?"),
                url=short[scheme] + rest if scheme in short else url,
                slides=[n for part in slides.split(",") for n in _span(part)],
                by=by,
                year=int(year) if year else None,
                dead="!" in name[:2],
                known="?" not in name[:2],
            )
        )
    return found


def _span(part: str) -> range:
    low, _, high = part.strip().partition("-")
    return range(int(low), int(high or low) + 1)


def titles(text: str, kind: str = "") -> list[tuple[str, str]]:
    """Lines "prefix: title"."""
    pairs = (line.strip().split(": ", 1) for line in text.strip().splitlines())
    return [(f"{kind} {prefix}".strip(), title) for prefix, title in pairs]


BREAD = Course(
    instance=1,
    lectures=titles("""
        8/19: Flour & Water
        8/21: Yeast; Time
        9/4: Guest Lecture: Ovens
        11/12: What Crumb Tells Us
    """),
    rows=[
        {"lecture_title": "Midterm exam", "lecture_date": "Oct 1, 2024", "lecture_slides_link": ""},
        {"lecture_title": "", "lecture_date": "Oct 2, 2024", "lecture_slides_link": "https://slides.example.org/y.pdf"},
    ],
    resources=resources("""
        Flour & Water | Academic Articles | Starch and Its Discontents | https://doi.org/10.5555/starch | 3, 9
        " | Textbooks | The Miller's Handbook | https://books.example.org/miller/ | 4
        " | Wikipedia | Gluten | https://en.wikipedia.org/wiki/Gluten | 4-6
        Yeast; Time | Blogs | A Starter Diary | https://starter.example.net/diary?utm_source=slides | 12
        " | Blogs | ?Cold Proofing | https://proof.example.net/cold | 13, 14
        " | Code Implementations | dough-simulator | https://github.com/example/dough-simulator | 20
        Guest Lecture: Ovens | Tutorials | Building a Clay Oven | https://clay.example.org/build | 7
        " | Presentations | Heat, Slowly | https://talks.example.org/heat.pdf | 8
        What Crumb Tells Us | Wikipedia | Gluten | https://en.wikipedia.org/wiki/Gluten | 2
    """),
)

AGENTS = Course(
    instance=2,
    lectures=titles(
        """
        1: Course Overview & Introduction to Agents
        1: RL Review
        1: LLM Review
        1: VLM Review
        2: Agent Frameworks
        3: RAG & Memory
        4: Tool Use
        5: Coding Agents
        6: Evaluation
        7: Assistant Agents
        8: Game Agents
        9: Computer Use
        10: Robotics
        """,
        "Module",
    ),
    resources=resources(
        """
        Course Overview & Introduction to Agents | Videos | Let's Play NetHack! Part 1: A Tourist Enters the Dungeon | y:8L8LiQ-cIWA&t=660 | 109, 110 | tonehack
        " | Videos | Wind Up Chattering Teeth | y:ABkv_tJnPi0&t=8 | 49 | Office Playground
        " | Tutorials | AI Agents Course | https://huggingface.co/learn/agents-course/en/unit0/introduction | 15 | Ben Burtenshaw
        " | Tutorials | Introduction to Agents | https://huggingface.co/learn/agents-course/en/unit1/introduction | 124 | Ben Burtenshaw
        RL Review | Textbooks | Reinforcement Learning: An Introduction | http://incompleteideas.net/book/RLbook2020.pdf | 3, 88 | Richard S. Sutton
        LLM Review | Tutorials | HuggingFace LLM Tutorial | https://huggingface.co/learn/llm-course/en/chapter1/1 | 3, 101 | Abubakar Abid
        " | Tutorials | The Illustrated Transformer | https://jalammar.github.io/illustrated-transformer/ | 18-21, 24-44, 46, 47, 50, 51, 54-58 | Jay Alammar
        " | Tutorials | The Annotated Transformer | https://nlp.seas.harvard.edu/2018/04/03/attention.html | 3, 16, 101 | Alexander Rush
        " | Textbooks | RLHF Book: Chapter 7: Reasoning | https://rlhfbook.com/c/14-reasoning#ref-wang2025ragen | 3, 101 | Nathan Lambert
        " | Textbooks | Speech and Language Processing | https://web.stanford.edu/~jurafsky/slp3/ | 64-67, 69, 70, 77-85 | Dan Jurafsky
        VLM Review | Textbooks | Reinforcement Learning: An Introduction | http://incompleteideas.net/book/RLbook2020.pdf | 3 | Richard S. Sutton
        " | Videos | Luke Zettlemoyer - Mixed-modal Language Modeling | https://www.youtube.com/watch?v=PdsKNtEofFY | 3 | Luke Zettlemoyer
        RAG & Memory | Tutorials | ACL 2023 Tutorial: Retrieval-based Language Models and Applications | https://acl2023-retrieval-lm.github.io/ | 29, 33, 35 | Akari Asai
        Evaluation | Videos | AI Plays Montezuma's Revenge (Atari 2600) | y:e6xUKhhG9cs | 5, 40 | Rafael Pinto
        Game Agents | Videos | Let's Play NetHack! Part 1: A Tourist Enters the Dungeon | y:8L8LiQ-cIWA&t=660 | 20, 21 | tonehack
        Robotics | Videos | Gemini Robotics: Dexterous skills | y:x-exzZ-CIUw | 47 | Google DeepMind
        " | Tutorials | Robot Learning: A Tutorial - a Hugging Face Space by lerobot | https://huggingface.co/spaces/lerobot/robot-learning-tutorial | 20, 21, 41 | Francesco Capuano
        """,  # noqa: E501
        y="http://www.youtube.com/watch?v=",
    ),
)

LIFE = Course(
    instance=3,
    lectures=titles("""
        2/16: Course Intro + Overview Foundations
        2/18: ML Foundations
        2/23: Convolutional Neural Networks
        2/25: Recurrent Neural Networks, Graph Neural Networks
        3/2: Interpretability, Dimensionality Reduction
        3/4: Generative Models, GANs, VAE
        3/11: DNA Accessibility, Promoters and Enhancers
        3/16: Transcription Factors, DNA methylation
        3/18: Gene Expression, Splicing
        3/25: Single cell RNA-sequencing
        3/30: Dimensionality Reduction, Genetics, and Variation
        4/1: GWAS and Rare variants
        4/6: eQTLs
        4/8: Electronic health records and patient data
        4/13: Graph analysis
        4/15: Drug discovery
        4/22: Protein folding
        5/4: Imaging applications in healthcare
        5/6: Video processing, structure determination
        5/11: Imaging and Cancer
        5/13: EHRs and data mining
        5/18: Neuroscience
    """),
    resources=resources("""
        Recurrent Neural Networks, Graph Neural Networks | Presentations | Mining and Learning with Graphs at Scale | https://gm-neurips-2020.github.io/master-deck.pdf | 43 | Vahab Mirrokni | 2020
        " | Presentations | Junction Tree Variational Autoencoder | https://qdata.github.io/deep2Read/talks2019/Extra19s/TkachJunctionTreeVAE.pdf | 43 | Wengong Jin | 2019
        " | Presentations | Structured deep models: Deep learning on graphs and beyond | http://tkipf.github.io/misc/SlidesCambridge.pdf | 43 | Thomas Kipf | 2018
        " | Presentations | !Graph Neural Networks | https://atcold.github.io/pytorch-Deep-Learning/en/week13/13-1/ | 43 | Xavier Bresson
        " | Blogs | ?Resources for getting started with Graph Neural Nets | https://twitter.com/petarv_93/status/1306689702020382720?lang=en | 43 | Petar Veličković | 2020
        " | Blogs | The next big thing: the use of graph neural networks to discover particles | https://news.fnal.gov/2020/09/the-next-big-thing-the-use-of-graph-neural-networks-to-discover-particles/ | 49 | Zack Savitsky | 2020
        " | Blogs | Traffic prediction with advanced Graph Neural Networks | https://deepmind.com/blog/article/traffic-prediction-with-advanced-graph-neural-networks | 49 | Oliver Lange | 2020
        Transcription Factors, DNA methylation | Presentations | !Electron Microscopy Images | http://academics.hamilton.edu/biology/kbart/EMImages.html | 29
        Gene Expression, Splicing | Blogs | Lil'Log | https://lilianweng.github.io/lil-log/ | 87, 90 | Lilian Weng | 2017
        Single cell RNA-sequencing | Presentations | !Sign in - Google Accounts | https://sites.google.com/uw.edu/splitseq/home | 18
        eQTLs | Blogs | European genealogy FAQ | http://gcbias.org/european-genealogy-faq/ | 87 | Peter Ralph | 2013
        Electronic health records and patient data | Blogs | European genealogy FAQ | http://gcbias.org/european-genealogy-faq/ | 66 | Peter Ralph | 2013
    """),  # noqa: E501
)

GEOLOGY = Course(
    instance=4,
    lectures=titles(
        """
        1: Overview: Introduction to the Introduction of Geology
        2: Origin and Age of the Earth
        3: Introduction to Minerals
        8: Rock Structure and Deformation
        13–15: Plate Tectonics
        19: Earthquakes
        28: Rivers
        31: Landslides and Debris Flows
        32: Glaciers
        33: Climate through Geologic History
        """,
        "Session",
    ),
    resources=resources(
        """
        Introduction to Minerals | Wikipedia | File:GraphiteUSGOV.jpg - Wikimedia Commons | c:File:GraphiteUSGOV.jpg | 3
        " | Wikipedia | File:Dolomite-Magnésite- Navarre.jpg | e:File:Dolomite-Magn%C3%A9site-_Navarre.jpg | 27
        " | Wikipedia | File:Calcite-HUGE.jpg | e:File:Calcite-HUGE.jpg | 27
        " | Wikipedia | Diamond | e:Diamond#mediaviewer/File:Rough_diamond.jpg | 3, 6, 10, 30
        Rock Structure and Deformation | Research Papers | Fault rocks and fault mechanisms | d:10.1144/gsjgs.133.3.0191 | 5 | Sibson
        " | Wikipedia | Brittle-ductile transition zone | e:Brittle%E2%80%93ductile_transition_zone#mediaviewer/File:Brittle_Ductile.png | 4
        Plate Tectonics | Research Papers | Tectonic Model for the Proterozoic Growth of North America | d:10.1130/GES00055.1 | 18-36 | Whitmeyer
        " | Wikipedia | File:Earth surface NGDC 2000.jpg - Wikimedia Commons | c:File:Earth_surface_NGDC_2000.jpg | 2, 6
        Earthquakes | Research Papers | The Great Sumatra-Andaman Earthquake of 26 December 2004 | d:10.1126/science.1112250 | 4 | Lay
        Rivers | Wikipedia | Nile River and Delta from Orbit | e:Nile#mediaviewer/File:Nile_River_and_delta_from_orbit.jpg | 17
        " | Wikipedia | File:Mississippi River Delta and Sediment Plume.jpg | e:File:Mississippi_River_Delta_and_Sediment_Plume.jpg | 18, 19
        Landslides and Debris Flows | Videos | CAUGHT ON CAMERA: Rock Slide Closes TN Highway 64 in Polk Co | http://youtu.be/ZVYGJYnJTi0 | 3
        " | Videos | ?Amazing Flash Flood / Debris Flow Southern Utah HD | http://youtu.be/_yCnQuILmsM | 5
        Climate through Geologic History | Research Papers | Trends, Rhythms, and Aberrations in Global Climate 65 Ma to Present | d: 10.1126/science.1059412 | 7 | Zachos
        " | Research Papers | State of the Earth's Cryosphere at the Beginning of the 21st Century | http://pubs.usgs.gov/pp/p1386a | 13 | Williams
        " | Research Papers | A Pliocene-Pleistocene stack of 57 Globally Distributed Benthic δ18O Records | d:10.1029/2004PA001071 | 8 | Lisiecki
        """,  # noqa: E501
        d="http://dx.doi.org/",
        e="http://en.wikipedia.org/wiki/",
        c="http://commons.wikimedia.org/wiki/",
    ),
)

ROME = Course(
    instance=5,
    lectures=titles(
        """
        1: Introduction
        8: Consequences of Empire I: The Élites
        9: Consequences of Empire II: Arming and Farming
        12: From ‘Triumvirate’ to the Rubicon
        13: Caesar Dictator
        25a: Constantine: The Empire and the Church
        25b: The End of Roman History
        """,
        "Session",
    ),
    resources=resources("""
        Caesar Dictator | Wikipedia | Forum of Caesar | https://en.wikipedia.org/wiki/Forum_of_Caesar | 2, 5, 6
        " | Wikipedia | Battle of Munda | https://en.wikipedia.org/wiki/Battle_of_Munda | 3, 4
        " | Wikipedia | File:Caesar.jpg - Wikimedia Commons | https://commons.wikimedia.org/wiki/File:Caesar.jpg | 1
        " | Research Papers | Coins of a Dictator | https://papers.example.org/coins | 8
        " | Presentations | !Map Room | http://maps.example.edu/room | 9
        The End of Roman History | Presentations | Why Rome Did Not Fall | https://talks.example.edu/rome.pdf | 4
        " | Presentations | ?Zosimus for Beginners | https://talks.example.edu/zosimus.pdf | 5
        " | Wikipedia | !Lost Page | https://wiki.example.edu/lost | 6
    """),
    broken=["http://maps.example.edu/room", "http://awmc.example.edu/free-maps/"],
)

COURSES = {course.instance: course for course in (BREAD, AGENTS, LIFE, GEOLOGY, ROME)}
