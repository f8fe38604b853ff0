"""Rate selo by section 3: new players first, from the ratings before; then the established, who meet the new ones.

A unit is calculated in columns: what the players bring to it (`Seating`), then 7.3 or 7.2 for each. A replay keeps the
figures; whoever asks why gets the same calculation with every term.
"""

from collections.abc import Sequence
from functools import partial
from itertools import accumulate

from rulebooks.base import Change, People, Person, Rated, Showing, Standing, Standings, Unit
from rulebooks.finland.seating import (
    Faces,
    Seating,
    exchange,
    expected_of,
    faces_of,
    gain,
    game_by_game,
    laid,
    meet_the_new,
    parted,
    stepped,
    together,
    value_after,
    values_after,
)
from rulebooks.finland.standing import NOBODY, is_new, selo_standing, step_day, sums
from rulebooks.finland.tables import (
    FinnishEdition,
    Shares,
    coefficients_of,
    percent,
    rating_coefficient,
    shares_of,
    surpluses_of,
    time_coefficient,
)
from rulebooks.games import Games
from rulebooks.numbers import half_up
from rulebooks.units import Figures, boards, mark, normal_among, normal_in


def rate(unit: Unit, standings: Standings, people: People, edition: FinnishEdition, only: str | None = None) -> Rated:
    """Rate one unit by 3.2 to 3.9 with every term; only the player `only` if that is enough."""
    players = unit.games.players
    before = [standings.get(player, NOBODY) for player in players]
    seating = laid(unit, before, [people.get(player) or Person(player) for player in players], edition)
    newcomers, established = parted(seating)
    changes = [newcomer(seating, player) for player in newcomers if only in (None, players[player])]
    if only is None or changes == []:
        new = opened(seating)
        enter_newcomers(seating, newcomers, new)
        meet_the_new(seating, {player: new.after[player] or 0 for player in newcomers})
        changes += [regular(seating, player) for player in established if only in (None, players[player])]
    steps = [step for step in seating.steps.values() if only in (None, step.player)]
    steps.sort(key=lambda step: step.player)
    omitted = {players[player]: why for player, why in seating.omitted.items()}
    return Rated([*steps, *sorted(changes, key=lambda change: change.player)], omitted)


def figures(unit: Unit, before: Sequence[Standing], people: Sequence[Person], edition: FinnishEdition) -> Figures:
    """Rate one unit in columns."""
    at_home = _at_home(unit, before, people, edition)
    if at_home is not None:
        return at_home
    seating = laid(unit, before, people, edition)
    newcomers, established = parted(seating)
    out = opened(seating)
    enter_newcomers(seating, newcomers, out)
    meet_the_new(seating, {player: out.after[player] or 0 for player in newcomers})
    enter_established(seating, established, out)
    out.shown.extend(seating.shown())
    return out


def _at_home(
    unit: Unit, before: Sequence[Standing], people: Sequence[Person], edition: FinnishEdition
) -> Figures | None:
    """Return the figures of a unit at home with games of one time, column beside column: nearly every unit there is.
    None for any other, and where a trial has a K of 0, which hides the expectation.
    """
    games, header = unit.games, unit.header
    if header is None or not header.domestic or games.times:
        return None
    standings, steps = stepped(unit, before, people, edition)
    faces = faces_of([standing.rating for standing in standings], edition.unrated[header.age_group], steps)
    first, marks = _first_ratings(games, standings, faces, edition)
    numbers, bonus, until = faces.numbers, edition.bonus_established, edition.sums_until
    coefficients = list(map(coefficients_of(edition, games.seconds).__getitem__, numbers))
    if not all(coefficients):
        return None
    exchanged = exchange(games, numbers, coefficients, surpluses_of(edition.cap, numbers), bonus)
    after, played = values_after(numbers, exchanged.gained), exchanged.played
    out = Figures(
        [*numbers], [*after], [*values_after(numbers, exchanged.most)], [*expected_of(exchanged, coefficients, bonus)],
        [True] * len(numbers), played, normal_among(games, played), exchanged.made, faces.signs(), marks,
        [
            # `settled`, written out where nothing has to be counted any more
            Standing(new, old.games, old.state) if old.games > until else settled(new, old, count, edition)
            for new, old, count in zip(after, standings, played, strict=True)
        ],
        list(steps.values()),
    )  # fmt: skip
    for player, (rating, kept) in first.items():
        out.before[player], out.after[player], out.best[player] = standings[player].rating, rating, rating
        out.expected[player], out.standings[player] = None, kept
        out.established[player] = standings[player].games + played[player] > edition.new_until
    return out


def _first_ratings(
    games: Games, standings: Sequence[Standing], faces: Faces, edition: FinnishEdition
) -> tuple[dict[int, tuple[int, Standing]], dict[int, int]]:
    """Return the new players' ratings, standings and marks by 3.3, by seat; from then on they show these (3.4)."""
    until = edition.new_until
    # `is_new`, written out: a replay asks it of every seat of history
    new = [seat for seat, each in enumerate(standings) if each.rating is None or each.games <= until]
    first: dict[int, tuple[int, Standing]] = {}
    marks: dict[int, int] = {}
    if new:
        numbers, signs, some = faces.numbers, faces.signs(), {*new}
        pairs = enumerate(zip(games.white, games.black, strict=True))
        theirs = [at for at, (white, black) in pairs if white in some or black in some]
        seats = boards(games, theirs)
        for player in new:
            opponents, points = seats.opponents[player], seats.points[player]
            met = sum([numbers[opponent] for opponent in opponents])
            first[player] = first_rating(standings[player], met, sum(points), len(points), edition)
            marks[player] = mark([signs[opponent] for opponent in opponents])
        faces.meet({player: rating for player, (rating, _) in first.items()})
    return first, marks


def again(unit: Unit, showing: Showing, player: int, edition: FinnishEdition) -> Change | None:
    """Work out one player's change by 3.2 or 3.3 from the ratings that everybody showed; no other player is calculated.

    Abroad everybody shows two ratings, and there the whole unit has to be calculated.
    """
    if unit.header is None or not unit.header.domestic:
        return None
    games, standing, size = unit.games, showing.before, len(unit.games.players)
    new = is_new(standing, edition)
    # new players meet the ratings before 3.4 changes what is shown
    faces = faces_of(showing.ratings, edition.unrated[unit.header.age_group]) if new else Faces.read(showing.shown)
    own = games.of_seat(player)
    # only this player's place is asked for
    before, ratings, own_games = [standing] * size, [standing.rating or 0] * size, [own] * size
    seating = Seating(unit, edition, boards(games, own), before, ratings, {}, {}, faces, faces, own_games)
    return newcomer(seating, player) if new else regular(seating, player)


def opened(seating: Seating) -> Figures:
    """Start the figures of a unit with what does not depend on the ratings; the rated players' are still missing."""
    size, points = len(seating.before), seating.boards.points
    games = [len(own) for own in points]
    return Figures(
        [None] * size, [None] * size, [None] * size, [None] * size, [False] * size, games,
        normal_among(seating.unit.games, games), [sum(own) for own in points], [], {}, list(seating.before),
        list(seating.steps.values()),
    )  # fmt: skip


# 7.3: mean of the opponents + 400 (W/N - 1/2) + N/10 over all games of the career, in whole numbers:
# (10 S + 4000 W - 2000 N + N^2) / 10 N. Before 2023 without the bonus, and earlier games are draws against Ro (3.3).
def new_number(opponents: int, half_points: int, games: int, bonus: int) -> tuple[int, int]:
    """Return a new player's rating before rounding, as numerator and denominator; `bonus` in tenths per game."""
    return 10 * opponents + 2000 * half_points - 2000 * games + bonus * games * games, 10 * games


def carried_into(standing: Standing, edition: FinnishEdition) -> tuple[int, int, int]:
    """Return the earlier games, the sum of their opponents' ratings and their half points (3.3)."""
    if not edition.carries_games:
        return standing.games, (standing.rating or 0) * standing.games, standing.games
    return (standing.games, *sums(standing))


def first_rating(standing: Standing, met: int, made: int, games: int, edition: FinnishEdition) -> tuple[int, Standing]:
    """Return a new player's rating from all games of the career, and the standing after it (3.3)."""
    earlier, opponents, half_points = carried_into(standing, edition)
    after = half_up(*new_number(opponents + met, half_points + made, earlier + games, edition.bonus_new))
    old_met, old_made = sums(standing)
    kept = selo_standing(after, earlier + games, old_met + met, old_made + made, step_day(standing), edition)
    return after, kept


def enter_newcomers(seating: Seating, players: Sequence[int], out: Figures) -> None:
    """Enter the results of all new players by 3.3, from the ratings before the unit."""
    if not players:
        return  # most units have no newcomer, and what everybody shows need not be told apart
    signs = seating.signs()
    for player in players:
        standing, made, count = seating.before[player], out.half_points[player], out.games[player]
        after, kept = first_rating(standing, sum(seating.met(player)), made, count, seating.edition)
        out.before[player], out.after[player], out.best[player] = standing.rating, after, after
        out.established[player] = standing.games + count > seating.edition.new_until
        # new players meet the ratings before 3.4 changes what is shown
        out.standings[player], out.marks[player] = kept, mark(seating.of_opponents(player, *signs))


def newcomer(seating: Seating, player: int) -> Change:
    standing, edition = seating.before[player], seating.edition
    terms = seating.terms(player)
    met, made = sum(term.number for term in terms), sum(term.half_points for term in terms)
    after, kept = first_rating(standing, met, made, len(terms), edition)
    games = standing.games + len(terms)
    return Change(
        player=seating.unit.games.players[player],
        kind="unit",
        formula="7.3",
        before=standing.rating,
        after=after,
        established=games > edition.new_until,
        games=len(terms),
        normal_games=normal_in(terms),
        half_points=made,
        expected=None,
        coefficient=None,
        bonus=games * edition.bonus_new,
        carried=carried_into(standing, edition),
        running=(),
        terms=tuple(terms),
        standing=kept,
    )


def enter_established(seating: Seating, players: Sequence[int], out: Figures) -> None:
    """Enter the results of all established players by 3.2, game by game."""
    edition, ratings = seating.edition, seating.ratings
    before, after, best, expected, established, standings, games = (
        out.before, out.after, out.best, out.expected, out.established, out.standings, out.games,
    )  # fmt: skip
    shares = shares_of(edition.cap, ratings, seating.slow.numbers, seating.fast.numbers)
    for player in players:
        rating, (share, gained, most) = ratings[player], _game_by_game(seating, player, shares)
        before[player], expected[player], established[player] = rating, share, True
        after[player] = new = value_after(rating, gained)
        best[player] = value_after(rating, most)
        standings[player] = settled(new, standings[player], games[player], edition)


def _game_by_game(seating: Seating, player: int, shares: Shares) -> tuple[int, int, int]:
    edition, rating = seating.edition, seating.ratings[player]
    coefficients, points = seating.coefficients(player, rating), seating.boards.points[player]
    bonus = edition.bonus_established
    return together(game_by_game(rating, seating.met(player), points, coefficients, shares, bonus))


def settled(after: int, standing: Standing, games: int, edition: FinnishEdition) -> Standing:
    """Return the standing after a unit, without a newcomer's sums where the player can never be new again."""
    if standing.games > edition.sums_until:
        return Standing(after, standing.games, standing.state)
    return selo_standing(after, standing.games + games, 0, 0, step_day(standing), edition)


def regular(seating: Seating, player: int) -> Change:
    """Make an established player's change by 3.2, with the values after each game (5.3)."""
    standing, edition, rating = seating.before[player], seating.edition, seating.ratings[player]
    terms = seating.terms(player, partial(_worked_out, rating, edition))
    coefficient = rating_coefficient(rating, edition.kr)
    bonus = edition.bonus_established
    gains = [gain(coefficient * (term.kt or 0), term.half_points, term.percent or 0, bonus) for term in terms]
    running = [value_after(rating, gained) for gained in accumulate(gains)]
    return Change(
        player=seating.unit.games.players[player],
        kind="unit",
        formula="7.2",
        before=rating,
        after=running[-1],
        established=True,
        games=len(terms),
        normal_games=normal_in(terms),
        half_points=sum(term.half_points for term in terms),
        expected=sum(term.percent or 0 for term in terms),
        coefficient=coefficient,
        bonus=len(terms) * edition.bonus_established,
        carried=None,
        running=tuple(running),
        terms=tuple(terms),
        standing=settled(running[-1], standing, len(terms), edition),
    )


def _worked_out(rating: int, edition: FinnishEdition, number: int, seconds: int) -> tuple[int, bool, int]:
    """Return percent, cap and Kt of one game (7.8 and 7.9)."""
    full = percent(rating - number)
    expected = min(edition.cap, full)
    return expected, expected < full, time_coefficient(seconds, rating, edition.fast_high, edition.kt)
