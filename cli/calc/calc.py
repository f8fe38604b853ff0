"""selo calc: numbers on the spot, without a ledger."""

import importlib
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli.calc.words import HIGHEST, OWN_LOWEST, TOKENS, game_words, numbers_only, parsed, refuse, whole, wrong
from cli.output import answer, json_option, table, talk

if TYPE_CHECKING:
    from ledger.errors import Problem
    from rulebooks.finland.calc import Objection

F = TypeVar("F", bound=Callable[..., Any])
COLUMNS = ("formula", "before", "new", "exact", "games", "score", "expected", "average", "performance", "low", "high")
UNUSED = {"new-pelo": ("rating",), "performance": ("games", "minutes", "edition")}
# calculators of the other systems, read when they are used
LATER = {
    **dict.fromkeys(("no", "psm", "elo", "uscf", "fide"), "cli.calc.systems"),
    **dict.fromkeys(("performance", "expectation", "difference"), "cli.calc.pieces"),
    **dict.fromkeys(("category", "class", "k"), "cli.calc.tables"),
    **dict.fromkeys(("field", "mean", "q"), "cli.calc.fields"),
}
CALCULATORS = {
    "selo": "An established player's selo (7.2), game by game and at the end.",
    "pelo": "An established player's pelo (7.4).",
    "new-selo": "A new player's selo (7.3). --games with --rating are earlier games whose results are not known: draws"
    " with players of that number (3.3). Once the limit of 3.1 is passed, the next competition goes by 7.2.",
    "new-pelo": "A new player's pelo: a provisional number (7.5) over opponents who have a pelo, then 7.4.",
}
EXAMPLES = {
    "selo": "--rating 1660 --minutes 90 -- -1995 +1695 -1930 1901",
    "pelo": "--rating 1996 10.5 1977 2013 1923 1728 1638 1684 1977 2013 1923 1728 1638 1684",
    "new-selo": "--rating 1525 --games 8 +1525 +1441 -1973 / +1718 -1784",
    "new-pelo": "2½ 1622 1880 1683 1717",
}


class Calculators(click.Group):
    """Reads the other calculators when one of them is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.commands, *LATER]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in LATER:
            return super().get_command(ctx, cmd_name)
        found = getattr(importlib.import_module(LATER[cmd_name]), f"{cmd_name}_command")
        assert isinstance(found, click.Command)
        return found


@click.group("calc", cls=Calculators)
def calc_command() -> None:
    """Calculators that need no ledger.

    Games: +1622 won, -1880 lost, =1633 or plain 1633 drawn. Or the total first, then the opponents: 1.5 1622 1880
    1683. A / with spaces around it stands between competitions; each starts from the result of the one before.

    \b
    Example:
        selo calc selo --rating 1660 --minutes 90 -- -1995 +1695 -1930 1901
    """


def options(command: F) -> F:
    """The games and the four options every calculator takes."""
    for part in (
        game_words(),
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

    @calc_command.command(kind, context_settings=TOKENS, help=said)
    @options
    def command(**given: Any) -> None:
        calculated(kind, **given)


for _kind in CALCULATORS:
    _calculator(_kind)


@calc_command.command("need", context_settings=TOKENS)
@options
@click.option("--target", metavar="T", help="The number to reach.")
def need_command(tokens: tuple[str, ...], target: str | None, **given: str | None) -> None:
    """The least score against these opponents that reaches a number, and what every score gives.

    \b
    Example:
        selo calc need --rating 2180 --minutes 90 --target 2200 -- 2210 2195 2300 2150
    """
    from rulebooks.finland import calc

    values, problems = _values(**given)
    goal = whole("target", target, OWN_LOWEST, HIGHEST, problems)
    opponents = numbers_only(tokens, problems)
    minutes = values["minutes"] or calc.MINUTES["selo"]
    for name, value in (("rating", given["rating"]), ("target", target)):
        if value is None:
            problems.append(wrong("missing", f"calc need asks for --{name}", name))
    if not problems:
        kind = calc.need_kind(minutes, values["edition"])
        problems += _objected(calc.objections(kind, values["rating"], values["games"], minutes, values["edition"]))
    refuse(problems)
    found = calc.need(values["rating"], minutes, goal or 0, opponents, values["edition"])
    answer(found, _need_lines(found))


def calculated(kind: str, tokens: tuple[str, ...], **given: str | None) -> None:
    from rulebooks.finland import calc

    values, problems = _values(**given)
    competitions = parsed(tokens, problems)
    if not any(problem.code == "option" for problem in problems):
        problems += _objected(calc.objections(kind, **values))
    refuse(problems)
    for name in UNUSED.get(kind, ()):
        if given[name] is not None:
            talk(f"--{name} does not enter into calc {kind}")
    value = calc.calculate(kind, competitions, **values)
    answer(value, _lines(value))


def _objected(objections: Sequence["Objection"]) -> list["Problem"]:
    return [wrong("rules", o.message, o.field, o.hint) for o in objections]


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
        problems.append(wrong("option", f"'{minutes}' is no time", "minutes", "90, 10.5 or 90+30"))
    if edition is not None and edition not in EDITIONS:
        problems.append(wrong("option", f"no edition '{edition}'", "edition", ", ".join(EDITIONS)))
    return {
        "rating": whole("rating", rating, OWN_LOWEST, HIGHEST, problems),
        "games": whole("games", games, 0, 100_000, problems),
        "minutes": None if seconds is None else Fraction(seconds, 60),
        "edition": edition or LATEST,
    }, problems


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
