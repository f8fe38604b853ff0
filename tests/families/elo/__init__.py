"""The logistic Elo of the encyclopedia, article by article."""

from rulebooks import elo
from rulebooks.protocol import Family

FAMILY: Family = elo  # mypy compares the two
