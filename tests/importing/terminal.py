"""`selo` on a pseudo-terminal: what a person at a keyboard sees and types."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0


def _as_at_a_keyboard() -> None:
    """Whoever runs the tests in the background has Ctrl-C ignored, and what they start
    would inherit it.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """One command line on a terminal of its own."""

    def __init__(
        self, folder: Path, *arguments: str, program: Sequence[str] = ("-m", "cli.main")
    ) -> None:
        self._own, theirs = pty.openpty()
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "NO_COLOR": "1",
            "LANG": "C.UTF-8",
            "HOME": str(folder),
            "XDG_STATE_HOME": str(folder / "state"),
        }
        self._process = subprocess.Popen(
            [sys.executable, *program, *arguments],
            cwd=folder,
            env=environment,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            close_fds=True,
            start_new_session=True,
            preexec_fn=_as_at_a_keyboard,
        )
        os.close(theirs)
        self.screen = ""
        self._read_up_to = 0

    def expect(self, text: str) -> None:
        """Waits until the text is on the screen, after whatever was waited for before."""
        until = time.monotonic() + PATIENCE
        while text not in self.screen[self._read_up_to :]:
            assert time.monotonic() < until and self._more(), (
                f"no {text!r} on the screen:\n{self.screen}"
            )
        self._read_up_to = self.screen.index(text, self._read_up_to) + len(text)

    def type(self, text: str) -> None:
        os.write(self._own, f"{text}\n".encode())

    def answer(self, question: str, text: str) -> None:
        self.expect(question)
        self.type(text)

    def interrupt(self) -> None:
        """Ctrl-C."""
        os.kill(self._process.pid, signal.SIGINT)

    def end(self) -> int:
        """The exit code, after everything was printed."""
        while self._more():
            pass
        code = self._process.wait(PATIENCE)
        os.close(self._own)
        return code

    def _more(self) -> bool:
        ready, _, _ = select.select([self._own], [], [], PATIENCE)
        if not ready:
            return False
        try:
            piece = os.read(self._own, 65536)
        except OSError:  # the other end is closed
            return False
        self.screen += piece.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(piece)


def dialogue(
    folder: Path, arguments: Sequence[str], *answers: tuple[str, str]
) -> tuple[int, str]:
    """A whole conversation: what is waited for and what is typed then; the exit code
    and the screen.
    """
    terminal = Terminal(folder, *arguments)
    for question, text in answers:
        terminal.answer(question, text)
    return terminal.end(), terminal.screen
