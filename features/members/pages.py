"""Draw the pages of licences and of dues."""

from features.members.answers import Dues, Licences
from projections.answers.reading import Reading
from web.pages.rendering import rendered
from web.pages.visit import Visit


def licences_page(reading: Reading, asked: Licences, visit: Visit) -> str:
    return rendered("members/licences.html", visit, answer=asked.ask(reading))


def dues_page(reading: Reading, asked: Dues, visit: Visit) -> str:
    return rendered("members/dues.html", visit, answer=asked.ask(reading), asked=asked)
