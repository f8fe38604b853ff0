"""Draw the pages of the committee that looks after the rules: lists compared, forecasts
scored, a pool watched, a rule tried. These are the answers that programs get, with
pictures; the input of forms is the address.
"""

import json
from functools import partial
from typing import Any, NamedTuple

import msgspec

from features.trials.charts import calibrated, compared, tried
from features.trials.compare import Compare, ComparedPlayer
from features.trials.pool import PoolAsked
from features.trials.pool_chart import pooled
from features.trials.predict import Predict
from features.trials.what_if import WhatIf, flaws, read_proposal, what_if
from ledger.errors import Problem
from messages import say
from projections.answers.asking import Asked, Day, ListName, Text
from projections.answers.opened import Whole
from projections.answers.reading import Reading
from rulebooks import LISTS, changeable_of
from web.pages.rendering import rendered
from web.pages.sentences import translator, with_days
from web.pages.visit import Visit


class Committee(Asked, frozen=True, kw_only=True):
    """What may be tried."""

    list_name: ListName | None = msgspec.field(default=None, name="list")


class RuleTyped(Whole, frozen=True, kw_only=True):
    """One number of the rules with another value, as a form has it; programs ask
    what-if.
    """

    list_name: ListName = msgspec.field(name="list")
    number: Text
    value: Text
    name: Text | None = None
    since: Day | None = msgspec.field(default=None, name="from")


SHOWN = 30


class Number(NamedTuple):
    """A number of a list's rules that may be tried with another value.

    words: what it is. takes: which values it may have, in words.
    """

    name: str
    words: str
    takes: str


def committee_page(reading: Reading, asked: Committee, visit: Visit) -> str:
    """Draw the page with the forms of the committee; it starts on the first list if
    none is named.
    """
    list_name = asked.list_name or reading.first_list()
    return rendered(
        "trials/committee/forms.html",
        visit,
        list_name=list_name,
        numbers=_numbers(list_name),
        kept=reading.lists(),
        lists=LISTS,
    )


def compare_page(reading: Reading, asked: Compare, visit: Visit) -> str:
    """Draw the page of a comparison: the chart and the first thirty rows, with how many
    are left out.
    """
    answer = asked.ask(reading)
    chart = compared(answer, translator(visit.language), alone=False)
    labels = [one.list for one in answer.lists]
    return rendered(
        "trials/committee/compare.html",
        visit,
        answer=answer,
        chart=with_days(chart, visit.language),
        rows=answer.rows[:SHOWN],
        labels=labels,
        left_out=max(0, len(answer.rows) - SHOWN),
    )


def predict_page(reading: Reading, asked: Predict, visit: Visit) -> str:
    """Draw the page on how well lists predict, with the chart of their calibration."""
    answer = asked.ask(reading)
    chart = calibrated(answer, translator(visit.language), alone=False)
    return rendered(
        "trials/committee/predict.html",
        visit,
        answer=answer,
        chart=with_days(chart, visit.language),
    )


def pool_page(reading: Reading, asked: PoolAsked, visit: Visit) -> str:
    """Draw the page of the report on a pool, with its chart."""
    report = asked.ask(reading)
    chart = pooled(report, translator(visit.language), alone=False)
    return rendered(
        "trials/committee/pool.html",
        visit,
        report=report,
        chart=with_days(chart, visit.language),
    )


def tried_page(reading: Reading, asked: RuleTyped, visit: Visit) -> str:
    """Draw the page of a rule change with the players whom it moves most.

    What is wrong with a proposal stands below the form, which keeps what was typed.
    Without a name a proposal is called what it is, in the reader's language.
    """
    words = translator(visit.language)
    document = {
        "list": asked.list_name,
        "name": asked.name or words(say("as proposed")),
        "change": {asked.number: _value(asked.value)},
    }
    form = partial(
        rendered,
        "trials/committee/tried.html",
        visit,
        asked=asked,
        numbers=_numbers(asked.list_name),
    )

    problems = [
        Problem(code, message, hint=hint) for _, code, message, hint in flaws(document)
    ]
    if problems:
        return form(problems=problems, trial=None)

    trial = what_if(reading, read_proposal(document), asked.since)
    chart = tried(trial, words, alone=False)

    return form(
        problems=(),
        trial=trial,
        chart=with_days(chart, visit.language),
        movers=_movers(trial),
    )


def _numbers(list_name: str) -> list[Number]:
    """Return the numbers of a list that may be changed, each with its words and what it
    takes.
    """
    numbers = changeable_of(list_name)
    return [Number(name, each.words, each.takes()) for name, each in numbers.items()]


def _value(text: str) -> Any:
    """Read a value as JSON has it, so that 85, 0.5 and true are what they look like;
    anything else is a text.

        85      85
        "85"    the text 85
        high    the text high
    """
    try:
        return json.loads(text)
    except ValueError:
        return text


class Mover(NamedTuple):
    """A player whom a change touches: the rating as it is and as it would be."""

    row: ComparedPlayer
    before: int
    after: int


def _movers(trial: WhatIf) -> list[Mover]:
    """Return the players whom the change touches most, thirty at most.

    They stand by how far their rating moves, up or down; equals by id. A player who is
    on one of the two lists only, or whose rating stays, is left out.
    """
    first, second = (one.list for one in trial.compare.lists)
    movers = []
    for row in trial.compare.rows:
        before = row.lists[first]
        after = row.lists[second]
        if before is None or after is None:
            continue
        if before.rating != after.rating:
            movers.append(Mover(row, before.rating, after.rating))

    movers.sort(key=lambda mover: (-abs(mover.after - mover.before), mover.row.player))

    return movers[:SHOWN]
