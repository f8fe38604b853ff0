"""Find the score that leads to a rating by the Finnish rules, section 7, and say why
none can be found: for a player with a rating and some games, without a ledger.

The rulebook does the arithmetic: here are made the games and the standing of one player.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from messages import by_command, counted, say
from rulebooks.base import Change, Standing
from rulebooks.finland import pelo, pelo_unit, selo_unit
from rulebooks.finland.editions import EDITIONS, FinnishEdition
from rulebooks.finland.games import list_by_time
from rulebooks.finland.standing import selo_standing
from rulebooks.made_up import made_up_unit
from rulebooks.needs import Objection, ScoreNeeded, ScoreRow
from rulebooks.numbers import half_up, number, text

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

    `kind`: a key of `LIST`; `rating` and `games`: what is known of the player, None
    where nothing is; `minutes`: for 60 moves; `edition`: its id. An empty list: nothing
    speaks against it.
    """
    rules = EDITIONS[edition]
    reasons = list(_objections_to_player(kind, rating, games, rules.new_until))
    if minutes is not None and kind in LIST:
        reasons += _objections_to_time(kind, minutes, rules)
    return reasons


def _objections_to_player(
    kind: str, rating: int | None, games: int | None, limit: int
) -> Iterator[Objection]:
    """Yield what the player's rating and number of earlier games have against a
    calculator. `limit`: with so many games somebody is still new (3.1).
    """
    needs_rating = kind in ("selo", "pelo") or (kind == "new-selo" and bool(games))
    if rating is None and needs_rating:
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


def _objections_to_time(
    kind: str, minutes: Fraction | int, edition: FinnishEdition
) -> Iterator[Objection]:
    """Yield what the minutes for 60 moves have against a calculator: too few to be
    rated at all, or those of the other list (2.8).
    """
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
        right_kind = kind.replace(LIST[kind], counts)
        hint = by_command("use calc {kind}", "choose {kind}", kind=right_kind)
        yield Objection("minutes", message, hint)


def _minutes(minutes: Fraction | int) -> str:
    """Say how many minutes.

    It may be a fraction, as in `2.5 minutes`.
    """
    if minutes == 1:
        return say("1 minute")
    return say("{count} minutes", count=text(Fraction(minutes)))


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

    The rows are in the order of scores, from none to all points; `half_points`, `score`
    and `new` of the answer are None where no score is enough. `opponents`: their
    ratings, at least one. The average is rounded to tenths, a half up.
    """
    kind = need_kind(minutes, edition)
    standing = standing_given(kind, False, rating, None, edition)
    games = len(opponents)
    rows = []
    for half_points in range(2 * games + 1):
        played = with_total(half_points, opponents)
        change = rated(kind, standing, played, minutes, edition)
        score = number(Fraction(half_points, 2))
        rows.append(ScoreRow(half_points=half_points, score=score, new=change.after))

    enough = next((row for row in rows if row.new >= target), None)
    tenths = half_up(10 * sum(opponents), games)
    return ScoreNeeded(
        kind=kind,
        edition=edition,
        before=rating,
        target=target,
        games=games,
        average=number(Fraction(tenths, 10)),
        half_points=None if enough is None else enough.half_points,
        score=None if enough is None else enough.score,
        new=None if enough is None else enough.new,
        rows=tuple(rows),
    )


def need_kind(minutes: Fraction | int, edition: str) -> str:
    """Return the list of a time, `selo` or `pelo`; pelo where a time is too short for
    either, which `objections` then says.
    """
    return list_by_time(int(minutes * 60), EDITIONS[edition]) or "pelo"


def with_total(half_points: int, opponents: Sequence[int]) -> list[tuple[int, int]]:
    """Make some games against these opponents that give a total: the first are won.

    Returned are (the opponent's rating, half points made) in the order given:

        with_total(3, [1500, 1600, 1700])  # [(1500, 2), (1600, 1), (1700, 0)]
    """
    games = []
    left = half_points
    for met in opponents:
        made = min(2, max(0, left))
        games.append((met, made))
        left -= made
    return games


def standing_given(
    list_name: str, new: bool, rating: int | None, games: int | None, edition: str
) -> Standing:
    """Make the standing before; earlier games whose results are not known are draws
    against the rating (3.3).

    `new`: whether the player is new, which decides where `games` is None: none, or
    enough to be established. With pelo, one game stands for any number.
    """
    if list_name == "pelo":
        return Standing(rating, 0 if new else 1, ())

    rules = EDITIONS[edition]
    if games is None:
        games = 0 if new else rules.new_until + 1
    own = rating or 0
    drawn = selo_standing(own, games, own * games, games, "", rules)
    return drawn.with_rating(rating)


def rated(
    list_name: str,
    standing: Standing,
    played: Sequence[tuple[int, int]],
    minutes: Fraction | int | None,
    edition: str,
) -> Change:
    """Rate (opponent's number, half points) game by game, in the list's usual time where
    none is given.

    `minutes`: for 60 moves. Opponents count as established players. Returned is the
    player's change alone, with every term.
    """
    seconds = int((MINUTES[list_name] if minutes is None else minutes) * 60)
    rules = EDITIONS[edition]
    results = [made for _, made in played]
    unit = made_up_unit(list_name, edition, ME, results, seconds=seconds, day=DAY)
    before = [standing]
    if list_name == "pelo":
        rate = pelo_unit.rate
        before += [pelo.standing_after(met) for met, _ in played]
    else:
        rate = selo_unit.rate
        established = rules.sums_until + 1
        for met, _ in played:
            before.append(selo_standing(met, established, 0, 0, "", rules))

    standings = dict(zip(unit.games.players, before, strict=True))
    [change] = rate(unit, standings, {}, rules, ME).changes
    return change
