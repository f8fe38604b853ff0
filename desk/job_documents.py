"""The documents a file comes to: a new tournament, an amend of the one that stands, or nothing because it is known."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from desk.files.difference import Difference, difference
from desk.files.settings import Settings
from desk.files.stages import FLAGS, Stage, games, header
from desk.ledger_view import LedgerView
from desk.outcome import Receipt
from exchange.json.documents import Placed
from exchange.json.made import Spread, made
from ledger.errors import Conflict, Problem, Refused, Where
from ledger.events import Event, HeaderFact
from ledger.timeline import TournamentNow

if TYPE_CHECKING:
    from desk.job import Job

Row = dict[str, Any]
Lines = Mapping[str, int]


def said_before(job: "Job", ledger: LedgerView) -> list[Receipt] | None:
    """The receipts of the same bytes with the same answers; None: they are not in the ledger like that."""
    latest = {event.target: event for event in ledger.from_source(job.intake.source.sha256)}
    settings = job.settings
    if latest and settings.tournament and settings.tournament not in latest:
        _same_file(job, latest, ledger)
        return None
    if not latest or settings.map:
        return None
    stand = {name: now for name in latest if (now := ledger.tournament(name)) is not None}
    if settings.stage_from_round is not None and not _cut_at(settings.stage_from_round, list(stand.values())):
        return None
    if job.correction is not None and any(now.version != latest[name].seq for name, now in stand.items()):
        return None
    first = latest[settings.tournament or min(latest, key=lambda name: latest[name].seq)]
    if not _agrees(settings, _header_of(first, stand[first.target]), staged=len(latest) > 1):
        return None
    return [Receipt(seq=event.seq, kind=event.kind, target=name, repeated=True) for name, event in latest.items()]


def _cut_at(first: int, stand: Sequence[TournamentNow]) -> bool:
    """Whether two tournaments stand, the one before and the other from this round on."""
    rounds = sorted((min(rounds), max(rounds)) for now in stand if (rounds := [g.round for g in now.games.values()]))
    return len(rounds) == 2 and rounds[0][1] < first <= rounds[1][0]


def _same_file(job: "Job", latest: dict[str, Event], ledger: LedgerView) -> None:
    """The same bytes under another id would count every game twice, unless the first was withdrawn."""
    for name, event in latest.items():
        now = ledger.tournament(name)
        if now is not None and not now.withdrawn:
            said = f"this very file was recorded as {name} (seq {event.seq})"
            hint = f"say --id {name}, or withdraw {name} first"
            raise Conflict(Problem("same-bytes", said, Where(job.intake.source.file, field="tournament"), hint))


def _header_of(event: Event, now: TournamentNow) -> HeaderFact:
    found: HeaderFact | None = getattr(event.body, "header", None)
    return found if found is not None else now.header


def _agrees(settings: Settings, told: HeaderFact, staged: bool) -> bool:
    fields = ("minutes", "time_control", "order_no", *FLAGS, *(() if staged else ("name", "start", "end")))
    said = {name: value for name in fields if (value := getattr(settings, name)) is not None}
    return all(getattr(told, name) == value for name, value in said.items())


def documents(
    job: "Job", found: Sequence[Stage], settings: Settings, ids: dict[str, str], new: list[Row], ledger: LedgerView
) -> tuple[list[Placed], list[Receipt]]:
    """Documents to book, and receipts for what stands already; every difference at once when none may be booked."""
    placed: list[Placed] = []
    again: list[Receipt] = []
    refused: list[Problem] = []
    brought: set[str] = set()
    if job.correction is not None and not any(ledger.tournament(stage.id) for stage in found):
        where = Where(job.intake.source.file, field="tournament")
        hint = "leave --as-correction out for a new tournament"
        raise Refused(Problem("unknown-tournament", f"there is no tournament {found[0].id!r} to correct", where, hint))
    for stage in found:
        now = ledger.tournament(stage.id)
        told = games(stage, ids)
        lines = _game_lines(stage, told)
        playing = {player for game in told for player in (game["white"], game["black"])}
        people = [one for one in new if one["player"] in playing - brought]
        if now is None:
            refused += _elsewhere(job, stage, told, ledger)
            fields = {"tournament": stage.id, **header(stage, settings), "games": told, "players": people}
            placed.append(_made(job, "tournament", fields, _lines(job, settings, people, told, lines)))
        else:
            change = _change(now, stage, settings, told, ledger)
            if not change:
                again.append(Receipt(seq=now.version, kind="tournament", target=stage.id, repeated=True))
                continue
            if job.correction is None:
                refused += _differences(job, now, change, lines)
            placed += [_made(job, "player", one, {}, job.line_of(one["player"])) for one in people]
            spots = _amend_lines(job, settings, change, lines)
            placed.append(_made(job, "amend", _amend(stage, change, job.correction or "preview"), spots))
        brought |= {one["player"] for one in people}
    if refused:
        raise Conflict(refused[:200])
    return placed, again


def _made(job: "Job", kind: str, fields: Row, lines: Lines, line: int | None = None) -> Placed:
    source = {} if kind == "player" else {"source": job.intake.source.sha256}
    return made(kind, {**fields, **source}, Spread(job.intake.source.file, line, lines=lines))


def _game_lines(stage: Stage, told: list[Row]) -> dict[int, int]:
    """The line of each game as it is told."""
    return {id(said): game.line for said, game in zip(told, stage.games, strict=True) if game.line}


def _header_lines(job: "Job", settings: Settings) -> dict[str, int]:
    """Only of fields the file itself says; what was said beside it has no line in it."""
    lines = {name: line for name, line in job.intake.lines.items() if getattr(job.settings, name) is None}
    return lines if settings.minutes is None else {name: n for name, n in lines.items() if name != "time_control"}


def _lines(
    job: "Job", settings: Settings, people: Sequence[Row], told: Sequence[Row], lines: dict[int, int]
) -> dict[str, int]:
    """Where each field of a new tournament was read."""
    found = _header_lines(job, settings)
    found |= {f"games[{at}]": line for at, said in enumerate(told) if (line := lines.get(id(said)))}
    return found | {f"players[{at}]": line for at, one in enumerate(people) if (line := job.line_of(one["player"]))}


def _amend_lines(job: "Job", settings: Settings, change: Difference, lines: dict[int, int]) -> dict[str, int]:
    found = {f"set.{name}": line for name, line in _header_lines(job, settings).items()}
    found |= {f"games.{name}": line for name, said in change.told.items() if (line := lines.get(id(said)))}
    return found | {f"add_games[{at}]": line for at, said in enumerate(change.added) if (line := lines.get(id(said)))}


def _change(now: TournamentNow, stage: Stage, settings: Settings, told: list[Row], ledger: LedgerView) -> Difference:
    """A name counts only when the officer says it: organisers write it otherwise every week."""
    fields = header(stage, settings)
    if settings.name is None:
        fields.pop("name", None)
    return difference(now, fields, told, ledger.resolve)


def _amend(stage: Stage, change: Difference, reason: str) -> Row:
    fields: Row = {"tournament": stage.id, "reason": reason}
    if change.header:
        fields["set"] = change.header
    if change.games:
        fields["games"] = change.games
    if change.added:
        fields["add_games"] = change.added
    return fields


def _differences(job: "Job", now: TournamentNow, change: Difference, lines: dict[int, int]) -> list[Problem]:
    where = Where(job.intake.source.file)
    lead = f"{now.said()} is in the ledger in another state (version {now.version})"
    hint = "book the difference with --as-correction --reason REASON"
    return [
        Problem("other-content", lead, Where(where.file, field="tournament"), hint),
        *(Problem("game-differs" if words.startswith("round ") else "header-differs", words,
                  Where(where.file, lines.get(id(said)) if said else None))
          for words, said in change.words),
    ]  # fmt: skip


def _elsewhere(job: "Job", stage: Stage, told: list[Row], ledger: LedgerView) -> list[Problem]:
    """The same event under another id would count every game twice."""
    pairs = {(game["round"], frozenset((game["white"], game["black"]))) for game in told}
    other = ledger.same_event(stage.start or "", stage.id, pairs)
    if other is None:
        return []
    said = f"{other} begins on the same day and has the same games"
    hint = f"say --id {other}, and --as-correction --reason REASON if it differs"
    return [Problem("same-event", said, Where(job.intake.source.file, field="tournament"), hint)]
