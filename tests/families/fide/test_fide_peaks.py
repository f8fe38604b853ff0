"""The peak of a player is one number, whoever is asked: a look-up, a look-up of an
earlier day, or the list ordered by it.
"""

from pathlib import Path

from tests.families.fide.fide_build import LIST
from tests.world.command import Selo
from tests.world.documents import opening, player, tournament


def test_a_first_rating_on_no_list_is_no_peak(tmp_path: Path) -> None:
    """n wins three games, which is 2160 so far and on no list; loses three, 1950, on
    the list of July; and draws against 2000: 40 x 0.07.
    """
    selo = Selo(tmp_path, today="2024-08-20")
    selo.done("init", "--rules", "fide-2024")
    for name in "abc":
        opened = opening(name, 2000, LIST, on="2024-03-01", games=100)
        selo.submit(player(name), opened)
    selo.submit(
        player("n"),
        tournament("won", "2024-04-10", "n a 1-0", "n b 1-0", "n c 1-0"),
        tournament("lost", "2024-06-10", "n a 0-1", "n b 0-1", "n c 0-1"),
        tournament("drawn", "2024-08-10", "n a 1/2-1/2"),
    )

    def peak(*words: str) -> int | None:
        found = selo.ask("show", "n", *words)["lists"][LIST]["peak"]
        return found and int(found["rating"])

    def peak_on_list(*words: str) -> int | None:
        rows = selo.ask("list", LIST, "--by", "peak", *words)["rows"]
        (row,) = (row for row in rows if row["player"] == "n")
        return row["peak"] and int(row["peak"])

    first, *_ = selo.ask("history", "n", "--list", LIST)["rows"]
    assert first["after"] == 2160
    assert peak() == peak_on_list() == 1953
    earlier = ("--as-of", "2024-07-01")
    assert peak(*earlier) is None and peak_on_list(*earlier) is None
