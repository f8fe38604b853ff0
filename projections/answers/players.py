"""One player: numbers now or then, and the history that led there."""

from typing import Any

from ledger.store.persons import look_up
from projections.answers import careers
from projections.answers.reading import Reading
from projections.replay.handlers import edition_on, person
from projections.replay.rows import entry_of
from rulebooks.base import Entry


def show(reading: Reading, asked: str) -> dict[str, Any]:
    """Everything the ledger says of a player on the day, as known."""
    player = careers.who(reading, asked)
    lists = {}
    for name in reading.lists():
        entries = careers.career(reading, player, name)
        total = careers.totals(entries, name, _edition(reading, name), reading.as_of)
        lists[name] = {
            "rating": total.rating,
            "games": total.games,
            "normal_games": total.normal_games,
            "established": total.established,
            "last_played": total.last_on,
            "peak": careers.peak_dict(careers.peak(name, entries)),
            **total.beside,
        }
    answer: dict[str, Any] = {
        "player": details(reading, player),
        "lists": lists,
        "titles": careers.titles(reading, player),
        "basis": reading.basis().as_dict(),
    }
    if player != asked:
        answer["asked"] = asked
    return answer


def _edition(reading: Reading, list_name: str) -> str:
    return edition_on(reading.timeline, list_name)(reading.as_of)


def details(reading: Reading, player: str) -> dict[str, Any]:
    """Name and club are always today's; what the rules read is as of the day and as known."""
    facts = person(player, reading.timeline)
    personal = look_up(reading.events, player)
    return {
        "id": player,
        "name": personal.name if personal else None,
        "federation": facts.federation(reading.as_of),
        "born": facts.born,
        "sex": facts.sex,
        "club": personal.club if personal else None,
        "fide_id": personal.fide_id if personal else None,
        "merged": [alias for alias in reading.timeline.aliases(player) if alias != player],
    }


def history(reading: Reading, asked: str, list_name: str, all_versions: bool = False) -> dict[str, Any]:
    """One row an entry in date order; with all versions the superseded ones beside those that stand."""
    player = careers.who(reading, asked)
    rows = reading.rows(player=player, list_name=list_name, all_versions=all_versions)
    shown = []
    for row in rows:
        line = history_row(entry_of(row))
        if all_versions:
            known_to = row[-1] if row[-1] is not None and row[-1] <= reading.known_seq else None
            line.update(known_from=row[-2], known_to=known_to)
        shown.append(line)
    answer: dict[str, Any] = {
        "player": {"id": player, "name": careers.names(reading, [player]).get(player)},
        "list": list_name,
        "rows": shown,
        "basis": reading.basis().as_dict(),
    }
    if player != asked:
        answer["asked"] = asked
    return answer


def history_row(entry: Entry) -> dict[str, Any]:
    change = entry.change
    played = change.kind == "unit"
    return {
        "on": entry.on,
        "kind": change.kind,
        "tournament": entry.tournament,
        "unit": entry.unit,
        "before": change.before,
        "after": change.after,
        "games": change.games,
        "score": change.half_points / 2 if played else None,
        "expected": change.expected / 100 if played and change.expected is not None else None,
        "coefficient": change.coefficient,
        "bonus": change.bonus / 10 if played else None,
        "seq": entry.seq,
        "running": list(change.running),
        "edition": entry.edition,
    }


def find(reading: Reading, words: str) -> list[dict[str, Any]]:
    """Players by parts of their name, id or FIDE id, known by then."""
    from ledger.store.persons import find as search

    return [
        {"player": p.player, "name": p.name, "club": p.club, "fide_id": p.fide_id}
        for p in search(reading.events, words)
        if reading.timeline.player(p.player) is not None
    ]
