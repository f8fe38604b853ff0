"""What leaves the ledger as plain rows: a list with its people, a tournament as a report, its sums for an auditor."""

from collections.abc import Iterator
from typing import Any

from ledger.errors import NotFound, Problem
from ledger.store.checkpoints import footer
from ledger.store.persons import look_up
from ledger.timeline import TournamentNow
from projections.answers import careers, explaining, tournaments
from projections.answers.lists import rating_list
from projections.answers.publishing import chosen
from projections.answers.reading import Reading
from projections.replay.handlers import header_seconds, person, tournament_units

STANDARD_SECONDS, RAPID_SECONDS = 60 * 60, 10 * 60  # FIDE: from an hour on standard, above ten minutes rapid
COLUMNS = ("rank", "player", "name", "rating", "games", "normal_games", "established", "last_played", "federation",
           "sex", "born", "fide_id", "club")  # fmt: skip


def list_rows(reading: Reading, list_name: str) -> dict[str, Any]:
    """A list with what is known of the people on it."""
    found = rating_list(reading, list_name)
    return {**found, "rows": [{**row, **_personal(reading, row["player"])} for row in found["rows"]]}


def published_rows(reading: Reading, list_name: str, label: str, revision: int | None) -> dict[str, Any]:
    """A published list as it was; names, clubs and details as of today."""
    found, event = chosen(reading, list_name, label, revision)
    then = Reading(reading.events, reading.tables, found.as_of, reading.known_seq)
    rows = []
    for rank, row in enumerate(event.body.rows, 1):
        line = {"rank": rank, **{name: getattr(row, name) for name in row.__struct_fields__}}
        rows.append(line | _personal(then, row.player))
    return {"list": list_name, "label": label, "revision": found.revision, "as_of": found.as_of, "seq": found.seq,
            "rows": [{name: row[name] for name in COLUMNS} for row in rows],
            **footer(reading.events, found.seq), "basis": then.basis().as_dict()}  # fmt: skip


def _personal(reading: Reading, player: str) -> dict[str, Any]:
    facts = person(player, reading.timeline)
    personal = look_up(reading.events, player)
    return {
        "name": personal.name if personal else None,
        "federation": facts.federation(reading.as_of),
        "sex": facts.sex,
        "born": facts.born,
        "fide_id": personal.fide_id if personal else None,
        "club": personal.club if personal else None,
    }


def report(reading: Reading, name: str) -> dict[str, Any]:
    """A tournament as a report writes it: header, players in the order of their ratings before it, games."""
    now = _standing(reading, name)
    resolve = reading.timeline.resolve
    list_name, places = _seats(reading, now)
    games: list[dict[str, Any]] = [
        {"game": g.game, "round": g.round, "white": resolve(g.white), "black": resolve(g.black), "result": g.result,
         "on": g.on, "tiebreak": g.tiebreak, "minutes": g.minutes, "minutes_black": g.minutes_black}
        for g in now.games.values()
    ]  # fmt: skip
    ids = sorted({game[side] for game in games for side in ("white", "black")})
    rows = [_entrant(reading, now, player, list_name, places.get(player, now.header.start)) for player in ids]
    rows.sort(key=lambda row: (-(row["rating"] if row["rating"] is not None else -9999), row["player"]))
    header = {field: getattr(now.header, field) for field in now.header.__struct_fields__}
    return {
        "tournament": {"id": now.id, **header, "seconds": header_seconds(now.header)},
        "list": list_name,
        "players": rows,
        "games": games,
        "basis": reading.basis().as_dict(),
    }


def _standing(reading: Reading, name: str) -> TournamentNow:
    now = tournaments.held(reading, name)
    if now.withdrawn:
        hint = f"`selo reinstate {name}` first, or ask for --known-seq {now.version - 1}"
        raise NotFound(Problem("withdrawn", f"{name} is withdrawn: nothing in it stands", hint=hint))
    return now


def _seats(reading: Reading, now: TournamentNow) -> tuple[str, dict[str, str]]:
    """The list most of its games count on, and the place of each player's first unit there: before it, his number."""
    games: dict[str, int] = {}
    places: dict[str, dict[str, str]] = {}
    for list_name, units, _ in tournament_units(now, reading.timeline):
        games[list_name] = sum(len(unit.games) for unit in units)
        first = places.setdefault(list_name, {})
        for unit in sorted(units, key=lambda unit: unit.place, reverse=True):
            first.update(dict.fromkeys(unit.seats(), unit.place))
    best = max(games, key=lambda name: games[name], default=reading.first_list())
    return best, places.get(best, {})


def _entrant(reading: Reading, now: TournamentNow, player: str, list_name: str, place: str) -> dict[str, Any]:
    facts = person(player, reading.timeline)
    seconds = header_seconds(now.header)
    source = "fide-standard" if seconds >= STANDARD_SECONDS else "fide-rapid" if seconds > RAPID_SECONDS else None
    return {
        "player": player,
        **_personal(reading, player),
        "federation": facts.federation(now.header.start),
        "rating": tournaments.standing_before(reading, list_name, player, place).rating,
        "fide_rating": facts.rating_of(source, now.header.start) if source is not None else None,
    }


AUDIT = (
    "tournament", "list", "unit", "on", "edition", "seq", "player", "name", "kind", "status", "formula", "sections",
    "before", "game", "opponent", "opponent_name", "score", "minutes", "number", "basis", "basis_text", "section",
    "difference", "table_percent", "percent", "capped", "surplus", "kt", "contribution", "running", "unit_score",
    "unit_expected", "carried", "provisional", "coefficient", "bonus", "working", "sum", "exact", "rounded", "after",
    "not_rated",
)  # fmt: skip
EXACT = ("sum", "exact", "carried", "provisional")  # numbers written out, as no float could hold them
_GAME = ("game", "opponent", "score", "minutes", "number", "basis", "basis_text", "section", "difference",
         "table_percent", "percent", "capped", "surplus", "kt", "contribution", "running")  # fmt: skip
_SHEET = ("tournament", "list", "unit", "on", "edition", "seq", "player", "name", "kind", "status", "formula",
          "before", "coefficient", "bonus", "working", "sum", "exact", "rounded", "after")  # fmt: skip


def audit(reading: Reading, name: str) -> dict[str, Any]:
    """One row a player and game with every term of the explanation; games that count nowhere with the reason."""
    now = tournaments.held(reading, name)
    resolve = reading.timeline.resolve
    ids = sorted({resolve(player) for game in now.games.values() for player in (game.white, game.black)})
    names = careers.names(reading, ids)
    rows = [dict.fromkeys(AUDIT) | row for player in ids for row in _audited(reading, now.id, player, names)]
    return {"tournament": now.id, "rows": rows, "basis": reading.basis().as_dict()}


def _audited(reading: Reading, name: str, player: str, names: dict[str, str]) -> Iterator[dict[str, Any]]:
    value, _ = explaining.answer(reading, player, name, None)
    for sheet in value["entries"]:
        whole = {field: sheet.get(field) for field in _SHEET}
        carried, provisional = sheet.get("carried"), sheet.get("provisional")
        whole |= {
            "sections": " ".join(sheet.get("sections") or ()), "unit_score": sheet.get("score"),
            "unit_expected": sheet.get("expected"), "working": " ; ".join(sheet.get("working") or ()),
            "carried": carried["text"] if carried else None,
            "provisional": provisional["number"] if provisional else None,
        }  # fmt: skip
        for game in sheet.get("games") or [{}]:
            line = {field: game.get(field) for field in _GAME}
            yield whole | line | {"opponent_name": game.get("name")}
    for row in value["not_rated"]:
        yield {
            "tournament": name, "player": player, "name": names.get(player), "game": row["game"],
            "opponent": row["opponent"], "opponent_name": names.get(row["opponent"]), "section": row["section"],
            "not_rated": row["why"],
        }  # fmt: skip
