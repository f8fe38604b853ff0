"""What the tests that ask everything ask of the pages as files."""

from tests.doc_shell import Shell
from tests.features import Asked


def _prepared(shell: Shell, words: list[str]) -> None:
    """What the example of its command needs: a small ledger, since the whole demo has
    over four hundred pages.
    """
    if words[:2] == ["export", "site"]:
        shell.run("selo --ledger small.db init")
        shell.run("selo --ledger small.db submit players.jsonl")
        shell.patch.setenv("SELO_LEDGER", "small.db")


ASKED = Asked(
    questions={},
    pages={},
    lines="",
    measured={},
    unmeasured={"export site": "measured by itself, a page"},
    writes=(("export site", "folder"),),
    prepare=_prepared,
)
