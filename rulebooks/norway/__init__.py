"""The family of Norway: its list elo-no, until January 2018, by "2.2.1 ELO-systemet".

`ARTICLES` maps every part of the text to its function.
"""

from rulebooks.base import PerformanceMethod
from rulebooks.norway.articles import ARTICLES
from rulebooks.norway.norwegian_list import NorwegianList
from rulebooks.norway.tables import CHANGES, EDITIONS, FLOOR, performance, reads_day

RULEBOOKS = {"elo-no": NorwegianList("elo-no")}
CALCULATOR = "rulebooks.norway.calculator"
# formula I rounds on its way, and has no other number
PERFORMANCES = {"norway": PerformanceMethod(performance, performance)}
RULES = {"no": {"elo-no": ()}}


__all__ = [
    "ARTICLES",
    "CALCULATOR",
    "CHANGES",
    "EDITIONS",
    "FLOOR",
    "PERFORMANCES",
    "RULEBOOKS",
    "RULES",
    "NorwegianList",
    "reads_day",
]
