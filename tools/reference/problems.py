"""Writes the page of the codes that a refusal or a warning may have."""

from collections.abc import Iterator

from ledger import errors
from ledger.codes import CODES, WARNING
from tools.reference import table


def problems() -> Iterator[str]:
    yield (
        "Every code that `--json` may show in `problems` and in the warnings of a file,"
        " with the exit code it comes"
    )
    yield (
        "with. Where there are several, it depends on the command: what a document"
        " names is refused with 1, what a"
    )
    yield (
        "question names is not found with 3. All problems of a file are reported"
        " together; then the exit code is 5"
    )
    yield "only if each of its documents is in conflict.\n"
    yield (
        "If a file or key that a command should read does not exist, that is wrong"
        " usage: exit 2. So is a file of the wrong"
    )
    yield (
        "kind, or a key that signed nothing in this ledger, for every command that"
        " checks one. `altered` and exit 1 mean"
    )
    yield (
        "that something was altered. Only a missing ledger itself (`--ledger`,"
        " `SELO_LEDGER`) is *not found*: exit 3.\n"
    )
    yield (
        "Over HTTP the same codes come in `problems` of a refusal (RFC 9457), whose"
        " `type` is the address of a page"
    )
    yield (
        "about the code of the first: `/problems/unknown-player`, in Finnish, Swedish"
        " and English. `/problems` lists"
    )
    yield "them all.\n"
    yield "```text"
    yield (errors.__doc__ or "").partition("\n\n")[2].strip("\n")
    yield "```\n"
    rows = (
        (f"`{name}`", _exits(code.exits), code.meaning) for name, code in CODES.items()
    )
    yield from table(("code", "exit", "meaning"), rows)


def _exits(exits: tuple[int, ...]) -> str:
    return " or ".join(
        "warning" if exit_code == WARNING else str(exit_code) for exit_code in exits
    )
