"""Trials of rules over the ledger's games; nothing is recorded."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from desk.files.rule_change import rule_change
from ledger.answer import Answer, columns, plain
from ledger.errors import Problem, Usage, Where
from messages import Message, say
from projections.answers.reading import Reading
from projections.trials import compare, pool_answer, what_if
from projections.trials.forecasts import predict
from projections.trials.pool import PoolQuestion, pool
from projections.trials.proposal import LIKE
from projections.trials.run import runs_of
from projections.trials.setups import listed
from web.questions.asking import Count, Day, Sheet, Text, Whole


class Compare(Whole, frozen=True, kw_only=True):
    """The players under each list, run over the same games. A list may name its edition: elo:elo-16-32."""

    lists: tuple[Text, ...] = msgspec.field(default=(), name="list")
    top: Count | None = None

    def ask(self, reading: Reading) -> compare.Comparison:
        if len(self.lists) < 2:
            raise _too_few(say("name at least two lists"), say("write list=selo&list=elo-no"))
        return compare.compare(reading, runs_of(reading, self.lists)).top(self.top)

    def sheet(self, answer: Answer) -> Sheet:
        assert isinstance(answer, compare.Compared)
        return Sheet([compare.flat(row) for row in answer.rows], compare.flat_columns(self.lists))


class WhatIf(Whole, frozen=True, kw_only=True):
    """A rule change tried out: the list as it is and as it would be, compared, and scored on the games since."""

    proposal: Annotated[str, Meta(min_length=1, max_length=10_000, description=f"One JSON object, like {LIKE}.")]
    since: Day | None = msgspec.field(default=None, name="from")
    top: Count | None = None

    def ask(self, reading: Reading) -> what_if.WhatIf:
        change = rule_change("proposal", self.proposal.encode())
        return what_if.what_if(reading, change, self.since).top(self.top)


class Predict(Whole, frozen=True, kw_only=True):
    """How well each list predicted the results: every game's expected score before it was rated, beside the result."""

    lists: tuple[Text, ...] = msgspec.field(default=(), name="list")
    from_day: Day | None = msgspec.field(default=None, name="from")
    to_day: Day | None = msgspec.field(default=None, name="to")

    def ask(self, reading: Reading) -> predict.Prediction:
        labels = listed(self.lists)
        if not labels:
            raise _too_few(say("name at least one list"), say("write list=selo"))
        first, last = predict.period(reading, self.from_day, self.to_day)
        return predict.predict(reading, runs_of(reading, labels), first, last)

    def sheet(self, answer: Answer) -> Sheet:
        assert isinstance(answer, predict.Prediction)
        rows = [plain(predict.flat(scores)) for scores in answer.lists]
        return Sheet(rows, columns(predict.FlatScores))


class Pool(Whole, frozen=True, kw_only=True):
    """Whether a list's ratings grow or shrink, and why."""

    list_name: Text = msgspec.field(name="list")
    by: Literal["year", "quarter", "month"] = "year"
    from_day: Day | None = msgspec.field(default=None, name="from")
    to_day: Day | None = msgspec.field(default=None, name="to")
    active_years: Count | None = None

    def ask(self, reading: Reading) -> pool_answer.PoolReport:
        question = PoolQuestion(self.by, self.from_day, self.to_day, self.active_years)
        return pool(reading, self.list_name, question)

    def sheet(self, answer: Answer) -> Sheet:
        assert isinstance(answer, pool_answer.PoolReport)
        return Sheet([pool_answer.flat(row) for row in answer.rows], pool_answer.flat_columns())


def _too_few(message: Message, hint: Message) -> Usage:
    return Usage(Problem("parameter", message, Where(field="list"), hint))
