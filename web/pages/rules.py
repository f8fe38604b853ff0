"""Draw the pages of rules: editions and their articles; and for the committee that
looks after them its trials: lists compared, forecasts scored, a pool watched, a rule
tried, signs. These are the answers that programs get, with pictures; the input of forms
is the address.
"""

import json
from typing import Any, NamedTuple

from desk.files.rule_change import rule_change
from projections.answers.reading import Reading
from projections.answers.rules import (
    ChangeableRow,
    CoverageAnswer,
    Edition,
    Rules,
    coverage,
)
from projections.charts.compared import calibrated, compared, tried
from projections.charts.listed import pooled
from projections.trials.compare import Compare, ComparedPlayer
from projections.trials.pool import PoolAsked
from projections.trials.predict import Predict
from projections.trials.what_if import WhatIf, what_if
from rulebooks import LISTS, changeable_of
from web.pages.rendering import rendered
from web.pages.visit import Visit
from web.pages.words import translator, with_days
from web.questions.registry import Committee, RuleTyped


class EditionDiffers(NamedTuple):
    """A number of the rules that was another one before."""

    row: ChangeableRow
    before: str


def rules_page(reading: Reading, asked: Rules, visit: Visit) -> str:
    answer = asked.ask(reading)
    # those that begin on a day to come too
    kept = [name for name in LISTS if reading.timeline.schedule(name)]
    own = tuple(
        (
            name,
            tuple(row for row in answer.rows if row.list == name and row.adopted_from),
        )
        for name in kept
    )
    others = tuple(row for row in answer.rows if row.list not in kept)
    return rendered("rules.html", visit, lists=own, others=others)


def edition_page(reading: Reading, asked: Edition, visit: Visit) -> str:
    answer = coverage(asked.edition)
    before = _before(reading, answer)
    return rendered(
        "edition.html",
        visit,
        answer=answer,
        name=asked.edition,
        source=str(answer.edition["source"]),
        since=str(answer.edition["since"]),
        before=before,
        differences=() if before is None else _differences(coverage(before), answer),
    )


def _before(reading: Reading, answer: CoverageAnswer) -> str | None:
    """Return the edition before it on its first list, as the ledger adopted them."""
    schedule = [edition for _, edition in reading.timeline.schedule(answer.lists[0])]
    place = (
        schedule.index(str(answer.edition["id"]))
        if answer.edition["id"] in schedule
        else 0
    )
    return schedule[place - 1] if place > 0 else None


def _differences(
    old: CoverageAnswer, new: CoverageAnswer
) -> tuple[EditionDiffers, ...]:
    """Return what differs. Lists of one family share most numbers, so a number that
    differs alike on several is named once.
    """
    was = {(row.list, row.number): row.value for row in old.changeable}
    by_number: dict[str, EditionDiffers] = {}
    for row in new.changeable:
        before = was.get((row.list, row.number))
        if before is not None and before != row.value:
            by_number.setdefault(row.number, EditionDiffers(row, before))
    return tuple(by_number.values())


SHOWN = 30


class Number(NamedTuple):
    """A number of a list's rules that may be tried with another value."""

    name: str
    words: str
    takes: str


def committee_page(reading: Reading, asked: Committee, visit: Visit) -> str:
    list_name = asked.list_name or reading.first_list()
    return rendered(
        "committee/forms.html",
        visit,
        list_name=list_name,
        numbers=_numbers(list_name),
        kept=reading.lists(),
        lists=LISTS,
    )


def compare_page(reading: Reading, asked: Compare, visit: Visit) -> str:
    answer = asked.ask(reading)
    chart = with_days(
        compared(answer, translator(visit.language), alone=False), visit.language
    )
    labels = [one.list for one in answer.lists]
    return rendered(
        "committee/compare.html",
        visit,
        answer=answer,
        chart=chart,
        rows=answer.rows[:SHOWN],
        labels=labels,
        left_out=max(0, len(answer.rows) - SHOWN),
        query={"list": labels},
    )


def predict_page(reading: Reading, asked: Predict, visit: Visit) -> str:
    answer = asked.ask(reading)
    chart = with_days(
        calibrated(answer, translator(visit.language), alone=False), visit.language
    )
    return rendered(
        "committee/predict.html",
        visit,
        answer=answer,
        chart=chart,
        kept=LISTS,
        asked=asked,
    )


def pool_page(reading: Reading, asked: PoolAsked, visit: Visit) -> str:
    report = asked.ask(reading)
    chart = with_days(
        pooled(report, translator(visit.language), alone=False), visit.language
    )
    return rendered(
        "committee/pool.html", visit, report=report, chart=chart, asked=asked
    )


def tried_page(reading: Reading, asked: RuleTyped, visit: Visit) -> str:
    """Make the page of a rule change; a proposal that is wrong is refused in the words
    of the command.
    """
    document = {
        "list": asked.list_name,
        "name": asked.name or f"{asked.number} {asked.value}",
        "change": {asked.number: _value(asked.value)},
    }
    trial = what_if(
        reading, rule_change("proposal", json.dumps(document).encode()), asked.since
    )
    chart = with_days(
        tried(trial, translator(visit.language), alone=False), visit.language
    )
    return rendered(
        "committee/tried.html",
        visit,
        trial=trial,
        chart=chart,
        asked=asked,
        numbers=_numbers(asked.list_name),
        movers=_movers(trial),
    )


def _numbers(list_name: str) -> list[Number]:
    return [
        Number(name, each.words, each.takes())
        for name, each in changeable_of(list_name).items()
    ]


def _value(text: str) -> Any:
    """Read a value as JSON has it, so that 85, 0.5 and true are what they look like;
    anything else is a text.
    """
    try:
        return json.loads(text)
    except ValueError:
        return text


def _movers(trial: WhatIf) -> list[tuple[ComparedPlayer, int, int]]:
    """Return the players whom the change touches most, with the rating as it is and as
    it would be.
    """
    first, second = (one.list for one in trial.compare.lists)
    both = [
        (row, before.rating, after.rating)
        for row in trial.compare.rows
        if (before := row.lists[first]) is not None
        and (after := row.lists[second]) is not None
    ]
    moved = [each for each in both if each[1] != each[2]]
    return sorted(moved, key=lambda each: (-abs(each[2] - each[1]), each[0].player))[
        :SHOWN
    ]
