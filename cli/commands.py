"""selo help and completion, and every command that they tell of: what people come for,
where its module is, and what it does.

The words stand here so that `selo --help` imports none of the modules.
"""

from typing import TYPE_CHECKING

import click

from cli.command_frames import argument, command, option
from cli.failures import did_you_mean
from cli.output import chosen_format, json_line
from features import FEATURES
from messages import say

if TYPE_CHECKING:
    from pathlib import Path

# heading: {name: (module, what it does)}; the first ten are what everybody needs, in
# the order of a working day
Rows = dict[str, tuple[str, str]]
OF_THE_CORE: dict[str, Rows] = {
    "Every day": {
        "init": ("cli.booking.office", "Make a new ledger."),
        "submit": (
            "cli.booking.submit",
            "Record documents from files, or preview them.",
        ),
        "player": ("cli.booking.documents", "Add, show, find and erase players."),
        "show": ("cli.players", "A player's ratings, now or on any day."),
        "history": ("cli.players", "A player's changes, unit by unit."),
        "explain": ("cli.players", "Why a rating is what it is, line by line."),
        "tournament": ("cli.events", "A tournament, its games and what they moved."),
        "amend": ("cli.booking.documents", "Correct one game of a tournament."),
        "list": ("cli.lists", "A rating list, now or on any day."),
        "publish": ("cli.booking.documents", "Freeze a list under a label."),
    },
    "Look up": {
        "tournaments": ("cli.events", "The tournaments in the ledger."),
        "league": ("cli.leagues", "The table of a league, and its matches."),
        "team": ("cli.leagues", "A team, and what the season did to its players."),
        "boards": ("cli.leagues", "Ratings to order boards by, and a line-up checked."),
        "due": ("cli.honours", "What is late or due soon, and whose it is."),
        "licences": ("cli.members", "Who in a tournament has a licence."),
        "dues": ("cli.members", "What each club owes for a quarter."),
        "players": ("cli.players", "The ratings of many players at once."),
        "opponents": ("cli.players", "Whom a player met, and how it went."),
        "versus": ("cli.players", "Two players against each other."),
        "need": ("cli.players", "The score that brings a player to a rating."),
        "performance": ("cli.players", "A performance over a period or a tournament."),
        "calc": ("cli.calculators", "Calculators that need no ledger."),
        "rules": ("cli.upkeep", "Lists, editions, dates, sources, coverage."),
    },
    "Book and correct": {
        "header": ("cli.booking.documents", "Correct a tournament's header."),
        "match": ("cli.leagues", "Correct a match of a league."),
        "roster": ("cli.leagues", "Correct a team of a league."),
        "announce": (
            "cli.booking.documents",
            "Announce a tournament, whose report is due then.",
        ),
        "decision": ("cli.booking.documents", "Note who decided what of a tournament."),
        "game": ("cli.booking.documents", "Add one game to a tournament."),
        "withdraw": (
            "cli.booking.documents",
            "Stop counting a tournament, or a single fact.",
        ),
        "reinstate": ("cli.booking.documents", "Count again what was withdrawn."),
        "merge": ("cli.booking.documents", "Make two ids one person."),
        "vouch": ("cli.booking.documents", "Say that what was asked about is right."),
        "undo": (
            "cli.booking.office",
            "Propose the correction that takes an event back.",
        ),
        "case": (
            "cli.booking.waiting",
            "What people say is wrong, and the office's answers.",
        ),
        "draft": ("cli.booking.waiting", "Files and documents that wait to be booked."),
        "live": (
            "cli.booking.waiting",
            "Events while they run, shown before they are booked.",
        ),
        "members": ("cli.members", "Keep the federation's register of members."),
    },
    "Lists and titles": {
        "lists": ("cli.lists", "The published lists."),
        "letters": ("cli.honours", "A text for every player whose rating moved."),
        "titles": (
            "cli.honours",
            "The register of titles: held, pending, reopened by a correction.",
        ),
        "selection": ("cli.honours", "Selection numbers on a day."),
        "clubs": ("cli.honours", "Every club with its members and how strong it is."),
        "best": ("cli.honours", "The highest, the fastest, the longest of a list."),
    },
    "Audit": {
        "log": ("cli.events", "The events, newest first."),
        "event": ("cli.events", "What one event changed, in words."),
        "impact": ("cli.events", "Everything one event changed."),
        "diff": ("cli.events", "What happened between two states of knowledge."),
        "replay": (
            "cli.lists",
            "A list computed from the events alone, without the tables.",
        ),
        "rebuild": ("cli.checking", "Compute all read tables again, or check them."),
        "verify": (
            "cli.checking",
            "Whether anything was altered: proven, altered or unproven.",
        ),
        "key": ("cli.booking.office", "The key that signs checkpoints."),
        "checkpoint": (
            "cli.booking.office",
            "Sign the present state, or keep a checkpoint from elsewhere.",
        ),
        "prove": ("cli.checking", "A proof of one event that anybody can check."),
        "bundle": (
            "cli.checking",
            "Events, checkpoints, public key and verifier, to check elsewhere.",
        ),
        "witness": (
            "cli.following",
            "Whether another machine's log only grew since it was seen.",
        ),
    },
    "Trials": {
        "compare": (
            "cli.trials",
            "The players under several lists, run over the same games.",
        ),
        "predict": ("cli.trials", "How well each list predicts results."),
        "what-if": ("cli.trials", "A rule change tried out, compared and scored."),
        "search": (
            "cli.trials",
            "Many variants of a rule, chosen by some games and judged by others.",
        ),
        "pool": ("cli.trials", "Whether a list's ratings grow or shrink, and why."),
        "agree": (
            "cli.lists",
            "A published list held against the ledger: what agrees, and why not.",
        ),
        "level": (
            "cli.lists",
            "How far a list stands from FIDE's, and rulings that adjust it.",
        ),
    },
    "Service": {
        "serve": (
            "cli.serve",
            "Answer over HTTP: pages for people, data for programs.",
        ),
        "site": (
            "cli.service",
            "The public pages as files, for web space where nothing runs.",
        ),
        "login": ("cli.service", "A link that opens a browser session of the service."),
        "token": ("cli.service", "Tokens for the service."),
        "webhook": ("cli.service", "Where every event is sent to as it is recorded."),
        "mail": ("cli.members", "Letters to players as mail, each once."),
        "follow": (
            "cli.following",
            "Every event and what it moved, for programs that keep in step.",
        ),
    },
    "Upkeep": {
        "backup": ("cli.copies", "A verified copy of the ledger while it is in use."),
        "restore": ("cli.copies", "A ledger from a backup."),
        "upgrade": ("cli.upkeep", "Bring a ledger of an earlier version to this one."),
        "copy": (
            "cli.copies",
            "Copy a ledger to another place, a file or a database server.",
        ),
        "export": (
            "cli.copies",
            "Lists, reports, a player's file, the ledger, for others to read.",
        ),
        "import": ("cli.copies", "A whole ledger from its export, into an empty one."),
        "settings": ("cli.booking.office", "The ledger's time zone and clock."),
        "doctor": ("cli.upkeep", "Check the ledger and the machine, with advice."),
        "demo": ("cli.demo", "Build a fictional federation and walk through it."),
        "completion": ("cli.commands", "Completion for your shell."),
        "help": ("cli.commands", "How to do something: a page of the documentation."),
    },
}


def _with_features(core: dict[str, Rows]) -> dict[str, Rows]:
    """Return the commands of the core and, behind them under each heading, those of
    features.
    """
    headings = {heading: dict(rows) for heading, rows in core.items()}
    for feature in FEATURES:
        for row in feature.commands:
            headings.setdefault(row.heading, {})[row.name] = (row.module, row.words)
    return headings


HEADINGS = _with_features(OF_THE_CORE)
COMMANDS = {
    name: row for commands in HEADINGS.values() for name, row in commands.items()
}


# folders of pages; what is looked up in a reference is printed by --help
FOLDERS = ("how-to", "explanation")


@command(
    ("selo help correct", "selo help submit --page"),
    argument("words", nargs=-1),
    option(
        "--pages", "all_pages", is_flag=True, help="List every page with its title."
    ),
    option(
        "--page",
        "page_only",
        is_flag=True,
        help="The page, where a command has the same name.",
    ),
    as_json=False,
)
@click.pass_context
def help_command(
    context: click.Context, words: tuple[str, ...], all_pages: bool, page_only: bool
) -> None:
    """How to do something: a page of the documentation. Of a command: its help."""
    top = context.find_root()
    as_json = chosen_format() == "json"
    if all_pages and as_json:
        click.echo(
            json_line(
                {"pages": {name: title(path) for name, path in sorted(pages().items())}}
            )
        )
        return
    if all_pages:
        for name, path in sorted(pages().items()):
            click.echo(f"{name:24}{title(path)}")
        return
    of_command = not words or (words[0] in COMMANDS and not page_only)
    text = (
        _of_command(top, words)
        if of_command
        else _page("-".join(words).lower().removesuffix(".md"))
    )
    if as_json:
        click.echo(json_line({"text": text}))
    elif of_command:
        click.echo(text)
    else:
        click.echo_via_pager(text)


def pages() -> "dict[str, Path]":
    """Return every page by its name: from where it was installed, else from the
    checkout; and those of each feature, which stand in its folder.
    """
    from importlib.metadata import files
    from pathlib import Path

    installed = [
        Path(str(file.locate()))
        for file in files("selokirja") or ()
        if file.suffix == ".md"
    ]
    paths = [
        path for path in installed if path.parent.name in FOLDERS and path.is_file()
    ]
    if not paths:
        checkout = Path(__file__).parents[1] / "docs"
        paths = [
            path for folder in FOLDERS for path in (checkout / folder).glob("*.md")
        ]
    paths += [path for each in FEATURES for path in sorted(each.folder.glob("*.md"))]
    return {path.stem: path for path in paths}


def title(path: "Path") -> str:
    with path.open(encoding="utf-8") as lines:
        return lines.readline().lstrip("# ").rstrip()


def _page(name: str) -> str:
    known = pages()
    if name not in known:
        near = did_you_mean(name, known)
        raise click.UsageError(
            say(
                "There is no command and no page {name!r}.{near} All pages: selo help"
                " --pages",
                name=name,
                near=near,
            )
        )
    return known[name].read_text("utf-8")


def _of_command(context: click.Context, words: tuple[str, ...]) -> str:
    """Return the help of a command, and of one below it as in `selo help player add`."""
    assert isinstance(context.command, click.Group)
    command: click.Command | None = context.command
    for word in words:
        below = (
            command.get_command(context, word)
            if isinstance(command, click.Group)
            else None
        )
        if below is None:
            break
        command, context = below, click.Context(below, info_name=word, parent=context)
    assert command is not None
    page = (
        f"\n\nStep by step: selo help {words[0]} --page"
        if len(words) == 1 and words[0] in pages()
        else ""
    )
    return command.get_help(context) + page


SHELLS = ("bash", "zsh", "fish")


@command(
    "selo completion bash", argument("shell", type=click.Choice(SHELLS)), as_json=False
)
def completion_command(shell: str) -> None:
    """Print the completion script of a shell; put it where your shell reads it."""
    from click.shell_completion import get_completion_class

    selo, completion = (
        click.get_current_context().find_root().command,
        get_completion_class(shell),
    )
    assert completion is not None
    # click asks bash for its version when it prints; the script itself needs no look at
    # the machine
    script = completion(selo, {}, "selo", "_SELO_COMPLETE")
    click.echo(script.source_template % script.source_vars())
