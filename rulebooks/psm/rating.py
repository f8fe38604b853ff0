"""PSM: every game on its own, one after the other, each from the ratings that the game before left."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from messages import Message, say
from rulebooks.base import Change, People, Rated, Standing, Standings, Term, Unit, Unrated
from rulebooks.finland.tables import percent
from rulebooks.rounding import half_up
from rulebooks.units.columns import Game
from rulebooks.units.gather import Seat, normal_games, seats

# decided: the text requires an opening rating, so none is estimated
WITHOUT_NUMBER = Unrated("no-opening", say("no opening rating; PSM does not estimate one"), "")
MET_NOBODY = Unrated("no-opponent", say("met no rated opponent"), "")


class PsmEdition(NamedTuple):
    id: str
    since: str
    source: str
    top: int = 3400
    divisor: int = 100_000
    revision: int = 1


EDITIONS = {"psm": PsmEdition("psm", "0001-01-01", "How does the Elo rating work in chess (PSM Schach)")}


# "1) Factor = [3400 - Elo (own, old)]² / 100000". The reduction of the factor "was deactivated on December 13, 2004".
def factor(rating: int, edition: PsmEdition = EDITIONS["psm"]) -> tuple[int, int]:
    """Exact: numerator and denominator."""
    return (edition.top - rating) ** 2, edition.divisor


# "2) Difference = Elo (own, old) - Elo (opponent, old) 3) Expectation = according to table 4) Change = (result -
# Expectation) x factor". The table is that of Finland's 7.9, without a cap (rules 3).
def change_of(rating: int, opponent: int, half_points: int, edition: PsmEdition = EDITIONS["psm"]) -> int:
    """One game's change, rounded: each game has "no further influence apart from the change calculated here"."""
    above, below = factor(rating, edition)
    return half_up(above * (50 * half_points - percent(rating - opponent)), 100 * below)


# "At PSM Schach, every player always has an Elo number, so there are no rules for unrated players."
def without_number(pairs: Sequence[tuple[str, str]], known: Callable[[str], bool]) -> list[Message]:
    """The unrated players, each in words, before a tournament is booked."""
    players = sorted({player for pair in pairs for player in pair})
    return [
        say("{player} is not rated on {list}: {reason}", player=player, list="elo-psm", reason=WITHOUT_NUMBER.text)
        for player in players
        if not known(player)
    ]


class _Line(NamedTuple):
    term: Term
    after: int


def expects(own: Standing, other: Standing, unit: Unit) -> float | None:
    """3) of the text, for a game between two rated players."""
    if own.rating is None or other.rating is None:
        return None
    return share(own.rating - other.rating)


def share(difference: int) -> float:
    """The same by the difference."""
    return percent(difference) / 100


# "Each game is rated for itself."
def rate(unit: Unit, standings: Standings, people: People, edition: PsmEdition) -> Rated:
    """One unit, game by game in the order of (date, round, place)."""
    boards = seats(unit.games)
    live = {player: rating for player in boards if (rating := standings.get(player, Standing()).rating) is not None}
    before = dict(live)
    lines: dict[str, list[_Line]] = {player: [] for player in boards}
    for game in unit.games:
        if game.white in live and game.black in live:
            _play(game, live, lines, edition)
    changes = [
        _changed(player, before[player], boards[player], lines[player]) for player in sorted(boards) if lines[player]
    ]
    omitted = {
        player: MET_NOBODY if player in before else WITHOUT_NUMBER for player in boards if not lines[player]
    }  # fmt: skip
    return Rated(changes, omitted)


def _play(game: Game, live: dict[str, int], lines: dict[str, list[_Line]], edition: PsmEdition) -> None:
    """Both sides from the ratings before the game."""
    assert game.points is not None
    old = {game.white: live[game.white], game.black: live[game.black]}
    sides = ((game.white, game.black, game.points[0]), (game.black, game.white, game.points[1]))
    for player, opponent, half_points in sides:
        share = percent(old[player] - old[opponent])
        live[player] = old[player] + change_of(old[player], old[opponent], half_points, edition)
        term = Term(game.id, opponent, half_points, old[opponent], "live", share, seconds=game.seconds)
        lines[player].append(_Line(term, live[player]))


def _changed(player: str, before: int, boards: list[Seat], lines: list[_Line]) -> Change:
    terms = tuple(line.term for line in lines)
    counted = {term.game for term in terms}
    after = lines[-1].after
    return Change(
        player=player,
        kind="unit",
        formula="psm",
        before=before,
        after=after,
        established=True,
        games=len(terms),
        normal_games=normal_games([seat for seat in boards if seat.game.id in counted]),
        half_points=sum(term.half_points for term in terms),
        expected=sum(term.percent or 0 for term in terms),
        coefficient=None,
        bonus=0,
        carried=None,
        running=tuple(line.after for line in lines),
        terms=terms,
        standing=Standing(after, 0, ()),
    )
