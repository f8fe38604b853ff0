"""Section 3: selo. New players first, from the ratings before; then the established, who meet the new ratings."""

from collections.abc import Callable, Sequence

from rulebooks.base import Change, People, Rated, Standing, Standings, Term, Unit, Unrated
from rulebooks.finland import foreign
from rulebooks.finland.standing import NOBODY, is_new, selo_standing, step_day, sums
from rulebooks.finland.tables import FinnishEdition, percent, rating_coefficient, time_coefficient
from rulebooks.rounding import half_up
from rulebooks.units import Seat, normal_games, seats

NumberOf = Callable[[Seat], tuple[int, str]]


def rate(unit: Unit, standings: Standings, people: People, edition: FinnishEdition) -> Rated:
    """3.2 to 3.9 for one unit."""
    assert unit.header is not None
    boards = seats(unit.games)
    before = {player: standings.get(player, NOBODY) for player in boards}
    steps: list[Change] = []
    if unit.header.domestic:
        asked = (elo_step(unit, player, before, people, edition) for player in sorted(boards))
        steps = [step for step in asked if step is not None]
        before.update((step.player, step.standing) for step in steps)
        omitted: dict[str, Unrated] = {}
        abroad: foreign.Numbers = {}
    else:
        omitted = foreign.omitted(unit, before, people)
        abroad = foreign.numbers(unit, before, people)
    rated = [player for player in sorted(boards) if player not in omitted]
    stepped = {step.player for step in steps}
    default = edition.unrated[unit.header.age_group]

    def old_number(seat: Seat) -> tuple[int, str]:
        """3.6 and 3.9: the opponent's rating before the unit."""
        if abroad and (number := abroad.get((seat.opponent, foreign.is_fast(seat.game)))) is not None:
            return number
        rating = before[seat.opponent].rating
        if rating is None:
            return default, "default-3.6"
        return rating, "elo-3.7" if seat.opponent in stepped else "old"

    newcomers = [player for player in rated if is_new(before[player], edition)]
    new = {player: newcomer(player, boards[player], before[player], edition, old_number) for player in newcomers}

    def number(seat: Seat) -> tuple[int, str]:
        """3.4: established players meet the new ratings of new players."""
        if seat.opponent in new:
            return new[seat.opponent].after, "new-3.4"
        return old_number(seat)

    established = [player for player in rated if player not in new]
    changes = [*new.values(), *(regular(p, boards[p], before[p], edition, number) for p in established)]
    return Rated([*steps, *sorted(changes, key=lambda change: change.player)], omitted)


# 3.7: a foreigner's Elo becomes their selo when they have none or one at least 100 lower; once, unless they have since
# played games that FIDE rates and we do not.
def elo_step(unit: Unit, player: str, standings: Standings, people: People, edition: FinnishEdition) -> Change | None:
    person = people.get(player)
    if person is None or person.federation(unit.start) == "FIN":
        return None
    elo = person.rating_of("fide-standard", unit.start)
    standing = standings[player]
    if elo is None or (standing.rating is not None and elo - standing.rating < edition.elo_above):
        return None
    last = step_day(standing)
    if last and not any(last < on <= unit.start for on in person.elo_only):
        return None
    after = selo_standing(elo, 10**6, 0, 0, unit.start, edition)
    return Change(
        player, "elo-step", "3.7", standing.rating, elo, True, 0, 0, 0, None, None, 0, None, (), (), after
    )  # fmt: skip


# 7.3: mean of the opponents + 400 (W/N - 1/2) + N/10 over all games of the career, in whole numbers:
# (10 S + 4000 W - 2000 N + N^2) / 10 N. Before 2023 without the bonus, and earlier games are draws against Ro (3.3).
def new_number(opponents: int, half_points: int, games: int, bonus: int) -> tuple[int, int]:
    """`bonus` in tenths per game."""
    return 10 * opponents + 2000 * half_points - 2000 * games + bonus * games * games, 10 * games


def newcomer(
    player: str, boards: Sequence[Seat], standing: Standing, edition: FinnishEdition, number_of: NumberOf
) -> Change:
    """3.3: a new player's rating from all games of the career."""
    terms = [
        Term(seat.game.id, seat.opponent, seat.half_points, *number_of(seat), seconds=seat.game.seconds)
        for seat in boards
    ]
    met, made = sum(term.number for term in terms), sum(term.half_points for term in terms)
    earlier, (old_met, old_made) = standing.games, sums(standing)
    games = earlier + len(terms)
    carried = (earlier, old_met, old_made)
    if not edition.carries_games:
        carried = (earlier, (standing.rating or 0) * earlier, earlier)
    after = half_up(*new_number(carried[1] + met, carried[2] + made, games, edition.bonus_new))
    return Change(
        player=player,
        kind="unit",
        formula="7.3",
        before=standing.rating,
        after=after,
        established=games > edition.new_until,
        games=len(terms),
        normal_games=normal_games(boards),
        half_points=made,
        expected=None,
        coefficient=None,
        bonus=games * edition.bonus_new,
        carried=carried,
        running=(),
        terms=tuple(terms),
        standing=selo_standing(after, games, old_met + met, old_made + made, step_day(standing), edition),
    )


# 7.2: Rn = Ro + Kr * sum(Kt (Wi - Ei)) + N/10, exact in ten-thousandths, rounded once (3.5).
def regular(
    player: str, boards: Sequence[Seat], standing: Standing, edition: FinnishEdition, number_of: NumberOf
) -> Change:
    """3.2: an established player's rating, with the values after each game (5.3)."""
    rating = standing.rating
    assert rating is not None
    kr = rating_coefficient(rating, edition.kr)
    bonus = 1000 * edition.bonus_established
    total = expected = made = 0
    terms: list[Term] = []
    running: list[int] = []
    for seat in boards:
        number, basis = number_of(seat)
        share = percent(rating - number)
        capped = share > edition.cap
        if capped:
            share = edition.cap
        kt = time_coefficient(seat.game.seconds, rating, edition.fast_high, edition.kt)
        total += kr * kt * (50 * seat.half_points - share) + bonus
        expected += share
        made += seat.half_points
        terms.append(
            Term(seat.game.id, seat.opponent, seat.half_points, number, basis, share, capped, kt, seat.game.seconds)
        )
        running.append((rating * 10_000 + total + 5_000) // 10_000)
    return Change(
        player=player,
        kind="unit",
        formula="7.2",
        before=rating,
        after=running[-1],
        established=True,
        games=len(terms),
        normal_games=normal_games(boards),
        half_points=made,
        expected=expected,
        coefficient=kr,
        bonus=len(terms) * edition.bonus_established,
        carried=None,
        running=tuple(running),
        terms=tuple(terms),
        # after this the player can never be new again, so a newcomer's sums are dropped
        standing=selo_standing(running[-1], standing.games + len(terms), 0, 0, step_day(standing), edition),
    )
