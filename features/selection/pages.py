"""Draw the page of selection numbers."""

from features.selection.answers import SelectionNumbers, selection
from projections.answers.reading import Reading
from web.pages.rendering import rendered
from web.pages.two_times import times_of
from web.pages.visit import Visit


def selection_page(reading: Reading, asked: SelectionNumbers, visit: Visit) -> str:
    answer = selection(reading, asked.players, asked.women)
    return rendered(
        "selection/selection.html",
        visit,
        answer=answer,
        times=times_of(asked, visit.today),
    )
