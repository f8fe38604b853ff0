"""`selo titles`: titles that are held, earned and awaiting confirmation, or no longer supported."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Annotated

from msgspec.structs import asdict

from ledger.bodies import ConfirmationRevoked, TitleConfirmed
from messages.answer import UNSET, Answer, UnsetType
from projections.answers.asking import Day, PlayerId, Timed, about
from projections.answers.career import known_player, listed, names_of
from projections.answers.reading import Basis, Reading
from projections.replay.tally import TitleAt
from rulebooks import LISTS, rulebook
from rulebooks.base import Title

TitleVersion = tuple[TitleAt, int | None]  # with the seq that closed it
HELD, EARNED, LOST = "held", "earned", "no longer supported"


class TitleLostBy(Answer, frozen=True, kw_only=True):
    """The event whose submission took the ground from under a title."""

    kind: str
    target: str
    reason: str | None


class TitleState(Answer, frozen=True, kw_only=True):
    """A title and its state; seq and event are there only for titles that are no longer supported."""

    title: str
    on: str
    tournament: str | None
    game: str | None
    status: str
    seq: int | UnsetType = UNSET
    event: TitleLostBy | UnsetType | None = UNSET
    confirmed_on: str | UnsetType = UNSET


class TitleRow(Answer, frozen=True, kw_only=True):
    """A title with the player it belongs to."""

    player: str
    name: str | None
    title: str
    on: str
    tournament: str | None
    game: str | None
    status: str
    seq: int | UnsetType = UNSET
    event: TitleLostBy | UnsetType | None = UNSET
    confirmed_on: str | UnsetType = UNSET


class TitlesAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `titles`."""

    rows: tuple[TitleRow, ...]
    basis: Basis


class Titles(Timed, frozen=True, kw_only=True):
    """Titles: held, earned (M awaiting confirmation), or no longer supported after a correction."""

    line = ("player",)
    examples = ("selo titles --earned-since 2025-01-01",)
    table = "rows"
    player: PlayerId | None = None
    earned_since: Annotated[Day | None, about("Only those reached on this day or later, and still supported.")] = None

    def ask(self, reading: Reading) -> TitlesAnswer:
        return titles(reading, self.player, self.earned_since)

    def more_columns(self, answer: Answer) -> tuple[str, ...]:
        return ("seq", "event")


def titles(reading: Reading, asked: str | None = None, earned_since: str | None = None) -> TitlesAnswer:
    """List every title with its state, of one player or of everybody."""
    if asked is not None:
        player = known_player(reading, asked)
        states = {player: titles_of(reading, player)}
    else:
        states = _of_everybody(reading)
    names = names_of(reading, [*states])
    rows = [
        TitleRow(player=player, name=names.get(player), **asdict(title))
        for player, own in states.items()
        for title in own
        if earned_since is None or (title.on >= earned_since and title.status != LOST)
    ]
    return TitlesAnswer(rows=tuple(rows) if asked is not None else listed(reading, rows), basis=reading.basis())


def _of_everybody(reading: Reading) -> dict[str, list[TitleState]]:
    """Return the titles by player id, of everyone who reached one, by games or with an opening, or had one decided."""
    list_name = titled_list(reading)
    versions: dict[str, list[TitleVersion]] = defaultdict(list)
    for version in reading.titles(list_name):
        versions[version[0].player].append(version)
    decided = {reading.timeline.resolve(player) for player in reading.index.decided_titles()}
    return {
        player: _states(reading, list_name, versions[player], _confirmed(reading, player) if player in decided else {})
        for player in sorted(versions.keys() | decided)
    }


def titled_list(reading: Reading) -> str:
    """Return the list that gives titles: the first such list the ledger keeps, else the first there is."""
    return next(name for name in (*reading.lists(), *LISTS) if rulebook(name).title_rules)


def titles_of(reading: Reading, player: str) -> list[TitleState]:
    """Return a player's titles with day and game, the highest first (rules 1.6)."""
    list_name = titled_list(reading)
    return _states(reading, list_name, reading.titles(list_name, player), _confirmed(reading, player))


def _states(
    reading: Reading, list_name: str, versions: Sequence[TitleVersion], confirmed: dict[str, str]
) -> list[TitleState]:
    rules = rulebook(list_name)
    reached = _as_known(versions, reading.known_seq)
    awaited = {rule.title for rule in rules.title_rules if rule.needs_confirmation}
    lost = _lost(versions, reading, set(reached))
    # a decision may give a title that no rating supports
    decided = [
        TitleState(title=name, on=on, tournament=None, game=None, status=HELD)
        for name, on in confirmed.items()
        if name not in reached and name not in lost
    ]
    states = [_state(title, confirmed, awaited) for title in reached.values()]
    ranked = [rule.title for rule in rules.title_rules]
    return sorted([*states, *decided, *lost.values()], key=lambda state: ranked.index(state.title))


def _state(title: Title, confirmed: dict[str, str], awaited: set[str]) -> TitleState:
    """Return the state of a title; one that needs confirming is only earned until then, unless an opening brought
    it."""
    awaiting = title.title in awaited and title.tournament is not None and title.title not in confirmed
    return TitleState(
        title=title.title,
        on=title.on,
        tournament=title.tournament,
        game=title.game,
        status=EARNED if awaiting else HELD,
        confirmed_on=confirmed.get(title.title, UNSET),
    )


def _confirmed(reading: Reading, player: str) -> dict[str, str]:
    """Return the titles whose latest decision up to the day is a confirmation, with its day."""
    decisions: list[tuple[str, int, str, bool]] = []
    for state in reading.timeline.under_every_id(player):
        for fact in state.facts:
            if fact.live and isinstance(fact.body, TitleConfirmed | ConfirmationRevoked):
                body = fact.body
                decisions.append((body.on, fact.seq, body.title, isinstance(body, TitleConfirmed)))
    latest = {title: (on, given) for on, _, title, given in sorted(decisions) if on <= reading.as_of}
    return {title: on for title, (on, given) in latest.items() if given}


def _as_known(versions: Sequence[TitleVersion], seq: int) -> dict[str, Title]:
    """Return the titles that were reached as known after a seq."""
    return {
        title.title: title.as_title()
        for title, known_to in versions
        if title.known_from <= seq and (known_to is None or known_to > seq)
    }


def _lost(versions: Sequence[TitleVersion], reading: Reading, reached: set[str]) -> dict[str, TitleState]:
    """Return the titles that were once known as reached and no longer are, with the event that took each away."""
    lost: dict[str, TitleState] = {}
    closed = {known_to for _, known_to in versions if known_to is not None and known_to <= reading.known_seq}
    for step in sorted(closed):
        before, after = _as_known(versions, step - 1), _as_known(versions, step)
        for name in before.keys() - after.keys() - reached:
            title, event = before[name], reading.index.event(step)
            lost[name] = TitleState(
                title=title.title,
                on=title.on,
                tournament=title.tournament,
                game=title.game,
                status=LOST,
                seq=step,
                event=None if event is None else TitleLostBy(kind=event.kind, target=event.target, reason=event.reason),
            )
    return lost
