"""Answer `selo player certificate`: a rating or a title on paper: whose it is, on what it
rests, and what proves it.

Of a title also what was decided of it; of a rating on which day it was so, and what was
known then.
"""

from typing import Literal

from msgspec import field

from ledger.errors import NotFound, Problem
from ledger.store.logs.tree import root_at
from messages import by_command, say
from messages.answer import UNSET, Answer, Date, UnsetType
from projections.answers.asking import FirstList, PlayerId, Timed
from projections.answers.career import (
    PlayerName,
    career,
    kept_list,
    known_player,
    merged_id_asked,
    player_name,
    totals,
)
from projections.answers.reading import Basis, Reading
from projections.answers.title_states import (
    HELD,
    KEPT,
    DecidedTitle,
    titled_list,
    titles_of,
)
from projections.answers.tournaments.tournament import tournament_names
from rulebooks.base import Title
from rulebooks.entries import Entry
from rulebooks.units import normal_in


class RestsOn(Answer, frozen=True, kw_only=True):
    """The ground of a title: the entry that reached its number. `seq`: the event that
    the entry rests on.
    """

    kind: str
    tournament: str | None
    tournament_name: str | None
    game: str | None
    rating: int
    normal_games: int
    edition: str
    seq: int


class CertificateAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `certificate`. No ground is there where the committee keeps a title
    that lost it.
    """

    player: PlayerName
    title: str
    on: Date
    list: str
    standing: str
    ground: RestsOn | None
    size: int
    root: str
    basis: Basis
    decision: DecidedTitle | UnsetType = UNSET
    asked: str | UnsetType = UNSET


class Certificate(Timed, frozen=True, kw_only=True):
    """A title that somebody holds, on paper: the day, its ground, the decision, and the
    root of the ledger as proof.
    """

    line = ("player", "title")
    examples = ("selo player certificate F033 ME",)
    player: PlayerId
    title: Literal["M", "ME", "I"]

    def ask(self, reading: Reading) -> CertificateAnswer:
        return certificate(reading, self.player, self.title)


def certificate(reading: Reading, asked: str, title: str) -> CertificateAnswer:
    """Return what a certificate says; a title that nobody holds has none."""
    player, list_name = known_player(reading, asked), titled_list(reading)
    state = next(
        (state for state in titles_of(reading, player) if state.title == title), None
    )
    if state is None or state.status not in (HELD, KEPT):
        about = {"player": player, "title": title}
        message = say("{player} does not hold the title {title}", **about)
        if state is not None:
            message = say(
                "{player} does not hold the title {title}: {status}",
                status=state.status,
                **about,
            )

        raise NotFound(
            Problem("no-title", message, hint=by_command("see `selo titles`"))
        )

    lost = state.seq is not UNSET or (state.status == KEPT and state.tournament is None)
    ground = None
    if not lost:
        reached = Title(title, state.on, state.tournament, state.game)
        ground = _ground(reading, player, reached)

    return CertificateAnswer(
        player=player_name(reading, player),
        title=title,
        on=state.on,
        list=list_name,
        standing=state.standing,
        ground=ground,
        decision=state.decision,
        size=reading.known_seq,
        root=root_at(reading.events, reading.known_seq),
        basis=reading.basis(),
        asked=merged_id_asked(reading, asked, player),
    )


def _ground(reading: Reading, player: str, title: Title) -> RestsOn | None:
    """Find the entry that a title was reached in, and the number then; None where
    nothing of that day has it.
    """
    games = 0
    for entry in career(reading, player, titled_list(reading)):
        figure = entry.figure
        before = 0 if figure.kind == "opening" else games
        games = before + figure.normal_games
        if (entry.on, entry.tournament) != (title.on, title.tournament):
            continue

        value = _value(entry, title.game)
        if value is not None:
            rating, played = value
            names = tournament_names(
                reading, {entry.tournament} if entry.tournament else set()
            )
            return RestsOn(
                kind=figure.kind,
                tournament=entry.tournament,
                tournament_name=names.get(entry.tournament or ""),
                game=title.game,
                rating=rating,
                normal_games=before + played,
                edition=entry.edition,
                seq=entry.seq,
            )
    return None


def _value(entry: Entry, game: str | None) -> tuple[int, int] | None:
    """Return the number after a game of an entry, or after all of it, and the games at
    normal time up to there.
    """
    if game is None:
        return entry.figure.after, entry.figure.normal_games
    change, normal = entry.worked_out().change, 0
    for value, term in zip(change.running, change.terms, strict=True):
        normal += normal_in((term,))
        if term.game == game:
            return value, normal
    return None


class RatingRestsOn(Answer, frozen=True, kw_only=True):
    """What a rating rests on: the last entry of the player on the list. `seq`: the
    event that the entry rests on.
    """

    kind: str
    tournament: str | None
    tournament_name: str | None
    on: Date
    edition: str
    seq: int


class RatingCertificateAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `certificate` about a rating."""

    player: PlayerName
    list: str
    rating: int
    games: int
    established: bool
    ground: RatingRestsOn
    size: int
    root: str
    basis: Basis
    asked: str | UnsetType = UNSET


class RatingCertificate(Timed, frozen=True, kw_only=True):
    """A rating or a title on paper, with what it rests on and the root of the ledger as
    proof.

    With a title that somebody holds: the day, its ground and the decision. Without one
    the rating on a day.
    """

    line = ("player",)
    examples = (
        "selo player certificate F033 --as-of 2024-06-30 --known-on 2024-07-15",
    )
    player: PlayerId
    list_name: FirstList = field(default=None, name="list")

    def ask(self, reading: Reading) -> RatingCertificateAnswer:
        return rating_certificate(
            reading, self.player, self.list_name or reading.first_list()
        )


def rating_certificate(
    reading: Reading, asked: str, list_name: str
) -> RatingCertificateAnswer:
    """Return what a certificate of a rating says; a player without a rating on the day
    has none.
    """
    player, list_name = known_player(reading, asked), kept_list(reading, list_name)
    entries = career(reading, player, list_name)
    total = totals(entries, list_name, reading.edition(list_name), reading.as_of)
    if total.rating is None:
        about = {"player": player, "list": list_name, "day": reading.as_of}
        message = say("{player} has no rating on {list}, {day}", **about)
        raise NotFound(
            Problem(
                "no-rating",
                message,
                hint=by_command("see `selo show {player}`", player=player),
            )
        )

    last = entries[-1]
    names = tournament_names(reading, {last.tournament} if last.tournament else set())
    return RatingCertificateAnswer(
        player=player_name(reading, player),
        list=list_name,
        rating=total.rating,
        games=total.games,
        established=total.established,
        ground=RatingRestsOn(
            kind=last.figure.kind,
            tournament=last.tournament,
            tournament_name=names.get(last.tournament or ""),
            on=last.on,
            edition=last.edition,
            seq=last.seq,
        ),
        size=reading.known_seq,
        root=root_at(reading.events, reading.known_seq),
        basis=reading.basis(),
        asked=merged_id_asked(reading, asked, player),
    )
