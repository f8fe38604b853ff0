"""What the calculators read in texts: games, totals, whole numbers; all problems are
reported at once.
"""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Annotated, ClassVar, NamedTuple

from msgspec import Meta

from features.calculators.competitions import Competition, competition_of_total
from ledger.errors import Problem, Usage, Where
from ledger.playing_time import STAGE
from messages import NOTHING, Message, by_command, counted, joined_message, option, say
from projections.answers.asking import Unledgered, about
from rulebooks.finland.editions import EDITIONS


class Word(NamedTuple):
    """A word that was typed, and which one it is, from 1."""

    number: int
    text: str


class GameTyped(NamedTuple):
    """A game: its sign, None where there is none, and the opponent's rating."""

    sign: str | None
    rating: int


GAME = say("+1622 won, -1880 lost, =1633 or 1633 drawn")
SYNTAX = say(
    "{game}; or the total first: 1.5 1622 1880 1683; / between competitions", game=GAME
)
# ratings; a first number below 100 is a total
LOWEST, HIGHEST, OWN_LOWEST = 100, 4000, -1000
MOST_GAMES = 100_000


Schema = dict[str, object]  # what a parameter takes, as JSON Schema has it


def a_number(least: int, most: int) -> Schema:
    """Describe the text of a whole number that `whole_number` reads."""
    return {"type": "integer", "minimum": least, "maximum": most}


def one_word(known: Iterable[str]) -> Schema:
    """Describe a text that `check_known_word` checks."""
    return {"type": "string", "enum": list(known)}


A_RATING, A_COUNT = a_number(OWN_LOWEST, HIGHEST), a_number(0, MOST_GAMES)
A_TIME = {"type": "string", "pattern": rf"^(?=.*[1-9]){STAGE}(:{STAGE})*$"}

Games = Annotated[
    tuple[Annotated[str, Meta(max_length=10_000)], ...],
    about(
        "A game, or several with blanks between: +1622 won, -1880 lost, 1633 drawn; or"
        " a total first.",
        "[--] GAMES...",
        needed=True,
    ),
]

AN_EDITION = about(
    f"Finland: {', '.join(EDITIONS)}. Default: the one in force today.",
    "E",
    schema=one_word(EDITIONS),
)

_GAME = re.compile(r"([+\-=−–])?([0-9]{1,9})\Z")
_TOTAL = re.compile(r"([0-9]{0,6})(½|[.,][0-9]{1,6})?\Z")
_HALF_POINTS = {"+": 2, "-": 0, "−": 0, "–": 0, "=": 1, None: 1}


class GamesTyped(NamedTuple):
    """The games as they were typed.

    texts: as the shell or the address gave them; one may hold several games.

    calculator: how it is called where something is wrong.

    options: those of the command line, which may have slipped in among the games.
    """

    texts: tuple[str, ...]
    calculator: str = "this"
    options: tuple[Message, ...] = ()


class Calculation(Unledgered, frozen=True, kw_only=True):
    """A calculation over games.

    Games: +1622 won, -1880 lost, =1633 or plain 1633 drawn. Or the total first, then
    the opponents: 1.5 1622 1880
    1683. A / with spaces around it separates competitions; each starts from the result
          of the one before.
    """

    line = ("game",)
    calculator: ClassVar[str]
    game: Games = ()

    def words(self) -> GamesTyped:
        """Return the games that were typed, with the options that this calculator
        knows.
        """
        others = [name for name in self.__struct_fields__ if name not in self.line]
        options = tuple(map(option, others))
        return GamesTyped(self.game, f"calc {self.calculator}", options)


def refuse(problems: Sequence[Problem]) -> None:
    """Refuse the command with all problems, if there are any."""
    if problems:
        raise Usage(problems)


def input_problem(
    code: str, message: Message, field: str, hint: Message = NOTHING
) -> Problem:
    """Make a problem with an option or a word of the command line."""
    return Problem(code, message, Where(field=field), hint)


def missing_option(command: str, name: str, hint: Message = NOTHING) -> Problem:
    """Make the problem of an option that a calculator requires and was not given.

    `missing_option("calc k", "system")` says `calc k requires --system`.
    """
    message = say("{command} requires {name}", command=command, name=option(name))
    return input_problem("missing", message, name, hint)


def whole_number(
    name: str, text: str | None, lowest: int, highest: int, problems: list[Problem]
) -> int | None:
    """Read the value of an option that takes a whole number; None where it was not
    given.

    What is no number, or is outside of `lowest` and `highest`, adds a problem and gives
    None too.
    """
    if text is None:
        return None
    if re.fullmatch(r"[+-]?[0-9]{1,9}", text) and lowest <= int(text) <= highest:
        return int(text)

    problems.append(
        input_problem(
            "option",
            say("'{text}' is not a value for {name}", text=text, name=option(name)),
            name,
            say("a whole number from {least} to {most}", least=lowest, most=highest),
        )
    )
    return None


def check_known_word(
    name: str, text: str | None, known: Sequence[str], problems: list[Problem]
) -> None:
    """Check an option that takes one of some words; another word adds a problem."""
    if text is not None and text not in known:
        problems.append(
            input_problem(
                "option",
                say("'{text}' is not a value for {name}", text=text, name=option(name)),
                name,
                say("{names}", names=", ".join(known)),
            )
        )


def read_competitions(words: GamesTyped, problems: list[Problem]) -> list[Competition]:
    """Read the competitions; every word that cannot be read adds a problem.

        +1622 -1880 / 1.5 1633 1700 1712     two competitions, the second with a total

    Without games, or with nothing on one side of a sign that divides, there is a
    problem as well.
    """
    parts: list[list[Word]] = [[]]
    for word in numbered_words(words):
        if word.text == "/":
            parts.append([])
        else:
            parts[-1].append(word)

    if not all(parts):
        message = say("a / without games before or after it")
        if len(parts) == 1:
            message = say("no games")
        problems.append(input_problem("no-games", message, "games", SYNTAX))

    return [_competition(part, problems, words.options) for part in parts if part]


def numbered_words(words: GamesTyped) -> list[Word]:
    """Return the words with their numbers from 1; several in one pair of quotation
    marks count as several.
    """
    texts = " ".join(words.texts).split()
    return [Word(number, text) for number, text in enumerate(texts, start=1)]


def _competition(
    words: Sequence[Word], problems: list[Problem], options: Sequence[Message]
) -> Competition:
    """Read one competition, game by game or as a total over opponents.

    words: at least one. Where the total does not fit the opponents, or a word is none
    of a game, there is a problem and a competition without games.
    """
    first_word, *others = words
    number, first = first_word
    total = total_of(first)
    if total is None:
        games = _games_of(words, problems, options, after_total=False)
        made = [(game.rating, _HALF_POINTS[game.sign]) for game in games]
        return Competition(tuple(made))

    games = _games_of(others, problems, options, after_total=True)
    field = say("word {place}", place=number)
    opponents = len(others)
    if not opponents:
        problems.append(
            input_problem(
                "total",
                say("a total of {first} without opponents", first=first),
                field,
                SYNTAX,
            )
        )
    elif total.denominator != 1:
        problems.append(
            input_problem(
                "total",
                say(
                    "'{first}' is not a total: whole and half points only", first=first
                ),
                field,
            )
        )
    elif total > 2 * opponents:
        problems.append(
            input_problem(
                "total",
                counted(
                    "{first} points in {count} game",
                    "{first} points in {count} games",
                    opponents,
                    first=first,
                ),
                field,
                SYNTAX,
            )
        )
    elif len(games) == opponents:
        return competition_of_total(int(total), [game.rating for game in games])

    # what is wrong is among the problems, and nothing is calculated
    return Competition(())


def _games_of(
    words: Sequence[Word],
    problems: list[Problem],
    options: Sequence[Message],
    after_total: bool,
) -> list[GameTyped]:
    """Read words as games, as far as they are; each of the others adds a problem.

    after_total: a total stands before them, so none may have a result of its own.
    """
    games = []
    for word in words:
        game = _game(word, problems, options, after_total)
        if game is not None:
            games.append(game)

    return games


def total_of(text: str) -> Fraction | None:
    """Return the half points, when a first word is a total: with a fraction, or below
    100. None where it is a game.

        1.5     3 half points
        12      24
        1622    none: a rating
        2.25    4.5, which is no total and is refused later
    """
    match = _TOTAL.match("½" if text == "1/2" else text)
    if match is None:
        return None

    whole, fraction = match[1], match[2]
    if not whole and not fraction:
        return None

    points = int(whole or 0)
    if fraction is None:
        return Fraction(2 * points) if points < LOWEST else None
    if fraction == "½":
        return Fraction(2 * points + 1)

    decimals = Fraction(f"0.{fraction[1:]}")

    return 2 * points + 2 * decimals


def _game(
    word: Word,
    problems: list[Problem],
    options: Sequence[Message],
    after_total: bool = False,
) -> GameTyped | None:
    """Read a word as a game; None, with a problem more, where it is none.

    +1622     won against 1622
    1633      a draw, or nothing said yet where a total comes first
    """
    number, text = word
    match = _GAME.match(text)
    field = say("word {place}", place=number)
    if match is None:
        problems.append(_unreadable(text, field, options))
    elif not LOWEST <= int(match[2]) <= HIGHEST:
        hint = say(
            "ratings are from {lowest} to {highest}; a total comes first",
            lowest=LOWEST,
            highest=HIGHEST,
        )
        problems.append(
            input_problem(
                "game", say("'{text}' is not a rating", text=text), field, hint
            )
        )
    elif after_total and match[1]:
        hint = say("give either a total or single results, not both")
        problems.append(
            input_problem(
                "game",
                say("'{text}' has a result, but a total comes first", text=text),
                field,
                hint,
            )
        )
    else:
        return GameTyped(match[1], int(match[2]))

    return None


OF_EVERY_COMMAND = ("--json", "--help", "-h", "--lang", "--ledger", "--actor")


def _unreadable(text: str, field: str, options: Sequence[Message]) -> Problem:
    """Make the problem of a word that is no game; a word that looks like an option is
    told about as one.

    options: those that the calculator has. One of them may stand too far behind, after
    the games.
    """
    if options and re.match(r"--?[a-z]", text):
        name, *_ = text.split("=")
        if name in (*options, *OF_EVERY_COMMAND):
            hint = by_command("options come before --", "it is a parameter of its own")
        else:
            hint = say("known options: {names}", names=joined_message(options, ", "))

        message = say("there is no option '{text}' here", text=text)
        return input_problem("option", message, field, hint)

    return input_problem("game", say("'{text}' is not a game", text=text), field, GAME)


def read_ratings(words: GamesTyped, problems: list[Problem]) -> list[int]:
    """Read the ratings of opponents or players, without results; a word with a sign,
    and none at all, are problems.
    """
    numbers = numbered_words(words)
    if not numbers:
        hint = say("their ratings: 2210 2195 2300")
        problems.append(input_problem("no-games", say("no opponents"), "games", hint))

    games = _games_of(numbers, problems, words.options, after_total=False)
    if any(game.sign for game in games):
        message = say(
            "{calculator} takes opponents without results", calculator=words.calculator
        )
        problems.append(input_problem("game", message, "games", say("2210, not +2210")))

    return [game.rating for game in games]
