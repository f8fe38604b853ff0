"""Norway's rules, article by article."""

from rulebooks import norway
from rulebooks.protocol import Family

FAMILY: Family = norway  # mypy compares the two
