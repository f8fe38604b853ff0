"""What the calculators read on a command line: games, totals, whole numbers; everything wrong is told at once."""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from ledger.errors import Problem
    from rulebooks.finland.calc import Competition

F = TypeVar("F", bound=Callable[..., Any])
Word = tuple[int, str]  # its place and its text
GAME = "+1622 won, -1880 lost, =1633 or 1633 drawn"
SYNTAX = f"{GAME}; or the total first: 1.5 1622 1880 1683; / between competitions"
LOWEST, HIGHEST, OWN_LOWEST = 100, 4000, -1000  # below 100 a first number is a total

TOKENS: dict[str, Any] = {"ignore_unknown_options": True}  # -1995 is a lost game, not an option

_GAME = re.compile(r"([+\-=−–])?([0-9]{1,9})\Z")
_TOTAL = re.compile(r"([0-9]{0,6})(½|[.,][0-9]{1,6})?\Z")
_HALF_POINTS = {"+": 2, "-": 0, "−": 0, "–": 0, "=": 1, None: 1}


def game_words(metavar: str = "[--] GAMES...") -> Callable[[F], F]:
    """Everything behind the options."""
    return click.argument("tokens", nargs=-1, type=click.UNPROCESSED, metavar=metavar)


def refuse(problems: Sequence["Problem"]) -> None:
    if problems:
        from ledger.errors import Usage

        raise Usage(problems)


def wrong(code: str, message: str, field: str, hint: str = "") -> "Problem":
    from ledger.errors import Problem, Where

    return Problem(code, message, Where(field=field), hint)


def whole(name: str, text: str | None, lowest: int, highest: int, problems: list["Problem"]) -> int | None:
    if text is None:
        return None
    if re.fullmatch(r"[+-]?[0-9]{1,9}", text) and lowest <= int(text) <= highest:
        return int(text)
    problems.append(
        wrong("option", f"'{text}' is no value for --{name}", name, f"a whole number from {lowest} to {highest}")
    )
    return None


def one_of(name: str, said: str | None, known: Sequence[str], problems: list["Problem"]) -> None:
    if said is not None and said not in known:
        problems.append(wrong("option", f"'{said}' is no value for --{name}", name, ", ".join(known)))


def parsed(tokens: Sequence[str], problems: list["Problem"]) -> list["Competition"]:
    """The competitions; everything that is wrong is added to the problems."""
    parts: list[list[Word]] = [[]]
    for word in numbered(tokens):
        if word[1] == "/":
            parts.append([])
        else:
            parts[-1].append(word)
    if not all(parts):
        said = "no games" if len(parts) == 1 else "a / with no games before or after it"
        problems.append(wrong("no-games", said, "games", SYNTAX))
    return [_competition(part, problems) for part in parts if part]


def numbered(tokens: Sequence[str]) -> list[Word]:
    """Several in one pair of quotation marks are several."""
    return list(enumerate(" ".join(tokens).split(), start=1))


def _competition(words: Sequence[Word], problems: list["Problem"]) -> "Competition":
    from rulebooks.finland.calc import Competition, with_total

    place, said = words[0]
    total, field, met = total_of(said), f"word {place}", len(words) - 1
    if total is None:
        games = [game for word in words if (game := _game(word, problems)) is not None]
        return Competition(tuple((number, _HALF_POINTS[sign]) for sign, number in games))
    games = [game for word in words[1:] if (game := _game(word, problems, after_total=True)) is not None]
    if not met:
        problems.append(wrong("total", f"a total of {said} and no opponents", field, SYNTAX))
    elif total.denominator != 1:
        problems.append(wrong("total", f"'{said}' is no total: whole and half points only", field))
    elif total > 2 * met:
        problems.append(wrong("total", f"{said} points in {met} games", field, SYNTAX))
    elif len(games) == met:
        return with_total(int(total), [number for _, number in games])
    return Competition(())


def total_of(text: str) -> Fraction | None:
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
        problems.append(wrong("game", f"'{text}' is nobody's number", field, hint))
    elif after_total and match[1]:
        problems.append(wrong("game", f"'{text}' has a result, but a total stands first", field, "one of the two"))
    else:
        return match[1], int(match[2])
    return None


def _unreadable(text: str, field: str) -> "Problem":
    if re.match(r"--?[a-z]", text):
        known = _options()
        hint = "options stand before --" if text.split("=")[0] in known else f"there are {', '.join(known)}"
        return wrong("option", f"no option '{text}' here", field, hint)
    return wrong("game", f"'{text}' is no game", field, GAME)


def _asked() -> str:
    context = click.get_current_context(silent=True)
    return f"calc {context.info_name}" if context else "this"


def _options() -> list[str]:
    """Those of the calculator that is asked."""
    context = click.get_current_context(silent=True)
    found = [parameter for parameter in context.command.params if parameter.name != "as_json"] if context else []
    return [parameter.opts[0] for parameter in found if isinstance(parameter, click.Option)]


def numbers_only(tokens: Sequence[str], problems: list["Problem"]) -> list[int]:
    """Opponents or players without results."""
    if not (words := numbered(tokens)):
        problems.append(wrong("no-games", "no opponents", "games", "their numbers: 2210 2195 2300"))
    games = [game for word in words if (game := _game(word, problems)) is not None]
    if any(sign for sign, _ in games):
        problems.append(wrong("game", f"{_asked()} takes opponents without results", "games", "2210, not +2210"))
    return [number for _, number in games]
