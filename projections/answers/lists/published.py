"""Answer `selo list published`, and `list --label`: what was published, and each list beside the
ratings as they come out today.

What `selo publish` needs to know: the list to freeze, and which list a label means.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, NamedTuple

from msgspec import field
from msgspec.structs import asdict

from ledger.bodies import ListPublished
from ledger.decide import Listing
from ledger.errors import NotFound, Problem
from ledger.store.connection import Connection
from messages import Message, by_command, say
from messages.answer import UNSET, Answer, Date, Moment, UnsetType
from projections.answers import Question
from projections.answers.asking import (
    Asked,
    FirstList,
    KnownOn,
    KnownSeq,
    ListName,
    Text,
    Timed,
    about,
)
from projections.answers.career import names_of, rows_to_show
from projections.answers.events.movers import MovedBy, Movers
from projections.answers.lists.listed import FirstRows, published_list
from projections.answers.open_reading import reading_in_transaction
from projections.answers.reading import Basis, Reading
from projections.tables.notes import Published, published_lists

if TYPE_CHECKING:
    from projections.tables.fresh import FreshTables


def listing(
    connection: Connection, list_name: str, as_of: str, fresh: "FreshTables"
) -> Listing:
    """Return what `publish` asks inside a write transaction: a list on a day, as known
    now.

    For example, that of "selo" on "2024-07-01" has the rows to be frozen, the rules,
    and the last event that they rest on.

    `fresh`: as in `reading_in_transaction`.
    """
    reading = reading_in_transaction(connection, as_of, fresh)
    rows = published_list(reading, list_name)
    return Listing(reading.known_seq, reading.rules(), rows)


def publications(reading: Reading, list_name: str | None = None) -> list[Published]:
    """Return the lists that had been published by then, for days up to the day, in the
    order of publication.

    `list_name`: of this list alone; without it of all.
    """
    return published_lists(reading.tables, reading.known_seq, reading.as_of, list_name)


SEE_LISTS = by_command("see `selo list published`")


class Publication(NamedTuple):
    """A published list: its row in the table, the body of its event with the rows as
    they were published, and when it was recorded.
    """

    row: Published
    body: ListPublished
    recorded_at: str


def publication(
    reading: Reading,
    list_name: str,
    label: str,
    revision: int | None = None,
    hint: Message = SEE_LISTS,
) -> Publication:
    """Find a published list by its label: the latest revision, or the one asked for.

    `revision`: from 1 on. `hint`: what the refusal advises. `NotFound`: there is no
    such label, or no such revision of it, as known.
    """
    # a corrected list is a new revision under the same label, so a label alone means
    # the newest that was known
    labelled = [row for row in publications(reading, list_name) if row.label == label]
    matches = [row for row in labelled if revision in (None, row.revision)]
    if not matches:
        about: dict[str, object] = {"list": list_name, "label": repr(label)}
        if revision is None or not labelled:
            message = say("{list} has no published list {label}, as known", **about)
        else:
            message = say(
                "{list} has no published list {label} revision {number}: there are"
                " {count}, as known",
                **about,
                number=revision,
                count=len(labelled),
            )
        raise NotFound(Problem("unknown-list", message, hint=hint))

    # the table only says where; the rows themselves are read from the event, which
    # nobody can edit unnoticed
    event = reading.known_events.event(matches[-1].seq)
    assert event is not None and isinstance(event.body, ListPublished)
    return Publication(matches[-1], event.body, event.recorded_at)


class PublishedListRow(Answer, frozen=True, kw_only=True):
    """One published list; size and root are its footer."""

    list: str
    label: str
    revision: int
    as_of: Date
    seq: int
    known_seq: int
    rules: str
    sha256: str
    rows: int
    size: int
    root: str


class ListsAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `list published`."""

    rows: tuple[PublishedListRow, ...]
    basis: Basis


class PublishedPlayer(Answer, frozen=True, kw_only=True):
    """A row as it was published, and the rating for the same day as it comes out today."""

    rank: int
    player: str
    name: str | None
    rating: int
    games: int
    normal_games: int
    established: bool
    last_played: Date | None
    now: int | None
    change: int | None
    moved_by: tuple[MovedBy, ...]
    merged_into: str | UnsetType = UNSET


class MissingPlayer(Answer, frozen=True, kw_only=True):
    """A player who would be on the list today and was not on it when it was published."""

    player: str
    name: str | None
    rating: int | None
    now: int | None
    change: int | None
    moved_by: tuple[MovedBy, ...]


class PublishedAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `list --label`."""

    list: str
    label: str
    revision: int
    as_of: Date
    seq: int
    known_seq: int
    rules: str
    sha256: str
    rows: tuple[PublishedPlayer, ...]
    size: int
    root: str
    recorded_at: Moment
    missing: tuple[MissingPlayer, ...]
    basis: Basis


class Lists(Timed, frozen=True, kw_only=True):
    """The published lists with their revisions, in the order they were published."""

    line = ("list",)
    examples = ("selo list published selo",)
    table = "rows"
    list_name: ListName | None = field(default=None, name="list")

    def ask(self, reading: Reading) -> ListsAnswer:
        """Return what was published of all lists, or of one."""
        return lists(reading, self.list_name)


class PublishedList(Asked, frozen=True, kw_only=True):
    """A list as it was published, beside the ratings as they come out today, and what
    moved a rating since.
    """

    line = ("list",)
    table = "rows"
    list_name: FirstList = field(default=None, name="list")
    label: Annotated[
        Text,
        about("A published list, with the ratings as known today beside it.", "LABEL"),
    ]
    revision: Annotated[
        int | None, about("Of that list; without it the latest.", "N")
    ] = None
    limit: FirstRows = None
    known_on: KnownOn = None
    known_seq: KnownSeq = None

    def times(self) -> Question:
        """Ask about no day of its own: a published list has its day, so only what is
        known can be chosen.
        """
        return Question(None, self.known_on, self.known_seq)

    def ask(self, reading: Reading) -> PublishedAnswer:
        """Return the list by its label; without a list named, it is one of the first
        list of the ledger.
        """
        return compared_with_today(
            reading,
            self.list_name or reading.first_list(),
            self.label,
            self.revision,
            self.limit,
        )


def lists(reading: Reading, list_name: str | None = None) -> ListsAnswer:
    """List everything published, of all lists or of one, in the order of publication:
    each row has label, revision and day, with the size and the root of its footer.
    """
    rows = tuple(_published_list(row) for row in publications(reading, list_name))
    return ListsAnswer(rows=rows, basis=reading.basis())


def _published_list(row: Published) -> PublishedListRow:
    """Make the row of a published list. Size and root are those of the log up to its
    event.
    """
    return PublishedListRow(
        list=row.list,
        label=row.label,
        revision=row.revision,
        as_of=row.as_of,
        seq=row.seq,
        known_seq=row.known_seq,
        rules=row.rules,
        sha256=row.sha256,
        rows=row.row_count,
        size=row.seq,
        root=row.root,
    )


def compared_with_today(
    reading: Reading,
    list_name: str,
    label: str,
    revision: int | None = None,
    top: int | None = None,
) -> PublishedAnswer:
    """Return each row as published, the rating for the same day as it comes out today,
    and the events that moved it.

    `top`: only the first so many rows as published; `missing` has everybody all the
    same. A rating of None now: the player would not be on the list today.
    """
    row, body, recorded_at = publication(reading, list_name, label, revision)
    # a published list has its own day; what is known is what the question knows
    on_its_day = reading.at(row.as_of, reading.known_seq)
    resolve = on_its_day.timeline.resolve
    today = published_list(on_its_day, list_name)
    ratings = {player.player: player.rating for player in today}
    published_ids = [frozen.player for frozen in body.rows]
    names = names_of(on_its_day, [*published_ids, *ratings])

    shown = body.rows[:top]
    on_list = {resolve(player) for player in published_ids}
    missing = {
        player: rating for player, rating in ratings.items() if player not in on_list
    }
    moved = {
        frozen.player
        for frozen in shown
        if ratings.get(resolve(frozen.player)) != frozen.rating
    }
    movers = Movers(on_its_day, row, [*moved, *missing])

    rows = []
    for rank, frozen in enumerate(shown, 1):
        counts = resolve(frozen.player)
        rating = ratings.get(counts)
        moved_by: tuple[MovedBy, ...] = ()
        if frozen.player in moved:
            moved_by = movers.events_that_moved(frozen.player, frozen.rating)

        player = PublishedPlayer(
            rank=rank,
            player=frozen.player,
            name=names.get(frozen.player),
            rating=frozen.rating,
            games=frozen.games,
            normal_games=frozen.normal_games,
            established=frozen.established,
            last_played=frozen.last_played,
            now=rating,
            change=None if rating is None else rating - frozen.rating,
            moved_by=moved_by,
            merged_into=UNSET if counts == frozen.player else counts,
        )

        rows.append(player)

    of_list = asdict(_published_list(row)) | {"rows": rows_to_show(reading, rows)}

    return PublishedAnswer(
        **of_list,
        recorded_at=recorded_at,
        missing=rows_to_show(reading, _missing_players(missing, names, movers)),
        basis=on_its_day.basis(),
    )


def _missing_players(
    ratings: Mapping[str, int], names: Mapping[str, str], movers: Movers
) -> list[MissingPlayer]:
    """Return the players who would be on the list today and were not, by rating, then
    id.

    `ratings`: theirs for that day, as they come out today.
    """
    missing = []
    for player in sorted(ratings, key=lambda player: (-ratings[player], player)):
        row = MissingPlayer(
            player=player,
            name=names.get(player),
            rating=None,
            now=ratings[player],
            change=None,
            moved_by=movers.events_that_moved(player, None),
        )
        missing.append(row)

    return missing
