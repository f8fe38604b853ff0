"""Show a form again that was sent and not taken: every field filled with what was
typed, and what is wrong beside it.

One way for all forms. A form sends its fields; a refusal names the field of each
problem, as the form or as the document calls it. The page of the form is then made once
more by the very function that makes it when it is opened. Its template asks for the
value of each field, and for what is wrong there; what no field has shown stands above
them.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from ledger.errors import Problem, Where
from messages import NOTHING, say

FILE = "file"  # the field of a form in which a file is chosen
# as a browser writes what stands in an input of such a type
_DAYS = {
    "date": re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}"),
    "datetime-local": re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}"),
}
_PARTS = re.compile(r"[^.\[\]]+")
# what a refusal calls a field that has nothing in it
OF_EMPTY = frozenset(
    ["missing-field", "wrong-value", "wrong-type", "actor-name", "token-name"]
)


@dataclass(frozen=True, slots=True)
class Sent:
    """A form that was sent and has to be looked at again: its name on its page, what
    was typed, what is wrong; and how the file was called that was chosen, which no
    browser chooses a second time. `shown_on`: the forms that told it; `kept`: nothing
    was done with it, since whoever sent it was logged out.
    """

    form: str
    fields: Mapping[str, str]
    problems: Sequence[Problem] = ()
    file: str | None = None
    shown_on: list[str] = field(default_factory=list)
    kept: bool = False

    def field_of(self, problem: Problem) -> str | None:
        """Return the field that a problem is about: of that name, or of the name of the
        nearest part of a document. What is wrong in a file that was chosen is wrong
        with the field that it was chosen in.

        Of a form with the fields `reason` and `points`:

            points           points
            games[2].points  points
            tournament       None: it is shown above the fields
        """
        path = problem.where.field or ""
        parts: list[str] = _PARTS.findall(path)

        # the whole path first, then its parts from the last
        for name in (path, *reversed(parts)):
            if name in self.fields:
                return name

        in_file = self.file is not None and problem.where.file is not None
        return FILE if in_file or path == FILE else None


class Filled:
    """A form as its page shows it. It remembers which problems were shown at their
    fields.
    """

    def __init__(self, name: str, sent: Sent | None) -> None:
        """Show the form of this name. `sent`: the form that came back, if any; one of
        another name leaves this one as the ledger knows it.
        """
        self._name = name
        self._sent = sent if sent is not None and sent.form == name else None
        # with their fields; not shown so far
        self._waiting: list[tuple[str | None, Problem]] = []
        self._marks: dict[str, str] = {}  # the ids of messages, by field

        if self._sent is not None:
            for problem in self._sent.problems:
                at = self._sent.field_of(problem)
                self._waiting.append((at, self._of_empty(at, problem)))

    def _of_empty(self, name: str | None, problem: Problem) -> Problem:
        """Return what is wrong with a field that was left empty as people say it; any
        other problem as it is.

        The ledger says that a document has no field of a name, or that an empty text is
        none: neither is what somebody sees who forgot a field.
        """
        if name is None or problem.code not in OF_EMPTY or self.value(name):
            return problem
        return replace(
            problem,
            message=say("this cannot be left empty"),
            where=Where(field=name),
            hint=NOTHING,
        )

    @property
    def again(self) -> bool:
        """Whether it was sent before."""
        return self._sent is not None

    @property
    def refused(self) -> bool:
        """Whether anything was wrong with it."""
        return self._sent is not None and bool(self._sent.problems)

    @property
    def kept(self) -> bool:
        """Whether it comes back after a login, as it was typed."""
        return self._sent is not None and self._sent.kept

    @property
    def file(self) -> str | None:
        """The name of the file that was chosen."""
        return self._sent.file if self._sent is not None else None

    def value(self, name: str, known: object = None) -> str:
        """Return what was typed into a field; where the form was not sent, what is
        known.

        A field that was emptied comes back empty, and not as it is known. `known`:
        anything with a text; None for an empty field.
        """
        if self._sent is not None and name in self._sent.fields:
            return self._sent.fields[name]
        return "" if known is None else str(known)

    def wrong(self, name: str) -> list[Problem]:
        """Return what is wrong with a field, to be shown there and nowhere else.

        It is told once: asked again, the field has no problem. So a template asks once
        for each field, and keeps what it got.
        """
        here = [problem for at, problem in self._waiting if at == name]
        self._waiting = [(at, problem) for at, problem in self._waiting if at != name]

        return here

    def mark(self, name: str) -> str:
        """Return the id of the message at a field; names of fields may hold what no id
        may.

        Ids are counted: the second field that asks in the form `paper` has
        `wrong-paper-2`, each time that it asks.
        """
        return self._marks.setdefault(
            name, f"wrong-{self._name}-{len(self._marks) + 1}"
        )

    @property
    def marks(self) -> list[str]:
        """The ids of the messages at fields, in the order of the page."""
        return [*self._marks.values()]

    def kind(self, name: str, kind: str) -> str:
        """Return the type of an input. One for a day would show nothing of a text that
        is no day.

        `kind`: the type that it has otherwise. A field of the type `date` in which
        `31.5.` or `2024-02-31` was typed is of the type `text`, so that they see what
        they typed.
        """
        typed = self.value(name)
        if kind in _DAYS and typed and not _is_shown(typed, kind):
            return "text"
        return kind

    def elsewhere(self) -> list[Problem]:
        """Return what no field has shown: asked for when all fields have been.

        It also notes in the form that was sent that it was shown; a page that never
        asks is one without the form.
        """
        if self._sent is not None:
            self._sent.shown_on.append(self._name)
        return [problem for _, problem in self._waiting]


def _is_shown(text: str, kind: str) -> bool:
    """Tell whether an input of the type `date` or `datetime-local` shows a text: one of
    its form, of a day that the calendar has.
    """
    if not _DAYS[kind].fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
