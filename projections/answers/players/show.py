"""`selo show`: a player's ratings, peaks and titles on any day, as known on any other."""

from typing import Annotated

from msgspec import field

from messages.answer import UNSET, Answer, Date, UnsetType
from projections.answers.asking import ListName, PlayerId, Timed, about
from projections.answers.career import (
    PeakReached,
    added_up,
    asked_for,
    career,
    known_player,
    peak_of,
    peak_reached,
    totals,
)
from projections.answers.kept_list import kept_list
from projections.answers.lists.underway import standing_underway
from projections.answers.players.details import PlayerDetails, details
from projections.answers.reading import Basis, Reading
from projections.answers.title_states import TitleState
from projections.answers.titles import titles_of
from projections.replay.on_day import edition_on
from rulebooks import rulebook


class PlayerOnList(Answer, frozen=True, kw_only=True):
    """A player on one list; the fields after the peak are those of lists that show more than a rating."""

    rating: int | None
    games: int
    normal_games: int
    established: bool
    last_played: Date | None
    peak: PeakReached | None
    live: int | UnsetType | None = UNSET
    pending: int | float | UnsetType = UNSET
    list_day: Date | UnsetType = UNSET
    deviation: int | UnsetType | None = UNSET
    us_class: str | UnsetType | None = UNSET
    struck_off: Date | UnsetType = UNSET


class ShowAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `show`."""

    player: PlayerDetails
    lists: dict[str, PlayerOnList]
    titles: tuple[TitleState, ...]
    basis: Basis
    asked: str | UnsetType = UNSET


class Show(Timed, frozen=True, kw_only=True):
    """A player's ratings, peaks and titles."""

    rests = ("player",)
    line = ("player",)
    examples = ("selo show F033 --as-of 2023-06-30 --known-on 2024-06-01",)
    player: PlayerId
    list_name: Annotated[ListName | None, about("Only this list. Default: all lists.")] = field(
        default=None, name="list"
    )

    def ask(self, reading: Reading) -> ShowAnswer:
        return show(reading, self.player, self.list_name)


def show(reading: Reading, asked: str, list_name: str | None = None) -> ShowAnswer:
    """Return everything the ledger knows of a player on the day: the details, ratings and peaks on each list, and the
    titles.
    """
    player = known_player(reading, asked)
    names = reading.lists() if list_name is None else [kept_list(reading, list_name)]
    return ShowAnswer(
        player=details(reading, player),
        lists={name: _on_list(reading, player, name) for name in names},
        titles=tuple(titles_of(reading, player)),
        basis=reading.basis(),
        asked=asked_for(reading, asked, player),
    )


def _on_list(reading: Reading, player: str, list_name: str) -> PlayerOnList:
    rules, edition = rulebook(list_name), edition_on(reading.timeline, list_name)(reading.as_of)
    tally = reading.total(list_name, player)
    if tally is None:
        entries = career(reading, player, list_name)
        total, peak = totals(entries, list_name, edition, reading.as_of), peak_of(rules, entries)
    else:  # the read tables have added it all up; only the unit of the peak is rated again, for its game
        total = added_up(tally, list_name, edition, reading.as_of)
        reached = tally.peak is not None
        peak = peak_of(rules, [reading.entry_at(list_name, tally.peak_place, player)]) if reached else None
    playing = standing_underway(reading, list_name, player)
    beside = total.beside if playing is None else rules.shown(playing, reading.as_of).beside
    return PlayerOnList(
        rating=total.rating,
        games=total.games,
        normal_games=total.normal_games,
        established=total.established,
        last_played=total.last_played,
        peak=peak_reached(peak),
        **beside,
    )
