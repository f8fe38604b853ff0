"""K by each system: how much a surplus of one point counts."""

from fractions import Fraction
from typing import Annotated

from msgspec import field, structs

from features.calculators.families import K_SYSTEMS as OF_FAMILIES
from features.calculators.families import norway
from features.calculators.questions.norway import CATEGORIES, CLASSES
from features.calculators.systems import ENOUGH, k_of
from features.calculators.typed import (
    A_COUNT,
    A_RATING,
    A_TIME,
    AN_EDITION,
    HIGHEST,
    MOST_GAMES,
    OWN_LOWEST,
    a_number,
    check_known_word,
    input_problem,
    missing_option,
    one_word,
    refuse,
    whole_number,
)
from ledger.errors import Problem
from ledger.playing_time import seconds_of
from messages import option, say
from messages.answer import UNSET, Answer, UnsetType
from projections.answers.asking import Ledger, Text, Unledgered, about
from rulebooks.finland.editions import EDITIONS, in_force
from rulebooks.finland.tables import rating_coefficient, time_coefficient
from rulebooks.numbers import number
from rulebooks.protocol import OnTheSpot

K_SYSTEMS = ("fi", *OF_FAMILIES)


class Coefficient(Answer, frozen=True, kw_only=True):
    """K of a system; `category` and `class` in Norway, `effective_games`
    in the US.
    """

    system: str
    category: str | UnsetType = UNSET
    class_name: str | UnsetType = field(default=UNSET, name="class")
    k: int | float
    effective_games: int | float | UnsetType = UNSET
    edition: str | UnsetType = UNSET
    kr: int | UnsetType = UNSET
    kt: int | float | UnsetType = UNSET


class CoefficientOf(Unledgered, frozen=True, kw_only=True):
    """K by each system: how much a surplus of one point counts."""

    examples = ("selo calc k --system no --category II --class C",)
    system: Annotated[
        Text | None,
        about(
            "fi, no, psm, elo-32, elo-16-32, elo-uscf, uscf, fide-2009 or fide-2024.",
            "S",
            schema=one_word(K_SYSTEMS),
            needed=True,
        ),
    ] = None
    rating: Annotated[
        Text | None, about("The rating before the tournament.", "R", schema=A_RATING)
    ] = None
    games: Annotated[
        Text | None,
        about("uscf, FIDE: games before. Default: enough.", "N", schema=A_COUNT),
    ] = None
    games_now: Annotated[
        Text | None,
        about(
            "uscf: games in the tournament; fide-2024: in the month.",
            "M",
            schema=a_number(1, MOST_GAMES),
        ),
    ] = field(default=None, name="now")
    shown_2400: Annotated[bool, about("FIDE: a list has shown 2400.")] = False
    category: Annotated[
        Text | None, about("no: I to V.", "C", schema=one_word(CATEGORIES))
    ] = None
    class_name: Annotated[
        Text | None,
        about("no: A, B or C, in place of the rating.", "A", schema=one_word(CLASSES)),
    ] = field(default=None, name="class")
    minutes: Annotated[
        Text | None,
        about(
            "fi: time for 60 moves, 90, 10.5 or 90+30. Default: 90.", "M", schema=A_TIME
        ),
    ] = None
    edition: Annotated[Text | None, AN_EDITION] = None
    junior: Annotated[
        bool, about("fide-2024: until the year of the 18th birthday ends.")
    ] = False

    def answered(self, ledger: Ledger, today: str) -> Answer:
        edition = self.edition or in_force(today[: len("YYYY-MM-DD")])
        return structs.replace(self, edition=edition).worked_out()

    def worked_out(self) -> Coefficient:
        problems: list[Problem] = []
        if self.system is None:
            hint = say("{names}", names=", ".join(K_SYSTEMS))
            problems.append(missing_option("calc k", "system", hint))

        check_known_word("system", self.system, K_SYSTEMS, problems)
        # all of it is read, also what this system does not ask for: a slip in it is one
        # all the same
        rating = whole_number("rating", self.rating, OWN_LOWEST, HIGHEST, problems)
        before = whole_number("games", self.games, 0, MOST_GAMES, problems)
        games = whole_number("now", self.games_now, 1, MOST_GAMES, problems)
        seconds = seconds_of(self.minutes or "90")
        if seconds is None:
            message = say("'{minutes_text}' is not a time", minutes_text=self.minutes)
            problems.append(
                input_problem("option", message, "minutes", say("90, 10.5 or 90+30"))
            )

        check_known_word("edition", self.edition, tuple(EDITIONS), problems)
        check_known_word("class", self.class_name, CLASSES, problems)
        check_known_word("category", self.category, CATEGORIES, problems)
        match self.system:
            case "fi":
                result = self._finnish(rating, seconds, problems)
            case "no":
                result = self._norwegian(rating, problems)
            case _:
                result = self._other(rating, before, games, problems)

        refuse(problems)
        assert result is not None  # without a problem there is an answer

        return result

    def _other(
        self,
        rating: int | None,
        games_before: int | None,
        games: int | None,
        problems: list[Problem],
    ) -> Coefficient | None:
        """Return K before a tournament, in any system but Norway's and Finland's."""
        self._needs_rating(problems)
        if self.system == "uscf" and self.games_now is None:
            problems.append(
                input_problem(
                    "missing",
                    say(
                        "uscf requires {now}, the games in the tournament",
                        now=option("now"),
                    ),
                    "now",
                )
            )
        if problems:
            return None

        system = self.system or "psm"
        before = ENOUGH if games_before is None else games_before
        player = OnTheSpot(
            rating or 0, before, games or 1, self.shown_2400, self.junior
        )
        factor = k_of(system, player)
        effective = UNSET if factor.effective_games is None else factor.effective_games

        return Coefficient(system=system, k=factor.k, effective_games=effective)

    # 7.2: a surplus of one point counts Kr of 7.7 times Kt of 7.8
    def _finnish(
        self, rating: int | None, seconds: int | None, problems: list[Problem]
    ) -> Coefficient | None:
        self._needs_rating(problems)
        if problems or rating is None or seconds is None:
            return None

        assert self.edition is not None  # given, or that of today
        rules = EDITIONS[self.edition]
        kr = rating_coefficient(rating, rules.kr)
        percent = time_coefficient(seconds, rating, rules.fast_high, rules.kt)
        kt = Fraction(percent, 100)

        return Coefficient(
            system="fi",
            k=number(kr * kt),
            edition=self.edition,
            kr=kr,
            kt=number(kt),
        )

    def _norwegian(
        self, rating: int | None, problems: list[Problem]
    ) -> Coefficient | None:
        if self.category is None or (self.class_name is None and self.rating is None):
            problems.append(
                input_problem(
                    "missing",
                    say(
                        "no requires {category}, and {one} or {other}",
                        category=option("category"),
                        one=option("class"),
                        other=option("rating"),
                    ),
                    "category",
                )
            )
        if problems or self.category is None:
            return None

        # nobody is a junior here: without a day of birth the day does not matter
        class_name = self.class_name or norway().class_(rating or 0, None, "2017-01-01")
        k: Fraction = norway().k(self.category, class_name)

        return Coefficient(
            system="no", category=self.category, class_name=class_name, k=number(k)
        )

    def _needs_rating(self, problems: list[Problem]) -> None:
        if self.rating is None:
            problems.append(missing_option("calc k", "rating"))
