"""A refusal for people: at most a screenful. The same reason is given once, with the first places and a count."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from messages import Message

FIRST = 3  # places of one reason
MOST = 24  # lines of all reasons together


class Line(NamedTuple):
    """One problem as it is printed. A plain tuple: a wrong option must not wait for the ledger's imports."""

    code: str
    message: Message
    hint: str = ""
    file: str | None = None
    line: int | None = None
    column: int | None = None
    field: str | None = None

    def as_json(self) -> dict[str, object]:
        where = {"file": self.file, "line": self.line, "column": self.column, "field": self.field}
        return {"code": self.code, "message": self.message, "where": where, "hint": self.hint}

    def as_text(self, hint: bool = True) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        lead = f"{place}: " if place and place not in self.message else ""
        field = f" ({self.field})" if self.field else ""
        return f"{lead}{self.message}{field}" + (f" - {self.hint}" if self.hint and hint else "")

    @property
    def reason(self) -> tuple[str, str, str]:
        """What problems of one kind have in common. Questions are told apart by the option that answers them."""
        return self.code, self.file or "", (self.field or "") if self.code == "needs-answer" else ""


def as_text(lines: Sequence[Line]) -> list[str]:
    """The problems in their order, those of one reason together where there are many of them."""
    by_reason: dict[tuple[str, str, str], list[Line]] = {}
    for line in lines:
        by_reason.setdefault(line.reason, []).append(line)
    text: list[str] = []
    left = 0
    for group in by_reason.values():
        if len(text) >= MOST:
            left += len(group)
        else:
            text += _of_one_reason(group)
    if left:
        text.append(f"and {left} more problems; --json shows all")
    return text


def _of_one_reason(lines: Sequence[Line]) -> Iterator[str]:
    """A hint that was just given is not given again."""
    before = ""
    for line in lines[:FIRST] if len(lines) > FIRST + 1 else lines:
        yield line.as_text(hint=line.hint != before)
        before = line.hint
    if len(lines) > FIRST + 1:
        rest = lines[FIRST:]
        places = [str(line.line) for line in rest if line.line is not None]
        where = f" (lines {', '.join(places[:10])}{', ...' if len(places) > 10 else ''})" if places else ""
        yield f"and {len(rest)} more like these{where}; --json shows all"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A sentence with those that look like a word that is not known, after a blank; empty when none does."""
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), 3, 0.6)
    return f" Did you mean {' or '.join(near)}?" if near else ""
