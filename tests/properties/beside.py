"""The ledger's book beside the naive one: entries, current numbers, peaks, titles,
unrated games.
"""

from collections.abc import Iterable

from projections.answers.career import peak_of
from projections.replay.editions import edition_on
from projections.replay.units import left_out
from projections.tables.lookups import Index
from projections.tables.players import PlayerRow
from rulebooks import rulebook
from rulebooks.entries import Entry, WorkedEntry
from tests.naive.finland import Book as NaiveBook
from tests.naive.units import LISTS
from tests.properties.telling import FOREVER, Line, StoryLedger, differences, entries


def ledger_lines(found: Iterable[Entry]) -> list[Line]:
    return [
        (
            e.list,
            e.figure.player,
            e.on,
            e.unit if e.tournament else None,
            e.tournament,
            e.figure.kind,
            None if e.figure.kind == "opening" else e.figure.before,
            e.figure.after,
            e.figure.games,
            e.figure.normal_games,
            e.figure.half_points,
            tuple(e.worked_out().change.running),
        )
        for e in found
    ]


def naive_lines(book: NaiveBook, day: str = FOREVER) -> list[Line]:
    return [
        (
            e.list,
            e.player,
            e.on,
            e.unit,
            e.tournament,
            e.kind,
            None if e.kind == "opening" else e.before,
            e.after,
            e.games,
            e.normal_games,
            int(2 * (e.score or 0)),
            tuple(e.running),
        )
        for e in book.entries
        if e.on <= day
    ]


def careers(
    found: Iterable[WorkedEntry], list_name: str
) -> dict[str, list[WorkedEntry]]:
    """Each player's entries on a list in place order, a 3.7 step before the unit that
    asked for it.
    """
    histories: dict[str, list[WorkedEntry]] = {}
    for entry in sorted(found, key=lambda e: (e.place, e.change.kind != "elo-step")):
        if entry.list == list_name:
            histories.setdefault(entry.change.player, []).append(entry)
    return histories


def ledger_current(
    story: StoryLedger, found: Iterable[WorkedEntry], list_name: str
) -> set[Line]:
    """(player, rating, games, normal games, established under the last edition) as the
    entries add up.
    """
    last_edition = edition_on(Index(story.connection).timeline(), list_name)(FOREVER)
    numbers: set[Line] = set()
    for player, career in careers(found, list_name).items():
        games = normal = 0
        for entry in career:
            if entry.change.kind == "opening":
                games = normal = 0
            games += entry.change.games
            normal += entry.change.normal_games
        last = career[-1].change
        established = rulebook(list_name).established(last.standing, last_edition)
        numbers.add((player, last.after, games, normal, established))
    return numbers


def stored_peaks(story: StoryLedger, list_name: str) -> list[tuple[str, Line]]:
    """Each player's peak as the read tables keep it, where it came to be step by step."""
    rows = story.connection.execute(
        "SELECT * FROM player WHERE list = ?", (list_name,)
    ).fetchall()
    return [
        (row[0], tuple(peak))
        for row in rows
        if (peak := PlayerRow(*row).tally().highest()) is not None
    ]


def ledger_unrated(story: StoryLedger) -> set[tuple[str, str]]:
    """(tournament, game) of each listed game that is on neither list."""
    index = Index(story.connection)
    timeline = index.timeline()
    found: set[tuple[str, str]] = set()
    for name in index.all_tournaments():
        now = timeline.tournament(name)
        assert now is not None
        missing = [
            set(unrated)
            for list_name, unrated in left_out(now, timeline)
            if list_name in LISTS
        ]
        if missing:  # a withdrawn tournament has no games at all
            found |= {(name, game) for game in set.intersection(*missing)}
    return found


def beside_naive(story: StoryLedger, book: NaiveBook) -> list[str]:
    """Every difference between what the ledger holds and what the naive implementation
    says of the same documents.
    """
    mine = entries(story.connection)
    sides = ("in the ledger", "in the naive book")
    found = differences(
        sorted(ledger_lines(mine), key=str), sorted(naive_lines(book), key=str), sides
    )
    for name in LISTS:
        rules, histories = rulebook(name), careers(mine, name)
        numbers = {(player, *values) for player, values in book.current(name).items()}
        found += differences(
            ledger_current(story, mine, name),
            numbers,
            (f"{name} now {sides[0]}", sides[1]),
        )
        peaks = {
            player: tuple(peak)
            for player, career in histories.items()
            if (peak := peak_of(rules, career))
        }
        found += differences(
            peaks.items(),
            book.peaks(name).items(),
            (f"{name} peak {sides[0]}", sides[1]),
        )
        found += differences(
            stored_peaks(story, name),
            peaks.items(),
            (f"{name} peak stored", "of the whole career"),
        )
    titles = {
        (player, *title)
        for player, career in careers(mine, "selo").items()
        for title in rulebook("selo").titles(career)
    }
    theirs = {
        (player, title, *how)
        for player, reached in book.titles().items()
        for title, how in reached.items()
    }
    found += differences(titles, theirs, (f"title {sides[0]}", sides[1]))
    return found + differences(
        ledger_unrated(story), book.unrated.keys(), (f"unrated {sides[0]}", sides[1])
    )
