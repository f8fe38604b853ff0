"""The ratings of many players at once (`selo player ratings`)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta, field

from ledger.errors import Problem, Usage, Where
from messages import option, say
from messages.answer import UNSET, Answer, Date, UnsetType
from projections.answers.asking import ListName, Timed, about, names_in
from projections.answers.career import kept_list, merged_id_asked, names_of
from projections.answers.lists.listed import Filters, Listed, rows_chosen
from projections.answers.lists.live_ratings import columns_beside_rating
from projections.answers.people import with_id
from projections.answers.reading import Basis, Reading

MOST = 500  # players in one question


class NumbersRow(Answer, frozen=True, kw_only=True):
    """A player on a list; the rating is null for whoever is not on it. The last fields
    are those of lists that show more than a rating.
    """

    player: str
    name: str | None
    list: str
    rating: int | None
    games: int | None
    normal_games: int | None
    established: bool | None
    last_played: Date | None
    live: int | UnsetType | None = UNSET
    pending: int | float | UnsetType = UNSET
    list_day: Date | UnsetType = UNSET
    deviation: int | float | UnsetType | None = UNSET
    us_class: str | UnsetType | None = UNSET
    asked: str | UnsetType = UNSET


class PlayersAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `player ratings`: a row for each player and list, in the order
    asked; and the ids that nobody has.
    """

    rows: tuple[NumbersRow, ...]
    unknown: tuple[str, ...]
    basis: Basis


LONGEST = MOST * 65
# somebody is named in it
A_TEXT = {
    "type": "string",
    "minLength": 1,
    "maxLength": LONGEST,
    "pattern": "^[!-+.-~][!-~]*$",
}
Ids = Annotated[
    tuple[Annotated[str, Meta(min_length=1, max_length=LONGEST)], ...],
    about(
        f"Ids of players, up to {MOST}, with commas or blanks between them.",
        "PLAYER...",
        schema={"minItems": 1, "maxItems": MOST, "items": A_TEXT},
        needed=True,
    ),
]


class Players(Timed, frozen=True, kw_only=True):
    """The ratings of many players at once, in the order asked. Ids that nobody has are
    named in the answer.
    """

    line = ("ids",)
    examples = ("selo player ratings F033 F001 NOBODY --list selo --as-of 2024-06-30",)
    table = "rows"
    ids: Ids = ()
    list_name: Annotated[
        ListName | None, about("Only this list. Default: all lists.")
    ] = field(default=None, name="list")

    def ask(self, reading: Reading) -> PlayersAnswer:
        """Return the ratings of the players who are named."""
        return players(reading, ids_in(self.ids), self.list_name)

    def more_columns(self, answer: Answer) -> tuple[str, ...]:
        """Name what the list shows beside the rating, or of all lists what any of them
        may show; and the id that was asked for, which differs where one was merged.
        """
        if self.list_name is None:
            return super().more_columns(answer)
        return (*columns_beside_rating(self.list_name), "asked")


def ids_in(texts: Sequence[str]) -> list[str]:
    """Return the ids that some texts name, each once; refuse none at all, and too many.

    A text may name several, with commas or blanks between them:

        ["F033,F001 F002", "F001"]  ->  F033, F001, F002

    `Usage`: there is none, or there are more than MOST.
    """
    names = names_in(texts)
    ids = list(dict.fromkeys(names))
    if 0 < len(ids) <= MOST:
        return ids
    message = say("no player is named")
    if ids:
        message = say("{count} players are too many at once", count=len(ids))
    name = option("ids")
    hint = say("give {name}, from 1 to {most} of them", name=name, most=MOST)
    raise Usage(Problem("parameter", message, Where(field="ids"), hint))


def players(
    reading: Reading, ids: Sequence[str], list_name: str | None = None
) -> PlayersAnswer:
    """Return the numbers of some players. Each list is read once, however many of them
    are asked for.

    `ids`: as they were asked; one that was merged stands for the player who counts, and
    one that nobody has is in `unknown`. Whoever is not on a list has a row of it
    without numbers.
    """
    known = {}
    unknown = []
    for asked in ids:
        player = with_id(reading, asked)
        if player is None:
            unknown.append(asked)
        else:
            known[asked] = player

    names = names_of(reading, [*known.values()])
    lists = reading.lists()
    if list_name is not None:
        lists = [kept_list(reading, list_name)]

    rows_of = {}
    for name in lists:
        on_list = rows_chosen(reading, name, Filters())
        rows_of[name] = {row.player: row for row in on_list}

    rows = []
    for asked, player in known.items():
        for name in lists:
            row = rows_of[name].get(player)
            numbers = NumbersRow(
                player=player,
                name=names.get(player),
                list=name,
                asked=merged_id_asked(reading, asked, player),
                **_numbers(row),
            )
            rows.append(numbers)

    return PlayersAnswer(
        rows=tuple(rows),
        unknown=tuple(unknown),
        basis=reading.basis(),
    )


NOT_ON_LIST: Mapping[str, Any] = {
    "rating": None,
    "games": None,
    "normal_games": None,
    "established": None,
    "last_played": None,
}


def _numbers(row: Listed | None) -> Mapping[str, Any]:
    """Return the numbers of a row of a list; None: of somebody who is not on it."""
    if row is None:
        return NOT_ON_LIST
    numbers = {**row._asdict(), **row.beside}
    del numbers["player"], numbers["beside"]
    return numbers
