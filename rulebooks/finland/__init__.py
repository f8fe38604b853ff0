"""The family of Finland: its lists selo and pelo, by the rule text of 26.4.2023.

`ARTICLES` maps every article of the text to its function.
"""

from rulebooks.finland.articles import ARTICLES
from rulebooks.finland.changeable import CHANGES
from rulebooks.finland.editions import EDITIONS
from rulebooks.finland.finnish_list import FinnishList

RULEBOOKS = {name: FinnishList(name) for name in ("selo", "pelo")}
RULES = {"fi": {"selo": (), "pelo": ()}}


__all__ = ["ARTICLES", "CHANGES", "EDITIONS", "RULEBOOKS", "RULES", "FinnishList"]
