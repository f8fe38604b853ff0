"""The documents a file comes to: a new tournament, an amend of the one that stands, or nothing because it is known."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from exchange.difference import Difference, difference
from exchange.json_documents import Placed
from exchange.made import made
from exchange.settings import Settings
from exchange.stages import FLAGS, Stage, games, header
from ledger.errors import Conflict, Problem, Refused, Where
from ledger.events import Event, HeaderFact
from ledger.timeline import TournamentNow
from projections.proposal import Desk

if TYPE_CHECKING:
    from cli.proposing import Job

Row = dict[str, Any]


def said_before(job: "Job", desk: Desk) -> list[Row] | None:
    """The receipts of the same bytes with the same answers; None: they are not in the ledger like that."""
    latest = {event.target: event for event in desk.from_source(job.intake.source.sha256)}
    settings = job.settings
    if latest and settings.tournament and settings.tournament not in latest:
        _same_file(job, latest, desk)
        return None
    if not latest or settings.map:
        return None
    stand = {name: now for name in latest if (now := desk.tournament(name)) is not None}
    if settings.stage_from_round is not None and not _cut_at(settings.stage_from_round, list(stand.values())):
        return None
    if job.correction is not None and any(now.version != latest[name].seq for name, now in stand.items()):
        return None
    first = latest[settings.tournament or min(latest, key=lambda name: latest[name].seq)]
    if not _agrees(settings, _header_of(first, stand[first.target]), staged=len(latest) > 1):
        return None
    return [{"seq": event.seq, "kind": event.kind, "target": name, "repeated": True} for name, event in latest.items()]


def _cut_at(first: int, stand: Sequence[TournamentNow]) -> bool:
    """Whether two tournaments stand, the one before and the other from this round on."""
    rounds = sorted((min(rounds), max(rounds)) for now in stand if (rounds := [g.round for g in now.games.values()]))
    return len(rounds) == 2 and rounds[0][1] < first <= rounds[1][0]


def _same_file(job: "Job", latest: dict[str, Event], desk: Desk) -> None:
    """The same bytes under another id would count every game twice, unless the first was withdrawn."""
    for name, event in latest.items():
        now = desk.tournament(name)
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
    job: "Job", found: Sequence[Stage], settings: Settings, ids: dict[str, str], new: list[Row], desk: Desk
) -> tuple[list[Placed], list[Row]]:
    """Documents to book, and receipts for what stands already; every difference at once when none may be booked."""
    placed: list[Placed] = []
    again: list[Row] = []
    refused: list[Problem] = []
    brought: set[str] = set()
    if job.correction is not None and not any(desk.tournament(stage.id) for stage in found):
        where = Where(job.intake.source.file, field="tournament")
        hint = "leave --as-correction out for a new tournament"
        raise Refused(Problem("unknown-tournament", f"there is no tournament {found[0].id!r} to correct", where, hint))
    for stage in found:
        now = desk.tournament(stage.id)
        told = games(stage, ids)
        playing = {player for game in told for player in (game["white"], game["black"])}
        people = [one for one in new if one["player"] in playing - brought]
        if now is None:
            refused += _elsewhere(job, stage, told, desk)
            fields = {"tournament": stage.id, **header(stage, settings), "games": told, "players": people}
            placed.append(_made(job, "tournament", fields))
        else:
            change = _change(now, stage, settings, told, desk)
            if not change:
                again.append({"seq": now.version, "kind": "tournament", "target": stage.id, "repeated": True})
                continue
            if job.correction is None:
                refused += _differences(job, now, change)
            placed += [_made(job, "player", one) for one in people]
            placed.append(_made(job, "amend", _amend(stage, change, job.correction or "preview")))
        brought |= {one["player"] for one in people}
    if refused:
        raise Conflict(refused[:200])
    return placed, again


def _made(job: "Job", kind: str, fields: Row) -> Placed:
    source = {} if kind == "player" else {"source": job.intake.source.sha256}
    return made(kind, {**fields, **source}, Where(job.intake.source.file))


def _change(now: TournamentNow, stage: Stage, settings: Settings, told: list[Row], desk: Desk) -> Difference:
    """A name counts only when the officer says it: organisers write it otherwise every week."""
    fields = header(stage, settings)
    if settings.name is None:
        fields.pop("name", None)
    return difference(now, fields, told, desk.resolve)


def _amend(stage: Stage, change: Difference, reason: str) -> Row:
    fields: Row = {"tournament": stage.id, "reason": reason}
    if change.header:
        fields["set"] = change.header
    if change.games:
        fields["games"] = change.games
    if change.added:
        fields["add_games"] = change.added
    return fields


def _differences(job: "Job", now: TournamentNow, change: Difference) -> list[Problem]:
    where = Where(job.intake.source.file)
    lead = f"{now.said()} is in the ledger in another state (version {now.version})"
    hint = "book the difference with --as-correction --reason REASON"
    return [
        Problem("other-content", lead, Where(where.file, field="tournament"), hint),
        *(Problem("game-differs" if line.startswith("round ") else "header-differs", line, where)
          for line in change.lines),
    ]  # fmt: skip


def _elsewhere(job: "Job", stage: Stage, told: list[Row], desk: Desk) -> list[Problem]:
    """The same event under another id would count every game twice."""
    pairs = {(game["round"], frozenset((game["white"], game["black"]))) for game in told}
    other = desk.same_event(stage.start or "", stage.id, pairs)
    if other is None:
        return []
    said = f"{other} begins on the same day and has the same games"
    hint = f"say --id {other}, and --as-correction --reason REASON if it differs"
    return [Problem("same-event", said, Where(job.intake.source.file, field="tournament"), hint)]
