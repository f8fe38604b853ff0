"""All the lists beside Finland's."""

from __future__ import annotations

from ..records import Document
from .elo import SCHEMES, elo_lines
from .fide import fide_lines
from .fide_now import fide_now_lines
from .glicko import glicko_lines
from .norway import norway_lines
from .pages import Line, pages
from .psm import psm_lines

LABELS = (
    "elo-no:no",
    "elo-psm:psm",
    *SCHEMES,
    "elo-fide:fide-2009",
    "elo-fide:fide-2024",
    "glicko:glicko-2",
)


def lines_of(documents: list[Document], label: str) -> list[Line]:
    """Every entry of a list under an edition, in order."""
    book = pages(documents)
    if label == "elo-no:no":
        return norway_lines(book)
    if label == "elo-psm:psm":
        return psm_lines(book)
    if label == "elo-fide:fide-2009":
        return fide_lines(book)
    if label == "elo-fide:fide-2024":
        return fide_now_lines(book)
    if label == "glicko:glicko-2":
        return glicko_lines(book)
    return elo_lines(book, label)
