"""The rules of US Chess, article by article."""

from rulebooks import uscf
from rulebooks.protocol import Family

FAMILY: Family = uscf  # mypy compares the two
