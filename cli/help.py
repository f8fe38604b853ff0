"""selo help: pages of the documentation, the help of commands, and what
a shell needs to complete them.
"""

from typing import TYPE_CHECKING

import click

from cli.command_frames import argument, command, option
from cli.commands import COMMANDS
from cli.failures import did_you_mean
from cli.output import chosen_format, json_line
from features import FEATURES
from messages import say

if TYPE_CHECKING:
    from pathlib import Path

SHELLS = ("bash", "zsh", "fish")
# folders of pages; what is looked up in a reference is printed by --help
FOLDERS = ("how-to", "explanation")


@command(
    ("selo help correct", "selo help submit --page", "selo help --completion bash"),
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
    option(
        "--completion",
        type=click.Choice(SHELLS),
        help="Instead: the completion script of a shell; put it where yours reads it.",
    ),
    as_json=False,
)
@click.pass_context
def help_command(
    context: click.Context,
    words: tuple[str, ...],
    all_pages: bool,
    page_only: bool,
    completion: str | None,
) -> None:
    """How to do something: a page of the documentation. Of a command: its help."""
    if completion is not None:
        click.echo(_completion_of(completion))
        return
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
    if of_command:
        text = _of_command(top, words)
    else:
        text = _page("-".join(words).lower().removesuffix(".md"))

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
        paths = []
        for folder in FOLDERS:
            paths += (checkout / folder).glob("*.md")
    for feature in FEATURES:
        paths += sorted(feature.folder.glob("*.md"))
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
    """Return the help of a command, and of one below it as in `selo help player add`.
    Words behind the last command are left aside.
    """
    command = context.command
    for word in words:
        below = None
        if isinstance(command, click.Group):
            below = command.get_command(context, word)
        if below is None:
            break
        context = click.Context(below, info_name=word, parent=context)
        command = below

    text = command.get_help(context)
    if len(words) == 1:
        [name] = words
        if name in pages():
            text += f"\n\nStep by step: selo help {name} --page"
    return text


def _completion_of(shell: str) -> str:
    """Return the completion script of a shell."""
    from click.shell_completion import get_completion_class

    selo = click.get_current_context().find_root().command
    completion = get_completion_class(shell)
    assert completion is not None
    # click asks bash for its version when it prints; the script itself needs no look at
    # the machine
    script = completion(selo, {}, "selo", "_SELO_COMPLETE")
    return str(script.source_template % script.source_vars())
