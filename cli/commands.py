"""The commands: under which heading of `selo --help` each stands, where it is made, and
what it does.

The words stand here so that `selo --help` imports none of the modules.

A command is in its module under its name: `show` is `show_command` of cli/players.py. A
name of two words is a command of a group: `log event` is `log_event_command`, and the
row of its group stands before it. A group whose row has a module asks something itself
(`selo log` has the events, newest first); one whose row has none is there for what
stands below it, and its row has an example.
"""

from collections.abc import Mapping
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
        "player": Row(
            None,
            "Add and find players, merge them, compare them.",
            "selo player find hallavuori",
        ),
        "player find": Row("cli.players", "Who has these names."),
        "player show": Row(
            "cli.players", "Everything the ledger holds about a person."
        ),
        "player ratings": Row("cli.players", "The ratings of many players at once."),
        "player opponents": Row("cli.players", "Whom a player met, and how it went."),
        "player versus": Row("cli.players", "Two players against each other."),
        "player need": Row(
            "cli.players", "The score that brings a player to a rating."
        ),
        "player performance": Row(
            "cli.players", "A performance over a period or a tournament."
        ),
        "player add": Row(
            "cli.booking.documents", "A new player, or other details of a known one."
        ),
        "player merge": Row("cli.booking.documents", "Make two ids one person."),
        "player erase": Row(
            "cli.booking.documents",
            "Remove a person's name, club and day of birth for good.",
        ),
        "show": Row("cli.players", "A player's ratings, now or on any day."),
        "history": Row("cli.players", "A player's changes, unit by unit."),
        "explain": Row("cli.players", "Why a rating is what it is, line by line."),
        "tournament": Row(
            "cli.events", "Tournaments, their games, and the ratings they moved."
        ),
        "tournament list": Row("cli.events", "The tournaments in the ledger."),
        "tournament game": Row(
            "cli.booking.documents", "Add one game to a tournament."
        ),
        "tournament header": Row(
            "cli.booking.documents", "Correct a tournament's header."
        ),
        "amend": Row("cli.booking.documents", "Correct one game of a tournament."),
        "list": Row(
            "cli.lists", "A rating list, now or on any day; the published ones."
        ),
        "list published": Row("cli.lists", "The published lists with their revisions."),
        "list next": Row("cli.lists", "What the next list will say."),
        "list compare": Row("cli.lists", "Compare two published lists."),
        "publish": Row("cli.booking.documents", "Freeze a list under a label."),
    },
    "Correct": {
        "withdraw": Row(
            "cli.booking.documents", "Stop counting a tournament, or a single fact."
        ),
        "reinstate": Row("cli.booking.documents", "Count again what was withdrawn."),
        "undo": Row(
            "cli.booking.office", "Propose the correction that takes an event back."
        ),
        "vouch": Row(
            "cli.booking.documents",
            "Confirm that what the program asks about is right.",
        ),
        "draft": Row(
            "cli.booking.waiting", "Files and documents waiting to be booked."
        ),
    },
    "Look up": {
        "titles": Row(
            "cli.honours", "The register of titles: held, pending, reopened."
        ),
        "rules": Row("cli.upkeep", "Lists, editions, dates, sources, coverage."),
    },
    "Audit": {
        "log": Row("cli.events", "Events, newest first, and what each of them moved."),
        "log event": Row("cli.events", "What one event changed, in words."),
        "log impact": Row("cli.events", "Everything one event changed."),
        "log diff": Row("cli.events", "What happened between two states of knowledge."),
        "log follow": Row(
            "cli.following",
            "Every event and what it moved, for programs that keep in step.",
        ),
        "verify": Row(
            "cli.checking", "Whether anything was altered: proven, altered or unproven."
        ),
        "proof": Row(
            None,
            "Signed checkpoints, and proofs that others can check.",
            "selo proof checkpoint --out 2026-11-01.txt",
        ),
        "proof new-key": Row(
            "cli.booking.office", "Make the key that signs checkpoints."
        ),
        "proof key": Row("cli.booking.office", "The public key, to give away."),
        "proof checkpoint": Row(
            "cli.booking.office",
            "Sign the present state, or keep a checkpoint from elsewhere.",
        ),
        "proof prove": Row(
            "cli.checking", "A proof of one event that anybody can check."
        ),
        "proof bundle": Row(
            "cli.checking",
            "Events, checkpoints, public key and verifier, to check elsewhere.",
        ),
    },
    "Service": {
        "serve": Row(
            "cli.serve", "Run the service: pages for people, data for programs."
        ),
        "access": Row(
            "cli.service", "Who may use the service: tokens, and sessions of browsers."
        ),
    },
    "Upkeep": {
        "ledger": Row(
            None,
            "Keep the ledger: copies, settings, its read tables.",
            "selo ledger backup selo-2026-11-21.db",
        ),
        "ledger backup": Row(
            "cli.copies", "Make a verified copy of the ledger while it is in use."
        ),
        "ledger restore": Row("cli.copies", "Make a ledger from a backup."),
        "ledger copy": Row(
            "cli.copies", "Copy a ledger to another place, a file or a database server."
        ),
        "ledger import": Row(
            "cli.copies", "Import a whole exported ledger into an empty one."
        ),
        "ledger upgrade": Row(
            "cli.upkeep", "Upgrade a ledger of an earlier version to this one."
        ),
        "ledger settings": Row(
            "cli.booking.office",
            "The ledger's settings: time zone, clock, privacy, due days.",
        ),
        "ledger rebuild": Row(
            "cli.checking", "Compute all read tables again, or check them."
        ),
        "ledger replay": Row(
            "cli.lists", "A list computed from the events alone, without the tables."
        ),
        "export": Row(
            None,
            "Lists, reports and the ledger, for others.",
            "selo export list selo --format csv > selo.csv",
        ),
        "export list": Row(
            "cli.copies", "A list with everybody on it, for programs of others."
        ),
        "export trf": Row("cli.copies", "A tournament as a report to FIDE."),
        "export pgn": Row("cli.copies", "The games of a tournament, in PGN."),
        "export games": Row("cli.copies", "The games of a tournament, in a table."),
        "export audit": Row(
            "cli.copies", "A tournament with every step of its ratings."
        ),
        "export player": Row(
            "cli.copies", "Everything about one person, for that person."
        ),
        "export tables": Row("cli.copies", "The read tables, as an SQLite file."),
        "export ledger": Row(
            "cli.copies", "The whole ledger, one document on each line."
        ),
        "doctor": Row("cli.upkeep", "Check the ledger and the machine, with advice."),
        "demo": Row(
            "cli.demo.command", "Build a fictional federation and walk through it."
        ),
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
            below = headings.setdefault(one.heading, {})
            below[one.name] = Row(one.module, one.words, one.example)
    return headings


def _rows_at_top(rows: Rows) -> Rows:
    return {name: row for name, row in rows.items() if " " not in name}


def _rows_by_group(rows: Rows) -> dict[str, Rows]:
    """Return the commands of each group, under their second words."""
    groups: dict[str, Rows] = {}
    for name, row in rows.items():
        group, _, second_word = name.partition(" ")
        if second_word:
            commands = groups.setdefault(group, {})
            commands[second_word] = row
    return groups


def _rows_by_heading(
    rows_by_heading: Mapping[str, dict[str, Row]],
) -> dict[str, dict[str, Row]]:
    """Return the rows at the top under each heading that has any."""
    headings = {}
    for heading, rows in rows_by_heading.items():
        top = _rows_at_top(rows)
        if top:
            headings[heading] = top
    return headings


_WITH_FEATURES = _with_features(OF_THE_CORE)
# every row under its whole name; those at the top, also by heading; those in groups
ROWS = {name: row for rows in _WITH_FEATURES.values() for name, row in rows.items()}
COMMANDS = _rows_at_top(ROWS)
HEADINGS = _rows_by_heading(_WITH_FEATURES)
GROUPS = _rows_by_group(ROWS)
