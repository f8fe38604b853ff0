"""selo submit: what a file does not state is stated by options."""

import operator
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, get_args

import click

from cli.command_frames import argument, command, option
from cli.options import a_day, ledger_path, preview_option, slip_options
from cli.output import bar, talk
from ledger.field_types import Category, EventKind
from messages import say
from rulebooks import LISTS

if TYPE_CHECKING:
    from desk.file_proposals import GivenSettings
    from desk.files.settings import Settings
    from desk.games.proposal import GamesProposal
    from desk.games.report import FilesSubmitted, FileSubmitted
    from desk.ledger_view import LedgerView
    from desk.lists.answers import ListSubmitted
    from desk.named_files import NamedFiles
    from desk.outcomes import Outcome, Submitted
    from desk.submit import PreparedSubmission

OPTIONS = {
    one.name or "": one
    for one in (
        option("--id", "tournament", metavar="ID", help="The tournament's id."),
        option("--name", help="Its name, instead of the one in the file."),
        option("--start", metavar="DAY"),
        option("--end", metavar="DAY"),
        option("--minutes", type=float, metavar="N", help="Minutes for 60 moves."),
        option(
            "--time-control", metavar="TC", help="90+30, or stages: 40/90+30:30+30."
        ),
        option(
            "--foreign/--domestic",
            "foreign",
            default=None,
            help="Played abroad, or here.",
        ),
        option(
            "--not-fide-accepted",
            is_flag=True,
            help="Abroad, and FIDE does not rate it.",
        ),
        option("--official", is_flag=True, help="An official representation."),
        option(
            "--representative",
            "representatives",
            multiple=True,
            metavar="PLAYER",
            help="A player whom the federation sent (2.2); repeat it for each.",
        ),
        option("--organiser", metavar="NAME", help="Who holds it and answers for it."),
        option("--place", metavar="NAME", help="Where it is played."),
        option(
            "--arbiter", metavar="PLAYER", help="Who directs it: an id of the register."
        ),
        option(
            "--not-accepted",
            is_flag=True,
            help="The board has not accepted it (yet): not rated (2.3).",
        ),
        option(
            "--venue",
            type=click.Choice(["board", "online"]),
            help="Where the games were played, if the file may be of a server.",
        ),
        option("--age-group", type=click.Choice(["open", "under-14", "under-10"])),
        option(
            "--each-game-rated", is_flag=True, help="Every game by itself, on its day."
        ),
        option(
            "--order-no",
            type=int,
            metavar="N",
            help="Its place among tournaments with the same days.",
        ),
        option(
            "--category",
            type=click.Choice(get_args(Category)),
            help="Instead of the category computed.",
        ),
        option(
            "--event-kind",
            type=click.Choice(get_args(EventKind)),
            help="May make it category I.",
        ),
        option("--start-minutes", type=int, metavar="N", help="For the first move."),
        option("--total-minutes", type=int, metavar="N", help="For 80 moves."),
        option(
            "--stage-from-round",
            type=int,
            metavar="N",
            help="From here on it is the final.",
        ),
        option(
            "--final-id",
            "final",
            metavar="ID",
            help="The final's id. Default: ID-final.",
        ),
        option(
            "--round-day",
            "round_days",
            multiple=True,
            metavar="N=DAY",
            help="A round's day.",
        ),
        option(
            "--round",
            type=int,
            metavar="N",
            help="The round of a pairing table or PGN that does not name it.",
        ),
        option(
            "--other-rounds",
            type=click.Choice(["stay", "struck"]),
            help="What happens to rounds that only the ledger has.",
        ),
        option(
            "--colours",
            type=click.Choice(["berger", "unknown", "alternate"]),
            help="Who has White, if the table does not say.",
        ),
        option(
            "--points",
            type=click.Choice(["usual", "doubled"]),
            help="Doubled: a win is 2, a draw 1.",
        ),
        option(
            "--columns",
            metavar="WHAT=N,...",
            help="Of a table: round=1,white=2,black=4,result=5.",
        ),
        option(
            "--encoding",
            metavar="NAME",
            help="Of the file, where names look broken: cp1251, cp850, ...",
        ),
        option("--sheet", metavar="NAME", help="Of a spreadsheet. Default: the first."),
        option(
            "--date-order",
            type=click.Choice(["dmy", "mdy", "ymd", "ydm"]),
            help="How the file writes days.",
        ),
        option(
            "--players-by",
            type=click.Choice(["fide", "national", "name"]),
            help="What the ids of the file are.",
        ),
        option(
            "--map",
            "maps",
            multiple=True,
            metavar="FILE|ROW=ID",
            help="Who is who: 12=P0042 or 12=new.",
        ),
        option(
            "--agree",
            "agreements",
            multiple=True,
            metavar="GROUP=N",
            help="Say yes to a question about N rows: names=87.",
        ),
        option(
            "--map-out",
            metavar="FILE",
            help="Write a map of the rows in doubt, candidates filled in.",
        ),
        option(
            "--new-ids", metavar="PREFIX", help="New players get PREFIX0001 and so on."
        ),
        option("--all-played", is_flag=True, help="PGN: every game of it was played."),
        option(
            "--sidecar", metavar="FILE", help="All of this as JSON. Default: FILE.json."
        ),
        option(
            "--as-correction",
            is_flag=True,
            help="Book what differs from the tournament in the ledger.",
        ),
        option("--reason", help="Why; it stays in the log. With --as-correction."),
        option(
            "--as",
            "as_what",
            type=click.Choice(["fide-list", "openings"]),
            help="A list, not games.",
        ),
        option("--on", metavar="DAY", callback=a_day, help="The day of the list."),
        option(
            "--list",
            "list_name",
            type=click.Choice(LISTS),
            help="The list of the openings.",
        ),
        option(
            "--games",
            type=click.IntRange(0, 100_000),
            metavar="N",
            help="Behind each opening, if the list is silent.",
        ),
        option(
            "--all",
            "everybody",
            is_flag=True,
            help="FIDE list: register everybody of --federation.",
        ),
        option(
            "--federation", metavar="FED", help="FIDE list: with --all, only these."
        ),
        option(
            "--kind",
            "list_of",
            type=click.Choice(["standard", "rapid"]),
            help="FIDE list: of a month's three lists, which it is.",
        ),
    )
}
NORWAY = ("category", "event_kind", "start_minutes", "total_minutes")
OF_LISTS = (
    "as_what",
    "on",
    "list_name",
    "games",
    "everybody",
    "federation",
    "list_of",
)
OF_BOTH = ("new_ids", "players_by")
NO_SETTINGS = ("maps", "map_out", "sidecar", "as_correction", "reason", *OF_LISTS)
# what was given on the command line, by the names of OPTIONS
Stated = Mapping[str, Any]


def _stated_options(values: Stated) -> Stated:
    """Return the options that were given: 0 is a value, and of the flags only
    --domestic says something by its no.
    """
    given = {}
    for name in OPTIONS:
        value = values[name]
        is_absent = value is None or value is False or value == ()
        if not is_absent or (name == "foreign" and value is False):
            given[name] = value
    return given


def _options_as_written(
    stated: Stated, names: Collection[str] = tuple(OPTIONS)
) -> list[str]:
    """Return which of these options were given, as they were written.

    stated: what was given; names: the options that are asked about
    """
    written = []
    is_domestic = False
    for name, known in OPTIONS.items():
        if name not in names or name not in stated:
            continue
        if name == "foreign" and stated[name] is False:
            is_domestic = True
        else:
            written.append(known.opts[0])
    if is_domestic:
        written.append("--domestic")
    return written


def _check(stated: Stated) -> None:
    """Refuse an option that would be ignored: it is a slip."""
    is_list = "as_what" in stated
    of_games = set(OPTIONS).difference(OF_LISTS, OF_BOTH)
    odd = _options_as_written(stated, of_games if is_list else OF_LISTS)
    if odd and is_list:
        message = say(
            "{option} is for a report or a table, not for a list (--as)", option=odd[0]
        )
        raise click.UsageError(message)
    if odd:
        message = say(
            "{option} is for a list: use --as fide-list or --as openings", option=odd[0]
        )
        raise click.UsageError(message)
    if ("as_correction" in stated) != ("reason" in stated):
        raise click.UsageError(say("--as-correction and --reason go together"))


def _settings(stated: Stated) -> "GivenSettings":
    """Return what the options state of a file of games, checked."""
    from desk.file_proposals import GivenSettings
    from desk.files.settings import settings_of
    from ledger.errors import Where

    fields = {}
    for name, value in stated.items():
        if name not in NO_SETTINGS:
            field, made = OTHERWISE.get(name, (name, lambda value: value))
            fields[field] = made(value)
    options = settings_of(fields, Where("flags"))
    return GivenSettings(
        options,
        ledger_path(),
        stated.get("sidecar"),
        stated.get("maps", ()),
        stated.get("reason"),
    )


def _round_day(text: str) -> tuple[str, str]:
    number, sign, day = text.partition("=")
    if not sign:
        raise click.UsageError(
            say("--round-day {text}: write it as 3=2024-01-20", text=text)
        )
    return number.strip(), day.strip()


def _agreement(text: str) -> tuple[str, int]:
    group, sign, number = text.partition("=")
    if not sign or not (number.isascii() and number.isdigit()):
        raise click.UsageError(
            say(
                "--agree {text}: write it as names=87, with the number that was asked"
                " about",
                text=text,
            )
        )
    return group.strip(), int(number)


# options that state a field of the settings by another name, or another value than is
# written
OTHERWISE: dict[str, tuple[str, Callable[[Any], object]]] = {
    "minutes": (
        "minutes",
        lambda minutes: int(minutes) if minutes.is_integer() else minutes,
    ),
    "foreign": ("domestic", operator.not_),
    "not_fide_accepted": ("fide_accepted", operator.not_),
    "not_accepted": ("accepted", operator.not_),
    "official": ("official_representation", bool),
    "representatives": ("representatives", list),
    "round_days": ("round_days", lambda texts: dict(map(_round_day, texts))),
    "agreements": ("agreed", lambda texts: dict(map(_agreement, texts))),
}


class SubmitCommand(click.Command):
    """The command `submit`, whose help has the options that only Norway's rules read
    under a heading of their own.
    """

    def format_options(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the options, each with its words, under the two headings."""
        ordinary: list[tuple[str, str]] = []
        of_norway: list[tuple[str, str]] = []
        for parameter in self.get_params(ctx):
            row = parameter.get_help_record(ctx)
            if row is None:
                continue
            if parameter.name in NORWAY:
                of_norway.append(row)
            else:
                ordinary.append(row)

        with formatter.section("Options"):
            formatter.write_dl(ordinary)
        with formatter.section("Options of Norway's rules"):
            formatter.write_dl(of_norway)


class Submission(Protocol):
    """What the files came to: how it is prepared inside the transaction, and what is
    reported afterwards.
    """

    def prepare(self, ledger: "LedgerView") -> "PreparedSubmission": ...

    def report(
        self, outcome: "Outcome"
    ) -> "Submitted | FileSubmitted | FilesSubmitted | ListSubmitted": ...


@command(
    (
        "selo submit players.jsonl autumn-open.json --dry-run",
        "selo submit report.trf --id autumn-open --time-control 90+30",
        "selo submit players_list.xml --as fide-list --on 2024-02-01",
    ),
    argument("files", nargs=-1, required=True, metavar="FILE..."),
    preview_option,
    slip_options,
    *OPTIONS.values(),
    kind=SubmitCommand,
)
def submit_command(files: tuple[str, ...], dry_run: bool, **values: Any) -> None:
    """Record documents (.json, .jsonl, or - for standard input), a tournament report, a
    table, a list.

    All of it or nothing. What a report does not state is asked about, all at once, with
    the option that answers it; on a terminal the questions are asked one by one, before
    anything is recorded.
    """
    from cli.booking.report import print_submission
    from cli.booking.submitting import submit_with_bar

    stated = _stated_options(values)
    _check(stated)
    if "as_what" in stated:
        submission = _a_list(files, stated, dry_run)
    else:
        named = _documents_of(files, stated)
        # several files with one id are one tournament
        if len(named.games) == 1 or (named.games and "tournament" in stated):
            _one_tournament(named, stated, dry_run)
            return
        if named.games:
            _several_tournaments(named, stated, dry_run)
            return
        submission = _documents(named, dry_run)
    outcome = submit_with_bar(submission.prepare, dry_run)
    print_submission(submission.report(outcome), outcome)


def _documents_of(files: Sequence[str], stated: Stated) -> "NamedFiles":
    from desk.named_files import read_named

    named = read_named(files)
    if not named.games and (odd := _options_as_written(stated)):
        raise click.UsageError(
            say(
                "{option} is for a report or a table, not for documents",
                option=odd[0],
            )
        )
    return named


def _documents(named: "NamedFiles", dry_run: bool) -> Submission:
    """Submit documents alone."""
    from desk.named_files import Documents
    from desk.submit import PreparedSubmission

    read = PreparedSubmission(named.documents, how_far=named.documents.how_far)
    return Documents(read, dry_run)


def _several_tournaments(named: "NamedFiles", stated: Stated, dry_run: bool) -> None:
    """Submit the files of several tournaments with the documents before them."""
    from cli.booking.report import print_submission
    from cli.booking.submitting import preparation_with_bar, submit_with_bar
    from desk.file_proposals import remember_answers, several_games

    if "map_out" in stated:
        raise click.UsageError(say("--map-out works with one report only"))
    with bar(say("reading")) as progress:
        several = several_games(
            named.games, _settings(stated), named.documents, dry_run, progress
        )
    outcome = submit_with_bar(preparation_with_bar(several.prepare), dry_run)
    if not dry_run:
        remember_answers(ledger_path(), several.proposals)
    print_submission(several.report(outcome), outcome)


def _one_tournament(named: "NamedFiles", stated: Stated, dry_run: bool) -> None:
    """Submit the file of a tournament, or its several files, with the documents before
    them; on a terminal, ask about what is open.
    """
    from cli.booking.prompts import on_a_terminal
    from cli.booking.report import print_submission
    from cli.booking.submitting import preparation_with_bar, submit_with_bar
    from cli.booking.terminal import ask_and_book, map_lines
    from desk.file_proposals import games_proposal, remember_answers

    given = _settings(stated)
    before = list(named.documents)

    def proposal_of(settings: "Settings", preview: bool) -> "GamesProposal":
        return games_proposal(
            named.games, given._replace(options=settings), before, preview
        )

    if on_a_terminal() and not dry_run and "map_out" not in stated:
        booked = ask_and_book(proposal_of, given.options)
        if booked is None:
            return
        proposal, outcome = booked
    else:
        proposal = proposal_of(given.options, dry_run)
        try:
            outcome = submit_with_bar(preparation_with_bar(proposal.prepare), dry_run)
        finally:
            if "map_out" in stated:
                _write_map(stated["map_out"], map_lines(proposal.players))
    if not dry_run:
        remember_answers(ledger_path(), [proposal])
    print_submission(proposal.report(outcome), outcome)


def _write_map(name: str, lines: Sequence[str]) -> None:
    """Write a map, never over a file that is there: an officer may have worked on it."""
    from ledger.whole_files import write_new

    write_new(name, "".join(f"{line}\n" for line in lines).encode())
    talk(say("{name}: check the lines, then use --map {name}", name=name))


def _a_list(files: Sequence[str], stated: Stated, dry_run: bool) -> Submission:
    """Submit one list of its day."""
    if len(files) != 1:
        raise click.UsageError(say("one list at a time"))
    if "on" not in stated:
        raise click.UsageError(say("--on DAY: which day is the list of?"))
    if stated["as_what"] == "openings":
        from desk.lists.by_name import AnswersByName
        from desk.lists.national import OpeningList

        if "list_name" not in stated:
            raise click.UsageError(say("--list: which list are the openings on?"))
        return OpeningList(
            files[0],
            stated["list_name"],
            stated["on"],
            dry_run,
            games=stated.get("games"),
            by_name=AnswersByName(
                stated.get("new_ids"), names_alone=stated.get("players_by") == "name"
            ),
        )
    from desk.lists.fide_list import FideList, WantedPeople
    from desk.people.register import OF_FIDE

    wanted = WantedPeople(
        "everybody" in stated,
        stated.get("federation"),
        stated.get("new_ids") or OF_FIDE,
        stated.get("list_of"),
    )
    return FideList(ledger_path(), files[0], stated["on"], wanted, dry_run)
