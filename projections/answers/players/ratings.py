"""The ratings of many players at once (`selo player ratings`)."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, field

from ledger.errors import Problem, Usage, Where
from messages import option, say
from messages.answer import UNSET, Answer, Date, UnsetType
from projections.answers.asking import ListName, Timed, about, names_in
from projections.answers.career import asked_for, kept_list, names_of
from projections.answers.lists.listed import Filters, chosen
from projections.answers.lists.live_ratings import beside
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
    """The answer of `player ratings`: a row for each player and list, in the order asked; and
    the ids that nobody has.
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
        return players(reading, ids_in(self.ids), self.list_name)

    def more_columns(self, answer: Answer) -> tuple[str, ...]:
        assert isinstance(answer, PlayersAnswer)
        lists = dict.fromkeys(row.list for row in answer.rows)
        return tuple(dict.fromkeys(name for listed in lists for name in beside(listed)))


def ids_in(texts: Sequence[str]) -> list[str]:
    """Return the ids that some texts name, each once; refuse none at all, and too many."""
    ids = list(dict.fromkeys(names_in(texts)))
    if 0 < len(ids) <= MOST:
        return ids
    message = (
        say("no player is named")
        if not ids
        else say("{count} players are too many at once", count=len(ids))
    )
    hint = say("give {name}, from 1 to {most} of them", name=option("ids"), most=MOST)
    raise Usage(Problem("parameter", message, Where(field="ids"), hint))


def players(
    reading: Reading, ids: Sequence[str], list_name: str | None = None
) -> PlayersAnswer:
    """Return the numbers of some players. Each list is read once, however many of them
    are asked for.
    """
    meant = {name: with_id(reading, name) for name in ids}
    known = {name: player for name, player in meant.items() if player is not None}
    names = names_of(reading, [*known.values()])
    kept = reading.lists() if list_name is None else [kept_list(reading, list_name)]
    on_list = {
        name: {row.player: row for row in chosen(reading, name, Filters())}
        for name in kept
    }
    rows = []
    for asked, player in known.items():
        for name in kept:
            row = on_list[name].get(player)
            rows.append(
                NumbersRow(
                    player=player,
                    name=names.get(player),
                    list=name,
                    rating=row and row.rating,
                    games=row and row.games,
                    normal_games=row and row.normal_games,
                    established=row and row.established,
                    last_played=row and row.last_played,
                    asked=asked_for(reading, asked, player),
                    **(row.beside if row is not None else {}),
                )
            )
    unknown = tuple(name for name in ids if name not in known)
    return PlayersAnswer(rows=tuple(rows), unknown=unknown, basis=reading.basis())
