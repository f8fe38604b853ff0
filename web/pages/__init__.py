"""Pages for people, by the name of the question whose address they have. None yet: such an address then answers 404
and names the ones for programs.

A page is a function of the opened ledger and the question; it runs in a thread, under the same 304 and cache as the
other forms, and answers with HTML.
"""

from collections.abc import Callable

from projections.answers.reading import Reading
from web.questions.asking import Asked

Page = Callable[[Reading, Asked], str]

PAGES: dict[str, Page] = {}
