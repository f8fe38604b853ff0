"""A question that is asked by a form: the answer, or what is wrong with what was typed."""

from ledger.answer import Answer
from ledger.errors import NotFound, Problem, Usage
from projections.answers.reading import Reading
from web.questions.asking import Asked


def answer_or_problems(asked: Asked, reading: Reading) -> tuple[Answer | None, tuple[Problem, ...]]:
    """A form keeps what was typed into it, whatever is wrong with that."""
    try:
        return asked.ask(reading), ()
    except (NotFound, Usage) as error:
        return None, tuple(error.problems)
