"""Say what would move in a ledger of an earlier version, or whose rules this version
corrects; and let it.

Every step is rehearsed in a transaction that is taken back, so what is shown is what
would be done. No rating moves before somebody says so, and the event that says so holds
what moved.
"""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, repeat
from typing import NamedTuple

from desk.movements import moved_by_this_code
from desk.receipts import Receipt
from desk.submit import Outside, book_submission
from ledger.decide import Moving
from ledger.documents import AcceptRules
from ledger.errors import Problem, Refused, Where
from ledger.followed_rules import followed_revisions
from ledger.known_events import KnownEvents
from ledger.moved_by_rules import RatingMoved
from ledger.placed import Placed
from ledger.store.database import earlier_version, snapshot
from ledger.store.dialects.dialect import stated_version
from ledger.store.event_log import Store, Writer
from ledger.store.persons import names
from ledger.store.tables import newest
from ledger.timeline import Timeline
from messages import say
from messages.answer import Answer
from projections import revisions
from projections.answers.events.impact import (
    AcceptedMove,
    AcceptedTitle,
    accepted_titles,
)
from projections.replay.loop import Progress
from projections.tables import schema
from projections.tables.build import rebuild
from rulebooks import editions


class Corrected(Answer, frozen=True, kw_only=True):
    """An edition that this version corrects; revisions: the one that the ledger
    follows, the one that would count.
    """

    edition: str
    followed: int
    carried: int


class State(Answer, frozen=True, kw_only=True):
    """What a ledger is written in."""

    format: int
    tables: int


class Upgrade(Answer, frozen=True, kw_only=True):
    """What an upgrade comes to. `done`: it was carried out, and `backup` is the ledger
    as it was before.
    """

    before: State
    after: State
    corrected: tuple[Corrected, ...]
    moved: tuple[AcceptedMove, ...]
    done: bool
    backup: str | None = None
    recorded: tuple[Receipt, ...] = ()
    titles: tuple[AcceptedTitle, ...] = ()

    @property
    def needed(self) -> bool:
        """Return whether format or tables are others after it, or anything is
        corrected.
        """
        return self.before != self.after or bool(self.corrected)


class _Rehearsal(NamedTuple):
    upgrade: Upgrade
    moved: Moving


class _EndOfRehearsal(Exception):
    """A signal that ends a rehearsal and takes it back."""


def upgrade(
    path: str,
    outside: Outside,
    make_backup: Callable[[], str] | None,
    *,
    accept: bool = False,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> Upgrade:
    """Rehearse an upgrade, and do it where nothing moves or what moves is accepted.

    `make_backup` returns where the backup is.
    """
    rehearsed = _rehearse(path, outside, progress)
    value = rehearsed.upgrade
    if dry_run or not value.needed or ((value.moved or value.titles) and not accept):
        return value

    saved = make_backup() if make_backup is not None else None

    with Store(path, upgrades=True) as store, store.writing() as writer:
        again = _upgrade_in_transaction(writer, value.before, outside, progress)
        if again.moved != rehearsed.moved:
            message = say(
                "somebody wrote to the ledger while this was rehearsed, and other"
                " ratings would move now"
            )
            raise Refused(
                Problem(
                    "moved-meanwhile",
                    message,
                    Where(path),
                    say("run the command again"),
                )
            )

    return Upgrade(
        before=value.before,
        after=value.after,
        corrected=value.corrected,
        moved=value.moved,
        done=True,
        backup=saved,
        recorded=again.upgrade.recorded,
        titles=value.titles,
    )


def _rehearse(path: str, outside: Outside, progress: Progress | None) -> _Rehearsal:
    """Upgrade in a transaction that is taken back, and return what it would do."""
    before = _state(path)
    rehearsed: list[_Rehearsal] = []
    with (
        contextlib.suppress(_EndOfRehearsal),
        Store(path, upgrades=True) as store,
        store.writing() as writer,
    ):
        rehearsed.append(_upgrade_in_transaction(writer, before, outside, progress))
        raise _EndOfRehearsal

    return rehearsed[0]


def _state(path: str) -> State:
    """Return the format and the tables of a ledger as they are.

    Tables of a later version than this one's are refused.
    """
    with snapshot(path) as connection:
        version, _ = schema.projected_if_any(connection)
        if version > schema.VERSION:
            schema.refuse_other(version)
        return State(format=stated_version(connection), tables=version)


def _upgrade_in_transaction(
    writer: Writer, before: State, outside: Outside, progress: Progress | None
) -> _Rehearsal:
    """Upgrade within a transaction whose ledger is of this format already: read tables,
    then rules.
    """
    connection = writer.connection
    timeline = KnownEvents(connection).timeline()
    if revisions.lists_without_rules(timeline):
        revisions.check_written(timeline)

    corrected = tuple(_corrected_editions(timeline))
    if revisions.differing_editions(timeline).outgrown:
        revisions.refuse_unlike_editions(timeline)

    current = before.tables == schema.VERSION
    moved = Moving() if current and not corrected else moved_by_this_code(connection)
    # what a crash left unrated is not rated by the earlier rules any more
    if not current or not schema.follow_all(connection):
        rebuild(connection, connection, None, progress)

    recorded: tuple[Receipt, ...] = ()

    if corrected:
        documents = [
            Placed(AcceptRules(edition=row.edition, revision=row.carried))
            for row in corrected
        ]
        known = chain([moved], repeat(Moving()))
        recorded = book_submission(
            writer, documents, outside, progress, accepted=known, every_entry=False
        ).recorded

    players = {row.player for row in moved.ratings} | {
        row.player for row in moved.titles
    }
    called = names(connection, sorted(players))

    return _Rehearsal(
        Upgrade(
            before=before,
            after=State(format=stated_version(connection), tables=schema.VERSION),
            corrected=corrected,
            moved=tuple(_moves_with_names(moved.ratings, called)),
            done=False,
            recorded=recorded,
            titles=tuple(accepted_titles(moved.titles, called)),
        ),
        moved,
    )


def _moves_with_names(
    moved: Sequence[RatingMoved], known: dict[str, str]
) -> Iterator[AcceptedMove]:
    """Yield the ratings that the new rules moved, with the names that are known, by id."""
    for row in moved:
        name = known.get(row.player)
        yield AcceptedMove(
            player=row.player,
            name=name,
            list=row.list,
            before=row.before,
            after=row.after,
        )


def _corrected_editions(timeline: Timeline) -> Iterator[Corrected]:
    """Yield every adopted edition whose revision in this version is newer than the one
    the ledger follows.
    """
    followed = followed_revisions(timeline.office_facts())
    carried = {
        edition: number
        for of_list in editions().values()
        for edition, number in of_list.items()
    }
    for edition in sorted(revisions.differing_editions(timeline).corrected):
        yield Corrected(
            edition=edition, followed=followed[edition], carried=carried[edition]
        )


def accept_rules(
    path: str, outside: Outside, *, dry_run: bool, progress: Progress | None = None
) -> Upgrade:
    """Let the corrected rules of this version count, in a ledger that is of this
    version in everything else.
    """
    state = _state(path)
    if (state.format, state.tables) != (newest(), schema.VERSION):
        raise earlier_version(path)
    return upgrade(path, outside, None, accept=True, dry_run=dry_run, progress=progress)
