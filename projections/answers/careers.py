"""What a player's entries come to: totals, peak, titles. Sums and maxima made afterwards, never carried along."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ledger.errors import NotFound, Problem
from ledger.events import ConfirmationRevoked, TitleConfirmed
from ledger.store.events import head
from ledger.store.persons import names as person_names
from projections.answers.reading import Reading
from projections.replay.rows import entry_of
from rulebooks import LISTS, rulebook
from rulebooks.base import Entry, Peak, Title
from rulebooks.protocol import Rulebook


class Totals(NamedTuple):
    rating: int | None
    beside: Mapping[str, Any]
    games: int
    normal_games: int
    established: bool
    last_on: str | None


def career(reading: Reading, player: str, list_name: str) -> list[Entry]:
    """A player's entries on a list in order, as known, up to the day."""
    return [entry_of(row) for row in reading.rows(player=player, list_name=list_name)]


def totals(entries: Sequence[Entry], list_name: str, edition: str, day: str) -> Totals:
    """The number in force on the day. An opening carries its own count of games, whatever came before it."""
    games = normal = 0
    last_on = None
    for entry in entries:
        change = entry.change
        if change.kind == "opening":
            games = normal = 0
        games += change.games
        normal += change.normal_games
        if change.kind == "unit":
            last_on = entry.on
    if not entries:
        return Totals(None, {}, 0, 0, False, None)
    standing, rules = entries[-1].change.standing, rulebook(list_name)
    shown = rules.shown(standing, day)
    return Totals(shown.rating, shown.beside, games, normal, rules.established(standing, edition), last_on)


def who(reading: Reading, asked: str) -> str:
    """The id that counts for the one asked for; unknown ids are refused."""
    if reading.timeline.player(asked) is None:
        raise NotFound(
            Problem(
                "unknown-player", f"nobody has the id {asked!r}{_then(reading)}", hint="try `selo player find NAME`"
            )
        )
    return reading.timeline.resolve(asked)


def _then(reading: Reading) -> str:
    return "" if reading.known_seq == head(reading.events) else f" as known at seq {reading.known_seq}"


def names(reading: Reading, players: Sequence[str]) -> dict[str, str]:
    return person_names(reading.events, players) if len(players) < 500 else person_names(reading.events)


def peak_dict(peak: Peak | None) -> dict[str, Any] | None:
    return None if peak is None else dict(peak._asdict())


def peak(list_name: str, entries: Sequence[Entry]) -> Peak | None:
    return rulebook(list_name).peak(entries)


def titles(reading: Reading, player: str) -> list[dict[str, Any]]:
    """I, ME and M with day and game: held, earned (awaiting confirmation) or no longer supported (rules 1.6)."""
    list_name = titled_list(reading)
    rules = rulebook(list_name)
    versions = reading.rows(player=player, list_name=list_name, all_versions=True)
    known = _as_known(versions, reading.known_seq)
    reached = {title.title: title for title in rules.titles(known)}
    confirmed = _confirmed(reading, player)
    ranked = [rule.title for rule in rules.title_rules]
    awaited = {rule.title for rule in rules.title_rules if rule.needs_confirmation}
    found = [_status(title, confirmed, awaited) for title in reached.values()]
    found += [
        {"title": name, "on": on, "tournament": None, "game": None, "status": "held"}
        for name, on in confirmed.items()
        if name not in reached
    ]
    lost = _lost(rules, versions, reading, set(reached))
    found = [row for row in found if row["title"] not in lost or row["title"] in reached]
    return sorted([*found, *lost.values()], key=lambda row: ranked.index(row["title"]))


def titled_list(reading: Reading) -> str:
    """The list that gives titles: the first such list the ledger keeps, else the first there is."""
    return next(name for name in (*reading.lists(), *LISTS) if rulebook(name).title_rules)


def _status(title: Title, confirmed: dict[str, str], awaited: set[str]) -> dict[str, Any]:
    """A title that has to be confirmed is only earned until then, unless an opening brought it."""
    awaiting = title.title in awaited and title.tournament is not None and title.title not in confirmed
    row: dict[str, Any] = {**title._asdict(), "status": "earned" if awaiting else "held"}
    if title.title in confirmed:
        row["confirmed_on"] = confirmed[title.title]
    return row


def _confirmed(reading: Reading, player: str) -> dict[str, str]:
    """Titles whose latest decision up to the day is a confirmation."""
    decisions: list[tuple[str, int, str, bool]] = []
    for alias in reading.timeline.aliases(player):
        now = reading.timeline.player(alias)
        for fact in now.facts if now is not None else ():
            if fact.live and isinstance(fact.body, TitleConfirmed | ConfirmationRevoked):
                body = fact.body
                decisions.append((body.on, fact.seq, body.title, isinstance(body, TitleConfirmed)))
    latest = {name: (on, yes) for on, _, name, yes in sorted(decisions) if on <= reading.as_of}
    return {name: on for name, (on, yes) in latest.items() if yes}


def _as_known(versions: Sequence[tuple[Any, ...]], seq: int) -> list[Entry]:
    return [entry_of(row) for row in versions if row[-2] <= seq and (row[-1] is None or row[-1] > seq)]


def _lost(
    rules: Rulebook, versions: Sequence[tuple[Any, ...]], reading: Reading, reached: set[str]
) -> dict[str, dict[str, Any]]:
    """Titles that were reached as known before and are not as known now, with the event that did it."""
    found: dict[str, dict[str, Any]] = {}
    for step in sorted({row[-1] for row in versions if row[-1] is not None and row[-1] <= reading.known_seq}):
        before = {title.title: title for title in rules.titles(_as_known(versions, step - 1))}
        after = {title.title for title in rules.titles(_as_known(versions, step))}
        for name, title in before.items():
            if name not in after and name not in reached:
                event = reading.index.event(step)
                found[name] = {
                    **title._asdict(), "status": "no longer supported", "seq": step,
                    "event": None if event is None else {"kind": event.kind, "target": event.target,
                                                         "reason": event.reason},
                }  # fmt: skip
    return found
