"""The same facts with others taken back, some taken back and brought again, or under
one id from the start.
"""

import random
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from tests.naive.facts import final_id, withdrawn_seqs
from tests.naive.records import Document
from tests.properties.shuffling import families, touching
from tests.properties.slips import Pair


def _span(documents: Sequence[Document], victim: Document) -> list[int]:
    """The numbers of the documents about a tournament or a fact, first to last."""
    if victim["kind"] == "tournament":
        return [
            i
            for i, d in enumerate(documents)
            if d.get("tournament") == victim["tournament"]
        ]
    label = victim["_seq"]
    return [
        i
        for i, d in enumerate(documents)
        if d["_seq"] == label or d.get("seq") == label
    ]


def _stands(documents: Sequence[Document], span: Sequence[int]) -> bool:
    return [
        d["kind"]
        for i in span
        if (d := documents[i])["kind"] in ("withdraw", "reinstate")
    ][-1:] != ["withdraw"]


def _withdrawal(kind: str, victim: Document, label: str) -> Document:
    target = (
        {"tournament": victim["tournament"]}
        if victim["kind"] == "tournament"
        else {"seq": victim["_seq"]}
    )
    meant = (
        {"rules": True}
        if kind == "withdraw" and victim["kind"] == "adopt-rules"
        else {}
    )
    return {
        "kind": kind,
        **target,
        **meant,
        "reason": f"taken back, {label}",
        "_seq": label,
    }


def _victims(documents: Sequence[Document], rng: random.Random) -> list[Document]:
    """Up to four: tournaments, and facts that are withdrawn by number; of a player's
    details only the last word.
    """
    last_word = {
        d["player"]: i for i, d in enumerate(documents) if d["kind"] == "player"
    }
    first_word = {
        d["player"]: i
        for i, d in reversed(list(enumerate(documents)))
        if d["kind"] == "player"
    }
    found = []
    for number, document in enumerate(documents):
        kind = document["kind"]
        if kind == "player":
            name = document["player"]
            if last_word[name] == number != first_word[name]:
                found.append(document)
        elif kind not in ("game", "amend", "withdraw", "reinstate"):
            found.append(document)
    rng.shuffle(found)
    # one of each kind first: most documents are tournaments
    kinds: dict[str, int] = defaultdict(int)
    turns: list[tuple[int, Document]] = []
    for document in found:
        kinds[document["kind"]] += 1
        turns.append((kinds[document["kind"]], document))
    turns.sort(key=lambda turn: turn[0])
    return [document for _, document in turns[: rng.randint(1, 6)]]


def taken_back(documents: Sequence[Document], rng: random.Random) -> Pair:
    """(with some tournaments and facts that are withdrawn in the end, without them)."""
    taken, without = list(documents), list(documents)
    for count, victim in enumerate(_victims(documents, rng)):
        span = _span(taken, victim)
        if _stands(taken, span):
            at = rng.choice(
                (span[-1] + 1, rng.randint(span[-1] + 1, len(taken)), len(taken))
            )
            taken.insert(at, _withdrawal("withdraw", victim, f"withdraw-{count}"))
        gone = {without[i]["_seq"] for i in _span(without, victim)}
        without = [document for document in without if document["_seq"] not in gone]
    return taken, without


def back_again(documents: Sequence[Document], rng: random.Random) -> Pair:
    """(with some tournaments and facts withdrawn and reinstated, untouched).

    Between the two other things happen, unless they could not: details that are no
    change then, for one. A merge cannot come back once a tournament names both of its
    ids, which is only possible while it stands.
    """
    touched = list(documents)
    crowded = _crowded_merges(documents)
    for count, victim in enumerate(_victims(documents, rng)):
        if victim["_seq"] in crowded:
            continue
        span = _span(touched, victim)
        chosen = rng.choice(
            [n for n in range(len(span)) if _stands(touched, span[: n + 1])]
        )
        end = span[chosen + 1] if chosen + 1 < len(span) else len(touched)
        start = rng.randint(span[chosen] + 1, end)
        back = (
            start
            if victim["kind"] in ("merge-players", "player")
            else rng.randint(start, end)
        )
        touched.insert(back, _withdrawal("reinstate", victim, f"reinstate-{count}"))
        touched.insert(start, _withdrawal("withdraw", victim, f"withdraw-{count}"))
    return touched, list(documents)


def _crowded_merges(documents: Sequence[Document]) -> set[Any]:
    family = families(documents)
    pairs = zip(documents, touching(documents, family), strict=True)
    touched = {
        name
        for document, names in pairs
        if document["kind"] != "player"
        for name in names
    }
    return {
        d["_seq"]
        for d in documents
        if d["kind"] == "merge-players" and family(d["from"]) in touched
    }


# (e) one id from the start


def under_one_id(documents: Sequence[Document]) -> Pair:
    """(as told, with every merge that stands in the end; the same without merges,
    everybody under their final id).

    The final id's details win, so those told under the other ids are left out of both;
    but what is told last, under an id that was merged away by then, is about that person.
    """
    gone_seqs = withdrawn_seqs(list(documents))
    merges = [
        d
        for d in documents
        if d["kind"] == "merge-players" and d["_seq"] not in gone_seqs
    ]
    merged = {merge["from"] for merge in merges}
    labels = {d["_seq"] for d in documents if d["kind"] == "merge-players"}
    introduced: set[str] = set()
    told: list[Document] = []
    dropped: set[Any] = set()
    for document in documents:
        if document["kind"] == "player" and document["player"] in merged:
            if document["player"] in introduced:
                dropped.add(document["_seq"])
                continue
            introduced.add(document["player"])
            document = {
                name: value for name, value in document.items() if name != "federation"
            }
        if document.get("seq") not in dropped or "seq" not in document:
            told.append(document)
    for player in sorted(merged)[:1]:
        told.append(
            {"kind": "player", "player": player, "federation": "LAT", "_seq": "late"}
        )
    one: list[Document] = []
    for document in _into_first(told, merges):
        if document["_seq"] in labels or document.get("seq") in labels:
            continue
        if (
            document["kind"] == "player"
            and document["player"] in merged
            and document["_seq"] != "late"
        ):
            continue
        one.append(_renamed(document, merges))
    return told, one


def _into_first(
    documents: Sequence[Document], merges: list[Document]
) -> list[Document]:
    """Everybody introduced before anything else, since an old id may have been used
    before the final one was told.
    """
    into = {final_id(merge["from"], merges) for merge in merges}
    first: dict[str, Document] = {}
    for document in documents:
        if document["kind"] == "player" and document["player"] in into:
            first.setdefault(document["player"], document)
    early = {document["_seq"] for document in first.values()}
    return [
        *first.values(),
        *(document for document in documents if document["_seq"] not in early),
    ]


def _renamed(value: Any, merges: list[Document], field: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _renamed(part, merges, name) for name, part in value.items()}
    if (
        isinstance(value, list)
        and field in ("representatives", "players")
        and all(isinstance(p, str) for p in value)
    ):
        return list(dict.fromkeys(final_id(player, merges) for player in value))
    if isinstance(value, list):
        parts = [_renamed(part, merges) for part in value]
        # one person stands once in a report; the first row of theirs is the one that
        # counts
        by_person = {
            part["player"]: part
            for part in reversed(parts)
            if isinstance(part, dict) and "player" in part
        }
        return [
            part for part in parts if not by_person or by_person[part["player"]] is part
        ]
    return (
        final_id(value, merges)
        if field in ("player", "white", "black") and isinstance(value, str)
        else value
    )
