"""The ledger's book beside the naive one: random histories of 30 tournaments, one
document a submission.

`make test-all` compares 4 histories, one of each sort; `make torture` three thousand.
"""

import pytest

from tests.naive.finland import book
from tests.properties.beside import beside_naive
from tests.properties.telling import ledger_of, long_story

AT_ONCE = 4
DEFAULT, TORTURE = range(0, 4, AT_ONCE), range(4, 3000, AT_ONCE)


def compare(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        story = long_story(seed)
        documents = story.documents()
        with ledger_of(documents) as ledger:
            found = beside_naive(ledger, book(documents))
        assert not found, "\n".join([f"{story}: {len(found)} differences", *found[:12]])


@pytest.mark.parametrize("first", DEFAULT)
def test_the_book_is_the_naive_book(first: int) -> None:
    """Entries with before, after, games and running values; current numbers, peaks,
    titles, unrated games.
    """
    compare(first)


@pytest.mark.torture
@pytest.mark.parametrize("first", TORTURE)
def test_the_book_is_the_naive_book_in_many_more_histories(first: int) -> None:
    compare(first)
