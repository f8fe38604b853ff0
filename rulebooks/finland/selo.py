"""Section 3: selo. New players first, from the ratings before; then the established, who meet the new ratings.

A unit is calculated in columns: what the players bring to it (`Table`), then 7.3 or 7.2 for each. A replay keeps the
figures; whoever asks why gets the same calculation with every term.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate, repeat

from rulebooks.base import Change, People, Person, Rated, Standing, Standings, Unit
from rulebooks.finland.seating import Table, laid, meet_the_new, parted
from rulebooks.finland.standing import NOBODY, selo_standing, step_day, sums
from rulebooks.finland.tables import (
    FinnishEdition,
    coefficients_of,
    rating_coefficient,
    shares_of,
    time_coefficient,
)
from rulebooks.rounding import half_up
from rulebooks.units.figures import Figures, mark, nothing_yet
from rulebooks.units.gather import normal_among


def rate(unit: Unit, standings: Standings, people: People, edition: FinnishEdition, only: str | None = None) -> Rated:
    """3.2 to 3.9 for one unit, with every term; of `only` one player if that is enough."""
    players = unit.games.players
    before = [standings.get(player, NOBODY) for player in players]
    table = laid(unit, before, [people.get(player) or Person(player) for player in players], edition)
    newcomers, established = parted(table)
    changes = [newcomer(table, player) for player in newcomers if only in (None, players[player])]
    if only is None or changes == []:
        new = nothing_yet(unit, before)
        enter_newcomers(table, newcomers, new)
        meet_the_new(table, {player: new.after[player] or 0 for player in newcomers})
        changes += [regular(table, player) for player in established if only in (None, players[player])]
    steps = sorted(table.steps.values(), key=lambda step: step.player)
    omitted = {players[player]: why for player, why in table.omitted.items()}
    return Rated([*steps, *sorted(changes, key=lambda change: change.player)], omitted)


def figures(unit: Unit, before: Sequence[Standing], people: Sequence[Person], edition: FinnishEdition) -> Figures:
    """The same in columns."""
    table = laid(unit, before, people, edition)
    newcomers, established = parted(table)
    out = nothing_yet(unit, table.before)
    out.steps.extend(table.steps.values())
    enter_newcomers(table, newcomers, out)
    meet_the_new(table, {player: out.after[player] or 0 for player in newcomers})
    enter_established(table, established, out)
    return out


# 7.3: mean of the opponents + 400 (W/N - 1/2) + N/10 over all games of the career, in whole numbers:
# (10 S + 4000 W - 2000 N + N^2) / 10 N. Before 2023 without the bonus, and earlier games are draws against Ro (3.3).
def new_number(opponents: int, half_points: int, games: int, bonus: int) -> tuple[int, int]:
    """`bonus` in tenths per game."""
    return 10 * opponents + 2000 * half_points - 2000 * games + bonus * games * games, 10 * games


def carried_into(standing: Standing, edition: FinnishEdition) -> tuple[int, int, int]:
    """3.3: the earlier games, the sum of their opponents' ratings and their half points."""
    if not edition.carries_games:
        return standing.games, (standing.rating or 0) * standing.games, standing.games
    return (standing.games, *sums(standing))


def first_rating(standing: Standing, met: int, made: int, games: int, edition: FinnishEdition) -> tuple[int, Standing]:
    """3.3: a new player's rating from all games of the career, and the standing after it."""
    earlier, opponents, half_points = carried_into(standing, edition)
    after = half_up(*new_number(opponents + met, half_points + made, earlier + games, edition.bonus_new))
    old_met, old_made = sums(standing)
    kept = selo_standing(after, earlier + games, old_met + met, old_made + made, step_day(standing), edition)
    return after, kept


def enter_newcomers(table: Table, players: Sequence[int], out: Figures) -> None:
    """3.3 for all of them, from the ratings before the unit."""
    numbers, marked = table.columns()
    for player in players:
        standing, points = table.before[player], table.boards.points[player]
        after, kept = first_rating(standing, sum(table.met(player, numbers)), sum(points), len(points), table.edition)
        out.before[player], out.after[player], out.best[player] = standing.rating, after, after
        out.established[player] = standing.games + len(points) > table.edition.new_until
        out.games[player], out.half_points[player] = len(points), sum(points)
        out.normal_games[player] = normal_among(table.unit.games, player, len(table.boards.points[player]))
        out.marks[player] = mark(table.met(player, marked))
        out.standings[player] = kept


def newcomer(table: Table, player: int) -> Change:
    standing, edition = table.before[player], table.edition
    terms = table.terms(player)
    met, made = sum(term.number for term in terms), sum(term.half_points for term in terms)
    after, kept = first_rating(standing, met, made, len(terms), edition)
    games = standing.games + len(terms)
    return Change(
        player=table.unit.games.players[player],
        kind="unit",
        formula="7.3",
        before=standing.rating,
        after=after,
        established=games > edition.new_until,
        games=len(terms),
        normal_games=normal_among(table.unit.games, player, len(table.boards.points[player])),
        half_points=made,
        expected=None,
        coefficient=None,
        bonus=games * edition.bonus_new,
        carried=carried_into(standing, edition),
        running=(),
        terms=tuple(terms),
        standing=kept,
    )


# 7.2: Rn = Ro + Kr * sum(Kt (Wi - Ei)) + N/10, exact in ten-thousandths.
def exchange(coefficients: Iterable[int], points: Sequence[int], shares: Sequence[int], bonus: int) -> list[int]:
    """What has been gained after each game; `coefficients` are Kr Kt of each, `bonus` in tenths a game."""
    gains = [
        coefficient * (50 * half_points - share) + 1000 * bonus
        for coefficient, half_points, share in zip(coefficients, points, shares, strict=False)
    ]
    return list(accumulate(gains))


# 3.5: rounded once.
def value_after(rating: int, gained: int) -> int:
    return (rating * 10_000 + gained + 5_000) // 10_000


def enter_established(table: Table, players: Sequence[int], out: Figures) -> None:
    """3.2 for all of them; the commonest case of all, so what does not change from player to player is outside."""
    edition, games, bonus = table.edition, table.unit.games, table.edition.bonus_established
    share_at, coefficient_at = shares_of(edition.cap), coefficients_of(edition, games.seconds)
    shown, marked = table.columns()
    numbers, at_home = shown.slow, shown.slow is shown.fast
    before, opponents_of, points_of = table.before, table.boards.opponents, table.boards.points
    started, after, best, expected, established, played, normal, made, marks, standings, _ = out
    for player in players:
        standing, points = before[player], points_of[player]
        rating = standing.rating
        assert rating is not None
        met = [numbers[opponent] for opponent in opponents_of[player]] if at_home else table.met(player, shown)
        shares = [share_at[rating - number] for number in met]
        coefficients = table.coefficients(player, rating) if games.times else repeat(coefficient_at[rating])
        gained = exchange(coefficients, points, shares, bonus)
        started[player], expected[player], established[player] = rating, sum(shares), True
        after[player] = new = value_after(rating, gained[-1])
        best[player] = value_after(rating, max(gained))
        played[player] = count = len(points)
        made[player] = sum(points)
        normal[player] = normal_among(games, player, count)
        marks[player] = mark(met if marked is shown else table.met(player, marked))
        standings[player] = settled(new, standing, count, edition)


def settled(after: int, standing: Standing, games: int, edition: FinnishEdition) -> Standing:
    """After this the player can never be new again, so a newcomer's sums are dropped."""
    if standing.games > edition.sums_until:
        return Standing(after, standing.games, standing.state)
    return selo_standing(after, standing.games + games, 0, 0, step_day(standing), edition)


def regular(table: Table, player: int) -> Change:
    """3.2: an established player's rating, with the values after each game (5.3)."""
    standing, edition, points = table.before[player], table.edition, table.boards.points[player]
    rating = standing.rating
    assert rating is not None
    share_at, full_share_at = shares_of(edition.cap), shares_of(100)
    met = table.terms(player)
    shares = [share_at[rating - term.number] for term in met]
    coefficients = table.coefficients(player, rating)
    running = [
        value_after(rating, gained) for gained in exchange(coefficients, points, shares, edition.bonus_established)
    ]
    terms = [
        term._replace(
            percent=share,
            capped=share < full_share_at[rating - term.number],
            kt=time_coefficient(term.seconds, rating, edition.fast_high, edition.kt),
        )
        for term, share in zip(met, shares, strict=True)
    ]
    return Change(
        player=table.unit.games.players[player],
        kind="unit",
        formula="7.2",
        before=rating,
        after=running[-1],
        established=True,
        games=len(terms),
        normal_games=normal_among(table.unit.games, player, len(table.boards.points[player])),
        half_points=sum(points),
        expected=sum(shares),
        coefficient=rating_coefficient(rating, edition.kr),
        bonus=len(terms) * edition.bonus_established,
        carried=None,
        running=tuple(running),
        terms=tuple(terms),
        standing=settled(running[-1], standing, len(terms), edition),
    )
