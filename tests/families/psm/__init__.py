"""The rules of PSM, article by article."""

from rulebooks import psm
from rulebooks.protocol import Family

FAMILY: Family = psm  # mypy compares the two
