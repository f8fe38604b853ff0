"""The commands: under which heading of `selo --help` each stands, where it is made, and
what it does.

The words stand here so that `selo --help` imports none of the modules.

A command is in its module under its name: `show` is `show_command` of cli/players.py. A
name of two words is a command of a group: `log event` is `log_event_command`, and the
row of its group stands before it. A group whose row has a module asks something itself
(`selo log` has the events, newest first); one whose row has none is there for what
stands below it, and its row has an example.
"""

from typing import NamedTuple

from features import FEATURES


class Row(NamedTuple):
    """A command, or a group of commands.

    module   where it is made; None: a group that asks nothing itself
    words    what `selo --help` says of it, or the help of its group
    example  of a group without a module
    """

    module: str | None
    words: str
    example: str = ""


# the first heading is what everybody needs, in the order of a working day
Rows = dict[str, Row]
OF_THE_CORE: dict[str, Rows] = {
    "Every day": {
        "init": Row("cli.booking.office", "Make a new ledger."),
        "submit": Row(
            "cli.booking.submit", "Record documents from files, or preview them."
        ),
        "player": Row("cli.booking.documents", "Add, show, find and erase players."),
        "show": Row("cli.players", "A player's ratings, now or on any day."),
        "history": Row("cli.players", "A player's changes, unit by unit."),
        "explain": Row("cli.players", "Why a rating is what it is, line by line."),
        "tournament": Row("cli.events", "A tournament, its games and what they moved."),
        "amend": Row("cli.booking.documents", "Correct one game of a tournament."),
        "list": Row("cli.lists", "A rating list, now or on any day."),
        "publish": Row("cli.booking.documents", "Freeze a list under a label."),
    },
    "Look up": {
        "tournaments": Row("cli.events", "The tournaments in the ledger."),
        "league": Row("cli.leagues", "The table of a league, and its matches."),
        "team": Row("cli.leagues", "A team, and what the season did to its players."),
        "boards": Row(
            "cli.leagues", "Ratings to order boards by, and a line-up checked."
        ),
        "licences": Row("cli.members", "Who in a tournament has a licence."),
        "dues": Row("cli.members", "What each club owes for a quarter."),
        "players": Row("cli.players", "The ratings of many players at once."),
        "opponents": Row("cli.players", "Whom a player met, and how it went."),
        "versus": Row("cli.players", "Two players against each other."),
        "need": Row("cli.players", "The score that brings a player to a rating."),
        "performance": Row(
            "cli.players", "A performance over a period or a tournament."
        ),
        "rules": Row("cli.upkeep", "Lists, editions, dates, sources, coverage."),
    },
    "Book and correct": {
        "header": Row("cli.booking.documents", "Correct a tournament's header."),
        "match": Row("cli.leagues", "Correct a match of a league."),
        "roster": Row("cli.leagues", "Correct a team of a league."),
        "game": Row("cli.booking.documents", "Add one game to a tournament."),
        "withdraw": Row(
            "cli.booking.documents", "Stop counting a tournament, or a single fact."
        ),
        "reinstate": Row("cli.booking.documents", "Count again what was withdrawn."),
        "merge": Row("cli.booking.documents", "Make two ids one person."),
        "vouch": Row(
            "cli.booking.documents", "Say that what was asked about is right."
        ),
        "undo": Row(
            "cli.booking.office", "Propose the correction that takes an event back."
        ),
        "case": Row(
            "cli.booking.waiting", "What people say is wrong, and the office's answers."
        ),
        "draft": Row(
            "cli.booking.waiting", "Files and documents that wait to be booked."
        ),
        "live": Row(
            "cli.booking.waiting",
            "Events while they run, shown before they are booked.",
        ),
        "members": Row("cli.members", "Keep the federation's register of members."),
    },
    "Lists and titles": {
        "lists": Row("cli.lists", "The published lists."),
        "titles": Row(
            "cli.honours",
            "The register of titles: held, pending, reopened by a correction.",
        ),
    },
    "Audit": {
        "log": Row("cli.events", "The events, newest first."),
        "log event": Row("cli.events", "What one event changed, in words."),
        "log impact": Row("cli.events", "Everything one event changed."),
        "log diff": Row("cli.events", "What happened between two states of knowledge."),
        "replay": Row(
            "cli.lists", "A list computed from the events alone, without the tables."
        ),
        "rebuild": Row("cli.checking", "Compute all read tables again, or check them."),
        "verify": Row(
            "cli.checking", "Whether anything was altered: proven, altered or unproven."
        ),
        "key": Row("cli.booking.office", "The key that signs checkpoints."),
        "checkpoint": Row(
            "cli.booking.office",
            "Sign the present state, or keep a checkpoint from elsewhere.",
        ),
        "prove": Row("cli.checking", "A proof of one event that anybody can check."),
        "bundle": Row(
            "cli.checking",
            "Events, checkpoints, public key and verifier, to check elsewhere.",
        ),
        "witness": Row(
            "cli.following",
            "Whether another machine's log only grew since it was seen.",
        ),
    },
    "Trials": {
        "agree": Row(
            "cli.lists",
            "A published list held against the ledger: what agrees, and why not.",
        ),
    },
    "Service": {
        "serve": Row(
            "cli.serve", "Answer over HTTP: pages for people, data for programs."
        ),
        "site": Row(
            "cli.service",
            "The public pages as files, for web space where nothing runs.",
        ),
        "login": Row(
            "cli.service", "A link that opens a browser session of the service."
        ),
        "token": Row("cli.service", "Tokens for the service."),
        "webhook": Row(
            "cli.service", "Where every event is sent to as it is recorded."
        ),
        "follow": Row(
            "cli.following",
            "Every event and what it moved, for programs that keep in step.",
        ),
    },
    "Upkeep": {
        "backup": Row(
            "cli.copies", "A verified copy of the ledger while it is in use."
        ),
        "restore": Row("cli.copies", "A ledger from a backup."),
        "upgrade": Row(
            "cli.upkeep", "Bring a ledger of an earlier version to this one."
        ),
        "copy": Row(
            "cli.copies", "Copy a ledger to another place, a file or a database server."
        ),
        "export": Row(
            "cli.copies",
            "Lists, reports, a player's file, the ledger, for others to read.",
        ),
        "import": Row(
            "cli.copies", "A whole ledger from its export, into an empty one."
        ),
        "settings": Row("cli.booking.office", "The ledger's time zone and clock."),
        "doctor": Row("cli.upkeep", "Check the ledger and the machine, with advice."),
        "demo": Row("cli.demo", "Build a fictional federation and walk through it."),
        "completion": Row("cli.help", "Completion for your shell."),
        "help": Row("cli.help", "How to do something: a page of the documentation."),
    },
}


def _with_features(core: dict[str, Rows]) -> dict[str, Rows]:
    """Return the commands of the core and, behind them under each heading, those of
    features.
    """
    headings = {heading: dict(rows) for heading, rows in core.items()}
    for feature in FEATURES:
        for one in feature.commands:
            row = Row(one.module, one.words, one.example)
            headings.setdefault(one.heading, {})[one.name] = row
    return headings


def _at_the_top(rows: Rows) -> Rows:
    return {name: row for name, row in rows.items() if " " not in name}


def _in_groups(rows: Rows) -> dict[str, Rows]:
    """Return the commands of each group, under their second words."""
    groups: dict[str, Rows] = {}
    for name, row in rows.items():
        group, _, below = name.partition(" ")
        if below:
            groups.setdefault(group, {})[below] = row
    return groups


_WITH_FEATURES = _with_features(OF_THE_CORE)
# every row under its whole name; those at the top, also by heading; those in groups
ROWS = {name: row for rows in _WITH_FEATURES.values() for name, row in rows.items()}
COMMANDS = _at_the_top(ROWS)
HEADINGS = {
    heading: top
    for heading, rows in _WITH_FEATURES.items()
    if (top := _at_the_top(rows))
}
GROUPS = _in_groups(ROWS)
