"""The pages of rules and of what the rules honour: editions and their articles; titles, selection and the best."""

from typing import NamedTuple

from markupsafe import Markup

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
from projections.answers.rules import (
    ChangeableRow,
    CoverageAnswer,
    Edition,
    EditionRow,
    Rules,
    RulesAnswer,
    coverage,
    rules,
)
from projections.answers.titles import STANDINGS, TitleRow, Titles, TitlesAnswer, titles
from projections.answers.tournaments.tournament import tournament_names
from web.pages.charts import qr_code
from web.pages.rendering import Times, rendered, times_of
from web.pages.visit import Visit


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


class RulesPage(NamedTuple):
    """A page of rules as the template shows it: the editions in force, by list, and those that the ledger does not
    use."""

    lists: tuple[tuple[str, tuple[EditionRow, ...]], ...]
    others: tuple[EditionRow, ...]
    answer: RulesAnswer


class Difference(NamedTuple):
    """A number of the rules that was another one before."""

    row: ChangeableRow
    before: str


class EditionPage(NamedTuple):
    """A page of an edition as the template shows it. `before`: the edition that this one replaced."""

    answer: CoverageAnswer
    name: str
    source: str
    since: str
    before: str | None
    differences: tuple[Difference, ...]


def rules_page(reading: Reading, asked: Rules, visit: Visit) -> str:
    answer = rules(reading.timeline)
    kept = reading.lists()
    own = tuple((name, tuple(row for row in answer.rows if row.list == name and row.adopted_from)) for name in kept)
    others = tuple(row for row in answer.rows if row.list not in kept)
    return rendered("rules.html", visit, page=RulesPage(own, others, answer))


def edition_page(reading: Reading, asked: Edition, visit: Visit) -> str:
    answer = coverage(asked.edition)
    before = _before(reading, answer)
    page = EditionPage(
        answer=answer,
        name=asked.edition,
        source=str(answer.edition["source"]),
        since=str(answer.edition["since"]),
        before=before,
        differences=() if before is None else _differences(coverage(before), answer),
    )
    return rendered("edition.html", visit, page=page)


def _before(reading: Reading, answer: CoverageAnswer) -> str | None:
    """Return the edition before it on its first list, as the ledger adopted them."""
    schedule = [edition for _, edition in reading.timeline.schedule(answer.lists[0])]
    place = schedule.index(str(answer.edition["id"])) if answer.edition["id"] in schedule else 0
    return schedule[place - 1] if place > 0 else None


def _differences(old: CoverageAnswer, new: CoverageAnswer) -> tuple[Difference, ...]:
    """Return what differs. Lists of one family share most numbers, so a number that differs alike on several is named
    once.
    """
    was = {(row.list, row.number): row.value for row in old.changeable}
    by_number: dict[str, Difference] = {}
    for row in new.changeable:
        before = was.get((row.list, row.number))
        if before is not None and before != row.value:
            by_number.setdefault(row.number, Difference(row, before))
    return tuple(by_number.values())
