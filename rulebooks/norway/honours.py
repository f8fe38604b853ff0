"""What a list shows of a player: the highest established rating, and whether it is published or on a top list."""

from collections.abc import Sequence

from rulebooks.entries import Entry, Figure, Highest, first_highest
from rulebooks.norway.standing import at
from rulebooks.norway.tables import ESTABLISHED_FROM, PUBLISHED_GAMES, PUBLISHED_OVER, PUBLISHED_YEARS
from rulebooks.numbers import years_before


def highest(history: Sequence[Entry]) -> Highest | None:
    """The highest rating from 30 games on, after a unit or brought by an opening."""
    return first_highest(history, _established)


def _established(figure: Figure) -> int | None:
    if not figure.established or figure.kind == "ruling":
        return None
    return figure.best if figure.kind == "opening" else figure.after


# Etablering, offentliggjørelse: "ratingtall over 499; minst 10 registrerte partier; minst 10 registrerte partier eller
# en fullført Landsturnering i de siste to år før offentliggjørelsen" (over 499, at least 10 games, and 10 games or a
# completed Landsturnering in the last two years).
def is_published(history: Sequence[Entry], on: str) -> bool:
    """The games of an opening count on its day."""
    entries = _since_opening([entry for entry in history if entry.on <= on])
    if not entries:
        return False
    standing = at(entries[-1].figure.standing, on)
    if standing.rating is None or standing.rating <= PUBLISHED_OVER or standing.games < PUBLISHED_GAMES:
        return False
    since = years_before(on, PUBLISHED_YEARS)
    recent = [entry for entry in entries if entry.on >= since and entry.figure.kind != "ruling"]
    if sum(entry.figure.games for entry in recent) >= PUBLISHED_GAMES:
        return True
    return any("landsturnering" in entry.worked_out().change.detail for entry in recent if entry.figure.kind == "unit")


def _since_opening(history: Sequence[Entry]) -> Sequence[Entry]:
    """An opening sets the standing whatever came before, games included."""
    openings = [index for index, entry in enumerate(history) if entry.figure.kind == "opening"]
    return history[openings[-1] :] if openings else history


# "Kravet for å komme med på en slik liste er at man er «etablert», dvs har minst 30 registrerte partier." (at least 30
# games)
def is_on_top_list(history: Sequence[Entry], on: str) -> bool:
    """A top list comes out together with the published one and is taken from it."""
    entries = [entry for entry in history if entry.on <= on]
    return is_published(entries, on) and entries[-1].figure.standing.games >= ESTABLISHED_FROM
