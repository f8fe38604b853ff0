"""Loaded by schemathesis in its own environment: what of a refusal the description
should have said.
"""

# mypy: ignore-errors

from urllib.parse import urlencode

import schemathesis

LONGEST = 60_000  # bytes of an address, a little less than what uvicorn reads

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


@schemathesis.hook
def filter_case(context, case) -> bool:
    """Leave out an address that never reaches the service: uvicorn refuses more than 64
    KiB itself, in plain text.
    """
    address = case.formatted_path + urlencode(case.query or {}, doseq=True)
    return len(address) < LONGEST


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
