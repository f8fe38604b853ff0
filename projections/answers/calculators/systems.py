"""Calculate a new rating by one system: Finland's after some games (7.2 to 7.6),
Norway's, PSM's, the logistic, the US and FIDE's rules.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from msgspec import structs

from ledger.errors import Problem
from ledger.playing_time import seconds_of
from messages import option, say
from messages.answer import Answer
from projections.answers.asking import Ledger, Text, about
from projections.answers.calculators import (
    A_COUNT,
    A_RATING,
    A_TIME,
    AN_EDITION,
    HIGHEST,
    MOST_GAMES,
    OWN_LOWEST,
    Calculation,
    a_number,
    one_word,
    parsed,
    refuse,
    whole,
    wrong,
)
from projections.answers.calculators.classes import A_KIND, norwegian_category
from rulebooks import elo
from rulebooks.calculator_answers import FinnishResult, SystemResult
from rulebooks.calculators import Profile, calculate, objections
from rulebooks.finland import calculator as calc
from rulebooks.finland.tables import EDITIONS, in_force
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

    def given(self, problems: list[Problem]) -> GivenOptions:
        """Read the options; what cannot be read is a problem."""
        minutes, edition = self.minutes, self.edition
        assert edition is not None  # given, or that of today
        seconds = None if minutes is None else seconds_of(minutes)
        if minutes is not None and seconds is None:
            problems.append(
                wrong(
                    "option",
                    say("'{minutes}' is not a time", minutes=minutes),
                    "minutes",
                    say("90, 10.5 or 90+30"),
                )
            )
        if edition not in EDITIONS:
            message = say("there is no edition '{edition}'", edition=edition)
            problems.append(
                wrong(
                    "option",
                    message,
                    "edition",
                    say("{names}", names=", ".join(EDITIONS)),
                )
            )
        return GivenOptions(
            whole("rating", self.rating, OWN_LOWEST, HIGHEST, problems),
            whole("games", self.games, 0, MOST_GAMES, problems),
            None if seconds is None else Fraction(seconds, 60),
            edition,
        )


class OnOneList(Finnish, frozen=True, kw_only=True):
    """A new rating by the Finnish rules."""

    def worked_out(self) -> FinnishResult:
        return calculated(self)


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


def calculated(asked: Finnish) -> FinnishResult:
    problems: list[Problem] = []
    given = asked.given(problems)
    competitions = parsed(asked.words(), problems)
    # an option that cannot be read leaves nothing for the rules to object to
    if not any(problem.code == "option" for problem in problems):
        problems += objected(calc.objections(asked.calculator, *given))
    refuse(problems)
    return calc.calculate(asked.calculator, competitions, **given._asdict())


def objected(all_objections: Sequence[Objection]) -> list[Problem]:
    """Return the objections of the rules as problems."""
    return [wrong("rules", one.message, one.field, one.hint) for one in all_objections]


CATEGORIES = ("I", "II", "III", "IV", "V")
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
            whole("rating", self.rating, OWN_LOWEST, HIGHEST, problems),
            whole("games", self.games, 0, MOST_GAMES, problems),
            **more,
        )
        competitions = parsed(self.words(), problems)
        # an option that cannot be read leaves nothing for the rules to object to
        if not any(problem.code == "option" for problem in problems):
            problems += objected(objections(asked, competitions))
        refuse(problems)
        return calculate(asked, competitions)


class Norwegian(OfPlayer, frozen=True, kw_only=True):
    """A Norwegian rating: formula I without one and up to 5 games, II up to 29, III
    from 30 on. Give the opponents' ratings as they count: the new ones of unrated
    players and juniors. The limit of 350 is applied here.
    """

    calculator = "no"
    examples = (
        (
            "selo calc no --rating 1305 --games 22 2 1657 1810 1954 1766 1500 1154 1245"
            " 1210 1540"
        ),
    )
    category: Annotated[
        Text | None,
        about("I to V. See `selo calc category`.", "C", schema=one_word(CATEGORIES)),
    ] = None
    minutes: Annotated[
        Text | None,
        about("In place of the category: 90+30 or 40/120:60.", "M", schema=A_TIME),
    ] = None
    event_kind: Annotated[
        Text | None,
        about(
            "Of the tournament, for category I: landskamp, nordic, ...",
            "KIND",
            schema=A_KIND,
        ),
    ] = None
    junior: Annotated[
        bool, about("Under 20 on 1 January of this year, and never rated 2100.")
    ] = False
    all_juniors: Annotated[
        bool, about("Only juniors took part: half K for those who lose points.")
    ] = False
    abroad: Annotated[bool, about("No Norwegian tournament: no double K.")] = False

    def worked_out(self) -> SystemResult:
        problems: list[Problem] = []
        category = self.category
        if category is not None and category not in CATEGORIES:
            message = say("there is no category '{category}'", category=category)
            problems.append(
                wrong(
                    "option",
                    message,
                    "category",
                    say("{names}", names=", ".join(CATEGORIES)),
                )
            )
        if self.minutes is not None or self.event_kind is not None:
            category = self._by_time(problems)
        more = {
            "junior": self.junior,
            "all_juniors": self.all_juniors,
            "abroad": self.abroad,
        }
        return self.by("no", problems, category=category, **more)

    def _by_time(self, problems: list[Problem]) -> str | None:
        """Return the category of a time control."""
        minutes, category = self.minutes, self.category
        if category is not None or minutes is None:
            message = (
                say(
                    "{name} requires {other}",
                    name=option("event_kind"),
                    other=option("minutes"),
                )
                if minutes is None
                else say(
                    "give {one} or {other}, not both",
                    one=option("category"),
                    other=option("minutes"),
                )
            )
            problems.append(wrong("option", message, "minutes"))
            return category
        by_time = norwegian_category(minutes, None, None, self.event_kind, problems)
        if by_time is None and not problems:
            message = say(
                "{minutes} is too short for category V: not rated", minutes=minutes
            )
            hint = say("from 20 minutes at the start and 25 for 80 moves")
            problems.append(wrong("option", message, "minutes", hint))
        return by_time


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
                wrong(
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

    def worked_out(self) -> elo.ExponentialResult:
        problems: list[Problem] = []
        c = self.c
        if not re.fullmatch(Q, c) or not float(c):
            hint = say("a number above 0, like 1 or 0.5")
            problems.append(
                wrong(
                    "option",
                    say("'{text}' is not a value for {name}", text=c, name=option("c")),
                    "c",
                    hint,
                )
            )
            c = "1"
        own = whole("rating", self.rating, OWN_LOWEST, HIGHEST, problems)
        coefficient = whole("k", self.k, 1, 1000, problems)
        games = [
            game
            for competition in parsed(self.words(), problems)
            for game in competition.games
        ]
        if self.rating is None:
            problems.append(
                wrong(
                    "missing",
                    say(
                        "{command} requires {name}",
                        command="calc q",
                        name=option("rating"),
                    ),
                    "rating",
                )
            )
        refuse(problems)
        return elo.walked(own or 0, coefficient or 32, games, float(c))
