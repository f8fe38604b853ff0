"""selo show, history, explain, need, opponents, performance, player show and player find: how their answers read."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.asking import question
from cli.output import fields_table, table
from messages import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from projections.answers.career import PeakReached
    from projections.answers.players.details import FindAnswer, PlayerAnswer
    from projections.answers.players.explain import Explain, ExplainAnswer
    from projections.answers.players.history import History, HistoryAnswer, HistoryRow
    from projections.answers.players.need import NeedAnswer
    from projections.answers.players.opponents import OpponentsAnswer, Score
    from projections.answers.players.performance import PerformanceAnswer
    from projections.answers.players.show import PlayerOnList, ShowAnswer
    from projections.answers.reading import Reading
    from rulebooks.protocol import Sheet


def _show(shown: "ShowAnswer") -> Iterator[str]:
    from messages.answer import UNSET

    player = shown.player
    details = "  ".join(text for text in (player.federation, player.club, player.born) if text)
    yield f"{player.name or 'name erased'} ({player.id})  {details}"
    # a list that shows live ratings needs a column of its own
    live = any(on_list.live is not UNSET for on_list in shown.lists.values())
    rows = [
        (
            name,
            on_list.rating if on_list.rating is not None else "-",
            *([on_list.live if on_list.live is not UNSET else None] if live else []),
            _state(on_list),
            on_list.games,
            on_list.normal_games,
            on_list.peak.rating if on_list.peak else None,
            _where(on_list.peak),
        )
        for name, on_list in shown.lists.items()
    ]
    headings = ("list", "rating", *(("live",) if live else ()), "", "games", "normal-time", "peak", "reached")
    yield from table(headings, rows)
    for title in shown.titles:
        reached = " ".join(part for part in (title.on, title.tournament, title.game) if part)
        yield f"{title.title}: {title.status} ({reached})"


def _where(peak: "PeakReached | None") -> str:
    return "" if peak is None else " ".join(part for part in (peak.on, peak.tournament, peak.game) if part)


def _state(on_list: "PlayerOnList") -> str:
    if isinstance(on_list.struck_off, str):
        return "struck off"
    if on_list.rating is None:
        # a first rating counts from the next list on
        return "on the next list" if isinstance(on_list.live, int) else ""
    return "established" if on_list.established else "new"


def _details(answered: "PlayerAnswer") -> Iterator[str]:
    from messages.answer import plain

    for field, value in plain(answered.player).items():
        if value:
            yield f"{field}: {', '.join(value) if isinstance(value, tuple) else value}"


def _found(answered: "FindAnswer") -> list[str]:
    if not answered.rows:
        return ["nobody by that name"]
    more = [name for name in ("earlier_names", "merged_into") if any(getattr(row, name) for row in answered.rows)]
    shown = ("player", "name", "club", "fide_id", *more)
    return fields_table(answered.rows, shown, shown)


def _history(answered: "HistoryAnswer") -> list[str]:
    if not answered.rows:
        return [f"no entry on {answered.list}"]
    shown = ("on", "unit", "before", "after", "games", "score", "expected", "coefficient", "bonus", "seq")
    versions = ("known_from", "known_to") if isinstance(answered.rows[0].known_from, int) else ()
    headings = ["K" if field == "coefficient" else field.replace("_", " ") for field in (*shown, *versions)]
    return table(
        headings,
        [[_unit(row) if field == "unit" else getattr(row, field) for field in (*shown, *versions)]
         for row in answered.rows],
    )  # fmt: skip


def _unit(row: "HistoryRow") -> str:
    return f"{row.unit} (Elo taken as selo)" if row.kind == "elo-step" else row.unit


def _course(reading: "Reading", asked: "History", answered: "HistoryAnswer") -> str:
    from projections.answers.lists.published import lists
    from projections.answers.players.history import history
    from projections.charts.history import history_chart

    names = [asked.list_name] if asked.list_name else reading.lists()
    answers = [history(reading, asked.player, name, True) for name in names]
    published = lists(reading, asked.list_name).rows
    return history_chart([one for one in answers if one.rows] or answers, published, alone=True)


def _explained(reading: "Reading", asked: "Explain") -> "tuple[ExplainAnswer, Iterable[str]]":
    from projections.answers.players.explain import explain

    answered, sheets = explain(reading, asked.player, asked.tournament, asked.list_name)
    return answered, _sheets(answered, sheets)


def _sheets(answered: "ExplainAnswer", sheets: "list[Sheet]") -> Iterator[str]:
    for number, sheet in enumerate(sheets):
        if number:
            yield ""
        yield from sheet.lines()
    if answered.not_rated and sheets:
        yield ""
    for row in answered.not_rated:
        what = f"game {row.game} with {row.opponent} ({row.result})" if row.game else answered.player.id
        section = f" ({row.section})" if row.section else ""
        where = f" on {row.list}" if row.list else ""
        yield f"{what} was not rated{where}: {row.why}{section}"


def _need(answered: "NeedAnswer") -> Iterator[str]:
    who = answered.name or answered.player
    yield f"{who}: {answered.rating} on {answered.list}, {answered.games} games against {answered.average} on average"
    yield from fields_table(answered.opponents, ("player", "name", "rating"))
    yield ""
    if answered.score is None:
        yield f"no score against them reaches {answered.target}"
    else:
        yield f"{answered.score} of {answered.games} points reach {answered.target}: the rating would be {answered.new}"
    yield from fields_table(answered.rows, ("score", "new"))


def _opponents(answered: "OpponentsAnswer") -> Iterator[str]:
    if not answered.rows:
        yield "no game" if answered.list is None else f"no rated game on {answered.list}"
        return
    shown = ("player", "name", "games", "won", "drawn", "lost", "score", "last")
    yield from fields_table(answered.rows, shown, (*shown[:-1], "last met"))
    yield f"with White {_points(answered.white)}, with Black {_points(answered.black)}"


def _points(score: "Score") -> str:
    return f"{score.score:g} of {score.games}"


def _performance(answered: "PerformanceAnswer") -> Iterator[str]:
    days = say("{low} to {high}", low=answered.first_day, high=answered.last_day)
    yield (
        f"{answered.player.name}: {answered.score:g} of {answered.games} against {answered.average} on average, {days}"
    )
    if answered.performance is None:
        yield "performance none: 0 or 100 percent"
    else:
        by = "" if answered.method == "exact" else f" ({answered.method})"
        yield f"performance {answered.performance}{by}, {'reliable' if answered.reliable else 'not reliable (5.5)'}"


PLAYERS = "projections.answers.players"
show_command = question(f"{PLAYERS}.show:Show", text=_show)
player_show = question(f"{PLAYERS}.details:PlayerShow", text=_details)
player_find = question(f"{PLAYERS}.details:PlayerFind", text=_found)
history_command = question(f"{PLAYERS}.history:History", text=_history, picture=_course)
explain_command = question(f"{PLAYERS}.explain:Explain", told=_explained)
opponents_command = question(f"{PLAYERS}.opponents:Opponents", text=_opponents)
performance_command = question(f"{PLAYERS}.performance:Performance", text=_performance)
_AGAINST = click.Option(
    ["--against", "reads_well"], is_flag=True, expose_value=False, help="Before the opponents, so that it reads well."
)
need_command = question(f"{PLAYERS}.need:Need", text=_need, more=(_AGAINST,))
