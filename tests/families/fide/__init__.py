"""FIDE's rules, as of 2009 and of 2024, article by article."""

from rulebooks import fide
from rulebooks.protocol import Family

FAMILY: Family = fide  # mypy compares the two
