"""selo show, history, explain, player ratings, player opponents, player versus, player
need, player performance, player show and player find: how their answers read.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.command_frames import option
from cli.output import Column, fields_table, spoken, table, word
from cli.question_commands import Otherwise, question
from messages import Message, counted, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from projections.answers.career import PeakReached
    from projections.answers.players.explain import Explain, ExplainAnswer
    from projections.answers.players.find import FindAnswer
    from projections.answers.players.history import History, HistoryAnswer, HistoryRow
    from projections.answers.players.need import NeedAnswer
    from projections.answers.players.opponents import OpponentsAnswer, Score
    from projections.answers.players.performance import PerformanceAnswer
    from projections.answers.players.ratings import PlayersAnswer
    from projections.answers.players.show import PlayerAnswer, PlayerOnList, ShowAnswer
    from projections.answers.players.versus import VersusAnswer
    from projections.answers.reading import Reading
    from projections.answers.title_states import TitleState
    from rulebooks.protocol import Sheet


def _show(shown: "ShowAnswer") -> Iterator[str]:
    from messages.answer import UNSET

    player = shown.player
    details = "  ".join(
        text for text in (player.federation, player.club, player.born) if text
    )
    yield say(
        "{name} ({id})  {details}",
        name=player.name or say("name erased"),
        id=player.id,
        details=details,
    )

    # a list that shows live ratings needs a column of its own
    live = any(on_list.live is not UNSET for on_list in shown.lists.values())
    heads = ["list", "rating", "", "games", "normal-time", "peak", "reached"]
    if live:
        heads.insert(2, "live")

    rows = []
    for name, one in shown.lists.items():
        cells: list[object] = [
            name,
            "-" if one.rating is None else one.rating,
            _state(one),
            one.games,
            one.normal_games,
            one.peak and one.peak.rating,
            _where(one.peak),
        ]
        if live:
            cells.insert(2, None if one.live is UNSET else one.live)
        rows.append(cells)

    yield from table(heads, rows)
    for title in shown.titles:
        yield f"{title.title}: {word(title.status)} ({_where(title)})"


def _where(reached: "PeakReached | TitleState | None") -> str:
    if reached is None:
        return ""
    parts = (reached.on, reached.tournament, reached.game)
    return " ".join(part for part in parts if part)


def _state(on_list: "PlayerOnList") -> str:
    if isinstance(on_list.struck_off, str):
        return say("struck off")
    if on_list.rating is None:
        # a first rating counts from the next list on
        return say("on the next list") if isinstance(on_list.live, int) else ""
    return say("established") if on_list.established else say("new")


def _details(answered: "PlayerAnswer") -> Iterator[str]:
    from messages.answer import json_value

    for field, value in json_value(answered.player).items():
        if value:
            yield (
                f"{word(field)}:"
                f" {', '.join(value) if isinstance(value, tuple) else value}"
            )


def _people_found(answered: "FindAnswer") -> list[str]:
    if not (answered.rows or answered.tournaments or answered.clubs):
        return [say("nobody by that name, and no tournament or club")]
    columns = ["player", "name", "club", "fide_id"]
    if any(row.earlier_names for row in answered.rows):
        columns.append("earlier_names")
    if any(row.merged_into for row in answered.rows):
        columns.append("merged_into")

    lines = [
        *_headed_table(answered.rows, columns),
        *_headed_table(answered.tournaments, ("tournament", "name", "start", "end")),
        *_headed_table(answered.clubs, ("club", "members")),
    ]
    lines = lines[1:]  # above the first table stands no empty line
    left_out = answered.more_tournaments + answered.more_clubs
    if left_out:
        lines.append(_left_out(left_out))
    return lines


def _headed_table(rows: "Sequence[object]", fields: "Iterable[str]") -> list[str]:
    """Return an empty line and a table of the rows, headed by the names of the fields as
    JSON has them; nothing without rows.
    """
    if not rows:
        return []
    return ["", *fields_table(rows, *((field, field) for field in fields))]


def _left_out(count: int) -> Message:
    return counted(
        "{count} more is not shown: add another part of the name",
        "{count} more are not shown: add another part of the name",
        count,
    )


def _history(answered: "HistoryAnswer") -> list[str]:
    if not answered.rows:
        return [say("no entry on {list}", list=answered.list)]
    columns: list[Column] = [
        "on",
        ("unit", _unit),
        "before after games score expected",
        ("K", "coefficient"),
        "bonus seq",
    ]
    has_versions = isinstance(answered.rows[0].known_from, int)
    if has_versions:
        columns.append("known_from known_to")
    return fields_table(answered.rows, *columns)


def _unit(row: "HistoryRow") -> str:
    if row.kind == "elo-step":
        return say("{unit} (Elo taken as selo)", unit=row.unit)
    return row.unit


def _course(reading: "Reading", asked: "History", answered: "HistoryAnswer") -> str:
    from projections.answers.lists.published import lists
    from projections.answers.players.history import history
    from projections.charts.history import history_chart

    if asked.list_name:
        names = [asked.list_name]
    else:
        names = reading.lists()
    answers = [history(reading, asked.player, name, True) for name in names]
    # lists without any entry are drawn only if all are
    with_entries = [answer for answer in answers if answer.rows]
    published = lists(reading, asked.list_name).rows
    return history_chart(
        with_entries or answers, published, alone=True, period=asked.period
    )


def _explanation_with_lines(
    reading: "Reading", asked: "Explain"
) -> "tuple[ExplainAnswer, Iterable[str]]":
    from projections.answers.players.explain import explain

    answered, sheets = explain(reading, asked.player, asked.tournament, asked.list_name)
    return answered, _sheets(answered, sheets)


def _sheets(answered: "ExplainAnswer", sheets: "list[Sheet]") -> Iterator[str]:
    for number, sheet in enumerate(sheets):
        if number:
            yield ""
        yield from sheet.lines(spoken)

    if answered.not_rated and sheets:
        yield ""
    for row in answered.not_rated:
        what = say(
            "game {game} with {opponent} ({result})",
            game=row.game,
            opponent=row.opponent,
            result=row.result,
        )
        if row.section:
            why = say("{sentence} ({section})", sentence=row.why, section=row.section)
        else:
            why = row.why

        named = {"what": what if row.game else answered.player.id, "why": why}
        if row.list:
            yield say("{what} was not rated on {list}: {why}", list=row.list, **named)
        else:
            yield say("{what} was not rated: {why}", **named)


def _need(answered: "NeedAnswer") -> Iterator[str]:
    who = answered.name or answered.player
    yield counted(
        "{who}: {rating} on {list}, {count} game against {average} on average",
        "{who}: {rating} on {list}, {count} games against {average} on average",
        answered.games,
        who=who,
        rating=answered.rating,
        list=answered.list,
        average=answered.average,
    )

    yield from fields_table(answered.opponents, "player name rating")
    yield ""

    if answered.score is None:
        yield say("no score against them reaches {target}", target=answered.target)
    else:
        yield say(
            "{score} of {games} points reach {target}: the rating would be {new}",
            score=answered.score,
            games=answered.games,
            target=answered.target,
            new=answered.new,
        )

    yield from fields_table(answered.rows, "score new")


def _opponents(answered: "OpponentsAnswer") -> Iterator[str]:
    if not answered.rows:
        if answered.list is None:
            yield say("no game")
        else:
            yield say("no rated game on {list}", list=answered.list)
        return
    yield from fields_table(
        answered.rows,
        "player name games won drawn lost score",
        ("last met", "last_played"),
    )
    yield say(
        "with White {white}, with Black {black}",
        white=_points(answered.white),
        black=_points(answered.black),
    )


def _versus(answered: "VersusAnswer") -> Iterator[str]:
    one, other = (
        person.name or person.id for person in (answered.player, answered.opponent)
    )
    yield say(
        "{player} against {opponent}: {score}",
        player=one,
        opponent=other,
        score=_points(answered.score),
    )

    rows = [
        (
            name,
            on_list.rating,
            on_list.opponent_rating,
            on_list.expected,
            on_list.opponent_expected,
            _points(on_list.score),
        )
        for name, on_list in answered.lists.items()
    ]
    yield from table(
        (
            "list",
            "rating",
            "opponent rating",
            "expected",
            "opponent expected",
            "rated games",
        ),
        rows,
    )

    if answered.games:
        yield ""
        yield from fields_table(
            answered.games,
            "on tournament game",
            ("colour", lambda game: word(game.colour)),
            "result score lists",
        )


def _points(score: "Score") -> Message:
    return say("{sum} of {games}", sum=f"{score.score:g}", games=score.games)


def _performance(answered: "PerformanceAnswer") -> Iterator[str]:
    days = say("{first} to {last}", first=answered.first_day, last=answered.last_day)
    yield say(
        "{name}: {sum} of {games} against {average} on average, {days}",
        name=answered.player.name,
        sum=f"{answered.score:g}",
        games=answered.games,
        average=answered.average,
        days=days,
    )
    if answered.performance is None:
        yield say("performance none: 0 or 100 percent")
    else:
        by = "" if answered.method == "exact" else f" ({answered.method})"
        known = {"performance": f"{answered.performance}{by}"}
        if answered.reliable:
            yield say("performance {performance}, reliable", **known)
        else:
            yield say("performance {performance}, not reliable (5.5)", **known)


def _players(answered: "PlayersAnswer") -> Iterator[str]:
    if answered.rows:
        yield from fields_table(
            answered.rows, "player name list rating games last_played"
        )
    if answered.unknown:
        yield say("nobody has the ids {names}", names=", ".join(answered.unknown))


PLAYERS = "projections.answers.players"
show_command = question(f"{PLAYERS}.show:Show", text=_show)
player_ratings_command = question(f"{PLAYERS}.ratings:Players", text=_players)
player_show_command = question(f"{PLAYERS}.show:PlayerShow", text=_details)
player_find_command = question(f"{PLAYERS}.find:PlayerFind", text=_people_found)
history_command = question(f"{PLAYERS}.history:History", text=_history, picture=_course)
explain_command = question(
    f"{PLAYERS}.explain:Explain",
    otherwise=Otherwise(answer_with_lines=_explanation_with_lines),
)
player_opponents_command = question(f"{PLAYERS}.opponents:Opponents", text=_opponents)
player_versus_command = question(f"{PLAYERS}.versus:Versus", text=_versus)
player_performance_command = question(
    f"{PLAYERS}.performance:Performance", text=_performance
)
_AGAINST = option(
    "--against",
    "reads_well",
    is_flag=True,
    expose_value=False,
    help="Optional: put it before the opponents to make the line easier to read.",
)
player_need_command = question(
    f"{PLAYERS}.need:Need", text=_need, otherwise=Otherwise(more=(_AGAINST,))
)
