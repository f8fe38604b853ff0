"""The records about the event itself: header, teams, days."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from exchange.text.dates import Order, Readings, finnish, fixed, readings, settle
from exchange.text.notes import Notes, Question
from exchange.text.separated import whole
from exchange.trf.columns import MAX_ROUNDS, cell_column, cell_count, columns, read_team
from exchange.trf.report import Header, Team
from exchange.trf.rows import Row
from ledger.errors import Where
from messages import say


def read_header(rows: Iterable[Row]) -> Header:
    """Read the first record of each tag that is not empty; deputies have one each."""
    first: dict[str, str] = {}
    lines: dict[str, int] = {}
    deputies = []
    for row in rows:
        text = row.text[3:].strip()
        if row.tag == "112" and text:
            deputies.append(text)
        elif text and (row.tag[2:] == "2" or row.tag == "XXR"):
            first.setdefault(row.tag, text)
            lines.setdefault(row.tag, row.line)
    declared = [number for tag in ("142", "XXR") if (number := whole(first.get(tag, "")))]
    return Header(
        name=first.get("012", ""),
        city=first.get("022", ""),
        federation=first.get("032", ""),
        kind=first.get("092", ""),
        arbiter=first.get("102", ""),
        deputies=tuple(deputies),
        time_control=first.get("122", ""),
        time_control_code=first.get("222", ""),
        declared_players=first.get("062", ""),
        declared_rounds=max(declared, default=None),
        lines=lines,
        texts=first,
    )


def read_teams(rows: Iterable[Row], notes: Notes) -> Iterable[Team]:
    for row in rows:
        if row.tag in ("013", "310"):
            team = read_team(row.text, row.tag, row.line)
            if team:
                yield team
            else:
                notes.warn("trf-team-unreadable", say("the players of a team were not read"), notes.at(row.line, 37))


def _round_texts(rows: Iterable[Row], notes: Notes) -> dict[int, tuple[str, int]]:
    """Read record 132: the text of each round and its line, in columns 92-99 for round 1, then every ten columns."""
    texts: dict[int, tuple[str, int]] = {}
    for row in rows:
        if row.tag != "132":
            continue
        if row.text[3:91].strip():
            message = say("round dates are not in columns 92-99, 102-109, ... and were not read")
            notes.warn("trf-round-dates-misplaced", message, notes.at(row.line, 5, "132"))
            continue
        for number in range(1, min(cell_count(row.text), MAX_ROUNDS) + 1):
            at = cell_column(number)
            if text := columns(row.text, at, at + 9):
                texts.setdefault(number, (text, row.line))
    return texts


@dataclass(frozen=True, slots=True)
class Days:
    start: date | None
    end: date | None
    rounds: Mapping[int, date]
    questions: tuple[Question, ...]


def read_dates(rows: Sequence[Row], order: Order | None, answers: Mapping[str, date], notes: Notes) -> Days:
    """Read start, end and round dates as they agree with each other, and ask about each that can be read twice."""
    texts = {name: _record(rows, tag) for name, tag in (("start", "042"), ("end", "052"))}
    texts |= {f"round {number}": place for number, place in sorted(_round_texts(rows, notes).items())}
    places = {name: notes.at(line or None, None, name) for name, (_, line) in texts.items()}
    known = {name: _reading(name, text, answers, places[name], notes) for name, (text, _) in texts.items()}
    names = list(known)
    heads, played = [known[name] for name in names[:2]], [known[name] for name in names[2:]]
    settled = settle(heads, played, order)
    written = [text for name in names[:2] if (text := texts[name][0])]
    if order is None and settled.open.keys() & {0, 1} and finnish(written):
        # 3.10.2026: where the rest of the file leaves it open, days with dots and the year last begin with the day
        dotted = settle(heads, played, "dmy")
        settled = dotted if dotted.odd == settled.odd else settled
    if settled.odd:
        notes.warn("trf-dates-contradict", settled.odd, places["start"], say("check start, end and round dates"))
    days = dict(zip(names, settled.days, strict=True))
    rounds = {int(name.split()[1]): day for name, day in days.items() if name not in ("start", "end") and day}
    questions = tuple(
        Question(
            names[at],
            say("{text} can be read in {count} ways", text=repr(texts[names[at]][0]), count=len(choices)),
            choices,
            places[names[at]],
        )
        for at, choices in sorted(settled.open.items())
    )
    return Days(days["start"], days["end"], rounds, questions)


def _record(rows: Iterable[Row], tag: str) -> tuple[str, int]:
    return next(((text, row.line) for row in rows if row.tag == tag and (text := row.text[3:].strip())), ("", 0))


def _reading(name: str, text: str, answers: Mapping[str, date], where: Where, notes: Notes) -> Readings:
    if name in answers:
        return fixed(answers[name], text)
    reading = readings(text)
    if text and not reading:
        notes.warn(
            "trf-date-unreadable", say("{text} is not a day", text=repr(text[:40])), where, say("give the day yourself")
        )
    return reading
