"""Answer `selo rules`: the lists with their editions, and where the articles of one
edition live in the code.
"""

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from ledger.errors import NotFound, Problem
from ledger.office import SettingsAnswer, settings_answer
from ledger.timeline import Timeline
from messages import Message, say
from messages.answer import Answer, Date
from projections.answers.asking import Asked, Ledger, Text
from projections.answers.reading import Reading
from rulebooks import LISTS, articles_of, changeable_of, editions, family
from rulebooks.protocol import Edition as FamilyEdition


class EditionRow(Answer, frozen=True, kw_only=True):
    """An edition of a list. `adopted_from`: in the ledger, if there is one; else the
    edition's own first day. `coming`: that day is still to come.
    """

    list: str
    edition: str
    since: Date
    revision: int
    source: str
    adopted_from: Date | None
    coming: bool


class RulesAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `rules`."""

    rows: tuple[EditionRow, ...]


class ArticleRow(Answer, frozen=True, kw_only=True):
    """An article of a rule text; `where` names functions, or says why the article needs
    no code.
    """

    article: str
    heading: Message
    where: str
    coded: bool


class ChangeableRow(Answer, frozen=True, kw_only=True):
    """A number of the edition that a file for `what-if` may change. `value`: what
    stands there, as JSON writes it.
    """

    list: str
    number: str
    what: Message
    takes: Message
    value: str


class CoverageAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `rules EDITION`. `edition` has the numbers that its rules contain,
    which differ by family.
    """

    edition: dict[str, Any]
    lists: tuple[str, ...]
    articles: tuple[ArticleRow, ...]
    changeable: tuple[ChangeableRow, ...]


class Rules(Asked, frozen=True, kw_only=True):
    """Every list, edition, first day and source, as the ledger has adopted them."""

    def answered(self, ledger: Ledger, today: str) -> Answer:
        try:
            return super().answered(ledger, today)
        except NotFound:  # no ledger is needed to see what this version holds
            return rules(None, today[: len("YYYY-MM-DD")])

    def ask(self, reading: Reading) -> RulesAnswer:
        return rules(reading.timeline, reading.as_of)


class Edition(Asked, frozen=True, kw_only=True):
    """Where each article of an edition lives in the code, and the numbers its rules
    contain.
    """

    line = ("edition",)
    examples = ("selo rules fi-2023",)
    edition: Text

    def answered(self, ledger: Ledger, today: str) -> CoverageAnswer:
        return coverage(self.edition)


class Settings(Asked, frozen=True, kw_only=True):
    """What the ledger keeps of itself: its time zone, and how far a clock is believed."""

    def ask(self, reading: Reading) -> SettingsAnswer:
        return settings_answer(reading.events)


def rules(timeline: Timeline | None, today: str) -> RulesAnswer:
    """List every edition that this version has, with the day from which the ledger
    adopted it; without a ledger, with its own day.
    """
    rows = []
    for name in LISTS:
        adopted: dict[str, str] = {}
        if timeline is not None:
            adopted = {edition: day for day, edition in timeline.schedule(name)}
        for edition in family(name).EDITIONS.values():
            since = adopted.get(edition.id)
            if timeline is None:
                since = edition.since
            rows.append(_row(name, edition, since, today))
    return RulesAnswer(rows=tuple(rows))


def _row(
    list_name: str, edition: FamilyEdition, adopted_from: str | None, today: str
) -> EditionRow:
    return EditionRow(
        list=list_name,
        edition=edition.id,
        since=edition.since,
        revision=edition.revision,
        source=edition.source,
        adopted_from=adopted_from,
        coming=adopted_from is not None and adopted_from > today,
    )


def plain(value: Any) -> Any:
    """Return a value as JSON has it: tables become lists and objects, and half a K
    becomes 7.5.
    """
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, Fraction):
        return float(value)
    return value


def _in_json(value: object) -> str:
    return json.dumps(plain(value), ensure_ascii=False)


def coverage(edition: str) -> CoverageAnswer:
    """Return an edition with the articles of its rule text."""
    carried = editions()
    lists = tuple(name for name, revisions in carried.items() if edition in revisions)
    if not lists:
        raise _unknown_edition(edition)
    numbers = family(lists[0]).EDITIONS[edition]._asdict()
    changeable: list[ChangeableRow] = []
    for name in lists:
        changeable += _changeable_rows(name, edition)
    return CoverageAnswer(
        edition={name: plain(value) for name, value in numbers.items()},
        lists=lists,
        articles=_articles(lists[0]),
        changeable=tuple(changeable),
    )


def _unknown_edition(edition: str) -> NotFound:
    """Return the refusal of an edition that no list has."""
    known = set[str]()
    for revisions in editions().values():
        known.update(revisions)
    names = ", ".join(sorted(known))
    message = say("there is no edition {name}", name=repr(edition))
    hint = say("known: {names}", names=names)
    return NotFound(Problem("unknown-edition", message, hint=hint))


def _articles(list_name: str) -> tuple[ArticleRow, ...]:
    rows = []
    for article in articles_of(list_name):
        row = ArticleRow(
            article=article.number,
            heading=article.title,
            where=article.where,
            coded=not isinstance(article.where, Message),
        )
        rows.append(row)
    return tuple(rows)


def _changeable_rows(list_name: str, edition: str) -> Iterator[ChangeableRow]:
    """Yield the numbers of an edition that a file may change."""
    numbers = family(list_name).EDITIONS[edition]
    for number, what in changeable_of(list_name).items():
        value = getattr(numbers, number)
        yield ChangeableRow(
            list=list_name,
            number=number,
            what=what.words,
            takes=what.takes(),
            value=_in_json(value),
        )
