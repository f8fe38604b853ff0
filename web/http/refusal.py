"""Declare what a refusal says, as application/problem+json (RFC 9457)."""

from typing import Annotated

import msgspec
from msgspec import Meta


class ProblemPlace(msgspec.Struct, frozen=True, kw_only=True):
    """Where it is, as far as that can be said."""

    file: Annotated[str | None, Meta(description="the name of a file")]
    line: Annotated[int | None, Meta(description="a line of it, from 1")]
    column: Annotated[int | None, Meta(description="a column of the line, from 1")]
    field: Annotated[
        str | None, Meta(description="a field of a document, or a parameter")
    ]


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong: a code for programs, a sentence and a hint for people."""

    code: Annotated[str, Meta(description="as /problems lists them")]
    message: Annotated[str, Meta(description="what is wrong")]
    where: Annotated[ProblemPlace, Meta(description="where it is")]
    hint: Annotated[str, Meta(description="what to do about it")]


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """A refusal, with every problem at once."""

    type: Annotated[
        str,
        Meta(
            description="the address of a page about the code of the first problem",
            extra_json_schema={"format": "uri-reference"},
        ),
    ]
    title: Annotated[str, Meta(description="what the status means")]
    status: Annotated[int, Meta(description="the status of the answer")]
    detail: Annotated[str, Meta(description="the message of the first problem")]
    problems: Annotated[
        tuple[Problem, ...], Meta(description="everything that is wrong")
    ]
