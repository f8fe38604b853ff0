"""The coverage table of the Finnish rule text: complete, in order, and every name in it
exists.
"""

from importlib import import_module
from importlib.util import find_spec

import pytest

from messages import Message
from rulebooks import FAMILIES
from rulebooks.finland import ARTICLES
from rulebooks.protocol import Article

# the last article of each section of the text
LAST = {1: 3, 2: 12, 3: 9, 4: 5, 5: 8, 6: 5, 7: 10}
NUMBERS = [
    f"{section}.{article}"
    for section, last in LAST.items()
    for article in range(1, last + 1)
]


def resolve(dotted: str) -> object:
    parts = dotted.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            found = getattr(found, part)
        return found
    raise AssertionError(f"{dotted} does not import")


def is_here(dotted: str) -> bool:
    """Tell whether a place is in a family that the program has, or in none."""
    known = [each.module for each in FAMILIES]
    module = ".".join(dotted.split(".")[:2])
    return module in known or find_spec(module) is not None


def test_the_articles_are_those_of_the_text_in_their_order() -> None:
    assert [article.number for article in ARTICLES] == NUMBERS


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.number)
def test_each_article_is_somewhere(article: Article) -> None:
    assert article.title
    if isinstance(article.where, Message):
        assert article.where.startswith("no code: ")
        assert len(article.where) > len("no code: ")
        return
    for dotted in article.where.split(", "):
        assert dotted.startswith("rulebooks.")
        assert resolve(dotted) is not None


def test_a_name_that_is_not_there_is_seen() -> None:
    with pytest.raises(AttributeError):
        resolve("rulebooks.finland.selo.nothing")
