"""Draw the page of letters to players."""

from msgspec.structs import replace

from features.letters.answers import Letters
from projections.answers.lists.published import lists
from projections.answers.reading import Reading
from web.pages.rendering import rendered
from web.pages.two_times import times_of
from web.pages.visit import Visit

MOST = 100


def letters_page(reading: Reading, asked: Letters, visit: Visit) -> str:
    """Show letters in the language of the page, unless another is asked for, with the
    address at which the reader found the service.
    """
    answer = replace(
        asked,
        language=asked.language or visit.language,
        service=asked.service or visit.root or None,
    ).ask(reading)
    left_out = max(0, len(answer.rows) - MOST)
    return rendered(
        "letters/letters.html",
        visit,
        answer=answer,
        lists=tuple(reading.lists()),
        published=lists(reading, answer.list),
        left_out=left_out,
        times=times_of(asked, visit.today),
        most=MOST,
    )
