"""A text for everybody whose rating moved since a list or a day, for an officer to send."""

from typing import NamedTuple

from projections.answers.lists.published import ListsAnswer, lists
from projections.answers.players.letters import LettersAnswer
from projections.answers.reading import Reading
from web.pages.rendering import rendered
from web.pages.times import Times, times_of
from web.pages.visit import Visit
from web.questions.players import Letters

MOST = 100


class LettersPage(NamedTuple):
    """What the template shows."""

    answer: LettersAnswer
    asked: Letters
    lists: tuple[str, ...]
    published: ListsAnswer
    left_out: int
    times: Times


def letters_page(reading: Reading, asked: Letters, visit: Visit) -> str:
    answer = asked.ask(reading)
    left_out = max(0, len(answer.rows) - MOST)
    page = LettersPage(
        answer, asked, tuple(reading.lists()), lists(reading, answer.list), left_out, times_of(asked, visit.today)
    )
    return rendered("people/letters.html", visit, page=page, most=MOST)
