"""Glicko-2, step by step."""

from rulebooks import glicko
from rulebooks.protocol import Family

FAMILY: Family = glicko  # mypy compares the two
