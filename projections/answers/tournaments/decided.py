"""What people decided of a tournament, and who stands for it: facts beside its games, which move no rating."""

from collections.abc import Mapping

from ledger.decided import DecisionNoted, decisions_stream
from ledger.timeline import TournamentNow
from messages.answer import Answer, Date
from projections.answers.reading import Reading


class TournamentDecision(Answer, frozen=True, kw_only=True):
    """Who decided what of a tournament and on which day; `recorded_by`: who wrote it down here."""

    about: str
    by: str
    on: Date
    resolution: str | None
    reason: str | None
    seq: int
    recorded_by: str | None


class NamedPlayer(Answer, frozen=True, kw_only=True):
    """Somebody of the register."""

    player: str
    name: str | None


def decisions(tournament: str, reading: Reading) -> tuple[TournamentDecision, ...]:
    """Return what was decided of a tournament up to the day, as known, in the order of the days."""
    decided = []
    for fact in reading.timeline.office_facts(decisions_stream(tournament)):
        body = fact.body
        if fact.live and isinstance(body, DecisionNoted) and body.on <= reading.as_of:
            event = reading.index.event(fact.seq)
            decided.append(
                TournamentDecision(
                    about=body.about, by=body.by, on=body.on, resolution=body.resolution, reason=body.reason,
                    seq=fact.seq, recorded_by=event.actor if event is not None else None,
                )
            )  # fmt: skip
    return tuple(sorted(decided, key=lambda row: (row.on, row.seq)))


def on_mission(tournament: TournamentNow, reading: Reading) -> tuple[str, ...]:
    """Return who represents the federation there, each under the id that counts."""
    representatives = tournament.header.representatives or ()
    return tuple(dict.fromkeys(map(reading.timeline.resolve, representatives)))


def arbiter(tournament: TournamentNow, reading: Reading) -> str | None:
    player = tournament.header.arbiter
    return reading.timeline.resolve(player) if player else None


def named_player(player: str, names: Mapping[str, str]) -> NamedPlayer:
    return NamedPlayer(player=player, name=names.get(player))
