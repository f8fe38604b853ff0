"""`selo titles`: every title, where it was reached, what the committee decided, and what it has still to decide."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Annotated

from msgspec.structs import asdict, replace

from ledger.bodies import OpeningSet
from ledger.decided import TitleDecided
from messages.answer import UNSET, Answer, Date, UnsetType
from projections.answers.asking import Day, PlayerId, Timed, about
from projections.answers.career import known_player, listed, names_of
from projections.answers.reading import Basis, Reading
from projections.answers.title_states import (
    EARNED,
    HELD,
    LOST,
    OPEN,
    WITHOUT_GROUND,
    DecidedTitle,
    TitleGround,
    TitleLostBy,
    TitleState,
    registered,
    state_of,
)
from projections.replay.tally import TitleAt
from rulebooks import LISTS, rulebook
from rulebooks.base import Title

TitleVersion = tuple[TitleAt, int | None]  # with the seq that closed it


class TitleRow(Answer, frozen=True, kw_only=True):
    """A title with the player it belongs to."""

    player: str
    name: str | None
    title: str
    on: Date
    tournament: str | None
    game: str | None
    status: str
    seq: int | UnsetType = UNSET
    event: TitleLostBy | UnsetType | None = UNSET
    confirmed_on: Date | UnsetType = UNSET
    decision: DecidedTitle | UnsetType = UNSET
    standing: str = HELD
    was: TitleGround | UnsetType = UNSET


class TitlesAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `titles`."""

    rows: tuple[TitleRow, ...]
    basis: Basis


class Titles(Timed, frozen=True, kw_only=True):
    """Titles: held, earned (M awaiting confirmation), no longer supported after a correction, kept or refused by the
    committee, or confirmed without ground."""

    line = ("player",)
    examples = ("selo titles --earned-since 2025-01-01",)
    table = "rows"
    player: PlayerId | None = None
    earned_since: Annotated[Day | None, about("Only those reached on this day or later, and still supported.")] = None
    open: Annotated[bool, about("Only those of which the committee has something to decide.")] = False

    def ask(self, reading: Reading) -> TitlesAnswer:
        return titles(reading, self.player, self.earned_since, self.open)

    def more_columns(self, answer: Answer) -> tuple[str, ...]:
        return ("seq", "event", "confirmed_on", "decision", "was")


def titles(
    reading: Reading, asked: str | None = None, earned_since: str | None = None, only_open: bool = False
) -> TitlesAnswer:
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
        if (earned_since is None or (title.on >= earned_since and title.status not in (LOST, WITHOUT_GROUND)))
        and (not only_open or title.status in OPEN)
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
        player: _states(reading, list_name, versions[player], _decided(reading, player) if player in decided else {})
        for player in sorted(versions.keys() | decided)
    }


def titled_list(reading: Reading) -> str:
    """Return the list that gives titles: the first such list the ledger keeps, else the first there is."""
    return next(name for name in (*reading.lists(), *LISTS) if rulebook(name).title_rules)


def titles_of(reading: Reading, player: str) -> list[TitleState]:
    """Return a player's titles with day and game, the highest first (rules 1.6)."""
    list_name = titled_list(reading)
    return _states(reading, list_name, reading.titles(list_name, player), _decided(reading, player))


def _states(
    reading: Reading, list_name: str, versions: Sequence[TitleVersion], decisions: Mapping[str, list[DecidedTitle]]
) -> list[TitleState]:
    rules = rulebook(list_name)
    reached = _as_known(versions, reading.known_seq)
    awaited = {rule.title for rule in rules.title_rules if rule.needs_confirmation}
    lost = _lost(versions, reading, set(reached))
    ranked = [rule.title for rule in rules.title_rules]
    states: list[TitleState] = []
    for name in ranked:
        decided = decisions.get(name, ())
        own = [version for version in versions if version[0].title == name]
        waits = name in awaited and not (name in reached and _brought(reading, own[0][0].player, reached[name]))
        state = state_of(name, reached.get(name), lost.get(name), decided, waits)
        if state is not None:
            states.append(registered(_reopened(state, own, decided, reading), waits))
    return states


def _brought(reading: Reading, player: str, title: Title) -> bool:
    """Tell whether an opening says that the title was held before the ledger."""
    if title.tournament is not None:
        return False
    facts = chain.from_iterable(state.facts for state in reading.timeline.under_every_id(player))
    return any(
        fact.live and isinstance(fact.body, OpeningSet) and fact.body.on == title.on and title.title in fact.body.titles
        for fact in facts
    )


def _reopened(
    state: TitleState, versions: Sequence[TitleVersion], decisions: Sequence[DecidedTitle], reading: Reading
) -> TitleState:
    """Add what moved the ground of a title from under its decision; it has another ground now, and is to be decided
    again.
    """
    if state.status != EARNED or state.decision is not UNSET or not decisions:
        return state
    latest = decisions[-1]
    counted = [
        (known_to, title)
        for title, known_to in versions
        if known_to is not None and latest.seq < known_to <= reading.known_seq and title.on <= latest.on
    ]
    if not counted:
        return state
    step, title = max(counted)
    was = TitleGround(on=title.on, tournament=title.tournament, game=title.game)
    return replace(state, seq=step, event=_lost_by(reading, step), was=was)


def _decided(reading: Reading, player: str) -> dict[str, list[DecidedTitle]]:
    """Return what was decided of each title of a player up to the day, in order."""
    decided: dict[str, list[DecidedTitle]] = defaultdict(list)
    for state in reading.timeline.under_every_id(player):
        for fact in state.facts:
            if fact.live and isinstance(fact.body, TitleDecided) and fact.body.on <= reading.as_of:
                body, event = fact.body, reading.index.event(fact.seq)
                decided[body.title].append(
                    DecidedTitle(
                        kind=body.kind, on=body.on, seq=fact.seq, by=event.actor if event is not None else None,
                        reason=body.reason, resolution=body.resolution,
                    )
                )  # fmt: skip
    return {title: sorted(own, key=lambda each: (each.on, each.seq)) for title, own in decided.items()}


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
            title = before[name]
            lost[name] = TitleState(
                title=title.title,
                on=title.on,
                tournament=title.tournament,
                game=title.game,
                status=LOST,
                seq=step,
                event=_lost_by(reading, step),
            )
    return lost


def _lost_by(reading: Reading, step: int) -> TitleLostBy | None:
    event = reading.index.event(step)
    return None if event is None else TitleLostBy(kind=event.kind, target=event.target, reason=event.reason)
