"""Tell by section 2 which games count, on which list, and which of them are computed
together.
"""

from collections.abc import Mapping

from messages import say
from messages.results import PENDING
from rulebooks.base import EditionOn, Header, Tournament, Unit, Unrated
from rulebooks.finland.editions import FinnishEdition
from rulebooks.games import Game
from rulebooks.units import Fate, left_out, units_on_list


# 2.8: over 10 minutes is selo, over 3 and at most 10 pelo (editions before 2023: 15 and
# more, 4 to 14).
def list_by_time(seconds: int, edition: FinnishEdition) -> str | None:
    """Return the list of a time, `selo` or `pelo`; None for a time too short for both.
    `seconds`: what a player has for the first 60 moves.

        list_by_time(601, EDITIONS["fi-2023"])  # "selo"
        list_by_time(600, EDITIONS["fi-2023"])  # "pelo"
    """
    if seconds >= edition.selo_seconds:
        return "selo"
    return "pelo" if seconds >= edition.pelo_seconds else None


# 2.9: only games in which both made a move.
def _not_played(game: Game) -> Unrated | None:
    """Return why a game without a result on the board does not count; None for one that
    was played.
    """
    if game.result == PENDING:
        return Unrated("unfinished", say("not finished"), "2.9")
    if game.points is None:
        return Unrated("forfeit", say("forfeit, not played"), "2.9")
    return None


def fate(game: Game, header: Header, edition: FinnishEdition) -> str | Unrated:
    """Return the list a game counts on, or why it is on none.

    The first reason that applies is given. `edition`: the one in force for the game.
    """
    unplayed = _not_played(game)
    if unplayed is not None:
        return unplayed

    # 2.3: "SSL:n hallituksen tai sen nimeämän toimihenkilön hyväksymä kilpailu"
    # (accepted by the board or its officer)
    if not header.accepted:
        return Unrated(
            "not-accepted",
            say("a tournament that the board has not accepted (yet)"),
            "2.3",
        )

    if not header.domestic and not header.fide_accepted:
        return Unrated(
            "not-accepted", say("a foreign tournament that FIDE does not rate"), "2.5"
        )

    if game.seconds != game.seconds_black:
        return Unrated(
            "unequal-time", say("the players did not have the same time"), "2.7"
        )

    name = list_by_time(game.seconds, edition)
    if name is None:
        return Unrated("too-short", say("3 minutes or less for 60 moves"), "2.8")
    if name == "selo":
        return name

    if game.tiebreak and list_by_time(header.seconds, edition) == "selo":
        return Unrated(
            "blitz-tiebreak", say("a blitz tie-break of a selo tournament"), "2.10"
        )

    if not header.domestic:
        return Unrated("foreign-blitz", say("blitz played abroad"), "2.5")

    return name


def _fate_on(name: str, editions: Mapping[str, FinnishEdition]) -> Fate:
    """Return a function that says why a game is not on this one of the two lists."""

    def why_not_here(game: Game, header: Header, edition: str) -> Unrated | None:
        counts_for = fate(game, header, editions[edition])
        if isinstance(counts_for, Unrated):
            return counts_for
        if counts_for == name:
            return None
        message = say("counts for {list}", list=counts_for)
        return Unrated("other-list", message, "2.8")

    return why_not_here


# 2.11 and 2.12: a game of a long event, or one moved outside the tournament's days, is
# computed by itself (units_on_list).
def units(
    name: str,
    tournament: Tournament,
    edition_on: EditionOn,
    editions: Mapping[str, FinnishEdition],
) -> list[Unit]:
    """Return the units of a tournament on one list.

    `name`: `selo` or `pelo`. `edition_on`: tells the edition of a day, by which its
    numbers are looked up in `editions`. No unit at all where no game counts.
    """
    return units_on_list(name, tournament, edition_on, _fate_on(name, editions))


def not_on(
    name: str,
    tournament: Tournament,
    edition_on: EditionOn,
    editions: Mapping[str, FinnishEdition],
) -> dict[str, Unrated]:
    """Return the games of a tournament that are not on the list, and why.

    They come by game. A game that counts for the other list is among them.
    """
    return left_out(tournament, edition_on, _fate_on(name, editions))
