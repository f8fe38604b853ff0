"""Tell what is new of something that is followed: the entries that its Atom feed has
beyond an event, in the reader's language. Of a club, those of its members.

A reading of what anybody may see: whoever was erased, or asks not to be listed, is in
none of it.
"""

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from features.follow.subjects import CLUB, PLAYER, Subject, members, name_of, page_of
from messages import Message, say
from messages.translated import day, said
from projections.answers.events.changed import entries_moved_with
from projections.answers.events.changed_entries import players_changed_after
from projections.answers.events.log import Log, events_of, logged_event
from projections.answers.players.rating_changes import RatingChange, rating_changes
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import tournament_names
from rulebooks.entries import Entry
from web.pages.lists import CORRECTIONS
from web.pages.sentences import sentence
from web.pages.terms import terms
from web.pages.visit import Links

MOST_LINES = 20  # of one thing that is followed; its page has the rest


class News(NamedTuple):
    """What is new of something that is followed: its name, its page, and a line for each
    change, the newest first.
    """

    name: str
    page: str
    lines: list[str]


def news_of(
    reading: Reading, subject: Subject, since: int, links: Links, language: str
) -> News | None:
    """Return what is new after an event; None where nothing is."""
    if since >= reading.known_seq:
        return None

    name = name_of(reading, subject)
    if name is None:
        return None
    lines = list(_lines(reading, subject, since, language))
    if not lines:
        return None
    beyond = len(lines) - MOST_LINES
    if beyond > 0:
        more = said(say("and {count} more", count=beyond), language)
        lines = [*lines[:MOST_LINES], more]
    return News(name, page_of(links, reading, subject), lines)


def _lines(
    reading: Reading, subject: Subject, since: int, language: str
) -> Iterator[str]:
    """Yield a line for each change after an event; those of a club begin with a name."""
    if subject.kind == PLAYER:
        player = reading.timeline.resolve(subject.id)
        yield from _lines_of_player(reading, player, since, language)
    elif subject.kind == CLUB:
        people = members(reading, subject.id)
        for player, name in people.items():
            for line in _lines_of_player(reading, player, since, language):
                yield f"{name}, {line}"
    else:
        yield from _lines_of_tournament(reading, subject.id, since, language)


def _lines_of_player(
    reading: Reading, player: str, since: int, language: str
) -> Iterator[str]:
    """Yield a line for each rating that is new, came out otherwise, or does not count
    any more:

    selo 1600 → 1612, Open 2024, 29.6.2024
    selo 1600 → 1612, was 1590, Open 2024, 29.6.2024
    selo: Open 2024, 29.6.2024, does not count any more; now 1600
    """
    # hardly anybody's ratings change in a day, and all of a career is read for them
    if player not in players_changed_after(reading, since):
        return

    changes = rating_changes(reading, player)
    for change in takewhile(lambda change: change.seq > since, changes):
        yield said(_change_told(reading, player, change, language), language)


def _change_told(
    reading: Reading, player: str, change: RatingChange, language: str
) -> Message | str:
    """Return the line of a change, whose values are in the reader's language."""
    entry = change.entry
    where = _source_of_rating(reading, entry, language)
    on = day(entry.on, language)
    if change.now is None:
        return say(
            "{list}: {tournament}, {day}, does not count any more; now {rating}",
            list=entry.list,
            tournament=where,
            day=on,
            rating=_or_dash(reading.listed_rating(entry.list, player)),
        )

    steps = _change(entry.figure.before, entry.figure.after)
    if change.was is None:
        return f"{entry.list} {steps}, {where}, {on}"
    return say(
        "{list} {change}, was {rating}, {tournament}, {day}",
        list=entry.list,
        change=steps,
        rating=change.was.figure.after,
        tournament=where,
        day=on,
    )


def _source_of_rating(reading: Reading, entry: Entry, language: str) -> str:
    """Return where a rating comes from: the name of the tournament, or what it is else."""
    if entry.tournament is None:
        return terms(language).change_kind[entry.figure.kind]

    tournament = entry.tournament
    names = tournament_names(reading, [tournament])
    return names.get(tournament, tournament)


def _lines_of_tournament(
    reading: Reading, tournament: str, since: int, language: str
) -> Iterator[str]:
    """Yield a line for each correction, and below it those for the ratings it moved:

    Correction: 1.1 Aho - Berg: 1-0 → 0-1 (the slip was misread)
    Aho, Anna, selo 1612 → 1590, Open 2024
    Berg, Bo, selo: Spring 2024 does not count any more; now 1580
    """
    events = events_of(reading, Log(tournament=tournament))
    for event in takewhile(lambda event: event.seq > since, events):
        if event.kind not in CORRECTIONS:
            continue

        line = logged_event(reading, event)
        heading = terms(language).event_kind[line.kind]
        correction = f"{heading}: {sentence(line.text, language)}"
        if line.reason:
            correction = f"{correction} ({line.reason})"
        yield correction

        rows = entries_moved_with(reading, event).rows
        tournaments = tournament_names(reading, {row.unit for row in rows})
        for row in rows:
            if row.before == row.after or row.name is None:
                continue
            where = tournaments.get(row.unit, row.unit)
            if row.now is None:
                gone = say(
                    "{list}: {tournament} does not count any more; now {rating}",
                    list=row.list,
                    tournament=where,
                    rating=_or_dash(reading.listed_rating(row.list, row.player)),
                )
                yield f"{row.name}, {said(gone, language)}"
            else:
                change = _change(row.rating_before, row.after)
                yield f"{row.name}, {row.list} {change}, {where}"


def _change(before: int | None, after: int | None) -> str:
    """Write what a rating was and is; a dash where there is none."""
    return f"{_or_dash(before)} → {_or_dash(after)}"


def _or_dash(rating: int | None) -> str:
    return "–" if rating is None else str(rating)
