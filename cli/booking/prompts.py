"""Ask on a terminal, where somebody is there who can be asked, and let Ctrl-C end every
prompt.
"""

import contextlib
import os
import select
import signal
import sys
from collections.abc import Iterator

import click

from cli.output import chosen_format, spoken, talk
from messages import Message, say


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C end every prompt of click, whenever it comes.

    `input` loses an interrupt that comes after its prompt is on the screen and before
    it waits: Python notes the signal and waits for a key all the same. Here the signal
    itself ends the wait.
    """
    # elsewhere nobody can wait for a terminal and a signal at once
    if os.name != "posix":
        yield
        return
    before = click.termui.visible_prompt_func
    click.termui.visible_prompt_func = _read_line
    try:
        yield
    finally:
        click.termui.visible_prompt_func = before


def _read_line(question: str) -> str:
    """Read a line as `input` does, with a wait of our own."""
    print(question, end="", flush=True)
    _wait()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.removesuffix("\n")


def _wait() -> None:
    """Wait until a line is there. A signal writes into the pipe at the moment it comes,
    so none is missed.
    """
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    before = signal.set_wakeup_fd(wakes)
    try:
        ready: list[object] = []
        while sys.stdin not in ready:
            ready, _, _ = select.select([sys.stdin, woken], [], [])
            if woken in ready:
                os.read(woken, 1)  # its handler raises, or there was no reason to stop
    finally:
        signal.set_wakeup_fd(before)
        os.close(woken)
        os.close(wakes)


def on_a_terminal() -> bool:
    """Tell whether somebody is there who can be asked and wants to read."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return chosen_format() == "text" and all(
        stream is not None and stream.isatty() for stream in streams
    )


YES, NO = say("y yes"), say("n no")  # the words that are taken, also in other languages


def confirm(question: str, default: bool) -> bool:
    """Ask for yes or no, until it is one of these; the default for an empty line."""
    if default:
        shown = say("{question} [Y/n]", question=question)
    else:
        shown = say("{question} [y/N]", question=question)
    while True:
        typed = prompt(shown, "").casefold()
        if not typed:
            return default
        if means(typed, YES):
            return True
        if means(typed, NO):
            return False
        talk(say("Error: invalid input"))


def prompt(question: str, default: str | None, show_default: bool = False) -> str:
    """Ask on the terminal, and return what was typed; without a default until it is
    something.
    """
    typed = click.prompt(
        spoken(question), default=default, show_default=show_default, err=True
    )
    return str(typed).strip()


def means(given: str, words: Message) -> bool:
    """Tell whether what was typed is one of the words, in the language of this command."""
    return given.casefold() in spoken(words).split()
