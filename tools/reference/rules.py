"""Writes the pages of the rules: the Finnish editions and articles, and the numbers that
a trial may change.
"""

import json
from collections.abc import Iterator
from typing import Any

from projections.answers.rules import plain as plain_number
from rulebooks import LISTS, changeable_of, family
from rulebooks.finland import ARTICLES
from rulebooks.finland.editions import EDITIONS, FinnishEdition
from tools.reference import table


def rules_fi() -> Iterator[str]:
    yield (
        "The editions, and every article of the rule text of 26.4.2023: where it lives,"
        " or why it needs no code."
    )
    yield "`selo rules` and `selo rules fi-2023` print the same.\n"
    yield "## Editions\n"
    fields = [field for field in FinnishEdition._fields if field != "id"]
    rows = (
        [
            field.replace("_", " "),
            *(_setting(getattr(e, field)) for e in EDITIONS.values()),
        ]
        for field in fields
    )
    yield from table(("", *EDITIONS), rows)
    yield (
        "`cap`, `fast high` and `kt` are hundredths, the bonus tenths a game; `selo"
        " seconds` and `pelo seconds` are"
    )
    yield (
        "the shortest game of the list; `kr` and `kt` say from which number or how many"
        " minutes a value counts.\n"
    )
    yield "## Articles\n"
    yield from table(("article", "what", "where"), ARTICLES)


def _setting(value: object) -> str:
    """A number as it is; a table as its rows."""
    if isinstance(value, dict):
        pairs = tuple(value.items())
    elif isinstance(value, tuple):
        pairs = value
    else:
        return str(value)

    return ", ".join(f"{key}: {number}" for key, number in pairs)


def changeable_numbers() -> Iterator[str]:
    yield (
        "What a trial may change in the rules, list by list, and what stands there"
        " now.\n"
    )
    for name in LISTS:
        yield f"## {name}\n"
        now = list(family(name).EDITIONS.values())[-1]
        yield f"Now: edition `{now.id}`.\n"
        rows = (
            (f"`{key}`", what.words, what.takes(), _now(now, key))
            for key, what in changeable_of(name).items()
        )
        yield from table(("number", "what it is", "what may stand there", "now"), rows)


def _now(edition: Any, key: str) -> str:
    return f"`{json.dumps(plain_number(getattr(edition, key)), ensure_ascii=False)}`"
