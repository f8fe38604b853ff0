"""selo log, log event, log impact, log diff, tournament and tournament list: how their
answers read.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.output import CHANGE, Column, fields_table, spoken, table, table_of_rows
from cli.question_commands import question
from messages import NOTHING, Message, counted, joined_message, say

if TYPE_CHECKING:
    from projections.answers.career import PeakReached
    from projections.answers.events.changed import EventAnswer
    from projections.answers.events.impact import ImpactAnswer, TitleReached
    from projections.answers.events.log import LogAnswer
    from projections.answers.tournaments.crosstable import (
        ReportedStanding,
        TournamentReported,
    )
    from projections.answers.tournaments.tournament import (
        TournamentAnswer,
        TournamentGame,
    )

WIDEST = 70  # characters of what an event changed
SHOWN = 20


def _log(answered: "LogAnswer") -> list[str]:
    return fields_table(
        answered.events,
        "seq",
        ("recorded_at", lambda event: _minute(event.recorded_at)),
        "actor kind target",
        ("changed", lambda event: _cut(spoken(event.text))),
        "reason",
    )


def _cut(text: str) -> str:
    """Cut a text to the width of a table's column."""
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 3]}..."


def _minute(moment: str) -> str:
    """Write a moment to the minute, for reading."""
    return moment[:16].replace("T", " ")


def _event(answered: "EventAnswer") -> Iterator[str]:
    yield say(
        "seq {seq}: {kind} {target}",
        seq=answered.seq,
        kind=answered.kind,
        target=answered.target,
    )
    yield say(
        "recorded {moment} by {actor}",
        moment=_minute(answered.recorded_at),
        actor=answered.actor,
    )
    if answered.reason:
        yield say("reason: {words}", words=answered.reason)
    if answered.note:
        yield say("note: {words}", words=answered.note)

    yield ""
    for change in answered.changes:
        yield say("  {sentence}", sentence=change.text)
    from projections.answers.events.impact import with_moved_rating

    moved = with_moved_rating(answered.rows)
    first, last = answered.submitted[0], answered.submitted[-1]
    together = NOTHING
    if first != last:
        together = say(" (together with seq {low} to {high})", low=first, high=last)

    yield ""
    if not moved:
        yield say("it moved no rating{together}", together=together)
    else:
        yield counted(
            "it moved {count} rating{together}",
            "it moved {count} ratings{together}",
            len(moved),
            together=together,
        )
        yield from fields_table(
            moved[:SHOWN],
            "player name list on unit",
            ("before", "rating_before"),
            ("after", "rating_after"),
        )

    if answered.units:
        yield say(
            "its submission reached {units}: selo log impact {seq}",
            units=_units(answered.units),
            seq=answered.seq,
        )
    elif len(moved) > SHOWN:
        yield say(
            "and {count} more: selo log impact {seq}",
            count=len(moved) - SHOWN,
            seq=answered.seq,
        )


def _units(count: int) -> Message:
    return counted("{count} tournament or fact", "{count} tournaments and facts", count)


def _impact(value: "ImpactAnswer") -> Iterator[str]:
    for event in value.events:
        target = f"{event.target} {event.reason or ''}".rstrip()
        yield say(
            "seq {seq}: {kind} {target}", seq=event.seq, kind=event.kind, target=target
        )

    if value.rows:
        yield ""
        yield from fields_table(
            value.rows, "player name list on unit before after note"
        )
    elif not value.accepted and not value.accepted_titles:
        yield say("no rating changed")

    if value.accepted:
        yield ""
        yield say("current ratings that the corrected rules moved:")
        yield from fields_table(value.accepted, "player name list before after")

    if value.accepted_titles:
        yield ""
        yield say("titles that the corrected rules moved:")
        yield from fields_table(value.accepted_titles, "player name title before after")

    for peak in value.peaks:
        yield say(
            "peak of {player} on {list}: {before} -> {after}",
            player=peak.player,
            list=peak.list,
            before=_peak(peak.before),
            after=_peak(peak.after),
        )

    for title in value.titles:
        yield say(
            "title {title} of {player}: {before} -> {after}",
            title=title.title,
            player=title.player,
            before=_title(title.before),
            after=_title(title.after),
        )

    if value.rest and value.units:
        yield say(
            "only a part is shown: the event reached {units}; for the rest: selo log"
            " impact {seq} --after {rest}",
            units=_units(value.units),
            seq=value.seq,
            rest=value.rest,
        )


def _peak(peak: "PeakReached | None") -> str:
    if peak is None:
        return say("none")
    return f"{peak.rating} ({' '.join(filter(None, (peak.on, peak.tournament)))})"


def _title(title: "TitleReached | None") -> Message:
    if title is None:
        return say("not reached")
    where = f" {title.tournament}" if title.tournament else ""
    return say("reached {day}{where}", day=title.on, where=where)


def _tournament(answered: "TournamentAnswer") -> Iterator[str]:
    header = answered.header
    time = header.time_control or f"{header.minutes} min"
    yield say(
        "{name} ({id})  {start} to {end}  {time}  version {version}",
        name=header.name,
        id=header.id,
        start=header.start,
        end=header.end,
        time=time,
        version=answered.version,
    )

    for name, category in answered.categories.items():
        if category is not None:
            yield say("category {category} on {list}", category=category, list=name)
    if answered.withdrawn:
        yield say("withdrawn: nothing in it counts")
    yield from _circumstances(answered)
    yield ""
    yield from _crosstable(answered)
    yield ""

    if answered.reported is not None and any(
        _has_reported_fields(row) for row in answered.reported.rows
    ):
        yield from _reported(answered.reported)
        yield ""

    columns: list[Column] = [
        "game on",
        ("white", lambda game: _id_and_name(game.white, game.white_name)),
        "result",
        ("black", lambda game: _id_and_name(game.black, game.black_name)),
        ("rated", lambda game: " ".join(game.lists) or say("not rated")),
        ("", _why),
    ]
    yield from fields_table(answered.games, *columns)

    for row in answered.not_rated:
        sentence = _reason(row.why, row.section)
        yield say(
            "{player} is not rated on {list}: {sentence}",
            player=row.player,
            list=row.list,
            sentence=sentence,
        )


def _circumstances(answered: "TournamentAnswer") -> Iterator[Message]:
    """Say who holds the tournament and where, who plays on an official mission, and
    what was decided of it.
    """
    from ledger.decisions import value_in_sentence

    header = answered.header
    if header.organiser:
        yield say("organiser: {name}", name=header.organiser)
    if header.place:
        yield say("place: {name}", name=header.place)

    if answered.arbiter is not None:
        yield say(
            "arbiter: {player}",
            player=_id_and_name(answered.arbiter.player, answered.arbiter.name),
        )

    if answered.representatives:
        players = ", ".join(
            _id_and_name(row.player, row.name) for row in answered.representatives
        )
        yield say("on an official mission: {players}", players=players)

    for row in answered.decisions:
        where = NOTHING
        if row.resolution:
            where = say(" ({resolution})", resolution=row.resolution)
        words = value_in_sentence(row.about, "about")
        yield say(
            "decided on {day} by {name}{where}: {words}",
            day=row.on,
            name=row.by,
            where=where,
            words=words,
        )


def _id_and_name(player: str, name: str | None) -> str:
    return f"{player} {name}" if name else player


def _crosstable(answered: "TournamentAnswer") -> list[str]:
    """Make the crosstable, with two columns for each list that anybody has a rating on."""
    names: set[str] = set()
    for row in answered.crosstable:
        names.update(row.lists)
    lists = sorted(names, reverse=True)

    headings: list[Message | str] = ["player", "name", "points", "games"]
    for name in lists:
        headings.append(say("{list} before", list=name))
        headings.append(say("{list} after", list=name))

    rows = []
    for row in answered.crosstable:
        ratings: list[int | None] = []
        for name in lists:
            if name in row.lists:
                rating = row.lists[name]
                ratings += (rating.before, rating.after)
            else:
                ratings += (None, None)
        points = f"{row.points:g}"
        rows.append((row.player, row.name, points, row.games, *ratings))
    return table(headings, rows)


def _has_reported_fields(row: "ReportedStanding") -> bool:
    return row.points is not None or row.rank is not None or bool(row.cells)


def _reported(reported: "TournamentReported") -> Iterator[str]:
    """Make the table as it was reported, beside what games and byes add up to."""
    if reported.stands:
        yield say("as reported:")
    else:
        yield say("as reported, before games were changed:")
    yield from fields_table(
        reported.rows,
        "rank player name",
        ("points", lambda row: _points(row.points)),
        ("games and byes", lambda row: _points(row.counted)),
        ("no game in rounds", _rounds_without_game),
    )


def _rounds_without_game(row: "ReportedStanding") -> str:
    """Write each round in which somebody had no game, with its mark: `3:H 5:Z`."""
    return " ".join(f"{number}:{mark}" for number, mark in row.cells.items())


def _points(points: float | None) -> str | None:
    if points is None:
        return None
    return f"{points:g}"


def _why(game: "TournamentGame") -> Message:
    """Say why a game is on no list: one reason if all lists agree; otherwise one per
    list.
    """
    if not game.lists and len({reason.why for reason in game.not_on}) < 2:
        return _reason(game.why, game.section)
    return joined_message(
        say(
            "not on {list}: {sentence}",
            list=reason.list,
            sentence=_reason(reason.why, reason.section),
        )
        for reason in game.not_on
    )


def _reason(why: Message | None, section: str | None) -> Message:
    if not why:
        return NOTHING
    if section:
        return say("{sentence} ({section})", sentence=why, section=section)
    return why


EVENTS, TOURNAMENTS = "projections.answers.events", "projections.answers.tournaments"
log_command = question(f"{EVENTS}.log:Log", text=_log)
log_event_command = question(f"{EVENTS}.changed:EventAsked", text=_event)
log_impact_command = question(
    f"{EVENTS}.impact:Impact",
    text=_impact,
    picture="projections.charts.impacted:impacted",
)
_DIFF = table_of_rows(
    say("nothing moved"), "seq events kind target player name list before after", CHANGE
)
log_diff_command = question(f"{EVENTS}.changed:Diff", text=_DIFF)
tournament_command = question(f"{TOURNAMENTS}.tournament:Tournament", text=_tournament)
tournament_list_command = question(
    f"{TOURNAMENTS}.tournament:Tournaments", text=table_of_rows(say("no tournaments"))
)
