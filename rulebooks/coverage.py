"""The row of a coverage table: an article of a rule text, and where it lives in the code."""

from typing import NamedTuple

from messages import Message


class Article(NamedTuple):
    """`where` names functions, or says why the article needs no code."""

    number: str
    title: Message
    where: str
