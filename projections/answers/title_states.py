"""Tell where a title stands: where it was reached, what a correction took away, what
the committee decided.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from operator import attrgetter

from msgspec.structs import replace

from ledger.bodies import OpeningSet
from ledger.decisions import TitleDecided
from messages.answer import UNSET, Answer, Date, UnsetType
from projections.answers.reading import Reading
from projections.replay.tally import TitleAt
from rulebooks import LISTS, rulebook
from rulebooks.base import Title

HELD, EARNED, LOST = "held", "earned", "no longer supported"
KEPT, REFUSED, WITHOUT_GROUND = "kept", "refused", "without ground"
BY_DECISION = {"confirm-title": HELD, "keep-title": KEPT, "refuse-title": REFUSED}
# where a title stands in the committee's register
PENDING, REOPENED, REVOKED = "pending", "reopened", "revoked"


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

    What was decided on the day it was reached or later counts, and so does keeping it.
    Of a title that nobody reached, keeping it counts as KEPT, a confirmation has no
    ground, and anything else is nothing.
    """
    latest = decisions[-1] if decisions else None

    if reached is not None:
        return _state_of_reached(name, reached, latest, awaited)

    if latest is None:
        return lost

    kept = latest.kind == "keep-title"

    # it had a ground once: the committee may let it stand, or say that it fell
    if lost is not None:
        status = LOST
        if kept:
            status = KEPT
        elif latest.kind == "refuse-title":
            status = REFUSED

        return replace(lost, status=status, decision=latest)

    if not kept and latest.kind != "confirm-title":
        return None  # what nobody reached is neither refused nor revoked

    return TitleState(
        title=name,
        on=latest.on,
        tournament=None,
        game=None,
        status=KEPT if kept else WITHOUT_GROUND,
        decision=latest,
    )


def with_register_state(state: TitleState, awaited: bool) -> TitleState:
    """Add where a title stands in the register.

    `awaited`: as in `state_of`. Only a title to be decided gets a word of its own:
    REVOKED where its confirmation was taken back, REOPENED where a correction moved its
    ground, else PENDING.
    """
    if state.status not in (EARNED, LOST):
        return replace(state, standing=state.status)

    decision = state.decision
    is_revoked = decision is not UNSET and decision.kind == "revoke-confirmation"

    if awaited and is_revoked:
        return replace(state, standing=REVOKED)

    if state.seq is UNSET:
        return replace(state, standing=PENDING)
    return replace(state, standing=REOPENED)


def _state_of_reached(
    name: str, reached: Title, latest: DecidedTitle | None, awaited: bool
) -> TitleState:
    """Return the state of a title that was reached; `latest`: what was decided last.

    A decision from before the day it was reached is about something else, unless it
    keeps the title (6.1, 6.3). A title that nobody has to confirm is HELD at once.
    """
    decision: DecidedTitle | UnsetType = UNSET
    confirmed_on: Date | UnsetType = UNSET
    status = EARNED

    if latest is not None:
        is_after = latest.on >= reached.on
        if is_after or latest.kind == "keep-title":
            decision = latest
            status = BY_DECISION.get(latest.kind, EARNED)
            if latest.kind == "confirm-title":
                confirmed_on = latest.on

    return TitleState(
        title=name,
        on=reached.on,
        tournament=reached.tournament,
        game=reached.game,
        status=status if awaited else HELD,
        decision=decision,
        confirmed_on=confirmed_on,
    )


TitleVersion = tuple[TitleAt, int | None]  # with the seq that closed it


def titles_of_everybody(reading: Reading) -> dict[str, list[TitleState]]:
    """Return the titles by player id, of everyone who reached one, by games or with an
    opening, or had one decided.

    Whoever was merged has the titles under the id that they have now.
    """
    list_name = titled_list(reading)

    versions: dict[str, list[TitleVersion]] = {}
    for version in reading.titles(list_name):
        title, _ = version
        versions.setdefault(title.player, []).append(version)

    # a decision may be about somebody who reached nothing
    resolve = reading.timeline.resolve
    decided = {resolve(player) for player in reading.known_events.decided_titles()}

    states = {}
    for player in sorted(versions.keys() | decided):
        own = versions.get(player, ())

        decisions: Mapping[str, list[DecidedTitle]] = {}
        if player in decided:
            decisions = _decisions_by_title(reading, player)
        states[player] = _states(reading, list_name, own, decisions)

    return states


def titled_list(reading: Reading) -> str:
    """Return the list that gives titles: the first such list the ledger keeps, else the
    first there is.

    One of the lists gives titles, so there always is one.
    """
    names = (*reading.lists(), *LISTS)
    return next(name for name in names if rulebook(name).title_rules)


def titles_of(reading: Reading, player: str) -> list[TitleState]:
    """Return a player's titles with day and game, the highest first (rules 1.6).

    `player`: the id that counts for them.
    """
    list_name = titled_list(reading)
    versions = reading.titles(list_name, player)
    decisions = _decisions_by_title(reading, player)
    return _states(reading, list_name, versions, decisions)


def states_around(
    reading: Reading, player: str, title: str, decision: DecidedTitle
) -> tuple[TitleState | None, TitleState | None]:
    """Return where a title of a player stands, and where it would stand if this were
    decided of it as well; None where there is nothing to say.

    `player`: the id that counts for them. `decision`: with a seq after all others.
    """
    list_name = titled_list(reading)
    versions = reading.titles(list_name, player)
    decisions = _decisions_by_title(reading, player)

    own = [*decisions.get(title, ()), decision]
    own.sort(key=attrgetter("on", "seq"))
    with_own = {**decisions, title: own}

    states = _states(reading, list_name, versions, decisions)
    states_after = _states(reading, list_name, versions, with_own)
    before = {state.title: state for state in states}
    after = {state.title: state for state in states_after}
    return before.get(title), after.get(title)


def _states(
    reading: Reading,
    list_name: str,
    versions: Sequence[TitleVersion],
    decisions: Mapping[str, list[DecidedTitle]],
) -> list[TitleState]:
    """Return the states of all titles of one player, the highest first.

    `versions`: where each was reached, also what is no longer known so; `decisions`: by
    title, in order of the days.
    """
    reached = _titles_known_at(versions, reading.known_seq)
    lost = _lost_titles(versions, reading, set(reached))
    states: list[TitleState] = []

    for rule in rulebook(list_name).title_rules:  # the highest first
        name = rule.title
        decided = decisions.get(name, ())
        own = [version for version in versions if version[0].title == name]

        waits = rule.needs_confirmation
        title = reached.get(name)

        # a title that was held before the ledger has to be confirmed by nobody
        if title is not None:
            player = own[0][0].player
            if _was_brought(reading, player, title):
                waits = False

        state = state_of(name, title, lost.get(name), decided, waits)
        if state is not None:
            state = _with_what_reopened(state, own, decided, reading)
            states.append(with_register_state(state, waits))

    return states


def _was_brought(reading: Reading, player: str, title: Title) -> bool:
    """Tell whether an opening says that the title was held before the ledger.

    Openings under an id that was merged into theirs count.
    """
    if title.tournament is not None:
        return False

    for state in reading.timeline.under_every_id(player):
        for fact in state.live(OpeningSet):
            opening = fact.body
            if opening.on == title.on and title.title in opening.titles:
                return True
    return False


def _with_what_reopened(
    state: TitleState,
    versions: Sequence[TitleVersion],
    decisions: Sequence[DecidedTitle],
    reading: Reading,
) -> TitleState:
    """Add what moved the ground of a title from under its decision: it has to be
    decided again.

    The latest decision is meant. The last of the versions that it can have been about,
    and that a later event closed, is what it rested on. A title without any comes back
    as it is.
    """
    if state.status != EARNED or state.decision is not UNSET or not decisions:
        return state

    latest = decisions[-1]
    decided_then = []

    for title, known_to in versions:
        # what was reached after the decision it was not about
        if known_to is None or title.on > latest.on:
            continue
        if latest.seq < known_to <= reading.known_seq:
            decided_then.append((known_to, title))

    if not decided_then:
        return state

    step, title = max(decided_then)
    was = TitleGround(on=title.on, tournament=title.tournament, game=title.game)
    return replace(state, seq=step, event=_event_of_loss(reading, step), was=was)


def _decisions_by_title(reading: Reading, player: str) -> dict[str, list[DecidedTitle]]:
    """Return what was decided of each title of a player up to the day, in order.

    Decisions under an id that was merged into theirs count too.
    """
    decisions = defaultdict[str, list[DecidedTitle]](list)

    for state in reading.timeline.under_every_id(player):
        for fact in state.live(TitleDecided):
            body = fact.body

            # what is decided later than the day of the question is not yet known on it
            if body.on > reading.as_of:
                continue
            decision = _decision(reading, body, fact.seq)
            decisions[body.title].append(decision)

    in_order = attrgetter("on", "seq")
    for of_title in decisions.values():
        of_title.sort(key=in_order)
    return decisions


def _decision(reading: Reading, body: TitleDecided, seq: int) -> DecidedTitle:
    """Return a decision for the answer, with the account that recorded it."""
    event = reading.known_events.event(seq)
    return DecidedTitle(
        kind=body.kind,
        on=body.on,
        seq=seq,
        by=None if event is None else event.actor,
        reason=body.reason,
        resolution=body.resolution,
    )


def _titles_known_at(versions: Sequence[TitleVersion], seq: int) -> dict[str, Title]:
    """Return the titles that were reached as known after a seq.

    A version that is not closed is still known.
    """
    titles = {}
    for title, known_to in versions:
        if title.known_from > seq:
            continue

        if known_to is None or known_to > seq:
            titles[title.title] = title.as_title()

    return titles


def _lost_titles(
    versions: Sequence[TitleVersion], reading: Reading, reached: set[str]
) -> dict[str, TitleState]:
    """Return the titles that were once known as reached and no longer are, with the
    event that took each away.

    `reached`: the titles known as reached now, which cannot be lost. One that was lost
    several times has the last of them.
    """

    closed = set()
    for _, known_to in versions:
        if known_to is not None and known_to <= reading.known_seq:
            closed.add(known_to)

    lost: dict[str, TitleState] = {}
    for step in sorted(closed):
        # what the submission took away is what was known before it and not after
        before = _titles_known_at(versions, step - 1)
        after = _titles_known_at(versions, step)

        for name in before.keys() - after.keys() - reached:
            title = before[name]

            lost[name] = TitleState(
                title=title.title,
                on=title.on,
                tournament=title.tournament,
                game=title.game,
                status=LOST,
                seq=step,
                event=_event_of_loss(reading, step),
            )

    return lost


def _event_of_loss(reading: Reading, step: int) -> TitleLostBy | None:
    """Return the event that ends a submission; None where it is not known.

    `step`: the seq of that event.
    """
    event = reading.known_events.event(step)
    if event is None:
        return None
    return TitleLostBy(
        kind=event.kind,
        target=event.target,
        reason=event.reason,
    )
