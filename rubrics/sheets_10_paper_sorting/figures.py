"""Whether the figure of a row is the paper's Figure 1."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

from pytest_knows.artifact.spreadsheet import Cell
from pytest_knows.checks.image_formula import as_shown, image_address
from pytest_knows.checks.images import gold_picture
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.pictures import Pixels
from pytest_knows.rubric import Proportion, decided_by, proportion
from pytest_knows.scoring import Mechanism

from .drive_links import drive_id, inside
from .papers import Paper

K = TypeVar("K", bound=Hashable)

FOLDER = "figures"
QUESTION = (
    "Does the picture `shown` hold the figure that the picture `figure` is? A caption, a margin or more of the page "
    "around it do not matter, nor do size and sharpness."
)


class Figures:
    """Compares what rows show with the gold data's figures."""

    def __init__(self, sheet: Any, drive: Any, output: Attempt[Any], gold: Any, judge: Any) -> None:
        self._sheet = sheet
        self._drive = drive
        self._output = output
        self._gold = gold
        self._judge = judge

    def __repr__(self) -> str:
        return "Figures"

    def compare(self, papers: Mapping[K, Attempt[Paper]], cell_of: Callable[[K], Cell]) -> Proportion:
        """How many of the papers' cells show their figure (llm_vlm_judgement if a judge has answered for any).

        Raises `DamagedEvidence` if the gold data has none of the figures."""
        wanted = {key: paper for key, paper in papers.items() if paper.known is None or paper.known.figure}
        if not wanted:
            raise DamagedEvidence("the gold data has no figure of any of these papers")
        judged: list[bool] = []

        def right(key: K) -> None:
            paper = wanted[key].get()
            shown = self._shown(cell_of(key))
            figure = gold_picture(self._gold, paper.figure)
            if shown.size != figure.size or not shown.identical(figure):
                judged.append(self._alike(shown, figure))
                assert judged[-1], "it is not the paper's Figure 1"

        result = proportion(wanted, right, name=str)
        decided_by(Mechanism.LLM_VLM_JUDGEMENT if judged else Mechanism.DETERMINISTIC)
        return result

    def _alike(self, shown: Pixels, wanted: Pixels) -> bool:
        return bool(self._judge.yes_no("figure", QUESTION, images={"figure": wanted.png(), "shown": shown.png()}))

    def _shown(self, cell: Cell) -> Pixels:
        """What its formula shows of the folder; fails by an assert."""
        url = image_address(cell, self._sheet)
        assert url, "no IMAGE formula with an address"
        number = drive_id(url, self._drive)
        assert number, f"{url[:60]!r} is no file on Drive"
        output = self._output.get()
        file = self._drive.find(number)
        is_there = file is not None and inside(file, output, FOLDER)
        assert is_there, f"{url[:60]!r} is not in the folder {FOLDER}"
        data = file.data()
        pixels = Attempt(lambda: as_shown(data, repr(file)))
        assert pixels.known is not None, f"{file} is no picture that can be read"
        return pixels.known
