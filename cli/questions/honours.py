"""selo titles, due, selection, letters, clubs and best: how their answers read."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.asking import question
from cli.output import bold, fields_table, signed, table, talk
from messages import counted, say, template

if TYPE_CHECKING:
    from projections.answers.career import PeakReached
    from projections.answers.due import DueAnswer
    from projections.answers.lists.best import BestAnswer
    from projections.answers.lists.clubs import ClubAnswer, ClubsAnswer
    from projections.answers.players.letters import Letters, LettersAnswer
    from projections.answers.players.selection import BestPerformance, EloOnDay, SelectionAnswer
    from projections.answers.titles import TitlesAnswer


def _titles(answered: "TitlesAnswer") -> Iterator[str]:
    rows = answered.rows
    shown = ("player", "name", "title", "status", "on", "tournament", "game")
    yield from fields_table(rows, shown) if rows else [say("no titles")]
    for row in rows:
        if row.event:
            cause = f"{row.event.kind} {row.event.target} {row.event.reason or ''}".rstrip()
            yield say("{title} of {player} lost its ground with seq {seq}: {cause}", title=row.title,
                      player=row.player, seq=row.seq, cause=cause)  # fmt: skip
        if row.decision:
            decision = row.decision
            words = (decision.kind, f"({decision.resolution})" if decision.resolution else "", decision.reason or "")
            yield say("{title} of {player}, {day}: {decision}, recorded by {actor} with seq {seq}", title=row.title,
                      player=row.player, day=decision.on, decision=" ".join(word for word in words if word),
                      actor=decision.by, seq=decision.seq)  # fmt: skip


def _selection(answered: "SelectionAnswer") -> Iterator[str]:
    yield say("period {first} to {last}", first=answered.period.first_day, last=answered.period.last_day)
    # the women's number is a peak and so a whole number
    digits = 0 if answered.women else 1
    rows = [
        (
            row.player,
            row.name,
            say("none") if row.number is None else f"{row.number:.{digits}f}",
            _peak(row.peak),
            _elo(row.elo),
            _performance(row.performance),
        )
        for row in answered.rows
    ]
    if rows:
        yield from table(("player", "name", "number", "peak", "Elo", "best performance"), rows)
    else:
        yield say("nobody has two factors")


def _peak(peak: "PeakReached | None") -> str:
    if peak is None:
        return "-"
    where = " ".join(part for part in (peak.on, peak.tournament, peak.game) if part)
    return f"{peak.rating} ({where})"


def _elo(elo: "EloOnDay | None") -> str:
    return "-" if elo is None else f"{elo.rating} ({elo.on})"


def _performance(best: "BestPerformance | None") -> str:
    if best is None:
        return "-"
    return say("{rating} ({score}/{games}, {low} to {high})", rating=best.rating, score=f"{best.score:g}",
               games=best.games, low=f"{best.first.tournament} {best.first.game}",
               high=f"{best.last.tournament} {best.last.game}")  # fmt: skip


def _letters(answered: "LettersAnswer") -> Iterator[str]:
    if not answered.rows:
        yield say("no rating moved since {since}", since=answered.since)
    for number, letter in enumerate(answered.rows):
        if number:
            yield from ("", "-" * 40, "")
        yield from letter.text.split("\n")


def _into(asked: "Letters", answered: "LettersAnswer", folder: str | None) -> "LettersAnswer | None":
    """Write a text file for each letter, where a folder is named."""
    if folder is None:
        return answered
    from ledger.outgoing import new_folder

    with new_folder(folder) as draft:
        for letter in answered.rows:
            (draft / f"{letter.player}.txt").write_text(f"{letter.text}\n", "utf-8")
    talk(counted("{count} letter is in {folder}", "{count} letters are in {folder}", len(answered.rows),
                 folder=folder))  # fmt: skip
    return None


def _clubs(answered: "ClubsAnswer") -> list[str]:
    shown = ("club", "average", "members", "best", "best_name", "best_rating")
    return fields_table(answered.rows, shown) if answered.rows else [say("no club has a rated member")]


def _club(one: "ClubAnswer") -> list[str]:
    lists = list(one.rows[0].ratings)
    rows = [(row.player, row.name, row.federation, *(row.ratings[name] for name in lists)) for row in one.rows]
    known = {"club": one.club, "members": one.members}
    head = (
        say("{club}: members {members}", **known)
        if one.average is None
        else say("{club}: members {members}, average of the best ten {average}", average=one.average, **known)
    )
    return [head, *table(("player", "name", "federation", *lists), rows)]


WHAT = {
    "report": template("report of the organiser"),
    "report-from-abroad": template("results from abroad, by the players"),
    "list": template("to be published"),
}  # fmt: skip


def _due(answered: "DueAnswer") -> list[str]:
    if not answered.rows:
        return [say("nothing is due")]
    rows = [
        (row.due, counted("{count} day late", "{count} days late", row.late) if row.late else "", row.id,
         "" if row.what == "list" else row.name, say(WHAT[row.what]),
         row.organiser or ", ".join(one.name or one.player for one in row.players))
        for row in answered.rows
    ]  # fmt: skip
    return table(("due", "late", "id", "name", "what", "whose"), rows)


def _best(answered: "BestAnswer") -> Iterator[str]:
    yield bold(say("highest ratings"))
    yield from fields_table(answered.peaks, ("player", "name", "rating", "on"))
    yield ""
    yield bold(say("biggest gains in a calendar year"))
    years = [(row.player, row.name, row.year, row.before, row.after, signed(row.gain)) for row in answered.years]
    yield from table(("player", "name", "year", "before", "after", "gain"), years)
    yield ""
    yield bold(say("longest runs of gains"))
    runs = [(row.player, row.name, row.length, row.first_day, row.last_day, signed(row.gain)) for row in answered.runs]
    yield from table(("player", "name", "tournaments", "from", "to", "gain"), runs)


PLAYERS, LISTS = "projections.answers.players", "projections.answers.lists"
_FOLDER = click.Option(["--to", "folder"], metavar="FOLDER", help="A new folder, for a text file a player.")
titles_command = question("projections.answers.titles:Titles", text=_titles)
due_command = question("projections.answers.due:Due", text=_due)
selection_command = question(f"{PLAYERS}.selection:SelectionNumbers", text=_selection)
letters_command = question(f"{PLAYERS}.letters:Letters", text=_letters, more=(_FOLDER,), then=_into)
clubs_command = question(
    f"{LISTS}.clubs:Clubs", f"{LISTS}.clubs:Club", text={"Clubs": _clubs, "Club": _club},
)  # fmt: skip
best_command = question(f"{LISTS}.best:Best", text=_best)
