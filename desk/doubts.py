"""Ask before booking about what may be a slip: the question, and what to do instead."""

from collections.abc import Collection, Sequence

from desk.cautions import Caution
from ledger.decisions import Doubt, Slip
from ledger.errors import Problem, Where
from messages import Message, by_command, say
from messages.answer import Answer


class DoubtRow(Answer, frozen=True, kw_only=True):
    """A question before booking: what may be a slip, of which tournament or player, and
    what to do if it is one.

    `sure`: the answer that it is right, as `--sure` and the parameter `sure` take it.
    """

    doubt: Doubt
    tournament: str | None
    player: str | None
    message: Message
    otherwise: Message
    sure: str

    def is_answered_by(self, answers: Collection[str]) -> bool:
        """Return whether one of the answers says that this is right: by the slip alone,
        or for this one.
        """
        return self.doubt in answers or self.sure in answers

    def as_problem(self) -> Problem:
        """Return the question as a problem, for a submission that is refused for it."""
        hint = by_command(
            "{otherwise}; if it is right: --sure {sure} (over HTTP: sure={sure})",
            "{otherwise}; if it is right, say so beside the button that books it"
            " (programs: sure={sure})",
            otherwise=self.otherwise,
            sure=self.sure,
        )
        return Problem(
            "needs-answer", self.message, Where(field="sure"), hint, about=(self.sure,)
        )


def warnings_without_doubts(
    warnings: Sequence[Caution], doubts: Sequence[DoubtRow]
) -> list[Caution]:
    """Return the warnings without those that are asked about, where both are shown, so
    that nothing is said twice.
    """
    asked = {doubt.message for doubt in doubts}
    return [warning for warning in warnings if warning.message not in asked]


# what to do instead, if what was asked about is not right
INSTEAD: dict[Doubt, Message] = {
    "same-games": say("withdraw one of the two"),
    "same-day": say("give one of them its order_no"),
    "before-opening": say("look at its days, and at those of the openings"),
    "long-unit": say("set each_game_rated"),
    "across-edition": say("look at its days"),
    "moved-past": say("look at its days"),
    "wrong-year": say("look at the year"),
    "far-day": say("state the right day of the game"),
    "out-of-range": say("state the right number"),
    "jump": say("state the right number"),
    "far-off": say("look at the number, the list and the player"),
    "few-games": say("state how many games the rating rests on"),
    "after-games": say("date it before the first of those games"),
    "opening-gone": say("submit the right opening together with the withdrawal"),
    "no-ground": say("look at the player, the title and the day of the confirmation"),
    "lower-title": say("look at the player and the title"),
    "two-in-round": say("state the right round, or strike one of the games"),
    "same-pair": say("strike one of the two games"),
    "same-result": say("look at the column of results"),
    "turned": say("turn the results round"),
    "unlikely": say("look who played there"),
    "odd-time": say("state the right time and the right days"),
    "too-short": say("state the right time"),
    "unequal-time": say("state the same time for both"),
    "odd-points": say("state the right result"),
    "abroad": say("say whether the tournament was held abroad (domestic)"),
    "not-there": say("name the players who were sent (representatives)"),
    "age-group": say("state the right age_group"),
    "outsider": say("name somebody who played in the tournament"),
    "most-struck": say("withdraw the tournament if it is the wrong one"),
    "rounds-struck": say(
        "leave them as they are ({name}, if a file has only some of the rounds)",
        name=by_command("--other-rounds stay", "other_rounds: stay"),
    ),
    "no-balance": say("submit the opening or the rating from elsewhere first"),
    "same-name": say("use the id that is there"),
    "two-people": say("check who each of the two ids is"),
}


def doubt_of(slip: Slip) -> DoubtRow:
    """Return the question that a possible slip is."""
    sure = f"{slip.code}:{slip.tournament or slip.player}"

    return DoubtRow(
        doubt=slip.code,
        tournament=slip.tournament,
        player=slip.player,
        message=slip.message,
        otherwise=INSTEAD[slip.code],
        sure=sure,
    )
