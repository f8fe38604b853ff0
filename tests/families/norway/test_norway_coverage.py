"""The coverage table of the Norwegian text: every heading once, and every name in it
exists.
"""

import pytest

from messages import Message
from rulebooks.norway import ARTICLES
from rulebooks.protocol import Article
from tests.rules.test_coverage_table import resolve


def test_each_heading_stands_once() -> None:
    numbers = [article.number for article in ARTICLES]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.number)
def test_each_article_is_somewhere(article: Article) -> None:
    assert article.title
    if isinstance(article.where, Message):
        assert article.where.startswith("no code: ")
        assert len(article.where) > len("no code: ")
        return
    for dotted in article.where.split(", "):
        assert dotted.startswith("rulebooks.norway.")
        assert resolve(dotted) is not None
