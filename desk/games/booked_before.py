"""Whether the very bytes of a file are in the ledger already: then nothing is matched, asked or booked again."""

from collections.abc import Mapping, Sequence

from desk.files.games_file import GamesFile
from desk.files.settings import Settings
from desk.games.stages import FLAGS
from desk.ledger_view import LedgerView
from desk.outcome import Caution, Receipt, caution
from ledger.bodies import as_meant
from ledger.decide.tournament import not_again
from ledger.errors import Conflict, Problem, Where
from ledger.events import Event, HeaderFact
from ledger.timeline import TournamentNow
from messages import by_command, say


def booked_before(
    file: GamesFile, settings: Settings, correction: str | None, ledger: LedgerView
) -> list[Receipt] | None:
    """The receipts of the same bytes with the same settings; None when they are not in the ledger like that."""
    latest = {event.target: event for event in ledger.from_source(file.source.sha256)}
    if not latest:
        return None
    if settings.tournament and settings.tournament not in latest:
        _refuse_second_id(file, latest, ledger)
        return None
    tournaments = {name: standing for name in latest if (standing := ledger.tournament(name)) is not None}
    first = latest[settings.tournament or min(latest, key=lambda name: latest[name].seq)]
    if not _stands_so(settings, correction, latest, tournaments):
        return None
    if not _agrees(settings, _header_of(first, tournaments[first.target]), staged=len(latest) > 1):
        return None
    return [
        Receipt(seq=event.seq, kind=event.kind, target=name, repeated=True) for name, event in latest.items()
    ]  # fmt: skip


def _stands_so(
    settings: Settings, correction: str | None, latest: Mapping[str, Event], tournaments: Mapping[str, TournamentNow]
) -> bool:
    """Whether nothing in the settings or the ledger asks for another look at the file."""
    if settings.map:
        return False
    if settings.stage_from_round is not None and not _cut_at(settings.stage_from_round, list(tournaments.values())):
        return False
    # a correction back to this file is wanted when something was amended since
    amended = any(standing.version != latest[name].seq for name, standing in tournaments.items())
    return correction is None or not amended


def _cut_at(first: int, tournaments: Sequence[TournamentNow]) -> bool:
    """Whether there are two tournaments, one before this round and the other from it on."""
    numbers = [[game.round for game in tournament.games.values()] for tournament in tournaments]
    rounds = sorted((min(played), max(played)) for played in numbers if played)
    return len(rounds) == 2 and rounds[0][1] < first <= rounds[1][0]


def _refuse_second_id(file: GamesFile, latest: Mapping[str, Event], ledger: LedgerView) -> None:
    """The same bytes under another id would count every game twice, unless the first was withdrawn."""
    for name, event in latest.items():
        tournament = ledger.tournament(name)
        if tournament is not None and not tournament.withdrawn:
            message = say("this very file was recorded as {name} (seq {seq})", name=name, seq=event.seq)
            hint = by_command(
                "use --id {other}, or withdraw {name} first",
                "answer another id for the tournament, or withdraw {name} first",
                other=name,
                name=name,
            )
            raise Conflict(Problem("same-bytes", message, Where(file.source.file, field="tournament"), hint))


def _header_of(event: Event, tournament: TournamentNow) -> HeaderFact:
    header: HeaderFact | None = getattr(event.body, "header", None)
    return header if header is not None else tournament.header


def _agrees(settings: Settings, header: HeaderFact, staged: bool) -> bool:
    """Whether every setting that was given is what was booked; the names and days of stages are made from theirs."""
    names = ("minutes", "time_control", "order_no", *FLAGS, *(() if staged else ("name", "start", "end")))
    given = {name: value for name in names if (value := getattr(settings, name)) is not None}
    booked = as_meant(header)
    return all(getattr(booked, name) == value for name, value in given.items())


def changed_since(file: GamesFile, repeated: Sequence[Receipt], ledger: LedgerView) -> list[Caution]:
    """What happened to a tournament after it was recorded like this."""
    warnings = []
    for receipt in repeated:
        tournament = ledger.tournament(receipt.target)
        if tournament is not None and (tournament.withdrawn or tournament.version != receipt.seq):
            warnings.append(caution(not_again(tournament), Where(file.source.file)))
    return warnings
