"""Lists out of the ledger: `selo export list`, a rating list with what is known of the
people on it, as of a day; and `selo export tables`, the read tables and the lists of
today as a file of their own, for a browser of tables.
"""

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from msgspec import field
from msgspec.structs import asdict, astuple

from ledger.errors import Problem, Usage, Where
from ledger.events import tournament_stream
from ledger.field_types import Sex
from ledger.players_named import players_in_games
from ledger.store.persons import everybody
from ledger.timeline import federation_on
from messages import by_command, option, say
from messages.answer import UNSET, Answer, Date, UnsetType, one_of
from projections.answers.asking import FirstList, Text, Timed, about
from projections.answers.career import rows_to_show
from projections.answers.lists import rating_list as lists
from projections.answers.lists.live_ratings import columns_beside_rating
from projections.answers.lists.published import publication
from projections.answers.lists.rating_list import rating_list
from projections.answers.reading import Basis, Reading
from projections.replay.exported_row import row_of
from projections.revisions import check_known
from projections.tables.notes import all_tournaments
from projections.tables.plain import ConcludedRows, write_tables


class ExportedPerson(NamedTuple):
    """A person as exports show them. Name, club and FIDE id are always today's."""

    name: str | None
    federation: str
    sex: Annotated[str, one_of(Sex)] | None
    born: str | None
    fide_id: int | None
    club: str | None


def exported_person(
    reading: Reading, player: str, on: str | None = None
) -> ExportedPerson:
    """Return a person for an export. `on`: the day of the federation; the day of the
    question unless stated.

    What whoever asks may not see is None.
    """
    facts = reading.timeline.person(player)
    seen = reading.policy.seen(facts)

    return ExportedPerson(
        name=seen.name,
        federation=federation_on(facts.federations, on or reading.as_of),
        sex=seen.sex,
        born=seen.born,
        fide_id=seen.fide_id,
        club=seen.club,
    )


class ExportedRow(lists.Ranked, frozen=True, kw_only=True):
    """A player on the list; the fields between last_played and federation are those of
    lists that show more.
    """

    federation: str
    sex: Annotated[str, one_of(Sex)] | None
    born: str | None
    fide_id: int | None
    club: str | None


class ExportListAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `export list`; the fields besides list, rows and basis come with
    published lists.
    """

    list: str
    label: str | UnsetType = UNSET
    revision: int | UnsetType = UNSET
    as_of: Date | UnsetType = UNSET
    seq: int | UnsetType = UNSET
    rows: tuple[ExportedRow, ...]
    size: int | UnsetType = UNSET
    root: str | UnsetType = UNSET
    basis: Basis


class ExportList(Timed, frozen=True, kw_only=True):
    """A rating list with federation, sex, birth, FIDE id and club; or a published one
    as it was.
    """

    line = ("list",)
    examples = ("selo export list selo --format swiss-manager --as-of 2026-01-01",)
    table = "rows"
    list_name: FirstList = field(default=None, name="list")
    label: Annotated[
        Text | None, about("A published list instead, as it was published.", "LABEL")
    ] = None
    revision: Annotated[
        int | None, about("Of that list; without it the latest.", "N")
    ] = None

    def ask(self, reading: Reading) -> ExportListAnswer:
        """Return the list as it is today or on a day, or as it was published under a
        label.

        Refused are a revision without a label, and a day beside one.
        """
        list_name = self.list_name or reading.first_list()

        if self.label is None:
            if self.revision is not None:
                message = by_command(
                    "--revision goes with --label", "revision goes with label"
                )
                raise Usage(Problem("usage", message, Where(field="revision")))
            return exported_list(reading, list_name)

        if self.as_of is not None:
            message = say(
                "a published list has its own day: leave {name} out",
                name=option("as_of"),
            )
            raise Usage(Problem("usage", message, Where(field="as_of")))

        return exported_publication(reading, list_name, self.label, self.revision)

    def more_columns(self, answer: Answer) -> tuple[str, ...]:
        assert isinstance(answer, ExportListAnswer)
        return columns_beside_rating(answer.list) if self.label is None else ()


def exported_list(reading: Reading, list_name: str) -> ExportListAnswer:
    """Return the list on the day of the question, with what is known of each person on
    it.

    Refused is a list that the ledger does not have.
    """
    answer = lists.rating_list(reading, list_name)
    rows = tuple(
        ExportedRow(
            **(_list_fields(row) | exported_person(reading, row.player)._asdict())
        )
        for row in answer.rows
    )
    return ExportListAnswer(list=list_name, rows=rows, basis=answer.basis)


def _list_fields(row: lists.ListRow) -> dict[str, Any]:
    """Return the fields that every list has of a player; the change and the peak, by
    which it may be ordered, are left out.

    They are read from the live list, and a published one has none of them.
    """
    fields = asdict(row)
    del fields["peak"], fields["was"], fields["change"], fields["deviation"]

    return fields


def exported_publication(
    reading: Reading, list_name: str, label: str, revision: int | None
) -> ExportListAnswer:
    """Return a published list as it was; names and clubs are today's.

    `revision`: from 1; None: the latest. `size` and `root` are those of the log when it
    was published. Refused is a label, or a revision of it, that was never published.
    """
    row, body, _ = publication(reading, list_name, label, revision)
    on_its_day = reading.at(row.as_of, reading.known_seq)

    rows = rows_to_show(
        reading,
        [
            ExportedRow(
                rank=rank,
                **asdict(published),
                **exported_person(on_its_day, published.player)._asdict(),
            )
            for rank, published in enumerate(body.rows, 1)
        ],
    )

    return ExportListAnswer(
        list=list_name,
        label=label,
        revision=row.revision,
        as_of=row.as_of,
        seq=row.seq,
        rows=rows,
        basis=on_its_day.basis(),
        size=row.seq,
        root=row.root,
    )


class ExportTablesAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `export tables`."""

    file: str
    tables: dict[str, int]
    names: bool
    basis: Basis


def exported_tables(reading: Reading, file: str, names: bool) -> ExportTablesAnswer:
    """Write the file; names are in it only when asked for.

    `file`: the path of a new database, for a browser of tables. Beside the tables that
    are read every day it has all entries, who ever played where, and the lists of
    today. The answer counts the rows of each table.
    """
    check_known(reading.timeline)
    rows = [
        (
            name,
            row.rank,
            row.player,
            row.rating,
            row.games,
            row.normal_games,
            row.established,
            row.last_played,
        )
        for name in reading.lists()
        for row in rating_list(reading, name).rows
    ]

    basis = reading.basis()
    people = everybody(reading.events) if names else None
    concluded = ConcludedRows(
        every_entry(reading), every_player(reading), rows, astuple(basis), people
    )

    tables = write_tables(reading.tables, file, concluded)
    return ExportTablesAnswer(file=file, tables=tables, names=names, basis=basis)


def every_entry(reading: Reading) -> Iterator[tuple[Any, ...]]:
    """Yield every entry worked out, the superseded ones too, with known_from and
    known_to behind it.

    Both are numbers of events (seq): the entry counted from the first on, and up to the
    second, at which it was replaced; None: it still counts.
    """
    for version in reading.every_version():
        yield (*row_of(version.entry), version.known_from, version.known_to)


def every_player(reading: Reading) -> list[tuple[str, str]]:
    """Return (player, tournament) for everyone who ever played in one, by the ids of
    the events.

    Ids that were merged since stay as they were written, and somebody whose games were
    corrected away is still there. The pairs are sorted.
    """
    pairs: set[tuple[str, str]] = set()
    for name in all_tournaments(reading.tables):
        for event in reading.known_events.stream(tournament_stream(name)):
            pairs.update((player, name) for player in players_in_games(event.body))

    return sorted(pairs)
