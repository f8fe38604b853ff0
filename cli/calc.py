"""selo calc: numbers on the spot, without a ledger."""

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli.output import answer, json_option, table, talk

if TYPE_CHECKING:
    from ledger.errors import Problem
    from rulebooks.finland.calc import Competition, Objection

Word = tuple[int, str]  # its place and its text
F = TypeVar("F", bound=Callable[..., Any])
GAME = "+1622 won, -1880 lost, =1633 or 1633 drawn"
SYNTAX = f"{GAME}; or the total first: 1.5 1622 1880 1683; / between competitions"
OPTIONS = ("--rating", "--games", "--minutes", "--edition")
LOWEST, HIGHEST, OWN_LOWEST = 100, 4000, -1000  # below 100 a first number is a total
COLUMNS = ("formula", "before", "new", "exact", "games", "score", "expected", "average", "performance", "low", "high")
UNUSED = {"new-pelo": ("rating",), "performance": ("games", "minutes", "edition")}
CALCULATORS = {
    "selo": "An established player's selo (7.2), game by game and at the end.",
    "pelo": "An established player's pelo (7.4).",
    "new-selo": "A new player's selo (7.3). --games with --rating are earlier games whose results are not known: draws"
    " with players of that number (3.3). Once the limit of 3.1 is passed, the next competition goes by 7.2.",
    "new-pelo": "A new player's pelo: a provisional number (7.5) over opponents who have a pelo, then 7.4.",
    "performance": "The performance over these opponents (7.6, 7.10), and whether it is reliable (5.5).",
}
EXAMPLES = {
    "selo": "--rating 1660 --minutes 90 -- -1995 +1695 -1930 1901",
    "pelo": "--rating 1996 10.5 1977 2013 1923 1728 1638 1684 1977 2013 1923 1728 1638 1684",
    "new-selo": "--rating 1525 --games 8 +1525 +1441 -1973 / +1718 -1784",
    "new-pelo": "2½ 1622 1880 1683 1717",
    "performance": "+1622 -1880 =1633 +1717",
}

_GAME = re.compile(r"([+\-=−–])?([0-9]{1,9})\Z")
_TOTAL = re.compile(r"([0-9]{0,6})(½|[.,][0-9]{1,6})?\Z")
_HALF_POINTS = {"+": 2, "-": 0, "−": 0, "–": 0, "=": 1, None: 1}
_TOKENS: dict[str, Any] = {"ignore_unknown_options": True}  # -1995 is a lost game, not an option


@click.group("calc")
def calc_command() -> None:
    """Calculators that need no ledger.

    Games: +1622 won, -1880 lost, =1633 or plain 1633 drawn. Or the total first, then the opponents: 1.5 1622 1880
    1683. A / with spaces around it stands between competitions; each starts from the result of the one before.

    \b
    Example:
        selo calc selo --rating 1660 --minutes 90 -- -1995 +1695 -1930 1901
    """


def _options(command: F) -> F:
    """The games and the four options every calculator takes."""
    for part in (
        click.argument("tokens", nargs=-1, type=click.UNPROCESSED, metavar="[--] GAMES..."),
        click.option("--edition", metavar="E", help="Rules: fi-1990, fi-2011 or fi-2023 (the default)."),
        click.option("--minutes", metavar="M", help="Time for 60 moves: 90, 10.5 or 90+30. Default: 90, pelo 5."),
        click.option("--games", metavar="N", help="Counting games before these."),
        click.option("--rating", metavar="R", help="The number before these games."),
        json_option,
    ):
        command = part(command)
    return command


def _calculator(kind: str) -> None:
    said = f"{CALCULATORS[kind]}\n\n\b\nExample:\n    selo calc {kind} {EXAMPLES[kind]}"

    @calc_command.command(kind, context_settings=_TOKENS, help=said)
    @_options
    def command(**given: Any) -> None:
        _calculated(kind, **given)


for _kind in CALCULATORS:
    _calculator(_kind)


@calc_command.command("need", context_settings=_TOKENS)
@_options
@click.option("--target", metavar="T", help="The number to reach.")
def need_command(tokens: tuple[str, ...], target: str | None, **given: str | None) -> None:
    """The least score against these opponents that reaches a number, and what every score gives.

    \b
    Example:
        selo calc need --rating 2180 --minutes 90 --target 2200 -- 2210 2195 2300 2150
    """
    from rulebooks.finland import calc

    values, problems = _values(**given)
    goal = _whole("target", target, OWN_LOWEST, HIGHEST, problems)
    opponents = _opponents(tokens, problems)
    minutes = values["minutes"] or calc.MINUTES["selo"]
    for name, value in (("rating", given["rating"]), ("target", target)):
        if value is None:
            problems.append(_problem("missing", f"calc need asks for --{name}", name))
    if not problems:
        kind = calc.need_kind(minutes, values["edition"])
        problems += _objected(calc.objections(kind, values["rating"], values["games"], minutes, values["edition"]))
    _refuse(problems)
    found = calc.need(values["rating"], minutes, goal or 0, opponents, values["edition"])
    answer(found, _need_lines(found))


def _calculated(kind: str, tokens: tuple[str, ...], **given: str | None) -> None:
    from rulebooks.finland import calc

    values, problems = _values(**given)
    competitions = parsed(tokens, problems)
    if not any(problem.code == "option" for problem in problems):
        problems += _objected(calc.objections(kind, **values))
    _refuse(problems)
    for name in UNUSED.get(kind, ()):
        if given[name] is not None:
            talk(f"--{name} does not enter into calc {kind}")
    value = calc.calculate(kind, competitions, **values)
    answer(value, _lines(value))


def _refuse(problems: Sequence["Problem"]) -> None:
    if problems:
        from ledger.errors import Usage

        raise Usage(problems)


def _problem(code: str, message: str, field: str, hint: str = "") -> "Problem":
    from ledger.errors import Problem, Where

    return Problem(code, message, Where(field=field), hint)


def _objected(objections: Sequence["Objection"]) -> list["Problem"]:
    return [_problem("rules", o.message, o.field, o.hint) for o in objections]


def _values(
    rating: str | None, games: str | None, minutes: str | None, edition: str | None
) -> tuple[dict[str, Any], list["Problem"]]:
    """The options as values; what cannot be read is a problem."""
    from ledger.time_control import seconds_of
    from rulebooks.finland.calc import LATEST
    from rulebooks.finland.tables import EDITIONS

    problems: list[Problem] = []
    seconds = None if minutes is None else seconds_of(minutes)
    if minutes is not None and seconds is None:
        problems.append(_problem("option", f"'{minutes}' is no time", "minutes", "90, 10.5 or 90+30"))
    if edition is not None and edition not in EDITIONS:
        problems.append(_problem("option", f"no edition '{edition}'", "edition", ", ".join(EDITIONS)))
    return {
        "rating": _whole("rating", rating, OWN_LOWEST, HIGHEST, problems),
        "games": _whole("games", games, 0, 100_000, problems),
        "minutes": None if seconds is None else Fraction(seconds, 60),
        "edition": edition or LATEST,
    }, problems


def _whole(name: str, text: str | None, lowest: int, highest: int, problems: list["Problem"]) -> int | None:
    if text is None:
        return None
    if re.fullmatch(r"[+-]?[0-9]{1,9}", text) and lowest <= int(text) <= highest:
        return int(text)
    problems.append(
        _problem("option", f"'{text}' is no value for --{name}", name, f"a whole number from {lowest} to {highest}")
    )
    return None


def parsed(tokens: Sequence[str], problems: list["Problem"]) -> list["Competition"]:
    """The competitions; everything that is wrong is added to the problems."""
    parts: list[list[Word]] = [[]]
    for word in _numbered(tokens):
        if word[1] == "/":
            parts.append([])
        else:
            parts[-1].append(word)
    if not all(parts):
        said = "no games" if len(parts) == 1 else "a / with no games before or after it"
        problems.append(_problem("no-games", said, "games", SYNTAX))
    return [_competition(part, problems) for part in parts if part]


def _numbered(tokens: Sequence[str]) -> list[Word]:
    """Several in one pair of quotation marks are several."""
    return list(enumerate(" ".join(tokens).split(), start=1))


def _competition(words: Sequence[Word], problems: list["Problem"]) -> "Competition":
    from rulebooks.finland.calc import Competition, with_total

    place, said = words[0]
    total, field, met = _total(said), f"word {place}", len(words) - 1
    if total is None:
        games = [game for word in words if (game := _game(word, problems)) is not None]
        return Competition(tuple((number, _HALF_POINTS[sign]) for sign, number in games))
    games = [game for word in words[1:] if (game := _game(word, problems, after_total=True)) is not None]
    if not met:
        problems.append(_problem("total", f"a total of {said} and no opponents", field, SYNTAX))
    elif total.denominator != 1:
        problems.append(_problem("total", f"'{said}' is no total: whole and half points only", field))
    elif total > 2 * met:
        problems.append(_problem("total", f"{said} points in {met} games", field, SYNTAX))
    elif len(games) == met:
        return with_total(int(total), [number for _, number in games])
    return Competition(())


def _total(text: str) -> Fraction | None:
    """Half points, when a first word is a total: with a fraction, or below 100."""
    match = _TOTAL.match("½" if text == "1/2" else text)
    if match is None or not (match[1] or match[2]):
        return None
    whole, fraction = int(match[1] or 0), match[2]
    if fraction is None:
        return Fraction(2 * whole) if whole < LOWEST else None
    return 2 * whole + (Fraction(1) if fraction == "½" else 2 * Fraction(f"0.{fraction[1:]}"))


def _game(word: Word, problems: list["Problem"], after_total: bool = False) -> tuple[str | None, int] | None:
    (place, text), match = word, _GAME.match(word[1])
    field = f"word {place}"
    if match is None:
        problems.append(_unreadable(text, field))
    elif not LOWEST <= int(match[2]) <= HIGHEST:
        hint = f"opponents from {LOWEST} to {HIGHEST}; a total stands first"
        problems.append(_problem("game", f"'{text}' is nobody's number", field, hint))
    elif after_total and match[1]:
        problems.append(_problem("game", f"'{text}' has a result, but a total stands first", field, "one of the two"))
    else:
        return match[1], int(match[2])
    return None


def _unreadable(text: str, field: str) -> "Problem":
    if re.match(r"--?[a-z]", text):
        hint = "options stand before --" if text.split("=")[0] in OPTIONS else f"there are {', '.join(OPTIONS)}"
        return _problem("option", f"no option '{text}' here", field, hint)
    return _problem("game", f"'{text}' is no game", field, GAME)


def _opponents(tokens: Sequence[str], problems: list["Problem"]) -> list[int]:
    """Opponents still to be met: numbers only."""
    if not (words := _numbered(tokens)):
        problems.append(_problem("no-games", "no opponents", "games", "their numbers: 2210 2195 2300"))
    games = [game for word in words if (game := _game(word, problems)) is not None]
    if any(sign for sign, _ in games):
        problems.append(_problem("game", "calc need takes opponents without results", "games", "2210, not +2210"))
    return [number for _, number in games]


def _lines(value: dict[str, Any]) -> Iterator[str]:
    rows = value["competitions"]
    if len(rows) > 1:
        yield from table(COLUMNS, [[row[name] for name in COLUMNS] for row in rows])
        yield ""
    for name, said in _said(value):
        yield f"{name:<12}{said}"


def _said(value: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    from rulebooks.finland.explain_words import shown

    if value["new"] is not None:
        moved = "" if value["before"] is None else f" ({value['new'] - value['before']:+d})"
        yield "new", f"{value['new']}{moved}"
        yield "exact", shown(Fraction(value["exact"]))
    if len(value["competitions"]) == 1 and value["competitions"][0]["provisional"] is not None:
        yield "provisional", f"{value['competitions'][0]['provisional']} (7.5)"
    if value["games_after"] is not None:
        yield "games", f"{value['games_after']} in all"
    yield "score", f"{value['score']} of {value['games']}"
    if value["expected"] is not None:
        yield "expected", value["expected"]
    yield "average", value["average"]
    if value["performance"] is None:
        yield "performance", "none: 0 or 100 percent"
    else:
        yield "performance", f"{value['performance']}, {'reliable' if value['reliable'] else 'not reliable (5.5)'}"
    if value["running"]:
        yield "range", f"{value['low']} to {value['high']}: {' '.join(map(str, value['running']))}"


def _need_lines(found: dict[str, Any]) -> Iterator[str]:
    games = found["games"]
    if found["score"] is None:
        yield f"no score reaches {found['target']}: {games} of {games} give {found['rows'][-1]['new']}"
    else:
        yield f"{found['score']} of {games} reach {found['target']}: {found['new']}"
    yield ""
    yield from table(("score", "new"), [(row["score"], row["new"]) for row in found["rows"]])
