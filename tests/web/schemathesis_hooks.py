"""Loaded by schemathesis in its own environment: what of a refusal the description
should have said.
"""

# mypy: ignore-errors

import schemathesis

# the form of a parameter, which a schema can say
OF_FORM = {
    "parameter",
    "unknown-parameter",
    "parameter-twice",
    "no-such-day",
    "no-such-moment",
}
# what no schema sees: another value, two that exclude each other, a character of an
# address, what was given out
BEYOND = (
    "zero byte",
    "cannot be printed",
    "more than 100 parameters",
    "name at least two lists",
    "names no preview",
    "was not given out",
    "the document has the key",
    "to another question",
    "too large",
    "mean the same",
    "is not in the tournament",
)


@schemathesis.check
def form_is_described(ctx, response, case) -> None:
    """A request that fits the description is never refused for its form."""
    meta = case.meta
    if (
        response.status_code != 400
        or meta is None
        or not meta.generation.mode.is_positive
    ):
        return
    problems = [one for one in response.json()["problems"] if one["code"] in OF_FORM]
    told = [
        one["message"]
        for one in problems
        if not any(words in one["message"] for words in BEYOND)
    ]
    assert not told, f"the schema allows what is refused: {told}"
