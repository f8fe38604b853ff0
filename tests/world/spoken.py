"""What the program says in a test, where a browser may meet it, must be known to the pages in every language.

The sentences are those of real refusals, questions and warnings: whatever file, form or document a test of any room
brings. One that no pattern of web/pages/words knows would stand in English on a Finnish page, so the test fails.
"""

import re
import sys

from ledger.errors import Problem

# rooms whose sentences the desk and the pages show, and what of them only commands reach
SHOWN = ("exchange.", "desk.", "names.", "ledger.checks", "ledger.decide", "projections.answers", "projections.trials",
         "service.drafts", "web.desk", "web.pages", "web.checking")  # fmt: skip
COMMANDS = ("exchange.write", "exchange.trf.write", "exchange.json.ledger_lines", "desk.import_ledger",
            "desk.named_files", "desk.undoing", "desk.defaults",
            "desk.files.open_file", "projections.answers.lists.level", "projections.answers.exports")  # fmt: skip
OF_COMMANDS = re.compile(r"import-.*|map-line|map-twice|map-too-long")
_DIFFERS = re.compile(r"'[^']*'|\"[^\"]*\"|[0-9]+")


def check_problem(problem: Problem) -> None:
    """As it is made; the third frame up is whoever made it."""
    module = sys._getframe(2).f_globals["__name__"]
    if not module.startswith(SHOWN) or module.startswith(COMMANDS) or OF_COMMANDS.fullmatch(problem.code):
        return
    if problem.code == "needs-answer":
        check_question(problem.message)
    else:
        check(problem.message)
    if problem.hint:
        check(problem.hint, is_hint=True)


def check_question(text: str) -> None:
    """Of a person it opens with the row, which a page shows by itself."""
    if not _is_known(text, False):
        check(text.partition(": ")[2])


def check(text: str, *, is_hint: bool = False) -> None:
    """The first of a kind stands for all: thousands of sentences of a fuzz test differ in a word."""
    kind = _DIFFERS.sub("#", text)[:80], is_hint
    if kind not in _known_kinds:
        words = f"no Finnish and no Swedish for {text!r}: it needs a pattern in web/pages/words/refused/"
        assert _is_known(text, is_hint), words
        _known_kinds.add(kind)


_known_kinds: set[tuple[str, bool]] = set()


def _is_known(text: str, is_hint: bool) -> bool:
    from web.pages.words.refused.for_browsers import OF_COMMAND  # imports every page: only where something is said
    from web.pages.words.sentences import is_known

    return is_known(text) or (is_hint and bool(OF_COMMAND.search(text)))
