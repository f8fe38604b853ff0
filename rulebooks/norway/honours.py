"""What a list shows of a player: the highest established rating, and whether it is published or on a top list."""

from collections.abc import Sequence

from rulebooks.base import Change, Entry, Peak
from rulebooks.days import years_before
from rulebooks.norway.standing import at
from rulebooks.norway.tables import ESTABLISHED_FROM, PUBLISHED_GAMES, PUBLISHED_OVER, PUBLISHED_YEARS
from rulebooks.peaks import first_highest, opened_with


def peak(history: Sequence[Entry]) -> Peak | None:
    """The highest rating from 30 games on, after a unit or brought by an opening."""
    highest = first_highest(history, _established)
    return None if highest is None else Peak(highest[0], highest[1].on, highest[1].tournament, None)


def _established(change: Change) -> int | None:
    if not change.established or change.kind == "ruling":
        return None
    return opened_with(change) if change.kind == "opening" else change.after


# Etablering, offentliggjørelse: "ratingtall over 499; minst 10 registrerte partier; minst 10 registrerte partier eller
# en fullført Landsturnering i de siste to år før offentliggjørelsen" (over 499, at least 10 games, and 10 games or a
# completed Landsturnering in the last two years).
def is_published(history: Sequence[Entry], on: str) -> bool:
    """The games of an opening count on its day."""
    entries = _since_opening([entry for entry in history if entry.on <= on])
    if not entries:
        return False
    standing = at(entries[-1].change.standing, on)
    if standing.rating is None or standing.rating <= PUBLISHED_OVER or standing.games < PUBLISHED_GAMES:
        return False
    since = years_before(on, PUBLISHED_YEARS)
    recent = [entry.change for entry in entries if entry.on >= since and entry.change.kind != "ruling"]
    if any("landsturnering" in change.detail for change in recent):
        return True
    return sum(change.games for change in recent) >= PUBLISHED_GAMES


def _since_opening(history: Sequence[Entry]) -> Sequence[Entry]:
    """An opening sets the standing whatever came before, games included."""
    openings = [index for index, entry in enumerate(history) if entry.change.kind == "opening"]
    return history[openings[-1] :] if openings else history


# "Kravet for å komme med på en slik liste er at man er «etablert», dvs har minst 30 registrerte partier." (at least 30
# games)
def is_on_top_list(history: Sequence[Entry], on: str) -> bool:
    """A top list comes out together with the published one and is taken from it."""
    entries = [entry for entry in history if entry.on <= on]
    return is_published(entries, on) and entries[-1].change.standing.games >= ESTABLISHED_FROM
