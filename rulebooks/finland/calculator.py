"""Calculate as Finland does: section 7 for a player with a rating and some games,
without a ledger.

The rulebook does the arithmetic: a calculator makes the games and the standing of one
player and asks selo, pelo and performance; the exact rating is that of the explanation
sheet.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from messages import by_command, counted, say
from messages.results import USUAL
from rulebooks.base import Change, Header, Standing, Unit
from rulebooks.calculator_answers import (
    Competition,
    FinnishCompetition,
    FinnishResult,
    Range,
    Summary,
    expected_of,
    joined,
    with_total,
)
from rulebooks.entries import WorkedEntry
from rulebooks.finland import pelo, pelo_unit, selo_unit
from rulebooks.finland.explain import explain
from rulebooks.finland.games import list_by_time
from rulebooks.finland.selection import performance, reliable
from rulebooks.finland.standing import selo_standing
from rulebooks.finland.tables import EDITIONS, FinnishEdition, percent
from rulebooks.games import Game, Games
from rulebooks.needs import Objection, ScoreNeeded, ScoreRow
from rulebooks.numbers import half_up, half_up_float, number, text

LIST = {"selo": "selo", "new-selo": "selo", "pelo": "pelo", "new-pelo": "pelo"}
MINUTES = {"selo": 90, "pelo": 5}  # where no time is given
ME = "player"
DAY = "2024-01-01"  # any day: the edition is given


def objections(
    kind: str,
    rating: int | None,
    games: int | None,
    minutes: Fraction | int | None,
    edition: str,
) -> list[Objection]:
    """Check whether this is the calculator for that player and that time (3.1, 4.1 and
    2.8), and return what speaks against it.
    """
    time = (
        []
        if minutes is None or kind not in LIST
        else _about_time(kind, minutes, EDITIONS[edition])
    )
    return [*_about_player(kind, rating, games, EDITIONS[edition].new_until), *time]


def _about_player(
    kind: str, rating: int | None, games: int | None, limit: int
) -> Iterator[Objection]:
    if rating is None and (kind in ("selo", "pelo") or (kind == "new-selo" and games)):
        message = by_command(
            "calc {kind} starts from the player's rating",
            "{kind} starts from the rating of the player",
            kind=kind,
        )
        yield Objection("rating", message, by_command("give --rating", "give a rating"))
    if kind == "selo" and games is not None and games <= limit:
        message = counted(
            "with {count} game a player is new (3.1)",
            "with {count} games a player is new (3.1)",
            games,
        )
        yield Objection("games", message, say("use calc new-selo"))
    if kind == "new-selo" and games is not None and games > limit:
        message = say("with {games} games a player is established (3.1)", games=games)
        yield Objection("games", message, say("use calc selo"))
    if kind == "pelo" and games == 0:
        yield Objection(
            "games",
            say("without games a player is new (4.1)"),
            say("use calc new-pelo"),
        )
    if kind == "new-pelo" and games:
        yield Objection(
            "games",
            say("after one game a player is established (4.1)"),
            say("use calc pelo"),
        )


def _about_time(
    kind: str, minutes: Fraction | int, edition: FinnishEdition
) -> Iterator[Objection]:
    counts = list_by_time(int(minutes * 60), edition)
    if counts is None:
        message = say("{minutes} are not rated (2.8)", minutes=_minutes(minutes))
        yield Objection("minutes", message, say("over 3 minutes is pelo"))
    elif counts != LIST[kind]:
        message = say(
            "{minutes} for 60 moves are {list} time (2.8)",
            minutes=_minutes(minutes),
            list=counts,
        )
        yield Objection(
            "minutes",
            message,
            by_command(
                "use calc {kind}",
                "choose {kind}",
                kind=kind.replace(LIST[kind], counts),
            ),
        )


def _minutes(minutes: Fraction | int) -> str:
    return (
        say("1 minute")
        if minutes == 1
        else say("{count} minutes", count=text(Fraction(minutes)))
    )


def calculate(
    kind: str,
    competitions: Sequence[Competition],
    *,
    rating: int | None = None,
    games: int | None = None,
    minutes: Fraction | int | None = None,
    edition: str,
) -> FinnishResult:
    """Work out the answer over all competitions, each of which starts from the rating
    and the games after the one before.

    A new player who passes the limit continues as an established one. Ask `objections`
    first.
    """
    if kind == "performance":
        rows = [_performance_row(competition, rating) for competition in competitions]
        before = rating
    else:
        standing = _standing(LIST[kind], kind.startswith("new"), rating, games, edition)
        before, rows = standing.rating, []
        for competition in competitions:
            change = _rate(LIST[kind], standing, competition, minutes, edition)
            rows.append(_row(LIST[kind], standing.rating, change, competition, edition))
            standing = change.standing
    together = joined(competitions)
    running = (
        tuple(value for row in rows for value in row.running)
        if together.in_order
        else ()
    )
    between = _range(
        together.in_order, [*running, *(row.new for row in rows if row.new is not None)]
    )
    counted = kind.startswith("new") or games is not None
    return FinnishResult(
        kind=kind,
        edition=edition,
        before=before,
        new=rows[-1].new,
        exact=rows[-1].exact,
        **_summary(together)._asdict(),
        reliable=_reliable(together),
        expected=expected_of(rows),
        games_after=(
            (games or 0) + len(together.games) if counted and kind in LIST else None
        ),
        **between._asdict(),
        running=running,
        competitions=tuple(rows),
    )


def _standing(
    list_name: str, new: bool, rating: int | None, games: int | None, edition: str
) -> Standing:
    """Make the standing before; earlier games whose results are not known are draws
    against the rating (3.3).
    """
    if list_name == "pelo":
        return Standing(rating, 0 if new else 1, ())
    rules = EDITIONS[edition]
    count = games if games is not None else 0 if new else rules.new_until + 1
    return selo_standing(
        rating or 0, count, (rating or 0) * count, count, "", rules
    ).with_rating(rating)


def _rate(
    list_name: str,
    standing: Standing,
    competition: Competition,
    minutes: Fraction | int | None,
    edition: str,
) -> Change:
    seconds = int((MINUTES[list_name] if minutes is None else minutes) * 60)
    unit, rules = _unit(list_name, competition, seconds, edition), EDITIONS[edition]
    if list_name == "pelo":
        opponents = [pelo.standing_after(met) for met, _ in competition.games]
    else:
        opponents = [
            selo_standing(met, rules.sums_until + 1, 0, 0, "", rules)
            for met, _ in competition.games
        ]
    rate = pelo_unit.rate if list_name == "pelo" else selo_unit.rate
    standings = dict(zip(unit.games.players, [standing, *opponents], strict=True))
    [change] = rate(unit, standings, {}, rules, ME).changes
    return change


def _unit(list_name: str, competition: Competition, seconds: int, edition: str) -> Unit:
    """Make a unit of all games of the player, against an opponent each; the player
    comes first.
    """
    header = Header("calc", DAY, DAY, seconds, True, True, False, "open", False, 0)
    games = Games.of(
        Game(
            str(i),
            i,
            1,
            DAY,
            ME,
            str(i),
            USUAL[made],
            (made, 2 - made),
            seconds,
            seconds,
            False,
        )
        for i, (_, made) in enumerate(competition.games, start=1)
    )
    return Unit(
        list_name, "", "games", "calc", "calc", DAY, DAY, edition, 0, header, games
    )


def _row(
    list_name: str,
    before: int | None,
    change: Change,
    competition: Competition,
    edition: str,
) -> FinnishCompetition:
    sheet = explain(WorkedEntry.of(list_name, "", "", None, "", edition, 0, change), {})
    running = tuple(_running(change)) if competition.in_order else ()
    return FinnishCompetition(
        formula=change.formula,
        before=before,
        new=change.after,
        exact=number(sheet.exact),
        provisional=change.before if "start" in change.detail else None,
        **_summary(competition)._asdict(),
        reliable=_reliable(competition),
        expected=(
            None if change.expected is None else number(Fraction(change.expected, 100))
        ),
        **_range(competition.in_order, [*running, change.after])._asdict(),
        running=running,
    )


def _performance_row(
    competition: Competition, rating: int | None
) -> FinnishCompetition:
    """Make the row of a performance by 7.6; the expectation only for a player whose
    rating is given.
    """
    exact = performance(competition.games)
    expected = (
        None
        if rating is None
        else sum(percent(rating - met) for met, _ in competition.games)
    )
    return FinnishCompetition(
        formula="7.6",
        before=rating,
        new=None,
        exact=None if exact is None else round(exact, 6),
        provisional=None,
        **_summary(competition)._asdict(),
        reliable=_reliable(competition),
        expected=None if expected is None else number(Fraction(expected, 100)),
        **_range(competition.in_order, [])._asdict(),
        running=(),
    )


def _summary(competition: Competition) -> Summary:
    numbers = [met for met, _ in competition.games]
    exact = performance(competition.games)
    return Summary(
        games=len(numbers),
        score=number(Fraction(competition.half_points, 2)),
        average=number(Fraction(half_up(10 * sum(numbers), len(numbers)), 10)),
        performance=None if exact is None else half_up_float(exact),
    )


def _reliable(competition: Competition) -> bool:
    """Tell whether the performance is reliable (5.5)."""
    return reliable([met for met, _ in competition.games], competition.half_points)


def _running(change: Change) -> Sequence[int]:
    """Return the values of 5.3; of an established pelo, where the rules know none, 7.4
    over the first games. New players: none.
    """
    if change.formula != "7.4" or "start" in change.detail:
        return change.running
    assert change.before is not None
    surplus, values = 0, []
    for term in change.terms:
        surplus += term.surplus
        values.append(half_up_float(pelo.new_number(change.before, surplus)))
    return values


def _range(in_order: bool, values: Sequence[int]) -> Range:
    """Return the lowest and the highest value on the way; unknown when only a total is
    given.
    """
    known = in_order and bool(values)
    return Range(min(values) if known else None, max(values) if known else None)


def need(
    rating: int,
    minutes: Fraction | int,
    target: int,
    opponents: Sequence[int],
    edition: str,
) -> ScoreNeeded:
    """Work out what every score against these opponents gives an established player,
    and the least that reaches the target.

    Selo or pelo by the time (2.8); ask `objections` with the kind of `need_kind` first.
    """
    kind = need_kind(minutes, edition)
    standing, rows = _standing(kind, False, rating, None, edition), []
    for half_points in range(2 * len(opponents) + 1):
        change = _rate(
            kind, standing, with_total(half_points, opponents), minutes, edition
        )
        rows.append(
            ScoreRow(
                half_points=half_points,
                score=number(Fraction(half_points, 2)),
                new=change.after,
            )
        )
    enough = next((row for row in rows if row.new >= target), None)
    return ScoreNeeded(
        kind=kind,
        edition=edition,
        before=rating,
        target=target,
        games=len(opponents),
        average=number(Fraction(half_up(10 * sum(opponents), len(opponents)), 10)),
        half_points=None if enough is None else enough.half_points,
        score=None if enough is None else enough.score,
        new=None if enough is None else enough.new,
        rows=tuple(rows),
    )


def need_kind(minutes: Fraction | int, edition: str) -> str:
    return list_by_time(int(minutes * 60), EDITIONS[edition]) or "pelo"
