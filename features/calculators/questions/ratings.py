"""Calculate a new rating by one system: Finland's after some games (7.2 to 7.6),
Norway's, PSM's, the logistic, the US and FIDE's rules.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from msgspec import structs

from features.calculators import finland
from features.calculators.competitions import FinnishResult, SystemResult
from features.calculators.systems import Profile, calculate, objections
from features.calculators.typed import (
    A_COUNT,
    A_RATING,
    A_TIME,
    AN_EDITION,
    HIGHEST,
    MOST_GAMES,
    OWN_LOWEST,
    Calculation,
    a_number,
    input_problem,
    missing_option,
    read_competitions,
    refuse,
    whole_number,
)
from ledger.errors import Problem
from ledger.playing_time import seconds_of
from messages import option, say
from messages.answer import Answer
from projections.answers.asking import Ledger, Text, about
from rulebooks import exponential
from rulebooks.finland import needs
from rulebooks.finland.editions import EDITIONS, in_force
from rulebooks.needs import Objection


class GivenOptions(NamedTuple):
    """The options of a Finnish calculator as values."""

    rating: int | None
    games: int | None
    minutes: Fraction | None
    edition: str


class Finnish(Calculation, frozen=True, kw_only=True):
    """A Finnish calculator."""

    rating: Annotated[
        Text | None, about("The rating before these games.", "R", schema=A_RATING)
    ] = None
    games: Annotated[
        Text | None, about("Counting games before these.", "N", schema=A_COUNT)
    ] = None
    minutes: Annotated[
        Text | None,
        about(
            "Time for 60 moves: 90, 10.5 or 90+30. Default: 90, pelo 5.",
            "M",
            schema=A_TIME,
        ),
    ] = None
    edition: Annotated[Text | None, AN_EDITION] = None

    def answered(self, ledger: Ledger, today: str) -> Answer:
        edition = self.edition or in_force(today[: len("YYYY-MM-DD")])
        return structs.replace(self, edition=edition).worked_out()

    def unused(self) -> tuple[str, ...]:
        """Return the parameters that were given and make no difference."""
        return ()

    def options_read(self, problems: list[Problem]) -> GivenOptions:
        """Read the options; what cannot be read is a problem."""
        minutes, edition = self.minutes, self.edition
        assert edition is not None  # given, or that of today
        seconds = None if minutes is None else seconds_of(minutes)
        if minutes is not None and seconds is None:
            problems.append(
                input_problem(
                    "option",
                    say("'{minutes}' is not a time", minutes=minutes),
                    "minutes",
                    say("90, 10.5 or 90+30"),
                )
            )

        if edition not in EDITIONS:
            message = say("there is no edition '{edition}'", edition=edition)
            problems.append(
                input_problem(
                    "option",
                    message,
                    "edition",
                    say("{names}", names=", ".join(EDITIONS)),
                )
            )

        return GivenOptions(
            whole_number("rating", self.rating, OWN_LOWEST, HIGHEST, problems),
            whole_number("games", self.games, 0, MOST_GAMES, problems),
            None if seconds is None else Fraction(seconds, 60),
            edition,
        )


class OnOneList(Finnish, frozen=True, kw_only=True):
    """A new rating by the Finnish rules."""

    def worked_out(self) -> FinnishResult:
        return finnish_result(self)


class Selo(OnOneList, frozen=True, kw_only=True):
    """An established player's selo (7.2), game by game and at the end."""

    calculator = "selo"
    examples = ("selo calc selo --rating 1660 --minutes 90 -- -1995 +1695 -1930 1901",)


class Pelo(OnOneList, frozen=True, kw_only=True):
    """An established player's pelo (7.4)."""

    calculator = "pelo"
    examples = (
        (
            "selo calc pelo --rating 1996 10.5 1977 2013 1923 1728 1638 1684 1977 2013"
            " 1923 1728 1638 1684"
        ),
    )


class NewSelo(OnOneList, frozen=True, kw_only=True):
    """A new player's selo (7.3). --games with --rating are earlier games whose results
    are not known: they count as draws with players of that rating (3.3). Once the limit
    of 3.1 is passed, the next competition goes by 7.2.
    """

    calculator = "new-selo"
    examples = (
        "selo calc new-selo --rating 1525 --games 8 +1525 +1441 -1973 / +1718 -1784",
    )


class NewPelo(OnOneList, frozen=True, kw_only=True):
    """A new player's pelo: a provisional rating (7.5) over opponents who have a pelo,
    then 7.4.
    """

    calculator = "new-pelo"
    examples = ("selo calc new-pelo 2½ 1622 1880 1683 1717",)

    def unused(self) -> tuple[str, ...]:
        return () if self.rating is None else ("rating",)


def finnish_result(asked: Finnish) -> FinnishResult:
    """Calculate by Finland's rules; raise all that cannot be read, or that they object
    to.
    """
    problems: list[Problem] = []
    given = asked.options_read(problems)
    competitions = read_competitions(asked.words(), problems)
    is_unreadable = any(problem.code == "option" for problem in problems)
    # an option that cannot be read leaves nothing for the rules to object to
    if not is_unreadable:
        objections = needs.objections(asked.calculator, *given)
        problems += problems_of_objections(objections)

    refuse(problems)

    return finland.calculate(asked.calculator, competitions, **given._asdict())


def problems_of_objections(all_objections: Sequence[Objection]) -> list[Problem]:
    """Return the objections of the rules as problems."""
    return [
        input_problem("rules", one.message, one.field, one.hint)
        for one in all_objections
    ]


SCHEMES = ("32", "16-32", "uscf")
ANY_K, Q = "[1-9][0-9]{0,2}", r"[0-9]{1,9}(\.[0-9]{1,9})?"
A_SCHEME = {"type": "string", "pattern": f"^({'|'.join(SCHEMES)}|{ANY_K})$"}
A_Q = {"type": "string", "pattern": f"^(?=.*[1-9]){Q}$"}


class OfPlayer(Calculation, frozen=True, kw_only=True):
    """A new rating of a player."""

    rating: Annotated[
        Text | None,
        about(
            "The rating before these games; without it the player has none.",
            "R",
            schema=A_RATING,
        ),
    ] = None
    games: Annotated[
        Text | None,
        about(
            "Games before these. Default: enough to be established.",
            "N",
            schema=A_COUNT,
        ),
    ] = None

    def by(self, system: str, problems: list[Problem], **more: Any) -> SystemResult:
        """Work out the rating by a system, or refuse with every problem, those found
        already among them.
        """
        asked = Profile(
            system,
            whole_number("rating", self.rating, OWN_LOWEST, HIGHEST, problems),
            whole_number("games", self.games, 0, MOST_GAMES, problems),
            **more,
        )
        competitions = read_competitions(self.words(), problems)
        # an option that cannot be read leaves nothing for the rules to object to
        if not any(problem.code == "option" for problem in problems):
            problems += problems_of_objections(objections(asked, competitions))

        refuse(problems)

        return calculate(asked, competitions)


class Psm(OfPlayer, frozen=True, kw_only=True):
    """A PSM rating: game by game, each from the rating the game before left. Earlier
    games do not matter.
    """

    calculator = "psm"
    examples = ("selo calc psm --rating 1830 =1980",)

    def worked_out(self) -> SystemResult:
        return self.by("psm", [])


class Elo(OfPlayer, frozen=True, kw_only=True):
    """A logistic Elo: all games at once, rounded once. Without a rating from 1500.
    Earlier games do not matter.
    """

    calculator = "elo"
    examples = ("selo calc elo --rating 1613 --k 32 -- -1609 =1477 +1388 +1586 -1720",)
    k: Annotated[
        Text, about("32, 16-32, uscf, or any K.", "SCHEME", schema=A_SCHEME)
    ] = "32"

    def worked_out(self) -> SystemResult:
        problems: list[Problem] = []
        scheme = self.k
        if re.fullmatch(ANY_K, scheme) and scheme not in SCHEMES:
            scheme = f"k{scheme}"
        elif scheme not in SCHEMES:
            hint = say(
                "{names}, or a K from 1 to 999 for everybody", names=", ".join(SCHEMES)
            )
            problems.append(
                input_problem(
                    "option",
                    say("there is no scheme '{scheme}'", scheme=scheme),
                    "k",
                    hint,
                )
            )
            scheme = SCHEMES[0]

        return self.by(f"elo-{scheme}", problems)


class Uscf(OfPlayer, frozen=True, kw_only=True):
    """A US rating: K falls with the games a rating is based on. Without a rating from
    1500 and no games.
    """

    calculator = "uscf"
    examples = ("selo calc uscf --rating 1640 --games 12 +1500 -1500 =1500",)

    def worked_out(self) -> SystemResult:
        return self.by("uscf", [])


class Fide(OfPlayer, frozen=True, kw_only=True):
    """FIDE as of 2009: the live rating from the one on the list. Without one, the first
    rating. Put a / where a list is published.
    """

    calculator = "fide"
    examples = ("selo calc fide --rating 2395 --games 80 +2380 =2380",)
    shown_2400: Annotated[
        bool, about("A list has shown 2400: K 10 for good from 30 games on.")
    ] = False

    def worked_out(self) -> SystemResult:
        return self.by("fide-2009", [], once_2400=self.shown_2400)


class Exponential(Calculation, frozen=True, kw_only=True):
    """The exponential variant: R kept as Q = C x 10^(R/400), Q' = Q x F^(S - E), F =
    10^(K/400). R' is the same.
    kappa = ln F; q_roughly is Q x (1 + kappa (S - E)), close to Q' where F is close to
    1.
    """

    calculator = "q"
    examples = ("selo calc q --rating 1613 --k 32 -- -1609 =1477 +1388 +1586 -1720",)
    rating: Annotated[
        Text | None,
        about("The rating before these games.", "R", schema=A_RATING, needed=True),
    ] = None
    k: Annotated[
        Text, about("K of the logistic Elo.", "K", schema=a_number(1, 1000))
    ] = "32"
    c: Annotated[Text, about("The Q of a player of rating 0.", "C", schema=A_Q)] = "1"

    def worked_out(self) -> exponential.ExponentialResult:
        problems: list[Problem] = []
        c = self.c
        if not re.fullmatch(Q, c) or not float(c):
            hint = say("a number above 0, like 1 or 0.5")
            problems.append(
                input_problem(
                    "option",
                    say("'{text}' is not a value for {name}", text=c, name=option("c")),
                    "c",
                    hint,
                )
            )

            c = "1"

        own = whole_number("rating", self.rating, OWN_LOWEST, HIGHEST, problems)
        coefficient = whole_number("k", self.k, 1, 1000, problems)
        games = [
            game
            for competition in read_competitions(self.words(), problems)
            for game in competition.games
        ]

        if self.rating is None:
            problems.append(missing_option("calc q", "rating"))

        refuse(problems)

        return exponential.unit_result(own or 0, coefficient or 32, games, float(c))
