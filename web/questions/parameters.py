"""Describe the parameters that several submissions share, for commands and addresses."""

from typing import Annotated

from msgspec import Meta

from desk.parameter_words import FOR_GOOD, SURE

_SLIP = {"metavar": "SLIP"}

Sures = tuple[Annotated[str, Meta(max_length=120, description=SURE, extra=_SLIP)], ...]

ForGood = tuple[
    Annotated[str, Meta(max_length=120, description=FOR_GOOD, extra=_SLIP)], ...
]

FileName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=200,
        description="The name of the file; it is kept with it.",
    ),
]

Reviewer = Annotated[
    str, Meta(description="The name of a token.", extra={"reads": "actor"})
]
