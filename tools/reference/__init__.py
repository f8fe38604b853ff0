"""The pages of docs/reference, each made from the code it is about; where they stand,
and tables in Markdown.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "reference"
WIDTH = 100


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield "| " + " | ".join(columns) + " |"
    yield "|" + "---|" * len(columns)
    for row in rows:
        yield (
            "| "
            + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row)
            + " |"
        )
    yield ""
