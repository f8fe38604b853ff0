"""Calculate a new rating by Norway's rules, and find the category of a tournament, which
they depend on.
"""

from typing import Annotated

from features.calculators.competitions import SystemResult
from features.calculators.families import has_rules, norway
from features.calculators.questions.ratings import OfPlayer
from features.calculators.typed import A_TIME, check_known_word, input_problem, one_word
from ledger.errors import Problem
from ledger.playing_time import start_and_total
from messages import option, say
from projections.answers.asking import Text, about

# nothing is asked of Norway's rules in a program without them
CATEGORIES, CLASSES, KINDS = (
    (norway().CATEGORIES, norway().CLASSES, norway().KINDS)
    if has_rules({"elo-no"})
    else ((), (), ())
)


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
            schema=one_word(KINDS),
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
                input_problem(
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
            if minutes is None:
                message = say(
                    "{name} requires {other}",
                    name=option("event_kind"),
                    other=option("minutes"),
                )
            else:
                message = say(
                    "give {one} or {other}, not both",
                    one=option("category"),
                    other=option("minutes"),
                )
            problems.append(input_problem("option", message, "minutes"))
            return category

        by_time = norwegian_category(minutes, None, None, self.event_kind, problems)
        if by_time is None and not problems:
            message = say(
                "{minutes} is too short for category V: not rated", minutes=minutes
            )
            hint = say("from 20 minutes at the start and 25 for 80 moves")
            problems.append(input_problem("option", message, "minutes", hint))

        return by_time


def norwegian_category(
    control: str | None,
    start: int | None,
    total: int | None,
    event_kind: str | None,
    problems: list[Problem],
) -> str | None:
    """Find the category by a time control, or by the minutes at the start and in all;
    what cannot be read becomes a problem.
    """
    check_known_word("event-kind", event_kind, KINDS, problems)
    if control is not None:
        minutes = start_and_total(control)
        if minutes is None:
            problems.append(
                input_problem(
                    "option",
                    say("'{control}' is not a time", control=control),
                    "minutes",
                    say("90+30 or 40/120:60"),
                )
            )
            return None

        start, total = minutes

    if start is None or total is None:
        return None
    if total < start:
        problems.append(
            input_problem(
                "option",
                say("fewer minutes in all than for the first move"),
                "total-minutes",
            )
        )

    return None if problems else norway().category(start, total, event_kind)
