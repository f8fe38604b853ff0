"""Draw the pages of the title norms that were made in a tournament, and of a player's
certificate.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from features.norms.answers import NormCheck, NormOf, NormRow, Norms, brief
from features.norms.event import OfNorms
from features.norms.rules import EVENTS, SYSTEMS, edition_of
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import TournamentHeader
from web.pages.rendering import rendered
from web.pages.two_times import Times, times_of
from web.pages.visit import Value, Visit

OTHERS_MOST = 60  # rows without a norm on a page
LONG_GAMES = 60 * 60  # seconds: faster games make no norm


def may_have_norms(header: TournamentHeader) -> bool:
    """Tell whether the page of norms has anything to say: under regulations that are
    known here, and not about rapid or blitz.
    """
    return edition_of(header.start) is not None and header.seconds >= LONG_GAMES


class NormLine(NamedTuple):
    """A player and a norm as the page shows it; `briefly`: what is missing, in no
    language.
    """

    player: str
    name: str | None
    norm: str
    met: bool | None
    games: int
    score: float
    average: int | None
    performance: int | None
    briefly: str


def norms_page(reading: Reading, asked: Norms, visit: Visit) -> str:
    """The page of the norms of a tournament.

    Norms that are made, or may be, stand first and in full; of the others only the
    first few are shown, with how many more there are.
    """
    answer, times = asked.ask(reading), times_of(asked, visit.today)
    beside = answer.tournament.conditions
    made = tuple(_line(row, beside) for row in answer.rows if row.met is not False)
    others = tuple(_line(row, beside) for row in answer.rows if row.met is False)
    query = _query(asked, times)

    return rendered(
        "norms/norms.html",
        visit,
        answer=answer,
        asked=asked,
        made=made,
        others=others[:OTHERS_MOST],
        more=len(others[OTHERS_MOST:]),
        systems=SYSTEMS,
        kinds=EVENTS,
        query=query,
        times=times,
    )


def _query(asked: OfNorms, times: Times) -> Mapping[str, Value]:
    """What the links of a page carry on: the times, and how the reader read the event."""
    return {
        **times.query,
        "system": asked.system,
        "kind": asked.kind,
        "title": ",".join(asked.titles) or None,
    }


def _line(row: NormRow, beside: Sequence[NormCheck]) -> NormLine:
    """A row of the page; what it fails leaves out the checks in `beside`, which the
    page states once for all.
    """
    briefly = "; ".join(brief(check) for check in row.fails if check not in beside)
    return NormLine(
        player=row.player,
        name=row.name,
        norm=row.norm,
        met=row.met,
        games=row.games,
        score=row.score,
        average=row.average,
        performance=row.performance,
        briefly=briefly,
    )


def norm_page(reading: Reading, asked: NormOf, visit: Visit) -> str:
    """The page of one player's norms in a tournament."""
    times = times_of(asked, visit.today)
    query = _query(asked, times)
    return rendered(
        "norms/norm.html", visit, answer=asked.ask(reading), query=query, times=times
    )
