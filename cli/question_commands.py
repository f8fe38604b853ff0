"""Make commands from the structs of questions: what a question takes is declared there
and nowhere else.

A module such as cli/players.py says how its answers read, and which struct each command
asks:

    show_command = question("projections.answers.players.show:Show", text=_show)

The struct is imported when the command is looked at, so a module may hold many
commands. A command that asks one of several questions names them all: the first that
takes everything that was given is the one that is meant.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from inspect import cleandoc
from typing import TYPE_CHECKING, Any

import click

from cli import options
from cli.command_frames import Maker, Text, option, with_examples
from cli.output import answer, chosen_format, json_option, row_options, talk
from cli.parameters import NAMED, parameters_by_field, params
from features.feature import imported
from messages import Message, say

if TYPE_CHECKING:
    from ledger.office import WaitingForOffice
    from messages.answer import Answer
    from projections.answers import Question
    from projections.answers.asking import Asked
    from projections.answers.parameters import Parameter
    from projections.answers.reading import Reading


Values = dict[str, Any]  # of a command line, by the name of the field
TOKENS = {"ignore_unknown_options": True}  # -1995 is a lost game, not an option


class CommandLineLedger:
    """The ledger of this command line, as questions need it."""

    @property
    def path(self) -> str:
        return options.ledger_path()

    @property
    def keys(self) -> tuple[str, ...]:
        from cli.options import key_files

        return key_files()

    @property
    def viewer(self) -> Any:
        from projections.answers import WHOLE

        return WHOLE

    def now(self) -> str:
        return options.now()

    def open_questions(self) -> "Sequence[WaitingForOffice]":
        from web.store.drafts import open_questions

        return open_questions(self.path)

    @contextmanager
    def reading(self, question: "Question", today: str) -> Iterator["Reading"]:
        from projections.answers.open_reading import reading

        with reading(self.path, question, today) as opened:
            yield opened

    @contextmanager
    def opened(self) -> Iterator["Reading"]:
        """Open the ledger as it is today, with everything known."""
        from projections.answers import Question

        with self.reading(Question(), self.now()) as opened:
            yield opened


HERE = CommandLineLedger()
AnswerWithLines = Callable[["Reading", Any], "tuple[Answer, Iterable[str]]"]
Picture = Callable[["Reading", Any, Any], str]


class QuestionCommand(click.Command):
    """The command of a question, or of several."""

    kinds: "tuple[type[Asked], ...]"


@dataclass(frozen=True, kw_only=True)
class Otherwise:
    """What a command does otherwise than most.

    answer_with_lines
              asks, and makes lines of more than the answer holds
    words     its help, where that of the first struct does not do
    more      parameters of the command line that are no part of the question; `finish`
              is given their values
    optional  parameters that the command line can do without, since `adjust` fills
              them in
    without   parameters that a command line has no use for
    adjust    looks at all values before a question is made of them, and may change
              them; returns True when there is nothing left to ask
    finish    does something else with the question and the answer, and returns what is
              still to be printed
    exports   the text is what is exported: there is no other form but JSON
    """

    answer_with_lines: AnswerWithLines | None = None
    words: str = ""
    more: Sequence[click.Parameter] = ()
    optional: Sequence[str] = ()
    without: Sequence[str] = ()
    adjust: Callable[[Values], object] | None = None
    finish: "Callable[..., Answer | None] | None" = None
    exports: bool = False


ORDINARY = Otherwise()


def question(
    *structs: str,
    text: Text | Mapping[str, Text] | None = None,
    picture: Picture | str | None = None,
    otherwise: Otherwise = ORDINARY,
) -> Maker:
    """Make a command that asks one of `structs`, each named as module:Struct, and
    prints the answer.

    text       an answer as lines; where there are several structs, by their names
    picture    what --svg draws: a function, or the module:name of one that takes the
               answer
    otherwise  what is odd about the command
    """

    def made() -> click.Command:
        kinds: list[type[Asked]] = [imported(struct) for struct in structs]
        taken = {
            field: parameter
            for field, parameter in parameters_by_field(kinds).items()
            if field not in otherwise.without
        }

        def run(**values: Any) -> None:
            stated = _stated_values(values)
            if otherwise.adjust is not None and otherwise.adjust(stated) is True:
                return

            fields = {name: stated[name] for name in stated if name in taken}
            asked = _question(kinds, taken, fields)
            if otherwise.answer_with_lines is not None:
                with asked.seen(HERE, options.now()) as reading:
                    answered, lines = otherwise.answer_with_lines(reading, asked)
                _print(asked, answered, lambda _: lines)
                return

            answered = _answer(asked, stated.get("svg"), picture)
            to_print: Answer | None = answered
            if otherwise.finish is not None:
                more = _values_of(otherwise.more, values)
                to_print = otherwise.finish(asked, answered, **more)
            if to_print is not None:
                lines_of: Text | None
                if isinstance(text, Mapping):
                    lines_of = text[type(asked).__name__]
                else:
                    lines_of = text
                _print(asked, to_print, lines_of)

        examples = [line for kind in kinds for line in kind.examples]
        command = QuestionCommand(
            None,
            callback=run,
            help=with_examples(
                otherwise.words or cleandoc(kinds[0].__doc__ or ""), examples
            ),
            params=[*params(kinds, taken, otherwise.optional), *otherwise.more],
            context_settings=dict(TOKENS) if "game" in taken else {},
        )
        command.kinds = tuple(kinds)
        if picture is not None:
            command.params.append(_svg_option())
        command.params.sort(key=lambda one: one.name in _LAST)
        has_rows = not otherwise.exports and any(kind.has_rows() for kind in kinds)
        return (row_options if has_rows else json_option)(command)

    return made


def _values_of(parameters: Sequence[click.Parameter], values: Values) -> Values:
    """Return the values of these parameters alone."""
    chosen = {}
    for parameter in parameters:
        if parameter.expose_value and parameter.name:
            chosen[parameter.name] = values[parameter.name]
    return chosen


def _stated_values(values: Values) -> Values:
    """Return the values that somebody gave."""
    context = click.get_current_context()
    default = click.core.ParameterSource.DEFAULT
    stated = {}
    for name, value in values.items():
        is_default = context.get_parameter_source(name) is default
        if value not in (None, ()) and not is_default:
            stated[name] = value

    # an option that may be given as a name too counts as one with its field
    named = [name for name in stated if name.endswith(NAMED)]
    for name in named:
        field = name.removesuffix(NAMED)
        stated[field] = (*stated.pop(name), *stated.get(field, ()))
    return stated


# what every question takes stands behind what is its own
_LAST = ("as_of", "known_on", "known_seq")


def _question(
    kinds: "Sequence[type[Asked]]", taken: "Mapping[str, Parameter]", stated: Values
) -> "Asked":
    """Make the question that is meant: the first that takes everything that was given."""
    for kind in kinds:
        if stated.keys() <= set(kind.__struct_fields__) and not _missing(kind, stated):
            return kind(**stated)
    raise click.UsageError(_misfit(kinds, taken, stated))


def _missing(kind: "type[Asked]", stated: Mapping[str, Any]) -> "list[Parameter]":
    from projections.answers.parameters import parameters_of

    return [
        one
        for one in parameters_of(kind).values()
        if one.required and one.field not in stated
    ]


def _misfit(
    kinds: "Sequence[type[Asked]]",
    taken: "Mapping[str, Parameter]",
    stated: Mapping[str, Any],
) -> Message:
    """Say why no question takes all of it, about the one that the most special option
    belongs to.
    """
    takers = {
        name: [kind for kind in kinds if name in kind.__struct_fields__]
        for name in stated
    }
    special = [name for name in stated if len(takers[name]) < len(kinds)]

    def sort_key(kind: "type[Asked]") -> tuple[int, int]:
        """Put first who alone takes the most options, then who misses the least."""
        alone = [name for name in special if takers[name] == [kind]]
        return -len(alone), len(_missing(kind, stated))

    for kind in sorted(kinds, key=sort_key):
        own = [name for name in special if kind in takers[name]]
        strange = [name for name in special if kind not in takers[name]]
        missing = _missing(kind, stated)
        if own and missing:
            option = _parameter_as_typed(kinds, taken[own[0]])
            other = _parameter_as_typed(kinds, missing[0])
            return say("{option} goes with {other}", option=option, other=other)
        if own and strange:
            option = _parameter_as_typed(kinds, taken[strange[0]])
            other = _parameter_as_typed(kinds, taken[own[0]])
            return say("{option} does not go with {other}", option=option, other=other)
    return say("these options do not go together")


def _parameter_as_typed(kinds: "Sequence[type[Asked]]", parameter: "Parameter") -> str:
    """Write a parameter as a command line has it: `PLAYER` or `--as-of`."""
    if parameter.option is not None:
        name = parameter.option
    elif any(parameter.name in kind.line for kind in kinds):
        # it stands on the line without an option
        return parameter.name.upper()
    else:
        name = parameter.name
    hyphenated = name.replace("_", "-")
    return f"--{hyphenated}"


def _answer(asked: "Asked", file: Any, picture: Picture | str | None) -> "Answer":
    """Ask the question, and draw the answer into the file, where one is given."""
    if file is None or picture is None:
        moment = options.now()
        if asked.needs_day:
            moment = options.today()
        return asked.answered(HERE, moment)

    with asked.seen(HERE, options.now()) as reading:
        answered = asked.ask(reading)
        if isinstance(picture, str):
            drawn = imported(picture)(answered)
        else:
            drawn = picture(reading, asked, answered)
        _draw(file, drawn)
    return answered


def _print(asked: "Asked", answered: "Answer", text: Text | None) -> None:
    other = getattr(answered, "asked", None)
    player = getattr(answered, "player", None)
    if isinstance(other, str) and player is not None:
        say_merged(other, player.id)

    form = chosen_format()
    if form in ("csv", "jsonl"):
        sheet = asked.sheet(answered)
        assert sheet is not None, "only answers with rows have these forms"
        rows = sheet.rows
        if form == "jsonl" and asked.table is not None:
            rows = getattr(answered, asked.table)
        answer(answered, (), rows, sheet.columns)
    elif form == "text" and text is not None:
        answer(answered, text(answered))
    else:
        answer(answered, ())


def say_merged(asked: str, into: str) -> None:
    talk(say("{player} was merged into {other}", player=asked, other=into))


# how each picture of ours begins
_OURS = re.compile(
    rb"<svg xmlns='[^']+' width='\d+' height='\d+' viewBox='[0-9 ]+' class='chart'"
)


def _refuse_other_file(
    context: click.Context, parameter: click.Parameter, file: str | None
) -> str | None:
    """Refuse to overwrite anything but a picture drawn before: `--svg selo.db` must not
    cost a ledger.
    """
    if file is not None and os.path.exists(file):
        if not os.path.isfile(file):
            raise click.BadParameter(say("{file} is not a file.", file=file))
        with open(file, "rb") as there:
            if not _OURS.match(there.read(200)):
                raise click.BadParameter(
                    say(
                        "{file} is not a picture of this program, and drawing would"
                        " overwrite it; choose another name.",
                        file=file,
                    )
                )
    return file


def _svg_option() -> click.Option:
    return option(
        "--svg",
        type=click.Path(dir_okay=False),
        metavar="FILE",
        help="Also draw the answer into this file.",
        callback=_refuse_other_file,
    )


def _draw(file: str, picture: str) -> None:
    """Write the picture to its file; the message goes to stderr, since stdout has the
    answer.
    """
    from ledger.whole_files import replace_own_file

    try:
        replace_own_file(file, picture.encode())
    except OSError as error:
        # the name that was given, not that of the unfinished file
        error.filename = file
        raise
    talk(say("drawn: {file}", file=file))
