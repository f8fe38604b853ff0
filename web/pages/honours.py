"""Draw the pages of what the rules honour: titles, selection and the best, certificates, and the title norms that were
made in a tournament.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from desk.norm_event import OfNorms
from desk.norms import NormAnswer, NormCheck, NormOf, NormRow, Norms, NormsAnswer, brief
from projections.answers.lists.best import Best, BestAnswer, best
from projections.answers.players.certificate import (
    Certificate,
    CertificateAnswer,
    RatingCertificate,
    RatingCertificateAnswer,
    certificate,
)
from projections.answers.players.selection import SelectionAnswer, SelectionNumbers, selection
from projections.answers.reading import Reading
from projections.answers.titles import STANDINGS, TitleRow, Titles, TitlesAnswer, titles
from projections.answers.tournaments.tournament import tournament_names
from rulebooks.fide.norms import EVENTS, SYSTEMS
from web.pages.charts import qr_code
from web.pages.rendering import Times, rendered, times_of
from web.pages.visit import Value, Visit


class TitlesPage(NamedTuple):
    """The register of titles as the template shows it: by where they stand, in the order of a meeting, the newest
    first."""

    answer: TitlesAnswer
    sections: tuple[tuple[str, tuple[TitleRow, ...]], ...]
    tournaments: dict[str, str]
    times: Times
    open: bool  # only what is to be decided


class SelectionPage(NamedTuple):
    """A page of selection numbers as the template shows it."""

    answer: SelectionAnswer
    tournaments: dict[str, str]
    times: Times


class BestPage(NamedTuple):
    """A page of the best as the template shows it: an answer a list."""

    answers: tuple[BestAnswer, ...]
    times: Times


def titles_page(reading: Reading, asked: Titles, visit: Visit) -> str:
    answer = titles(reading, asked.player, asked.earned_since, asked.open)
    newest = sorted(answer.rows, key=lambda row: (row.on, row.player), reverse=True)
    by_standing = ((standing, tuple(row for row in newest if row.standing == standing)) for standing in STANDINGS)
    sections = tuple((standing, rows) for standing, rows in by_standing if rows)
    before = [row.was.tournament for row in newest if row.was]
    names = tournament_names(reading, {name for name in (*before, *(row.tournament for row in newest)) if name})
    return rendered(
        "titles.html", visit, page=TitlesPage(answer, sections, names, times_of(asked, visit.today), asked.open)
    )


class CertificatePage(NamedTuple):
    """A certificate as the template shows it."""

    answer: CertificateAnswer
    times: Times


def certificate_page(reading: Reading, asked: Certificate, visit: Visit) -> str:
    answer = certificate(reading, asked.player, asked.title)
    return rendered("certificate.html", visit, page=CertificatePage(answer, times_of(asked, visit.today)))


class RatingCertificatePage(NamedTuple):
    """A certificate of a rating as the template shows it. `proof` and `again`: addresses that work from paper: of the
    proof of its event, and of the same certificate; `qr`: the first as a picture.
    """

    answer: RatingCertificateAnswer
    unit: str
    proof: str
    again: str
    qr: Markup | None
    times: Times


def rating_certificate_page(reading: Reading, asked: RatingCertificate, visit: Visit) -> str:
    answer = asked.ask(reading)
    player, ground, to = answer.player.id, answer.ground, visit.links.to
    proof = visit.origin + to("log", ground.seq, "proof")
    page = RatingCertificatePage(
        answer=answer,
        unit=ground.tournament or ground.kind,
        proof=proof,
        again=visit.origin
        + to("players", player, "certificate", list=answer.list, as_of=answer.basis.as_of, known_seq=answer.size),
        qr=qr_code(proof) if visit.origin else None,
        times=times_of(asked, visit.today),
    )
    return rendered("rating_certificate.html", visit, page=page)


def selection_page(reading: Reading, asked: SelectionNumbers, visit: Visit) -> str:
    answer = selection(reading, asked.players, asked.women)
    played = [place.tournament for row in answer.rows for place in (row.peak,) if place is not None]
    names = tournament_names(reading, {name for name in played if name})
    return rendered("selection.html", visit, page=SelectionPage(answer, names, times_of(asked, visit.today)))


def best_page(reading: Reading, asked: Best, visit: Visit) -> str:
    names = reading.lists() if asked.list_name is None else [asked.list_name]
    answers = tuple(best(reading, name, asked.top) for name in names)
    return rendered("best.html", visit, page=BestPage(answers, times_of(asked, visit.today)))


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
