"""The page of the title norms that were made in a tournament, and the certificate of a player's."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from desk.norm_event import OfNorms
from desk.norms import NormAnswer, NormCheck, NormOf, NormRow, Norms, NormsAnswer, brief
from projections.answers.reading import Reading
from rulebooks.fide.norms import EVENTS, SYSTEMS
from web.pages.rendering import Times, rendered, times_of
from web.pages.visit import Value, Visit

OTHERS_MOST = 60  # rows without a norm on a page


class NormLine(NamedTuple):
    """A player and a norm as the page shows it; `briefly`: what is missing, in no language."""

    player: str
    name: str | None
    norm: str
    met: bool | None
    games: int
    score: float
    average: int | None
    performance: int | None
    briefly: str


class NormsPage(NamedTuple):
    """The page of the norms in a tournament; `made`: those that are met, or open."""

    answer: NormsAnswer
    asked: Norms
    made: tuple[NormLine, ...]
    others: tuple[NormLine, ...]
    more: int
    systems: tuple[str, ...]
    kinds: tuple[str, ...]
    query: Mapping[str, Value]
    times: Times


def norms_page(reading: Reading, asked: Norms, visit: Visit) -> str:
    answer, times = asked.ask(reading), times_of(asked, visit.today)
    beside = answer.tournament.conditions
    made = tuple(_line(row, beside) for row in answer.rows if row.met is not False)
    others = tuple(_line(row, beside) for row in answer.rows if row.met is False)
    query = _query(asked, times)
    page = NormsPage(
        answer, asked, made, others[:OTHERS_MOST], len(others[OTHERS_MOST:]), SYSTEMS, EVENTS, query, times
    )
    return rendered("norms.html", visit, page=page)


def _query(asked: OfNorms, times: Times) -> Mapping[str, Value]:
    return {**times.query, "system": asked.system, "kind": asked.kind, "title": ",".join(asked.titles) or None}


def _line(row: NormRow, beside: Sequence[NormCheck]) -> NormLine:
    briefly = "; ".join(brief(check) for check in row.fails if check not in beside)
    return NormLine(
        row.player, row.name, row.norm, row.met, row.games, row.score, row.average, row.performance, briefly
    )


class NormPage(NamedTuple):
    """A certificate of a player's norms, a sheet for each."""

    answer: NormAnswer
    query: Mapping[str, Value]
    times: Times


def norm_page(reading: Reading, asked: NormOf, visit: Visit) -> str:
    times = times_of(asked, visit.today)
    query = _query(asked, times)
    return rendered("norm.html", visit, page=NormPage(asked.ask(reading), query, times))
