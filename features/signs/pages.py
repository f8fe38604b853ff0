"""Draw the page of signs."""

from features.signs.answers import WHAT, Signs
from messages import say
from projections.answers.reading import Reading
from web.pages.rendering import rendered
from web.pages.visit import Visit


def signs_page(reading: Reading, asked: Signs, visit: Visit) -> str:
    """Make the page of signs, which only the office and its auditors are shown."""
    answer = asked.ask(reading)
    kinds = {sign: say(words) for sign, words in WHAT.items()}
    given = {
        "list": asked.list_name,
        "sign": asked.sign,
        "from": asked.from_day,
        "to": asked.to_day,
    }
    query = {name: value for name, value in given.items() if value}

    return rendered(
        "signs/desk/signs.html",
        visit,
        answer=answer,
        asked=asked,
        kinds=kinds,
        lists=reading.lists(),
        query=query,
    )
