"""Who a player is (`selo player show`), and their ratings, peaks and titles on any day,
as known on any other (`selo show`).
"""

from typing import Annotated

from msgspec import field

from ledger.field_types import Sex
from ledger.timeline import federation_on
from messages.answer import UNSET, Answer, Date, UnsetType, one_of
from projections.answers.asking import ListName, PlayerId, Timed, about
from projections.answers.career import (
    PeakReached,
    added_up,
    career,
    kept_list,
    known_player,
    merged_id_asked,
    peak_of,
    peak_reached,
    totals,
)
from projections.answers.lists.live_ratings import standing_underway
from projections.answers.reading import Basis, Reading
from projections.answers.title_states import TitleState, titles_of
from rulebooks import rulebook


class PlayerDetails(Answer, frozen=True, kw_only=True):
    """A player's details. Name, club and FIDE id are always today's; the rest is as of
    the day and as known. The last two keys are there for those who changed their name,
    and, for the office, for those who ask not to be listed.
    """

    id: str
    name: str | None
    federation: str
    born: str | None
    sex: Annotated[str, one_of(Sex)] | None
    club: str | None
    fide_id: int | None
    merged: tuple[str, ...]
    earlier_names: tuple[str, ...] | UnsetType = UNSET
    unlisted: bool | UnsetType = UNSET


class PlayerAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `player show`."""

    player: PlayerDetails
    basis: Basis


class PlayerShow(Timed, frozen=True, kw_only=True):
    """A player's details."""

    line = ("player",)
    examples = ("selo player show F001",)
    player: PlayerId

    def ask(self, reading: Reading) -> PlayerAnswer:
        """Return the details of the player."""
        return player(reading, self.player)


def details(reading: Reading, player: str) -> PlayerDetails:
    """Return what the ledger holds of the person behind an id that counts.

    What the asker may not see is None. Former ids stand under `merged`.
    """
    facts = reading.timeline.person(player)
    seen = reading.policy.seen(facts)
    aliases = reading.timeline.aliases(player)
    merged = tuple(alias for alias in aliases if alias != player)

    return PlayerDetails(
        id=player,
        name=seen.name,
        federation=federation_on(facts.federations, reading.as_of),
        born=seen.born,
        sex=seen.sex,
        club=seen.club,
        fide_id=seen.fide_id,
        merged=merged,
        earlier_names=seen.earlier_names or UNSET,
        unlisted=seen.unlisted or UNSET,
    )


def player(reading: Reading, asked: str) -> PlayerAnswer:
    """Return the details of one player.

    `asked`: an id, or what may stand for one. `NotFound`: nobody has it, as known.
    """
    counts = known_player(reading, asked)
    return PlayerAnswer(player=details(reading, counts), basis=reading.basis())


class PlayerOnList(Answer, frozen=True, kw_only=True):
    """A player on one list; the fields after the peak are those of lists that show more
    than a rating.
    """

    rating: int | None
    games: int
    normal_games: int
    established: bool
    last_played: Date | None
    peak: PeakReached | None
    live: int | UnsetType | None = UNSET
    pending: int | float | UnsetType = UNSET
    list_day: Date | UnsetType = UNSET
    deviation: int | float | UnsetType | None = UNSET
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

    line = ("player",)
    examples = ("selo show F033 --as-of 2023-06-30 --known-on 2024-06-01",)
    player: PlayerId
    list_name: Annotated[
        ListName | None, about("Only this list. Default: all lists.")
    ] = field(default=None, name="list")

    def ask(self, reading: Reading) -> ShowAnswer:
        """Return ratings, peaks and titles, on all lists or on one."""
        return show(reading, self.player, self.list_name)


def show(reading: Reading, asked: str, list_name: str | None = None) -> ShowAnswer:
    """Return everything the ledger knows of a player on the day: the details, ratings
    and peaks on each list, and the titles.
    """
    player = known_player(reading, asked)

    if list_name is None:
        names = reading.lists()
    else:
        names = [kept_list(reading, list_name)]

    return ShowAnswer(
        player=details(reading, player),
        lists={name: on_list(reading, player, name) for name in names},
        titles=tuple(titles_of(reading, player)),
        basis=reading.basis(),
        asked=merged_id_asked(reading, asked, player),
    )


def on_list(reading: Reading, player: str, list_name: str) -> PlayerOnList:
    """Return the rating of a player on one list on the day, its peak and what the list
    shows beside it.
    """
    rules = rulebook(list_name)
    edition = reading.edition(list_name)
    tally = reading.total(list_name, player)
    if tally is not None:  # the read tables have added it all up
        total = added_up(tally, list_name, edition, reading.as_of)
        peak = tally.highest()
        playing = None
    else:  # something of theirs comes after the day, or is still going on
        entries = career(reading, player, list_name)
        total = totals(entries, list_name, edition, reading.as_of)
        peak = peak_of(rules, entries)
        playing = standing_underway(reading, list_name, player)

    beside = total.beside
    if playing is not None:
        beside = rules.shown(playing, reading.as_of).beside

    return PlayerOnList(
        rating=total.rating,
        games=total.games,
        normal_games=total.normal_games,
        established=total.established,
        last_played=total.last_played,
        peak=peak_reached(peak),
        **beside,
    )
