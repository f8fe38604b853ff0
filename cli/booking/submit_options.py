"""The options of `selo submit` that state what a file does not: what each means, and which go together."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click

from cli.options import a_day
from ledger.words import Category, EventKind
from messages import say
from rulebooks import LISTS

if TYPE_CHECKING:
    from desk.files.settings import Settings

F = TypeVar("F", bound=Callable[..., Any])
OPTIONS = (
    click.option("--id", "tournament", metavar="ID", help="The tournament's id."),
    click.option("--name", help="Its name, instead of the one in the file."),
    click.option("--start", metavar="DAY"),
    click.option("--end", metavar="DAY"),
    click.option("--minutes", type=float, metavar="N", help="Minutes for 60 moves."),
    click.option("--time-control", metavar="TC", help="90+30, or stages: 40/90+30:30+30."),
    click.option("--foreign/--domestic", "foreign", default=None, help="Played abroad, or here."),
    click.option("--not-fide-accepted", is_flag=True, help="Abroad, and FIDE does not rate it."),
    click.option("--official", is_flag=True, help="An official representation."),
    click.option("--representative", "representatives", multiple=True, metavar="PLAYER", help="Only they are (2.2)."),
    click.option("--organiser", metavar="NAME", help="Who holds it and answers for it."),
    click.option("--place", metavar="NAME", help="Where it is played."),
    click.option("--arbiter", metavar="PLAYER", help="Who directs it: an id of the register."),
    click.option("--not-accepted", is_flag=True, help="The board has not accepted it (yet): not rated (2.3)."),
    click.option("--age-group", type=click.Choice(["open", "under-14", "under-10"])),
    click.option("--each-game-rated", is_flag=True, help="Every game by itself, on its day."),
    click.option("--order-no", type=int, metavar="N", help="Its place among tournaments with the same days."),
    click.option("--category", type=click.Choice(get_args(Category)), help="Instead of the category computed."),
    click.option("--event-kind", type=click.Choice(get_args(EventKind)), help="May make it category I."),
    click.option("--start-minutes", type=int, metavar="N", help="For the first move."),
    click.option("--total-minutes", type=int, metavar="N", help="For 80 moves."),
    click.option("--stage-from-round", type=int, metavar="N", help="From here on it is the final."),
    click.option("--final-id", "final", metavar="ID", help="The final's id. Default: ID-final."),
    click.option("--round-day", "round_days", multiple=True, metavar="N=DAY", help="A round's day."),
    click.option("--round", type=int, metavar="N", help="The round of a pairing table that does not name it."),
    click.option("--colours", type=click.Choice(["berger", "unknown", "alternate"]), help="Of a table that has none."),
    click.option("--points", type=click.Choice(["usual", "doubled"]), help="Doubled: a win is 2, a draw 1."),
    click.option("--columns", metavar="WHAT=N,...", help="Of a table: round=1,white=2,black=4,result=5."),
    click.option("--encoding", metavar="NAME", help="Of the file, where names look broken: cp1251, cp850, ..."),
    click.option("--sheet", metavar="NAME", help="Of a spreadsheet. Default: the first."),
    click.option("--date-order", type=click.Choice(["dmy", "mdy", "ymd", "ydm"]), help="How the file writes days."),
    click.option("--players-by", type=click.Choice(["fide", "national", "name"]), help="What the ids of the file are."),
    click.option("--map", "maps", multiple=True, metavar="FILE|ROW=ID", help="Who is who: 12=P0042 or 12=new."),
    click.option("--agree", "agreements", multiple=True, metavar="GROUP=N", help="Yes, these N are they: names=87."),
    click.option("--map-out", metavar="FILE", help="Write a map of the rows in doubt, candidates filled in."),
    click.option("--new-ids", metavar="PREFIX", help="New players get PREFIX0001 and so on."),
    click.option("--all-played", is_flag=True, help="PGN: every game of it was played."),
    click.option("--sidecar", metavar="FILE", help="All of this as JSON. Default: FILE.json."),
    click.option("--as-correction", is_flag=True, help="Book what differs from the tournament in the ledger."),
    click.option("--reason", help="Why; it stays in the log. With --as-correction."),
    click.option("--as", "as_what", type=click.Choice(["fide-list", "openings"]), help="A list, not games."),
    click.option("--on", metavar="DAY", callback=a_day, help="The day of the list."),
    click.option("--list", "list_name", type=click.Choice(LISTS), help="The list of the openings."),
    click.option("--all", "everybody", is_flag=True, help="FIDE list: register everybody of --federation."),
    click.option("--federation", metavar="FED", help="FIDE list: with --all, only these."),
)  # fmt: skip


NORWAY = ("category", "event_kind", "start_minutes", "total_minutes")


class SubmitCommand(click.Command):
    """The command `submit`, whose help has the options that only Norway's rules read under a heading of their own."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        own = [shown for p in self.get_params(ctx) if p.name not in NORWAY and (shown := p.get_help_record(ctx))]
        others = [shown for p in self.get_params(ctx) if p.name in NORWAY and (shown := p.get_help_record(ctx))]
        for title, rows in (("Options", own), ("Options of Norway's rules", others)):
            with formatter.section(title):
                formatter.write_dl(rows)


def file_options(command: F) -> F:
    """Add every option that states what a file does not."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


OF_LISTS = ("as_what", "on", "list_name", "everybody", "federation")
OF_BOTH = ("new_ids",)
# options that are a field of the settings as they are
AS_THEY_ARE = ("tournament", "final", "name", "start", "end", "time_control", "age_group", "stage_from_round",
               "round", "colours", "points", "columns", "encoding", "sheet", "date_order", "players_by", "new_ids",
               "order_no", "category", "event_kind", "start_minutes", "total_minutes", "organiser", "place",
               "arbiter")  # fmt: skip
_NAMES = {"tournament": "id", "as_what": "as", "list_name": "list", "everybody": "all", "maps": "map",
          "round_days": "round-day", "final": "final-id", "agreements": "agree",
          "representatives": "representative"}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class FileOptions:
    """The options as click hands them over; None, False and () when they were not given."""

    tournament: str | None
    name: str | None
    start: str | None
    end: str | None
    minutes: float | None
    time_control: str | None
    foreign: bool | None
    not_fide_accepted: bool
    official: bool
    representatives: tuple[str, ...]
    organiser: str | None
    place: str | None
    arbiter: str | None
    not_accepted: bool
    age_group: str | None
    each_game_rated: bool
    order_no: int | None
    category: str | None
    event_kind: str | None
    start_minutes: int | None
    total_minutes: int | None
    stage_from_round: int | None
    final: str | None
    round_days: tuple[str, ...]
    round: int | None
    colours: str | None
    points: str | None
    columns: str | None
    encoding: str | None
    sheet: str | None
    date_order: str | None
    players_by: str | None
    maps: tuple[str, ...]
    agreements: tuple[str, ...]
    map_out: str | None
    new_ids: str | None
    all_played: bool
    sidecar: str | None
    as_correction: bool
    reason: str | None
    as_what: str | None
    on: str | None
    list_name: str | None
    everybody: bool
    federation: str | None

    def given(self, *names: str) -> list[str]:
        """Return which of these options (of all, if none are named) were given, as they were written."""
        options = [field.name for field in fields(self) if not names or field.name in names]
        # `is`: 0 is a value that was given
        absent = (None, False, ())
        given = [name for name in options if not any(getattr(self, name) is value for value in absent)]
        if self.foreign is False and "foreign" in options:
            given.append("domestic")
        return [f"--{_NAMES.get(name, name).replace('_', '-')}" for name in given]

    def check(self) -> None:
        """Refuse an option that would be ignored: it is a slip."""
        about_games = [field.name for field in fields(self) if field.name not in (*OF_LISTS, *OF_BOTH)]
        is_list = self.as_what is not None
        if odd := self.given(*(about_games if is_list else OF_LISTS)):
            raise click.UsageError(
                say("{option} goes with a report or a table, not with a list (--as)", option=odd[0])
                if is_list
                else say("{option} goes with a list: use --as fide-list or --as openings", option=odd[0])
            )
        if self.as_correction != (self.reason is not None):
            raise click.UsageError(say("--as-correction and --reason go together"))

    def settings(self) -> "Settings":
        """Return what the options state of a file of games, checked."""
        from desk.files.settings import settings_of
        from ledger.errors import Where

        stated: dict[str, object] = {name: getattr(self, name) for name in AS_THEY_ARE}
        whole = self.minutes is not None and self.minutes.is_integer()
        stated["minutes"] = int(self.minutes) if self.minutes is not None and whole else self.minutes
        stated["domestic"] = None if self.foreign is None else not self.foreign
        stated["fide_accepted"] = False if self.not_fide_accepted else None
        stated["accepted"] = False if self.not_accepted else None
        # a flag that is not given states nothing: the file beside may still state it
        stated["official_representation"] = self.official or None
        stated["representatives"] = list(self.representatives) or None
        stated["each_game_rated"] = self.each_game_rated or None
        stated["all_played"] = self.all_played or None
        stated["round_days"] = dict(_round_day(text) for text in self.round_days) or None
        stated["agreed"] = dict(_agreement(text) for text in self.agreements) or None
        return settings_of({name: value for name, value in stated.items() if value is not None}, Where("flags"))


def _round_day(text: str) -> tuple[str, str]:
    number, sign, day = text.partition("=")
    if not sign:
        raise click.UsageError(say("--round-day {text}: write it as 3=2024-01-20", text=text))
    return number.strip(), day.strip()


def _agreement(text: str) -> tuple[str, int]:
    group, sign, number = text.partition("=")
    if not sign or not (number.isascii() and number.isdigit()):
        raise click.UsageError(
            say("--agree {text}: write it as names=87, with the number that was asked about", text=text)
        )
    return group.strip(), int(number)
