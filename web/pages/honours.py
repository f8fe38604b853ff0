"""Draw the pages of what the rules honour: titles, selection and the best,
certificates, and the title norms that were made in a tournament.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from desk.norm_event import OfNorms
from desk.norms import NormCheck, NormOf, NormRow, Norms, brief
from projections.answers.lists.best import Best, best
from projections.answers.players.certificate import (
    Certificate,
    RatingCertificate,
    certificate,
)
from projections.answers.players.selection import SelectionNumbers, selection
from projections.answers.reading import Reading
from projections.answers.titles import STANDINGS, Titles, titles
from projections.answers.tournaments.tournament import tournament_names
from rulebooks.fide.norms import EVENTS, SYSTEMS
from web.pages.charts import qr_code
from web.pages.rendering import Times, rendered, times_of
from web.pages.visit import Value, Visit


def titles_page(reading: Reading, asked: Titles, visit: Visit) -> str:
    answer = titles(reading, asked.player, asked.earned_since, asked.open)
    newest = sorted(answer.rows, key=lambda row: (row.on, row.player), reverse=True)
    by_standing = (
        (standing, tuple(row for row in newest if row.standing == standing))
        for standing in STANDINGS
    )
    sections = tuple((standing, rows) for standing, rows in by_standing if rows)
    before = [row.was.tournament for row in newest if row.was]
    names = tournament_names(
        reading,
        {name for name in (*before, *(row.tournament for row in newest)) if name},
    )
    return rendered(
        "titles.html",
        visit,
        answer=answer,
        sections=sections,
        tournaments=names,
        times=times_of(asked, visit.today),
        open=asked.open,
    )


def certificate_page(reading: Reading, asked: Certificate, visit: Visit) -> str:
    answer = certificate(reading, asked.player, asked.title)
    return rendered(
        "certificate.html", visit, answer=answer, times=times_of(asked, visit.today)
    )


def rating_certificate_page(
    reading: Reading, asked: RatingCertificate, visit: Visit
) -> str:
    """Make the page with two addresses that work from paper: of the proof of the
    rating's event, also as a picture, and of the same certificate.
    """
    answer = asked.ask(reading)
    player, ground, to = answer.player.id, answer.ground, visit.links.to
    proof = visit.origin + to("log", ground.seq, "proof")
    here: dict[str, Value] = {
        "list": answer.list,
        "as_of": answer.basis.as_of,
        "known_seq": answer.size,
    }
    again = to("players", player, "certificate", **here)
    return rendered(
        "rating_certificate.html",
        visit,
        answer=answer,
        unit=ground.tournament or ground.kind,
        proof=proof,
        again=visit.origin + again,
        qr=qr_code(proof) if visit.origin else None,
        times=times_of(asked, visit.today),
    )


def selection_page(reading: Reading, asked: SelectionNumbers, visit: Visit) -> str:
    answer = selection(reading, asked.players, asked.women)
    return rendered(
        "selection.html", visit, answer=answer, times=times_of(asked, visit.today)
    )


def best_page(reading: Reading, asked: Best, visit: Visit) -> str:
    names = reading.lists() if asked.list_name is None else [asked.list_name]
    answers = tuple(best(reading, name, asked.limit) for name in names)
    return rendered(
        "best.html", visit, answers=answers, times=times_of(asked, visit.today)
    )


OTHERS_MOST = 60  # rows without a norm on a page


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
    answer, times = asked.ask(reading), times_of(asked, visit.today)
    beside = answer.tournament.conditions
    made = tuple(_line(row, beside) for row in answer.rows if row.met is not False)
    others = tuple(_line(row, beside) for row in answer.rows if row.met is False)
    query = _query(asked, times)
    return rendered(
        "norms.html",
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
    return {
        **times.query,
        "system": asked.system,
        "kind": asked.kind,
        "title": ",".join(asked.titles) or None,
    }


def _line(row: NormRow, beside: Sequence[NormCheck]) -> NormLine:
    briefly = "; ".join(brief(check) for check in row.fails if check not in beside)
    return NormLine(
        row.player,
        row.name,
        row.norm,
        row.met,
        row.games,
        row.score,
        row.average,
        row.performance,
        briefly,
    )


def norm_page(reading: Reading, asked: NormOf, visit: Visit) -> str:
    times = times_of(asked, visit.today)
    query = _query(asked, times)
    return rendered(
        "norm.html", visit, answer=asked.ask(reading), query=query, times=times
    )
