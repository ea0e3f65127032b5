"""A small family of our own, and agents for it, in a pytester folder: the product as its users see it."""

import json

import pytest

RUBRIC = '''
"""A one-line note."""
from pytest_knows.errors import Ungraded, WorldError
from pytest_knows.rubric import located, proportion, requires, step


@located
def first_line(doc):
    return next((line.text for line in doc.lines if line.text.strip()), None)


def text_of(doc):
    return " ".join(line.text for line in doc.lines)


@step(category="information_retrieval")
def greets(first_line, facts):
    assert facts.greeting in first_line


@step(category="formatting_check")
@requires("greets")
def is_short(first_line):
    assert len(first_line) < 40


@step(points=4, category="content_check")
def words(doc, facts):
    return proportion(facts.words, lambda word: word in text_of(doc))


@step(category="visual_check", needs=["judge"])
def judged(judge, doc):
    assert judge.yes_no("polite", "Is the note polite?", evidence={"note": text_of(doc)})
'''

FACTS = """
[family]
name = "docs_note"
task_prefix = "own.note"
artifact = "Docs"
group = "Own"
domain = "Notes"
short_ids = ["n1", "n2"]

[facts]
words = ["alpha", "beta"]

[1]
greeting = "Hello"
prompt = "Write a note that says Hello."

[2]
greeting = "Good day"
prompt = "Write a note that says Good day."

[[steps]]
step = "greets"
cp = 1
pub = "1.1"

[[steps]]
step = "is_short"
cp = 1
pub = "1.2"

[[steps]]
step = "words"
cp = 2
pub = "2.1"

[[steps]]
step = "judged"
cp = 2
pub = "2.2"
"""

AGENTS = """
from pathlib import Path

import pytest
from pytest_knows.agents import AgentResult

CALLS = Path(__file__).parent / "calls.txt"


def write(task, text):
    with CALLS.open("a") as file:
        file.write(task.id + "\\n")
    task.clients.docs.documents().batchUpdate(
        documentId=task.file.id,
        body={"requests": [{"insertText": {"location": {"index": 1}, "text": text}}]},
    ).execute()


@pytest.fixture
def my_agent():
    def agent(task):
        write(task, ("Hello" if "Hello" in task.prompt else "Good day") + " alpha\\n")
        return AgentResult(visited=["https://example.org/"], cost_usd=0.5)

    return agent


@pytest.fixture
def good_agent():
    return lambda task: write(task, ("Hello" if "Hello" in task.prompt else "Good day") + " alpha beta\\n")


@pytest.fixture
def crashing_agent():
    def agent(task):
        write(task, "Hello alpha\\n")
        raise RuntimeError("out of credit")

    return agent
"""


@pytest.fixture
def project(pytester, monkeypatch):
    """A folder with `rubrics/docs_note` and a conftest.py with agents; no task texts and no browser are needed."""
    monkeypatch.setenv("KNOWS_RENDER_NEEDED_ONLY", "1")
    folder = pytester.path / "rubrics" / "docs_note"
    folder.mkdir(parents=True)
    (folder / "rubric.py").write_text(RUBRIC)
    (folder / "facts.toml").write_text(FACTS)
    pytester.makeconftest(AGENTS)
    pytester.makeini("[pytest]\nknows_web = replay\n")  # agents here cite pages of the real web
    return pytester


@pytest.fixture
def run(project):
    """`run(*args)` in a process of its own, on the family above."""

    def run(*arguments, **kwargs):
        return project.runpytest_subprocess("-p", "no:cacheprovider", *arguments, **kwargs)

    return run


@pytest.fixture
def calls(project):
    """How often the agent was called for each task, as a sorted list of ids."""

    def calls():
        path = project.path / "calls.txt"
        return sorted(path.read_text().split()) if path.exists() else []

    return calls


@pytest.fixture
def results(project):
    """results.json of the newest run folder."""

    def results(out=None):
        folders = (
            [project.path / out]
            if out
            else sorted((project.path / "reports").iterdir(), key=lambda p: p.stat().st_mtime)
        )
        return json.loads((folders[-1] / "results.json").read_text())

    return results
