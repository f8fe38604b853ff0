"""Hold a standing of selo beside the rating: a newcomer's sums and the day of the last 3.7 step; and apply openings and
rulings to it (rules 1.7).

Only what later units read is kept: once a player can no longer be new, games are not counted and the sums are
dropped. So a game struck out long ago does not change the standing for the rest of a career.

5.3 and section 6: the values that count for peaks and titles, and titles folded from a player's entries in order.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from rulebooks.base import Change, Standing, Title, TitleRule, Unit
from rulebooks.entries import Entry, given_change
from rulebooks.finland.tables import EDITIONS, REACH, FinnishEdition, coefficients_of, surpluses_of
from rulebooks.units import normal_in, read_sign

NOBODY = Standing(None, 0, (0, 0, ""))


def sums(standing: Standing) -> tuple[int, int]:
    """Return the sum of opponents' numbers and the half points of a newcomer's games so far."""
    return (standing.state[0], standing.state[1]) if standing.state else (0, 0)


def step_day(standing: Standing) -> str:
    """Return the start of the unit of the last 3.7 step; empty: never."""
    return str(standing.state[2]) if standing.state else ""


def selo_standing(
    rating: int, games: int, opponents: int, half_points: int, step: str, edition: FinnishEdition
) -> Standing:
    if games > edition.sums_until:
        return Standing(rating, edition.sums_until + 1, (0, 0, step))
    return Standing(rating, games, (opponents, half_points, step))


def is_new(standing: Standing, edition: FinnishEdition) -> bool:
    """Tell whether a player is new by 3.1: no rating, or at most 10 (before 2023: at most 9) counting games before this
    unit. The edition says how many.
    """
    return standing.rating is None or standing.games <= edition.new_until


# 4.1: a player without an earlier pelo game is new.
def is_new_pelo(standing: Standing) -> bool:
    return standing.games == 0


def selo_given(unit: Unit, standing: Standing, edition: FinnishEdition) -> Change | None:
    """Make the change of an opening, which sets the standing no matter what came before, or of a ruling, which moves
    the rating and nothing else.
    """
    given = unit.given
    assert given is not None
    if unit.kind == "opening":
        assert given.rating is not None
        after = selo_standing(
            given.rating, given.games, given.rating * given.games, given.games, step_day(standing), edition
        )
        return given_change(unit, None, given.rating, not is_new(after, edition), after)
    rating = _ruled(unit, standing)
    if rating is None:
        return None
    # a new player's earlier games become draws against the ruled rating
    after = selo_standing(rating, standing.games, rating * standing.games, standing.games, step_day(standing), edition)
    return given_change(unit, standing.rating, rating, not is_new(after, edition), after)


def pelo_given(unit: Unit, standing: Standing, edition: FinnishEdition) -> Change | None:
    given = unit.given
    assert given is not None
    if unit.kind == "opening":
        assert given.rating is not None
        return given_change(unit, None, given.rating, given.games > 0, Standing(given.rating, min(given.games, 1), ()))
    rating = _ruled(unit, standing)
    if rating is None:
        return None
    return given_change(unit, standing.rating, rating, standing.games > 0, Standing(rating, standing.games, ()))


def _ruled(unit: Unit, standing: Standing) -> int | None:
    """Return the rating after a ruling; a correction of a missing rating has no effect."""
    assert unit.given is not None
    if unit.given.rating is not None:
        return unit.given.rating
    return None if standing.rating is None else standing.rating + (unit.given.delta or 0)


# the least ratings and games at normal time of 6.3 to 6.5; a master's title has to be confirmed (rules 1.6)
TITLE_RULES = (TitleRule("M", 2200, 30, needs_confirmation=True), TitleRule("ME", 2050, 24), TitleRule("I", 1900, 24))


class Moment(NamedTuple):
    """An established value within an entry, with the games at normal time of the entry so far."""

    value: int
    normal_games: int
    game: str | None


# 6.2 rounds like 3.5
def moments(entry: Entry) -> Iterator[Moment]:
    """Yield each established value of an entry. Only 7.2 has one after every game, and is worked out for them."""
    figure = entry.figure
    if figure.kind != "unit" or not figure.established:
        return
    change = entry.worked_out().change if figure.expected is not None else None  # 7.3 expects nothing
    if change is None or not change.running:
        yield Moment(figure.after, figure.normal_games, None)
        return
    normal = 0
    for value, term in zip(change.running, change.terms, strict=True):
        normal += normal_in((term,))
        yield Moment(value, normal, term.game)


# 7.2 game by game, as far as the value that is looked for
def best_games(
    unit: Unit, shown: Sequence[int | None], best: Mapping[int, int], edition: FinnishEdition
) -> list[str | None] | None:
    """Return the game after which each of some established players had their best value first, from the signs of the
    ratings shown. None for all of them abroad, where everybody shows two, and where the times of games differ.
    """
    games, header = unit.games, unit.header
    if header is None or not header.domestic or games.times:
        return None
    # most ratings are their own signs
    numbers = [one if one is not None and one <= REACH else read_sign(one or 0)[0] for one in shown]
    names, bonus = games.numbers(), 1000 * edition.bonus_established
    coefficients, surpluses = coefficients_of(edition, games.seconds), surpluses_of(edition.cap, numbers)
    first_games: list[str | None] = []
    for seat, value in best.items():
        rating, gained = numbers[seat], 0
        coefficient, enough = coefficients[rating], 10_000 * (value - rating) - 5_000  # 3.5
        for name, white, black, letter in zip(names, games.white, games.black, games.results, strict=True):
            if white == seat:
                gained += coefficient * surpluses[letter][0][rating - numbers[black]] + bonus
            elif black == seat:
                gained += coefficient * surpluses[letter][1][rating - numbers[white]] + bonus
            else:
                continue
            if gained >= enough:
                first_games.append(name)
                break
    return first_games


# 6.2 to 6.5: the first moment at which both the rating and the normal-time games are there. Titles are independent.
def titles(history: Sequence[Entry], editions: Mapping[str, FinnishEdition] = EDITIONS) -> list[Title]:
    reached: dict[str, Title] = {}
    normal = 0
    for entry in history:
        reached |= {title.title: title for title in new_titles(entry, normal, reached.keys(), editions)}
        normal = entry.figure.normal_games + (0 if entry.figure.kind == "opening" else normal)
    return [reached[rule.title] for rule in TITLE_RULES if rule.title in reached]


def new_titles(
    entry: Entry, normal_games: int, reached: Set[str], editions: Mapping[str, FinnishEdition] = EDITIONS
) -> list[Title]:
    """Return the titles an entry brings to a player with so many games at normal time before it."""
    figure = entry.figure
    if figure.kind in ("opening", "ruling"):
        return _given_titles(entry, normal_games, reached)
    within_reach = [
        rule
        for rule in TITLE_RULES
        if rule.title not in reached
        and figure.best >= rule.rating
        and normal_games + figure.normal_games >= rule.normal_games
    ]
    if not within_reach:
        return []  # most entries: nothing has to be worked out
    titles: dict[str, Title] = {}
    for value, normal, game in _title_moments(entry, editions[entry.edition]):
        for rule in within_reach:
            if rule.title not in titles and value >= rule.rating and normal_games + normal >= rule.normal_games:
                titles[rule.title] = Title(rule.title, entry.on, entry.tournament, game)
    return list(titles.values())


# 6.3 to 6.5 ask for the player's selo and for games, and not for what made the number: one that the office gives counts
# on its day (revision 3). An opening has its own games, and brings titles from before the ledger besides.
def _given_titles(entry: Entry, normal_games: int, reached: Set[str]) -> list[Title]:
    """Return the titles that an opening or a ruling brings."""
    figure = entry.figure
    is_opening = figure.kind == "opening"
    brought = entry.worked_out().change.titles if is_opening else ()
    games = figure.normal_games if is_opening else normal_games
    own = [
        rule.title
        for rule in TITLE_RULES
        if figure.established and figure.after >= rule.rating and games >= rule.normal_games
    ]
    return [Title(name, entry.on, None, None) for name in dict.fromkeys((*brought, *own)) if name not in reached]


def _title_moments(entry: Entry, edition: FinnishEdition) -> Iterator[Moment]:
    """Yield the values that count for titles; before 2023 only those after a unit do."""
    figure = entry.figure
    if edition.titles_in_play:
        yield from moments(entry)
    elif figure.kind == "unit" and figure.established:
        yield Moment(figure.after, figure.normal_games, None)
