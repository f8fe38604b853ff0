"""Run `selo`: one group of lazy commands, and the one place where errors become
messages and exit codes.
"""

import gc
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from cli import options
from cli.commands import COMMANDS, HEADINGS
from cli.failures import (
    ProblemLine,
    fill_missing_streams,
    interrupt_message,
    is_interrupt,
    named_output,
    refuse,
    report_failure,
    silence,
    translate_click,
    usage,
)
from cli.groups import command_of, refuse_unknown
from cli.options import (
    is_ledger_there,
    language,
    ledger_path,
    refuse_repeated_options,
    remember,
    state_folder,
)
from cli.output import LANGUAGE, chosen_format, json_option, talk, warn
from messages import LANGUAGES, NOTHING, by_command, say

translate_click()
refuse_repeated_options()


class LazyGroup(click.Group):
    """Imports a command's module when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; one that does not exist is answered with those that look like
        it.
        """
        refuse_unknown(ctx, args, COMMANDS)
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        return command_of(cmd_name)

    def invoke(self, ctx: click.Context) -> Any:
        """Run every command; the one place that tells a damaged ledger from a defect of
        the program.
        """
        try:
            done = super().invoke(ctx)
        except Exception as error:
            damaged = _damage(error, ctx)
            if damaged is None:
                raise
            raise damaged from error
        _compare_with_seen(ctx)
        return done

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        widest = max(map(len, COMMANDS))
        formatter.write_paragraph()
        for heading, commands in HEADINGS.items():
            formatter.write_heading(heading)
            with formatter.indentation():
                formatter.write_dl(
                    [(name.ljust(widest), row.words) for name, row in commands.items()]
                )


def _print_and_leave(
    context: click.Context, parameter: click.Parameter, asked: bool
) -> None:
    """Print and leave, but not before the other options are read: --json counts on
    either side.
    """
    if not asked:
        return
    from importlib.metadata import version

    number = version("selokirja")
    if chosen_format() == "json":
        click.echo(f'{{"version": "{number}"}}')
    else:
        click.echo(f"selo, version {number}")
    context.exit()


version_option = click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    callback=_print_and_leave,
    help="Show the version and exit.",
)


# one line: the help is to fit a screen
END = "Examples: selo list --help. Step by step: selo help --pages. Try: selo demo."


ledger_option = click.option(
    "--ledger",
    metavar="FILE",
    help="The ledger. Default: SELO_LEDGER, else selo.db here.",
)
actor_option = click.option(
    "--actor",
    metavar="NAME",
    help="Who is acting. Default: SELO_ACTOR, else the user's name.",
)
language_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    envvar="SELO_LANG",
    expose_value=False,
    help=("Language. Default: SELO_LANG, else the terminal's."),
)
clock_option = click.option(
    "--clock-is-right",
    is_flag=True,
    help="Trust a clock that is far ahead of the last event.",
)
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


@click.group(cls=LazyGroup, epilog=END, context_settings=SETTINGS)
@ledger_option
@actor_option
@language_option
@clock_option
@json_option
@version_option
@click.pass_context
def selo(
    context: click.Context,
    ledger: str | None,
    actor: str | None,
    clock_is_right: bool,
) -> None:
    """A ledger of chess ratings, on any day, as known on any other day, and why."""
    remember(context, ledger, actor, clock_is_right)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command as the entry point, and leave with the exit code of the contract."""
    import signal

    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        # cli/__init__.py answers while modules are imported
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if hasattr(signal, "SIGTERM"):
            # a service that is stopped cleans up as after Ctrl-C
            signal.signal(signal.SIGTERM, _terminated)
        LANGUAGE.set(language(given))
        _warn_of_neighbours()
        code = run(given)
        # the answer is written: nothing is left to stop
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    except KeyboardInterrupt:
        # in the lines above, or again while the first was answered
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        talk(interrupt_message())
        code = 130

    gc.freeze()  # and at the end there is no need to look either
    sys.exit(143 if code == 130 and _TERMINATED else code)


def _warn_of_neighbours() -> None:
    """Warn of programs that brought a package of our name."""
    from cli.neighbours import warning_of_shared_packages

    folder = os.path.dirname(state_folder())
    problem = warning_of_shared_packages(os.path.join(folder, "alone"))
    if problem is not None:
        warn(problem)


_TERMINATED: list[int] = []


def _terminated(number: int, frame: object) -> None:
    _TERMINATED.append(number)
    raise KeyboardInterrupt


EVERYWHERE = ("--ledger", "--actor", "--lang")


def with_options_first(arguments: Sequence[str]) -> list[str]:
    """Put --ledger, --actor and --lang, which count behind the command too, in front,
    where click looks for them.
    """
    front, rest = _split_off(EVERYWHERE, arguments)
    if _is_restore(rest):
        # its --ledger is a place of its own, although the same one is meant
        front, rest = _split_off(("--actor", "--lang"), arguments)
    return [*front, *rest]


def _split_off(
    names: Sequence[str], arguments: Sequence[str]
) -> tuple[list[str], list[str]]:
    """Return the options of these names with their values, and all other words; what is
    behind `--` is no option.
    """
    options: list[str] = []
    rest: list[str] = []
    with_equals_sign = tuple(f"{name}=" for name in names)
    is_value = False
    for at, word in enumerate(arguments):
        is_last = at == len(arguments) - 1
        if is_value:
            options.append(word)
            is_value = False
        elif word == "--":
            rest += arguments[at:]
            break
        elif word in names and not is_last:
            options.append(word)
            is_value = True
        elif word.startswith(with_equals_sign):
            options.append(word)
        else:
            rest.append(word)
    return options, rest


def _is_restore(arguments: Sequence[str]) -> bool:
    """Tell whether the command is `ledger restore`, whatever options are before it."""
    words = [word for word in arguments if not word.startswith("-")]
    return words[:2] == ["ledger", "restore"]


def run(arguments: Sequence[str]) -> int:
    """Run a command line in its language."""
    before = LANGUAGE.set(language(arguments))
    fill_missing_streams()
    try:
        with named_output():
            return _run(arguments)
    finally:
        LANGUAGE.reset(before)


def _run(arguments: Sequence[str]) -> int:
    """Run it: every failure becomes a message and an exit code here."""
    as_json = "--json" in arguments
    out = sys.stdout
    try:
        code = selo.main(
            with_options_first(arguments), prog_name="selo", standalone_mode=False
        )
        sys.stdout.flush()
    except click.UsageError as error:
        bare = isinstance(error, click.exceptions.NoArgsIsHelpError)
        if bare and not as_json:
            click.echo(error.format_message(), err=True)
            return 2
        message = say("a command is missing") if bare else usage(error)
        hint = NOTHING
        if error.ctx is not None:
            hint = by_command("see `{command} --help`", command=error.ctx.command_path)
        return refuse([ProblemLine("usage", message, hint)], as_json, 2)
    except click.ClickException as error:
        return refuse([ProblemLine("file", usage(error))], as_json, 1)
    except (click.Abort, KeyboardInterrupt):
        talk(interrupt_message())
        return 130
    except BrokenPipeError:
        # the reader went away; silence, and no second error at exit
        silence()
        return 0
    except SystemExit:
        if sys.stdout is out:
            raise
        # click met the closed pipe first: it puts a silent stdout in its place and
        # exits
        return 0
    except Exception as error:
        if is_interrupt(error):
            talk(interrupt_message())
            return 130
        return report_failure(error, as_json, arguments)

    return code if isinstance(code, int) else 0


def _damage(error: Exception, context: click.Context) -> Exception | None:
    """Find out what is wrong with the ledger, if one was opened and the error looks
    like damage.
    """
    if "ledger.store.database" not in sys.modules:
        return None
    from ledger.errors import STUMBLES

    if not isinstance(error, STUMBLES):
        return None
    path = ledger_path(context)
    if not is_ledger_there(path):
        return None
    from audit.questions import damage

    return damage(path)


def _compare_with_seen(context: click.Context) -> None:
    """Warn after a command that opened a ledger if it is not the one that was seen in
    its place before.
    """
    path = ledger_path(context)
    if "ledger.store.database" not in sys.modules or not is_ledger_there(path):
        return
    from audit.machine import compare_with_last_seen

    if (
        problem := compare_with_last_seen(path, state_folder(), options.now())
    ) is not None:
        warn(say("{sentence} - {hint}", sentence=problem.message, hint=problem.hint))


if __name__ == "__main__":
    main()
