"""The page of a search: everybody whose name, id or club is near the words, with their ratings."""

from typing import NamedTuple

from projections.answers.players.details import FindAnswer, FoundPlayer, find
from projections.answers.reading import Reading
from web.pages.rendering import rendered
from web.pages.visit import Visit
from web.questions.players import PlayerFind

MOST = 50


class Hit(NamedTuple):
    """Somebody who may be meant, and their ratings in the order of the lists."""

    person: FoundPlayer
    ratings: tuple[int | None, ...]


class SearchPage(NamedTuple):
    """What the template shows; `more`: how many were left out."""

    words: str
    lists: tuple[str, ...]
    hits: tuple[Hit, ...]
    more: int
    answer: FindAnswer


def search_page(reading: Reading, asked: PlayerFind, visit: Visit) -> str:
    answer = find(reading, asked.words)
    lists = tuple(reading.lists())
    hits = [Hit(row, tuple(reading.rating(name, row.player) for name in lists)) for row in answer.rows[:MOST]]
    page = SearchPage(asked.words, lists, tuple(hits), max(0, len(answer.rows) - MOST), answer)
    return rendered("search.html", visit, page=page)
