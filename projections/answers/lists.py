"""A rating list on any day, as known on any other: rows by rating, then id."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from ledger.store.persons import look_up
from ledger.store.persons import names as person_names
from projections.answers.reading import Reading
from projections.replay.handlers import edition_on, person
from projections.replay.rows import entry_of, standing_of
from rulebooks import rulebook
from rulebooks.base import Entry, Shown, Standing
from rulebooks.protocol import Rulebook


class Filters(NamedTuple):
    """Which rows to show; ranks are given afterwards."""

    top: int | None = None
    min_games: int = 0
    active_since: str | None = None
    sex: str | None = None
    born_from: str | None = None
    born_to: str | None = None
    club: str | None = None
    federation: str | None = None
    min_rating: int | None = None
    published: bool = False
    top_list: bool = False

    def personal(self) -> bool:
        """Whether anything about the person is asked for."""
        return any((self.sex, self.born_from, self.born_to, self.club, self.federation))


def rating_list(reading: Reading, list_name: str, filters: Filters | None = None) -> dict[str, Any]:
    """The list of everybody with a number."""
    chosen = filters or Filters()
    rows = [row for row in _rows(reading, list_name) if _wanted(row, chosen)]
    if (chosen.published or chosen.top_list) and rulebook(list_name).selective:
        rows = _fit_to_print(reading, list_name, rows, chosen)
    if chosen.personal():
        rows = [row for row in rows if _fits(reading, row["player"], chosen)]
    rows.sort(key=lambda row: (-row["rating"], row["player"]))
    rows = rows[: chosen.top] if chosen.top is not None else rows
    names = person_names(reading.events)
    ranked = [{"rank": n, "player": r["player"], "name": names.get(r["player"]), **r} for n, r in enumerate(rows, 1)]
    return {"list": list_name, "rows": ranked, "basis": reading.basis().as_dict()}


def _rows(reading: Reading, list_name: str) -> Iterator[dict[str, Any]]:
    edition = edition_on(reading.timeline, list_name)(reading.as_of)
    return list_rows(reading.light(list_name), rulebook(list_name), edition, reading.as_of)


def list_rows(
    entries: Iterable[Sequence[Any]], rules: Rulebook, edition: str, day: str | None = None
) -> Iterator[dict[str, Any]]:
    """One row a player from the light columns of his entries, players and places in order.

    On a day with what the calendar did by then; without one as the last entry left it.
    """
    for player, own in groupby(entries, key=itemgetter(0)):
        games = normal = 0
        last_on = after = standing = None
        for _, kind, on, after, played, played_normal, standing in own:  # noqa: B007
            if kind == "opening":
                games = normal = 0
            games, normal = games + played, normal + played_normal
            last_on = on if kind == "unit" else last_on
        assert standing is not None
        held = standing_of(standing)
        shown = Shown(after) if day is None else rules.shown(held, day)
        if shown.listed:
            yield {
                "player": player,
                "rating": shown.rating,
                "games": games,
                "normal_games": normal,
                "established": rules.established(held, edition),
                "last_played": last_on,
                **shown.beside,
            }


def _fit_to_print(
    reading: Reading, list_name: str, rows: Sequence[dict[str, Any]], chosen: Filters
) -> list[dict[str, Any]]:
    """Who meets what his list asks of a number before it is published, or stands on a top list."""
    histories: dict[str, list[Entry]] = {}
    for row in reading.rows(list_name=list_name):
        entry = entry_of(row)
        histories.setdefault(entry.change.player, []).append(entry)
    rules = rulebook(list_name)
    meets = rules.on_top_list if chosen.top_list else rules.published
    return [row for row in rows if meets(histories.get(row["player"], []), reading.as_of)]


def _wanted(row: dict[str, Any], chosen: Filters) -> bool:
    if row["games"] < chosen.min_games or (chosen.min_rating is not None and row["rating"] < chosen.min_rating):
        return False
    return chosen.active_since is None or (row["last_played"] or "") >= chosen.active_since


def _fits(reading: Reading, player: str, chosen: Filters) -> bool:
    facts = person(player, reading.timeline)
    if chosen.sex and facts.sex != chosen.sex:
        return False
    born = (facts.born or "")[:4]
    if chosen.born_from and (not born or born < chosen.born_from[:4]):
        return False
    if chosen.born_to and (not born or born > chosen.born_to[:4]):
        return False
    if chosen.federation and facts.federation(reading.as_of) != chosen.federation:
        return False
    if chosen.club:
        personal = look_up(reading.events, player)
        return personal is not None and (personal.club or "").casefold() == chosen.club.casefold()
    return True


def beside(list_name: str) -> tuple[str, ...]:
    """What this list tells of everybody beside his number: the columns a table has also when nobody is on it."""
    return tuple(rulebook(list_name).shown(Standing(), "2000-01-01").beside)


def published_list(reading: Reading, list_name: str) -> list[dict[str, Any]]:
    """What `publish` freezes: the list without those whose number does not meet its conditions."""
    rows: list[dict[str, Any]] = rating_list(reading, list_name, Filters(published=True))["rows"]
    return rows


def current(reading: Reading, list_name: str) -> dict[str, int]:
    """Only the numbers after everybody's last entry, by player."""
    return {row[0]: row[3] for row in reading.light(list_name)}
