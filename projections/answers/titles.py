"""Answer `selo titles`: every title, where it was reached, what the committee decided
and has still to decide.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec.structs import asdict, replace

from ledger.bodies import OpeningSet
from ledger.decisions import TitleDecided
from messages.answer import UNSET, Answer, Date, UnsetType
from projections.answers.asking import Day, PlayerId, Timed, about
from projections.answers.career import known_player, listed, names_of
from projections.answers.reading import Basis, Reading
from projections.replay.tally import TitleAt
from rulebooks import LISTS, rulebook
from rulebooks.base import Title

HELD, EARNED, LOST = "held", "earned", "no longer supported"
KEPT, REFUSED, WITHOUT_GROUND = "kept", "refused", "without ground"
OPEN = (EARNED, LOST, WITHOUT_GROUND)  # the committee has something to decide
NOBODYS = (LOST, REFUSED, WITHOUT_GROUND)  # nobody holds it
# where a title stands in the committee's register, in the order of its meeting
PENDING, REOPENED, REVOKED = "pending", "reopened", "revoked"
STANDINGS = (REOPENED, PENDING, WITHOUT_GROUND, KEPT, REFUSED, REVOKED, HELD)


class TitleLostBy(Answer, frozen=True, kw_only=True):
    """The event whose submission took the ground from under a title, or moved it."""

    kind: str
    target: str
    reason: str | None


class DecidedTitle(Answer, frozen=True, kw_only=True):
    """What the committee decided of a title: on which day, recorded by whom."""

    kind: str
    on: Date
    seq: int
    by: str | None
    reason: str | None
    resolution: str | UnsetType = UNSET


class TitleGround(Answer, frozen=True, kw_only=True):
    """What a title rested on when it was decided, before a correction."""

    on: Date
    tournament: str | None
    game: str | None


class TitleState(Answer, frozen=True, kw_only=True):
    """A title and its state; seq and event are there only where a correction took its
    ground away, or moved it so that what was decided before no longer counts; `was`
    says what it rested on until then.
    """

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


# 6.1: titles are permanent, so the committee can keep one whose ground is gone. 6.3: it
# confirms what was reached, so what it said before that day is about something else,
# and confirms nothing by itself.
def state_of(
    name: str,
    reached: Title | None,
    lost: TitleState | None,
    decisions: Sequence[DecidedTitle],
    awaited: bool,
) -> TitleState | None:
    """Return the state of one title, by where it was reached and what was decided, in
    order of the days.

    `reached`: as known; `lost`: where it was once known as reached and no longer is.
    `awaited`: somebody has to confirm it, which nobody has to of a title that was held
    before the ledger. None where there is nothing to say.
    """
    latest = decisions[-1] if decisions else None
    kept = latest is not None and latest.kind == "keep-title"
    if reached is not None:
        counts = kept or (latest is not None and latest.on >= reached.on)
        decision = latest if counts and latest is not None else UNSET
        confirmed = decision is not UNSET and decision.kind == "confirm-title"
        return TitleState(
            title=name,
            on=reached.on,
            tournament=reached.tournament,
            game=reached.game,
            status=_of_reached(decision, awaited),
            decision=decision,
            confirmed_on=decision.on if decision is not UNSET and confirmed else UNSET,
        )
    if latest is None:
        return lost
    if lost is not None:
        status = KEPT if kept else REFUSED if latest.kind == "refuse-title" else LOST
        return replace(lost, status=status, decision=latest)
    if latest.kind not in ("keep-title", "confirm-title"):
        return None  # what nobody reached is neither refused nor revoked
    status = KEPT if kept else WITHOUT_GROUND
    return TitleState(
        title=name,
        on=latest.on,
        tournament=None,
        game=None,
        status=status,
        decision=latest,
    )


def registered(state: TitleState, awaited: bool) -> TitleState:
    """Add where a title stands in the register."""
    if state.status not in (EARNED, LOST):
        return replace(state, standing=state.status)
    if (
        awaited
        and state.decision is not UNSET
        and state.decision.kind == "revoke-confirmation"
    ):
        return replace(state, standing=REVOKED)
    return replace(state, standing=PENDING if state.seq is UNSET else REOPENED)


def _of_reached(decision: DecidedTitle | UnsetType, awaited: bool) -> str:
    if not awaited:
        return HELD
    by_decision = {"confirm-title": HELD, "keep-title": KEPT, "refuse-title": REFUSED}
    return EARNED if decision is UNSET else by_decision.get(decision.kind, EARNED)


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
    """Titles: held, earned (M awaiting confirmation), no longer supported after a
    correction, kept or refused by the committee, or confirmed without ground.
    """

    line = ("player",)
    examples = ("selo titles --earned-since 2025-01-01",)
    table = "rows"
    player: PlayerId | None = None
    earned_since: Annotated[
        Day | None,
        about("Only those reached on this day or later, and still supported."),
    ] = None
    open: Annotated[
        bool, about("Only those of which the committee has something to decide.")
    ] = False

    def ask(self, reading: Reading) -> TitlesAnswer:
        return titles(reading, self.player, self.earned_since, self.open)

    def more_columns(self, answer: Answer) -> tuple[str, ...]:
        return ("seq", "event", "confirmed_on", "decision", "was")


def titles(
    reading: Reading,
    asked: str | None = None,
    earned_since: str | None = None,
    only_open: bool = False,
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
        if (
            earned_since is None
            or (title.on >= earned_since and title.status not in (LOST, WITHOUT_GROUND))
        )
        and (not only_open or title.status in OPEN)
    ]
    return TitlesAnswer(
        rows=tuple(rows) if asked is not None else listed(reading, rows),
        basis=reading.basis(),
    )


def _of_everybody(reading: Reading) -> dict[str, list[TitleState]]:
    """Return the titles by player id, of everyone who reached one, by games or with an
    opening, or had one decided.
    """
    list_name = titled_list(reading)
    versions: dict[str, list[TitleVersion]] = defaultdict(list)
    for version in reading.titles(list_name):
        versions[version[0].player].append(version)
    decided = {
        reading.timeline.resolve(player)
        for player in reading.known_events.decided_titles()
    }
    return {
        player: _states(
            reading,
            list_name,
            versions[player],
            _decided(reading, player) if player in decided else {},
        )
        for player in sorted(versions.keys() | decided)
    }


def titled_list(reading: Reading) -> str:
    """Return the list that gives titles: the first such list the ledger keeps, else the
    first there is.
    """
    return next(
        name for name in (*reading.lists(), *LISTS) if rulebook(name).title_rules
    )


def titles_of(reading: Reading, player: str) -> list[TitleState]:
    """Return a player's titles with day and game, the highest first (rules 1.6)."""
    list_name = titled_list(reading)
    return _states(
        reading, list_name, reading.titles(list_name, player), _decided(reading, player)
    )


def _states(
    reading: Reading,
    list_name: str,
    versions: Sequence[TitleVersion],
    decisions: Mapping[str, list[DecidedTitle]],
) -> list[TitleState]:
    reached = _as_known(versions, reading.known_seq)
    lost = _lost(versions, reading, set(reached))
    states: list[TitleState] = []
    for rule in rulebook(list_name).title_rules:  # the highest first
        name, decided = rule.title, decisions.get(rule.title, ())
        own = [version for version in versions if version[0].title == name]
        brought = name in reached and _brought(reading, own[0][0].player, reached[name])
        waits = rule.needs_confirmation and not brought
        state = state_of(name, reached.get(name), lost.get(name), decided, waits)
        if state is not None:
            states.append(registered(_reopened(state, own, decided, reading), waits))
    return states


def _brought(reading: Reading, player: str, title: Title) -> bool:
    """Tell whether an opening says that the title was held before the ledger."""
    if title.tournament is not None:
        return False
    return any(
        fact.body.on == title.on and title.title in fact.body.titles
        for state in reading.timeline.under_every_id(player)
        for fact in state.live(OpeningSet)
    )


def _reopened(
    state: TitleState,
    versions: Sequence[TitleVersion],
    decisions: Sequence[DecidedTitle],
    reading: Reading,
) -> TitleState:
    """Add what moved the ground of a title from under its decision: it has to be
    decided again.
    """
    if state.status != EARNED or state.decision is not UNSET or not decisions:
        return state
    latest = decisions[-1]
    counted = [
        (known_to, title)
        for title, known_to in versions
        if known_to is not None
        and latest.seq < known_to <= reading.known_seq
        and title.on <= latest.on
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
        for fact in state.live(TitleDecided):
            if (body := fact.body).on <= reading.as_of:
                event = reading.known_events.event(fact.seq)
                decided[body.title].append(
                    DecidedTitle(
                        kind=body.kind,
                        on=body.on,
                        seq=fact.seq,
                        by=event.actor if event is not None else None,
                        reason=body.reason,
                        resolution=body.resolution,
                    )
                )
    return {
        title: sorted(own, key=lambda each: (each.on, each.seq))
        for title, own in decided.items()
    }


def _as_known(versions: Sequence[TitleVersion], seq: int) -> dict[str, Title]:
    """Return the titles that were reached as known after a seq."""
    return {
        title.title: title.as_title()
        for title, known_to in versions
        if title.known_from <= seq and (known_to is None or known_to > seq)
    }


def _lost(
    versions: Sequence[TitleVersion], reading: Reading, reached: set[str]
) -> dict[str, TitleState]:
    """Return the titles that were once known as reached and no longer are, with the
    event that took each away.
    """
    lost: dict[str, TitleState] = {}
    closed = {
        known_to
        for _, known_to in versions
        if known_to is not None and known_to <= reading.known_seq
    }
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
    event = reading.known_events.event(step)
    return (
        None
        if event is None
        else TitleLostBy(kind=event.kind, target=event.target, reason=event.reason)
    )
