"""What a file means, before and after booking: bytes, days, players by match, games by fate, numbers that move."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cli.output import answer, bold, table

if TYPE_CHECKING:
    from desk.job import Job
    from desk.outcome import Fates, Outcome
    from desk.people.matching import Match

SHOWN = 40
SHOWN_NEW = 20


def tell(job: "Job", outcome: "Outcome", dry_run: bool) -> None:
    """One JSON value, or the check report for people."""
    from desk.outcome import caution

    if not outcome.recorded or not all(receipt.repeated for receipt in outcome.recorded):
        cautions = tuple(caution(problem.message, problem.where) for problem in job.intake.warnings)
        outcome = outcome.warned_first(cautions)
    value = report(job, outcome)
    if dry_run:
        value["dry_run"] = True
    answer(value, _lines(value, outcome, dry_run))


def report(job: "Job", outcome: "Outcome") -> dict[str, Any]:
    from ledger.answer import plain

    return {
        "source": source(job),
        "players": players(job),
        "games": games(job, outcome.fates),
        "recorded": plain(outcome.recorded),
        "moved": plain(outcome.moved),
        "warnings": plain(outcome.warnings),
        "questions": [need.as_dict() for need in job.needs],
    }


def source(job: "Job") -> dict[str, Any]:
    intake = job.intake
    found = {name: getattr(intake.source, name) for name in ("file", "format", "sha256", "encoding", "line_ends")}
    return {
        **found,
        "bytes": len(job.data),
        "name": job.settings.name or intake.name,
        "start": intake.start.isoformat() if intake.start else None,
        "end": intake.end.isoformat() if intake.end else None,
        "rounds": intake.rounds,
        "round_days": {game.round: game.on for game in intake.games if game.on},
        "time": intake.time_text,
        "tournaments": job.ids,
    }


def players(job: "Job") -> dict[str, list[dict[str, Any]]]:
    """Everybody with a game, by how he was found."""
    found: dict[str, list[dict[str, Any]]] = {"matched": [], "new": [], "doubtful": []}
    for one in job.matches:
        row = one.asked
        said: dict[str, Any] = {"number": row.key, "name": row.name, "by": one.by}
        if one.status == "matched":
            said["player"] = one.player
            if other := _spelt_otherwise(job, one):
                said["known_as"] = other
        else:
            if one.status == "new":
                said["player"] = job.given.get(row.key)
            said |= {"born": row.born, "fide_id": row.fide_id, "national_id": row.national_id}
        if one.status == "doubtful":
            said["candidates"] = [_candidate(job, player) for player in one.candidates]
        found[one.status].append(said)
    return found


def _spelt_otherwise(job: "Job", one: "Match") -> str | None:
    """The name here, when no spelling known here is the one of the file."""
    from desk.people.spelling import exact

    assert job.register is not None and one.player is not None
    names = job.register.names(one.player)
    differs = one.asked.name and names and not any(exact(one.asked.name, name) for name in names)
    return names[0] if differs else None


def _candidate(job: "Job", player: str) -> dict[str, Any]:
    assert job.register is not None
    person = job.register.person(player)
    return {
        "player": player,
        "name": person.name if person else None,
        "born": job.register.born(player),
        "club": person.club if person else None,
        "fide_id": person.fide_id if person else None,
    }


def games(job: "Job", fates: "Fates | None") -> dict[str, Any]:
    """As the file tells them, and as the rules see them where that could be tried."""
    from desk.files.intake import not_played

    unplayed = not_played(job.intake.games)
    return {
        "games": len(job.intake.games),
        "played": len(job.intake.games) - sum(unplayed.values()),
        "not_played": unplayed,
        "byes": dict(sorted(job.intake.byes.items())),
        "rated": fates.rated if fates else None,
        "not_rated": fates.not_rated if fates else None,
    }


def _lines(value: dict[str, Any], outcome: "Outcome", dry_run: bool) -> Iterator[str]:
    from cli.booking.outcome import outcome_lines

    told = value["source"]
    yield bold(f"{told['file']}: {told['name'] or 'no name'}")
    yield f"{told['format']}, {told['bytes']} bytes, {told['encoding']}, line ends {told['line_ends']}"
    days = f"{told['start'] or 'not known'} to {told['end'] or 'not known'}"
    yield f"days {days}, {told['rounds']} rounds" + (f", time as written: {told['time']}" if told["time"] else "")
    if told["round_days"]:
        yield "rounds on " + ", ".join(dict.fromkeys(told["round_days"].values()))
    yield from _player_lines(value["players"])
    yield from _game_lines(value["games"])
    yield from _question_lines(value["questions"])
    if dry_run and value["games"]["rated"] is None and value["questions"]:
        yield "the numbers that would move are shown when the questions without a proposal are answered"
    if value["recorded"] or value["moved"]:
        yield ""
        yield from outcome_lines(outcome, dry_run)
    else:
        yield from outcome_lines(outcome, dry_run, nothing=False)


def _player_lines(found: dict[str, list[dict[str, Any]]]) -> Iterator[str]:
    counts = ", ".join(f"{len(rows)} {status}" for status, rows in found.items() if rows)
    if not counts:  # the same bytes were recorded before: nobody was looked up
        return
    yield f"players with a game: {counts}"
    by: dict[str, int] = {}
    for row in found["matched"]:
        by[row["by"]] = by.get(row["by"], 0) + 1
    if by:
        yield "  matched by " + ", ".join(f"{words} {count}" for words, count in by.items())
    otherwise = [(row["number"], row["name"], row["player"], row["known_as"]) for row in found["matched"]
                 if "known_as" in row]  # fmt: skip
    yield from _some(("row", "spelt otherwise", "player", "name here"), otherwise)
    fresh = [(row["number"], row["name"], row["born"], row["fide_id"], row["player"]) for row in found["new"]]
    yield from _some(("row", "new", "born", "FIDE id", "id"), fresh)
    rows = [
        (row["number"], row["name"], row["born"], row["by"], ", ".join(_person(c) for c in row["candidates"]))
        for row in found["doubtful"][:SHOWN]
    ]
    if rows:
        yield from table(("row", "doubtful", "born", "why", "candidates"), rows)
    if len(found["doubtful"]) > SHOWN:
        yield f"and {len(found['doubtful']) - SHOWN} more"


def _some(columns: tuple[str, ...], rows: Sequence[Sequence[Any]]) -> Iterator[str]:
    if rows:
        yield from table(columns, rows[:SHOWN_NEW])
    if len(rows) > SHOWN_NEW:
        yield f"and {len(rows) - SHOWN_NEW} more; --json shows all"


def _person(candidate: dict[str, Any]) -> str:
    return " ".join(str(candidate[name]) for name in ("player", "name", "born") if candidate[name])


def _game_lines(found: dict[str, Any]) -> Iterator[str]:
    unplayed = ", ".join(f"{words} {count}" for words, count in found["not_played"].items())
    yield f"games: {found['games']}, played {found['played']}" + (f" ({unplayed})" if unplayed else "")
    if found["byes"]:
        yield "  without an opponent: " + ", ".join(f"{words} {count}" for words, count in found["byes"].items())
    if found["rated"] is not None:
        yield "  rated: " + (", ".join(f"{name} {count}" for name, count in found["rated"].items() if count) or "none")
    if found["not_rated"]:
        yield "  not rated: " + ", ".join(f"{words} {count}" for words, count in found["not_rated"].items())


def _question_lines(questions: list[dict[str, Any]]) -> Iterator[str]:
    if not questions:
        return
    yield ""
    yield bold("To be answered before it can be booked")
    for need in questions[:SHOWN]:
        proposed = f"; proposed: {need['proposal']}" if need["proposed"] is not None else ""
        choices = f"; either {' or '.join(need['choices'])}" if need["choices"] and need["field"] != "map" else ""
        yield f"- {need['message']}{proposed}{choices} - say {need['flag']}"
    if len(questions) > SHOWN:
        yield f"and {len(questions) - SHOWN} more"
