"""Draw the pages of what the rules honour: titles."""

from projections.answers.reading import Reading
from projections.answers.titles import STANDINGS, Titles, titles
from projections.answers.tournaments.tournament import tournament_names
from web.pages.rendering import rendered
from web.pages.two_times import times_of
from web.pages.visit import Visit


def titles_page(reading: Reading, asked: Titles, visit: Visit) -> str:
    """Make the page of titles: those of each standing under one heading, the newest
    first.

    The headings come in the order of `STANDINGS`; a standing without any title has
    none.
    """
    answer = titles(reading, asked.player, asked.earned_since, asked.open)
    newest = sorted(answer.rows, key=lambda row: (row.on, row.player), reverse=True)

    sections = []
    for standing in STANDINGS:
        rows = [row for row in newest if row.standing == standing]
        if rows:
            sections.append((standing, rows))

    ids = {row.tournament for row in newest if row.tournament}
    ids |= {row.was.tournament for row in newest if row.was and row.was.tournament}

    return rendered(
        "titles.html",
        visit,
        answer=answer,
        sections=sections,
        tournaments=tournament_names(reading, ids),
        times=times_of(asked, visit.today),
        open=asked.open,
        filters={
            "player": asked.player,
            "earned_since": asked.earned_since,
            "open": "true" if asked.open else None,
        },
    )
