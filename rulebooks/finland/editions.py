"""State the dated editions of the rules (1.1). A new edition is a new row."""

from operator import attrgetter
from typing import NamedTuple

from rulebooks.base import BEGINNING
from rulebooks.finland.tables import AGE_GROUP_NUMBER, KR_ROWS, KT_ROWS, Rows


class FinnishEdition(NamedTuple):
    """A dated state of the rules; never edited once it has been in force, a correction
    raises `revision`.

    id: as it is written in entries, such as `fi-2023`.
    since: its first day, YYYY-MM-DD.
    source: what the rule text calls itself.
    """

    id: str
    since: str
    source: str
    cap: int  # 7.9, hundredths
    bonus_established: int  # tenths a game: N/10 of 7.2
    bonus_new: int  # tenths a game: N/10 of 7.3
    fast_high: int  # 7.8: Kt under 60 minutes from 2300, hundredths
    new_until: int  # 3.1: a player with at most so many earlier games is new
    # 3.3: every earlier game by itself; before 2023 rounded rating x games
    carries_games: bool
    selo_seconds: int  # 2.8: the shortest selo game
    pelo_seconds: int  # 2.8: the shortest pelo game
    titles_in_play: bool  # 6.2: values during a tournament count for titles
    revision: int = 1
    # 3.3: so many games a newcomer's sums are kept; nobody is new after more, in any
    # edition
    sums_until: int = 10
    # what no edition has changed so far; a trial may
    kr: Rows = KR_ROWS  # 7.7
    kt: Rows = KT_ROWS  # 7.8
    unrated: dict[str, int] = AGE_GROUP_NUMBER  # 3.6
    elo_above: int = 100  # 3.7: how far above the selo an Elo must be
    pelo_most: int = 200  # 7.4: what one unit can move a pelo by
    pelo_first: int = 800  # 7.5: the width of a provisional rating


EDITIONS = {
    edition.id: edition
    for edition in (
        FinnishEdition(
            id="fi-1990",
            since=BEGINNING,
            source="Selohöpötystä",
            cap=85,
            bonus_established=0,
            bonus_new=0,
            fast_high=15,
            new_until=9,
            carries_games=False,
            selo_seconds=900,
            pelo_seconds=181,
            titles_in_play=False,
        ),
        FinnishEdition(
            id="fi-2011",
            since="2011-01-01",
            source="Selohöpötystä, 29.12.2010",
            cap=92,
            bonus_established=1,
            bonus_new=0,
            fast_high=15,
            new_until=9,
            carries_games=False,
            selo_seconds=900,
            pelo_seconds=181,
            titles_in_play=False,
        ),
        FinnishEdition(
            id="fi-2023",
            since="2023-04-26",
            source="Selosäännöstö 26.4.2023",
            cap=92,
            bonus_established=1,
            bonus_new=1,
            fast_high=10,
            new_until=10,
            carries_games=True,
            selo_seconds=601,
            pelo_seconds=181,
            titles_in_play=True,
        ),
    )
}


def in_force(day: str) -> str:
    """Return the edition in force on a day by its own first day, where no ledger says
    what was adopted.

    `day` is YYYY-MM-DD.

        in_force("2015-06-01")  # "fi-2011"
    """
    begun = [edition for edition in EDITIONS.values() if edition.since <= day]
    newest = max(begun, key=attrgetter("since"))
    return newest.id
