"""The family of FIDE: its list elo-fide, live ratings beside it; as of 2009 by quarters,
by the regulations of 2024 by months.

`ARTICLES` maps each sentence of the article about FIDE to its function.
"""

from rulebooks.defaults import by_fraction
from rulebooks.fide.articles import ARTICLES
from rulebooks.fide.changeable import CHANGES
from rulebooks.fide.fide_list import EDITIONS, ELO_FIDE, shown
from rulebooks.fide.rating import performance
from rulebooks.fide.tournament_category import category

RULEBOOKS = {"elo-fide": ELO_FIDE}
CALCULATOR = "rulebooks.fide.calculator"
PERFORMANCES = {"fide": by_fraction(performance)}
RULES: dict[str, dict[str, tuple[str, ...]]] = {
    "fide-2009": {"elo-fide": ("fide-2009",)},
    "fide-2024": {"elo-fide": ("fide-2024",)},
    "fide": {"elo-fide": ()},
}


__all__ = [
    "ARTICLES",
    "CALCULATOR",
    "CHANGES",
    "EDITIONS",
    "PERFORMANCES",
    "RULEBOOKS",
    "RULES",
    "category",
    "shown",
]
