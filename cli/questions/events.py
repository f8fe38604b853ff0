"""selo log, event, impact, diff, tournament, tournaments, prove and rules: how their answers read."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.asking import question
from cli.output import fields_table, signed, table
from messages import say

if TYPE_CHECKING:
    from projections.answers.career import PeakReached
    from projections.answers.events.diff import DiffAnswer
    from projections.answers.events.event import EventAnswer
    from projections.answers.events.impact import ImpactAnswer, TitleReached
    from projections.answers.events.log import LogAnswer
    from projections.answers.tournaments.tournament import TournamentAnswer, TournamentGame, TournamentsAnswer

WIDEST = 70  # letters of what an event changed
SHOWN = 20


def _log(answered: "LogAnswer") -> list[str]:
    rows = [
        (event.seq, _minute(event.recorded_at), event.actor, event.kind, event.target, _cut(event.text), event.reason)
        for event in answered.events
    ]
    return table(("seq", "recorded_at", "actor", "kind", "target", "changed", "reason"), rows)


def _cut(text: str) -> str:
    """A line of a table is not for everything."""
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 3]}..."


def _minute(moment: str) -> str:
    """A moment to the minute, for reading."""
    return moment[:16].replace("T", " ")


def _event(answered: "EventAnswer") -> Iterator[str]:
    yield f"seq {answered.seq}: {answered.kind} {answered.target}"
    yield f"recorded {_minute(answered.recorded_at)} by {answered.actor}"
    for word, text in (("reason", answered.reason), ("note", answered.note)):
        if text:
            yield f"{word}: {text}"
    yield ""
    for change in answered.changes:
        yield f"  {change.text}"
    moved = [row for row in answered.rows if row.before != row.after]
    first, last = answered.submission[0], answered.submission[-1]
    together = f" (together with seq {first} to {last})" if first != last else ""
    yield ""
    yield f"it moved {len(moved)} ratings{together}" if moved else f"it moved no rating{together}"
    if moved:
        yield from fields_table(moved[:SHOWN], ("player", "name", "list", "on", "unit", "before", "after"))
    if len(moved) > SHOWN:
        yield f"and {len(moved) - SHOWN} more: selo impact {answered.seq}"


def _impact(value: "ImpactAnswer") -> Iterator[str]:
    for event in value.events:
        yield f"seq {event.seq}: {event.kind} {event.target} {event.reason or ''}".rstrip()
    if value.rows:
        yield ""
        yield from fields_table(value.rows, ("player", "name", "list", "on", "unit", "before", "after", "note"))
    elif not value.accepted:
        yield "no rating changed"
    if value.accepted:
        yield ""
        yield "current ratings that the corrected rules moved:"
        yield from fields_table(value.accepted, ("player", "name", "list", "before", "after"))
    for peak in value.peaks:
        yield f"peak of {peak.player} on {peak.list}: {_peak(peak.before)} -> {_peak(peak.after)}"
    for title in value.titles:
        yield f"title {title.title} of {title.player}: {_title(title.before)} -> {_title(title.after)}"


def _peak(peak: "PeakReached | None") -> str:
    if peak is None:
        return "none"
    return f"{peak.rating} ({' '.join(filter(None, (peak.on, peak.tournament)))})"


def _title(title: "TitleReached | None") -> str:
    return "not reached" if title is None else f"reached {title.on} {title.tournament or ''}".rstrip()


def _reach(reading: object, asked: object, value: "ImpactAnswer") -> str:
    from projections.charts.impacted import impacted

    return impacted(value)


def _diff(value: "DiffAnswer") -> list[str]:
    if not value.rows:
        return ["nothing moved"]
    heads = ("seq", "events", "kind", "target", "player", "name", "list", "before", "after", "change")
    return table(heads, [
        (row.seq, row.events, row.kind, row.target, row.player, row.name, row.list, row.before, row.after,
         signed(row.change))
        for row in value.rows
    ])  # fmt: skip


def _tournament(answered: "TournamentAnswer") -> Iterator[str]:
    header = answered.header
    time = header.time_control or f"{header.minutes} min"
    yield f"{header.name} ({header.id})  {header.start} to {header.end}  {time}  version {answered.version}"
    for name, category in answered.categories.items():
        if category is not None:
            yield f"category {category} on {name}"
    if answered.withdrawn:
        yield "withdrawn: nothing in it counts"
    yield ""
    yield from _crosstable(answered)
    yield ""
    games = [
        (game.game, game.on, _whom(game.white, game.white_name), game.result, _whom(game.black, game.black_name),
         " ".join(game.lists) or "not rated", _why(game))
        for game in answered.games
    ]  # fmt: skip
    yield from table(("game", "on", "white", "result", "black", "rated", ""), games)
    for row in answered.not_rated:
        sentence = _reason(row.why, row.section)
        yield say("{player} is not rated on {list}: {sentence}", player=row.player, list=row.list, sentence=sentence)


def _whom(player: str, name: str | None) -> str:
    return f"{player} {name}" if name else player


def _crosstable(answered: "TournamentAnswer") -> list[str]:
    """Two columns a list that anybody has a rating on."""
    lists = sorted({name for row in answered.crosstable for name in row.lists}, reverse=True)
    rows = []
    for row in answered.crosstable:
        ratings = [
            rating
            for name in lists
            for rating in ((row.lists[name].before, row.lists[name].after) if name in row.lists else (None, None))
        ]
        rows.append((row.player, row.name, f"{row.points:g}", row.games, *ratings))
    headings = [f"{name} {side}" for name in lists for side in ("before", "after")]
    return table(("player", "name", "points", "games", *headings), rows)


def _why(game: "TournamentGame") -> str:
    """One reason if all lists agree on a game that is on none; otherwise one per list."""
    if not game.lists and len({reason.why for reason in game.not_on}) < 2:
        return _reason(game.why, game.section)
    return "; ".join(f"not on {reason.list}: {_reason(reason.why, reason.section)}" for reason in game.not_on)


def _reason(why: str | None, section: str | None) -> str:
    return "" if not why else f"{why} ({section})" if section else why


def _tournaments(answered: "TournamentsAnswer") -> list[str]:
    from messages.answer import columns
    from projections.answers.tournaments.tournament import TournamentRow

    return fields_table(answered.rows, columns(TournamentRow)) if answered.rows else ["no tournaments"]


EVENTS, TOURNAMENTS = "projections.answers.events", "projections.answers.tournaments"
log_command = question(f"{EVENTS}.log:Log", text=_log)
event_command = question(f"{EVENTS}.event:EventAsked", text=_event)
impact_command = question(f"{EVENTS}.impact:Impact", text=_impact, picture=_reach)
diff_command = question(f"{EVENTS}.diff:Diff", text=_diff)
tournament_command = question(f"{TOURNAMENTS}.tournament:Tournament", text=_tournament)
tournaments_command = question(f"{TOURNAMENTS}.tournament:Tournaments", text=_tournaments)
