"""From documents in recorded order to the facts as they finally stand (contract,
section 3).
"""

from __future__ import annotations

from .clock import game_minutes, header_minutes
from .records import Document, Facts, Game, Tournament


def facts_of(documents: list[Document]) -> Facts:
    """The facts as they finally stand."""
    numbered = [
        dict(document, _seq=document.get("_seq", i))
        for i, document in enumerate(documents, start=1)
    ]
    withdrawn = withdrawn_seqs(numbered)
    standing = [document for document in numbered if document["_seq"] not in withdrawn]
    merges = [document for document in standing if document["kind"] == "merge-players"]
    facts = Facts()
    for kind, place in (
        ("opening", facts.openings),
        ("ruling", facts.rulings),
        ("external-rating", facts.externals),
        ("elo-only-games", facts.elo_only),
    ):
        for document in standing:
            if document["kind"] == kind:
                place.append(
                    dict(document, player=final_id(document["player"], merges))
                )
    facts.adoptions = [
        document for document in standing if document["kind"] == "adopt-rules"
    ]
    facts.federations = federations(numbered, standing, merges)
    facts.tournaments = [tournament(raw, merges) for raw in raw_tournaments(numbered)]
    return facts


def withdrawn_seqs(numbered: list[Document]) -> set[int]:
    """Numbers of the documents withdrawn by seq and not reinstated."""
    withdrawn: set[int] = set()
    for document in numbered:
        if document["kind"] == "withdraw" and document.get("seq") is not None:
            withdrawn.add(document["seq"])
        if document["kind"] == "reinstate" and document.get("seq") is not None:
            withdrawn.discard(document["seq"])
    return withdrawn


def final_id(player: str, merges: list[Document]) -> str:
    """The id a player ends up with: chains of merges follow."""
    seen = {player}
    while True:
        into = [merge["into"] for merge in merges if merge["from"] == player]
        if not into or into[-1] in seen:
            return player
        player = into[-1]
        seen.add(player)


def federations(
    numbered: list[Document], standing: list[Document], merges: list[Document]
) -> dict[str, list[tuple[str, str]]]:
    """Per player the dated federations; without ``federation_from`` a correction for
    all time.
    """
    found: dict[str, list[tuple[str, str]]] = {}
    standing_seqs = {document["_seq"] for document in standing}
    for document in numbered:
        if document["kind"] == "player" and document["_seq"] in standing_seqs:
            before = [merge for merge in merges if merge["_seq"] < document["_seq"]]
            note_details(found, final_id(document["player"], before), document)
        if document["kind"] == "tournament":
            before = [merge for merge in merges if merge["_seq"] < document["_seq"]]
            for person in document.get("players", []):
                if final_id(person["player"], before) not in found:
                    note_details(found, final_id(person["player"], before), person)
    return found


def note_details(
    found: dict[str, list[tuple[str, str]]], player: str, details: Document
) -> None:
    """Adds one document of details to what is known; a field left out keeps its value."""
    known = found.setdefault(player, [("", "FIN")])
    federation = details.get("federation")
    if federation is None:
        return
    if details.get("federation_from") is None:
        known[:] = [("", federation)]
    else:
        known.append((details["federation_from"], federation))


def raw_tournaments(numbered: list[Document]) -> list[Document]:
    """Tournament documents with amends and later games applied, without the withdrawn
    ones.
    """
    raw: dict[str, Document] = {}
    withdrawn: set[str] = set()
    for document in numbered:
        name = document.get("tournament", "")
        if document["kind"] == "tournament" and name not in raw:
            raw[name] = dict(document, games=[], _ids=set(), _numbers={})
            for game in document["games"]:
                list_game(raw[name], game)
        elif document["kind"] == "game":
            list_game(
                raw[name],
                {
                    k: v
                    for k, v in document.items()
                    if k not in ("kind", "tournament", "_seq")
                },
            )
        elif document["kind"] == "amend":
            amend(raw[name], document)
        elif document["kind"] == "withdraw" and name:
            withdrawn.add(name)
        elif document["kind"] == "reinstate" and name:
            withdrawn.discard(name)
    return [raw[name] for name in raw if name not in withdrawn]


def list_game(raw: Document, game: Document) -> None:
    """Adds a game at the end; its default id is ``round.running number``, a number
    never used in that round.
    """
    game = dict(game)
    numbers = raw["_numbers"]
    numbers[game["round"]] = numbers.get(game["round"], 0) + 1
    if game.get("game") is None:
        while f"{game['round']}.{numbers[game['round']]}" in raw["_ids"]:
            numbers[game["round"]] += 1
        game["game"] = f"{game['round']}.{numbers[game['round']]}"
    raw["_ids"].add(game["game"])
    raw["games"].append(game)


def amend(raw: Document, document: Document) -> None:
    """Header fields, then games changed or struck out in their place, then games added."""
    changes = document.get("set") or {}
    if changes.get("minutes") is not None:
        raw.pop("time_control", None)
    if changes.get("time_control") is not None:
        raw.pop("minutes", None)
    raw.update(changes)
    for name, fields in (document.get("games") or {}).items():
        if fields is None:
            raw["games"] = [game for game in raw["games"] if game["game"] != name]
        for game in raw["games"]:
            if game["game"] == name and fields is not None:
                game.update(fields)
    for game in document.get("add_games") or []:
        list_game(raw, game)


def tournament(raw: Document, merges: list[Document]) -> Tournament:
    """The finished tournament: defaults filled in, people under their final ids."""
    minutes = header_minutes(raw)
    games = []
    for place, game in enumerate(raw["games"], start=1):
        white_minutes, black_minutes = game_minutes(game, minutes)
        games.append(
            Game(
                tournament=raw["tournament"],
                id=game["game"],
                round=game["round"],
                place=place,
                white=final_id(game["white"], merges),
                black=final_id(game["black"], merges),
                result=game["result"],
                on=game.get("on") or raw["end"],
                white_minutes=white_minutes,
                black_minutes=black_minutes,
                tiebreak=bool(game.get("tiebreak", False)),
            )
        )
    return Tournament(
        id=raw["tournament"],
        start=raw["start"],
        end=raw["end"],
        minutes=minutes,
        domestic=raw.get("domestic", True),
        fide_accepted=raw.get("fide_accepted", True),
        accepted=raw.get("accepted", True),
        official_representation=raw.get("official_representation", False),
        representatives=tuple(
            final_id(player, merges) for player in raw.get("representatives", ())
        ),
        age_group=raw.get("age_group", "open"),
        each_game_rated=raw.get("each_game_rated", False),
        order_no=raw.get("order_no", 0),
        games=tuple(games),
    )
