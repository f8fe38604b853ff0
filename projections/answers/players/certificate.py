"""`selo certificate`: a title on paper: whose it is, on what ground, what was decided, and what proves it."""

from typing import Literal

from ledger.errors import NotFound, Problem
from ledger.store.logs.hashed import root_at
from messages import by_command, say
from messages.answer import UNSET, Answer, Date, UnsetType
from projections.answers.asking import PlayerId, Timed
from projections.answers.career import PlayerName, asked_for, career, known_player, player_name
from projections.answers.reading import Basis, Reading
from projections.answers.title_states import HELD, KEPT, DecidedTitle
from projections.answers.titles import titled_list, titles_of
from projections.answers.tournaments.tournament import tournament_names
from rulebooks.base import Title
from rulebooks.entries import Entry
from rulebooks.units import normal_in


class RestsOn(Answer, frozen=True, kw_only=True):
    """The ground of a title: the entry that reached its number. `seq`: the event that the entry rests on."""

    kind: str
    tournament: str | None
    tournament_name: str | None
    game: str | None
    rating: int
    normal_games: int
    edition: str
    seq: int


class CertificateAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `certificate`. No ground is there where the committee keeps a title that lost it."""

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
    """A title that somebody holds, on paper: the day, its ground, the decision, and the root of the ledger as proof."""

    line = ("player", "title")
    examples = ("selo certificate F033 ME",)
    player: PlayerId
    title: Literal["M", "ME", "I"]

    def ask(self, reading: Reading) -> CertificateAnswer:
        return certificate(reading, self.player, self.title)


def certificate(reading: Reading, asked: str, title: str) -> CertificateAnswer:
    """Return what a certificate says; a title that nobody holds has none."""
    player, list_name = known_player(reading, asked), titled_list(reading)
    state = next((state for state in titles_of(reading, player) if state.title == title), None)
    if state is None or state.status not in (HELD, KEPT):
        about = {"player": player, "title": title}
        message = (
            say("{player} does not hold the title {title}", **about)
            if state is None
            else say("{player} does not hold the title {title}: {status}", status=state.status, **about)
        )
        raise NotFound(Problem("no-title", message, hint=by_command("see `selo titles`")))
    lost = state.seq is not UNSET or (state.status == KEPT and state.tournament is None)
    return CertificateAnswer(
        player=player_name(reading, player),
        title=title,
        on=state.on,
        list=list_name,
        standing=state.standing,
        ground=None if lost else _ground(reading, player, Title(title, state.on, state.tournament, state.game)),
        decision=state.decision,
        size=reading.known_seq,
        root=root_at(reading.events, reading.known_seq),
        basis=reading.basis(),
        asked=asked_for(reading, asked, player),
    )


def _ground(reading: Reading, player: str, title: Title) -> RestsOn | None:
    """Find the entry that a title was reached in, and the number then; None where nothing of that day has it."""
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
            names = tournament_names(reading, {entry.tournament} if entry.tournament else set())
            return RestsOn(
                kind=figure.kind, tournament=entry.tournament, tournament_name=names.get(entry.tournament or ""),
                game=title.game, rating=rating, normal_games=before + played, edition=entry.edition, seq=entry.seq,
            )  # fmt: skip
    return None


def _value(entry: Entry, game: str | None) -> tuple[int, int] | None:
    """Return the number after a game of an entry, or after all of it, and the games at normal time up to there."""
    if game is None:
        return entry.figure.after, entry.figure.normal_games
    change, normal = entry.worked_out().change, 0
    for value, term in zip(change.running, change.terms, strict=True):
        normal += normal_in((term,))
        if term.game == game:
            return value, normal
    return None
