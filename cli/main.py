"""`selo`: one group of lazy commands, and the one place where errors become words and exit codes."""

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from cli.options import ledger_path, remember
from cli.output import json_option, printable

# name: (module, what it does); the words stand here so that --help reads no module
COMMANDS = {
    "init": ("cli.booking.init", "Make a new ledger."),
    "submit": ("cli.booking.submit", "Record documents from files, or preview them."),
    "amend": ("cli.booking.amend", "Correct one game of a tournament."),
    "withdraw": ("cli.booking.withdraw", "Let a tournament, or a single fact, no longer count."),
    "reinstate": ("cli.booking.reinstate", "Let what was withdrawn count again."),
    "game": ("cli.booking.game", "Add one game to a tournament."),
    "merge": ("cli.booking.merge", "Two ids, one person."),
    "player": ("cli.booking.player", "Add, show, find and erase players."),
    "show": ("cli.questions.show", "A player's numbers, now or on any day."),
    "history": ("cli.questions.history", "A player's changes, unit by unit."),
    "list": ("cli.questions.list", "A rating list, now or on any day."),
    "publish": ("cli.booking.publish", "Freeze a list under a label."),
    "lists": ("cli.questions.lists", "The published lists."),
    "tournament": ("cli.questions.tournament", "A tournament, its games and what they moved."),
    "tournaments": ("cli.questions.tournaments", "The tournaments that are known."),
    "explain": ("cli.questions.explain", "Why a number is what it is, line by line."),
    "titles": ("cli.questions.titles", "Titles: held, earned, no longer supported."),
    "performance": ("cli.questions.performance", "A performance over a period or a tournament."),
    "selection": ("cli.questions.selection", "Selection numbers on a day."),
    "pool": ("cli.trials.pool", "Whether a list's numbers grow or shrink, and why."),
    "log": ("cli.audit.log", "The events, newest first."),
    "impact": ("cli.audit.impact", "Everything one event changed."),
    "diff": ("cli.audit.diff", "What happened between two states of knowledge."),
    "replay": ("cli.audit.replay", "A list from the events alone, reading no table."),
    "rebuild": ("cli.audit.rebuild", "Make all read tables again, or check them."),
    "export": ("cli.upkeep.export", "Lists, reports, a player's file, the ledger, for others to read."),
    "import": ("cli.upkeep.import_ledger", "A whole ledger from its export, into an empty one."),
    "backup": ("cli.upkeep.backup", "A verified copy of the ledger while it is in use."),
    "restore": ("cli.upkeep.restore", "A ledger from a backup."),
    "doctor": ("cli.upkeep.doctor", "Whether ledger and machine are fit, with advice."),
    "key": ("cli.audit.key", "The key that signs checkpoints."),
    "checkpoint": ("cli.audit.checkpoint", "Sign the present state, or keep a checkpoint from elsewhere."),
    "verify": ("cli.audit.verify", "Whether anything was altered: proven, altered or unproven."),
    "prove": ("cli.audit.prove", "A proof of one event that anybody can check."),
    "bundle": ("cli.audit.bundle", "Events, checkpoints, public key and verifier, to check elsewhere."),
    "compare": ("cli.trials.compare", "The players under several lists, run over the same games."),
    "predict": ("cli.trials.predict", "How well each list predicts results."),
    "what-if": ("cli.trials.what_if", "A rule change tried out, compared and scored."),
    "rules": ("cli.questions.rules", "Lists, editions, dates, sources, coverage."),
    "calc": ("cli.calc.calc", "Calculators that need no ledger."),
    "demo": ("cli.demo.demo", "Build a fictional federation and walk through it."),
    "completion": ("cli.upkeep.completion", "Completion for your shell."),
}


NOWHERE = {"file": None, "line": None, "column": None, "field": None}


class LazyGroup(click.Group):
    """Reads a command's module when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(COMMANDS[cmd_name][0])
        command = getattr(module, f"{cmd_name.replace('-', '_')}_command")
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Every command, and the one place where a damaged ledger is told from a defect of the program."""
        try:
            return super().invoke(ctx)
        except Exception as error:
            damaged = _damage(error, ctx)
            if damaged is None:
                raise
            raise damaged from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, words) for name, (_, words) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.option("--ledger", metavar="FILE", help="The ledger. Default: SELO_LEDGER, else selo.db here.")
@click.option("--actor", metavar="ID", help="Who is acting. Default: SELO_ACTOR, else the user's name.")
@json_option
@click.version_option(package_name="selokirja", prog_name="selo")
@click.pass_context
def selo(context: click.Context, ledger: str | None, actor: str | None) -> None:
    """A ledger of chess ratings: any number, on any day, as known on any other day, and why.

    \b
    Example:
        selo demo
    """
    remember(context, ledger, actor)


def main(arguments: Sequence[str] | None = None) -> None:
    """The entry point; leaves with the exit code of the contract."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    sys.exit(run(given))


def run(arguments: Sequence[str]) -> int:
    """Runs a command line; every way it can fail ends in words here."""
    as_json = "--json" in arguments
    out = sys.stdout
    try:
        code = selo.main(list(arguments), prog_name="selo", standalone_mode=False)
        sys.stdout.flush()
    except click.UsageError as error:
        bare = isinstance(error, click.exceptions.NoArgsIsHelpError)
        if bare and not as_json:
            click.echo(error.format_message(), err=True)
            return 2
        said = "a command is missing" if bare else error.format_message()
        hint = f"see `{error.ctx.command_path} --help`" if error.ctx is not None else ""
        return _say([{"code": "usage", "message": said, "where": NOWHERE, "hint": hint}], as_json, 2)
    except click.ClickException as error:
        return _say([{"code": "file", "message": error.format_message(), "where": NOWHERE, "hint": ""}], as_json, 1)
    except (click.Abort, KeyboardInterrupt):
        click.echo(_stopped(), err=True)
        return 130
    except BrokenPipeError:
        # the reader went away; silence, and no second error at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except SystemExit:
        if sys.stdout is out:
            raise
        return 0  # the same, met by click, which puts a quiet stdout in its place
    except Exception as error:
        return _failed(error, as_json)
    return code if isinstance(code, int) else 0


def _damage(error: Exception, context: click.Context) -> Exception | None:
    """What is wrong with the ledger, if it was opened and an unexpected error came of it."""
    if "ledger.store.database" not in sys.modules:
        return None
    from ledger.errors import STUMBLES

    if not isinstance(error, STUMBLES):
        return None
    path = ledger_path(context)
    if not os.path.exists(path):
        return None
    from audit.damage import damage

    return damage(path)


def _stopped() -> str:
    """An interrupt after the commit, while the answer is printed, takes nothing back."""
    store = sys.modules.get("ledger.store.event_log")
    if store is not None and store.Store.recorded:
        return "Stopped, but something was recorded: see `selo log`. Said again, nothing is recorded twice."
    return "Stopped; nothing was recorded."


def _failed(error: Exception, as_json: bool) -> int:
    from ledger.errors import SeloError

    if isinstance(error, SeloError):
        problems = [
            {
                "code": p.code,
                "message": p.message,
                "where": {"file": p.where.file, "line": p.where.line, "column": p.where.column, "field": p.where.field},
                "hint": p.hint,
            }
            for p in error.problems
        ]
        return _say(problems, as_json, error.exit_code)
    if os.environ.get("SELO_DEBUG"):
        raise error
    if isinstance(error, OSError):
        said = error.strerror or str(error)
        where = {**NOWHERE, "file": str(error.filename) if error.filename else None}
        return _say([{"code": "file", "message": said, "where": where, "hint": "check the file"}], as_json, 1)
    said = f"something that should not happen happened: {type(error).__name__}: {error}"
    hint = "please report it; SELO_DEBUG=1 shows where"
    return _say([{"code": "defect", "message": said, "where": NOWHERE, "hint": hint}], as_json, 1)


def _say(problems: list[dict[str, Any]], as_json: bool, code: int) -> int:
    """A refusal: one line a problem for people, one JSON value for scripts."""
    if as_json:
        import json

        click.echo(printable(json.dumps({"problems": problems}, ensure_ascii=False)))
        return code
    for problem in problems:
        where = problem["where"]
        spot = ":".join(str(where[k]) for k in ("file", "line", "column") if where.get(k) is not None)
        field = f" ({where['field']})" if where.get("field") else ""
        lead = f"{spot}: " if spot and spot not in problem["message"] else ""
        hint = f" - {problem['hint']}" if problem["hint"] else ""
        click.echo(f"{lead}{problem['message']}{field}{hint}", err=True)
    return code


if __name__ == "__main__":
    main()
