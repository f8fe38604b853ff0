"""A question to the officer that a file of games leaves open, and how it reads as a refusal."""

from typing import NamedTuple

from ledger.errors import Problem, Where
from messages import Message, by_command, either, say


class OpenQuestion(NamedTuple):
    """A question to the officer. `field` is the field of the settings that answers it,
    `flag` the option that does, or that field where there are no options.
    """

    field: str
    message: Message
    flag: str
    proposed: str | bool | None = None
    choices: tuple[str, ...] = ()
    where: Where = Where()
    about: str = ""  # start or end, of a day that can be read in two ways

    @property
    def proposal(self) -> str:
        """The proposal in words; the only yes-or-no question is whether a tournament is
        domestic.

        Empty where nothing is proposed.
        """
        if isinstance(self.proposed, bool):
            if self.proposed:
                return by_command("--domestic", "domestic")
            return by_command("--foreign", "foreign")
        return self.proposed or ""

    def as_problem(self) -> Problem:
        """Return the question as a problem, for a submission that is refused for it.
        The proposal and the choices stand in its sentence, the option that answers it
        in the hint.
        """
        message = self.message

        if self.proposed is not None:
            message = say(
                "{sentence}; proposed: {text}", sentence=message, text=self.proposal
            )

        if self.choices:
            both = {"sentence": message, "names": either(self.choices)}
            if len(self.choices) > 1:
                message = say("{sentence}; either {names}", **both)
            else:
                message = say("{sentence}; perhaps {names}", **both)

        return Problem(
            "needs-answer", message, self.where, say("use {flag}", flag=self.flag)
        )
