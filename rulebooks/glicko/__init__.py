"""The family of Glicko-2 by Mark Glickman: its list glicko, in periods of a month.

`ARTICLES` maps the paper's steps to functions.
"""

from rulebooks.glicko.articles import ARTICLES
from rulebooks.glicko.changeable import CHANGES
from rulebooks.glicko.glicko_list import GLICKO
from rulebooks.glicko.rating import EDITIONS

RULEBOOKS = {"glicko": GLICKO}
RULES = {"glicko-2": {"glicko": ()}}


__all__ = ["ARTICLES", "CHANGES", "EDITIONS", "RULEBOOKS", "RULES"]
