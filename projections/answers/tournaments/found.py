"""Tournaments by what somebody remembers of their names."""

from difflib import get_close_matches

from ledger.store.persons import folded
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import TournamentRow, tournaments

NEAR = 0.75  # how alike a word is that was mistyped


def tournaments_named(reading: Reading, words: str) -> list[TournamentRow]:
    """Return the tournaments whose names or ids hold all the words, else those that nearly do, the newest first; all of
    them where no words are given. An id means itself alone.
    """
    rows = tournaments(reading).rows[::-1]
    asked = folded(words).split()
    texts = {row.tournament: folded(f"{row.name} {row.tournament}") for row in rows}
    return (
        [row for row in rows if row.tournament == words]
        or [row for row in rows if all(word in texts[row.tournament] for word in asked)]
        or [row for row in rows if all(_is_near(word, texts[row.tournament]) for word in asked)]
    )


def _is_near(word: str, text: str) -> bool:
    """Tell whether a text holds the word, mistyped perhaps; a year that is another year is no mistake."""
    return word in text or (not word.isdigit() and bool(get_close_matches(word, text.split(), 1, NEAR)))
