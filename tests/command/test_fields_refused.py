"""Contract section 3: every field of every kind, wrong in every way, and always with
its place.
"""

import json
from typing import Any

import pytest

from ledger.documents import by_kind
from tests.command.test_documents_accepted import FULL
from tests.features import asked_of_features
from tests.world.command import Selo
from tests.world.documents import Document, external

BIG = 10**30
NO_TEXT: list[Any] = [None, 7, 1.5, True, [], {}]
NO_NUMBER: list[Any] = [
    "7",
    "",
    True,
    [],
    {},
    BIG,
    -BIG,
    float("nan"),
    float("inf"),
    1.5,
]
NO_DAY: list[Any] = [
    *NO_TEXT,
    "",
    "2023-02-30",
    "2023-13-01",
    "2023-1-1",
    "20230101",
    "2023-01-01 ",
    "01.01.2023",
    "2023-01-01T00:00:00",
    "2023-W01-1",
    "٢٠٢٣-٠١-٠١",
    "0000-01-01",
    "2023-02-29",
]
BAD: dict[str, list[Any]] = {
    "id": [
        *NO_TEXT,
        "",
        "a b",
        "ä",
        "a/b",
        "x" * 65,
        "a\n",
        "a\u0000",
        "\ud800",
        "a'b",
    ],
    "actor": [
        7,
        1.5,
        True,
        [],
        {},
        "",
        "  ",
        "a/b",
        "a  b",
        "x" * 65,
        "a\n",
        "a\u0000",
        "\ud800",
        "'a",
        "a\u202e",
    ],
    "optional id": [7, 1.5, True, [], {}, "", "a b", "ä", "x" * 65],
    "ids": [None, "A", {}, [7], [None], ["a b"], ["A", "A"], ["A"] * 1001],
    "held": [7, True, [], {}, "", "   ", " 3", "x" * 201, "a\tb", "a\u0000", "\udc00"],
    "text": [
        7,
        True,
        [],
        {},
        "",
        "x" * 2001,
        "a\u0007b",
        "a\u001b[31mb",
        "a\nb",
        "\ud83d",
        "a\u2028b",
        "a\u009bb",
    ],
    "label": [*NO_TEXT, "", "   ", " 3", "3 ", "x" * 2001, "a\u0007b"],
    "reason": [*NO_TEXT, "", "   ", "x" * 2001, "a\u0007b"],
    "name": [7, True, [], {}, "", "   ", "x" * 201, "a\tb", "a\u0000", "\udc00"],
    "day": NO_DAY,
    "optional day": [*NO_DAY[1:]],
    "future": ["2024-07-01", "9999-12-31"],
    "born": [7, [], "", "99", "2001-02-30", "2001-05", "1849", "2101", "01.05.2001"],
    "federation": [7, [], "", "fin", "FI", "FINL", "F1N", "ÄÄÄ"],
    "rating": [None, *NO_NUMBER, 4001, -1001],
    "games": [None, *NO_NUMBER, -1, 100_001],
    "optional count": [*NO_NUMBER, -1],
    "fide_id": [*NO_NUMBER, 0, -5],
    "delta": [*NO_NUMBER, 5001],
    "round": [None, *NO_NUMBER, 0, -1, 10_000],
    "board": [*NO_NUMBER, 0, 10_000],
    "minutes": [
        "90",
        "",
        True,
        [],
        {},
        BIG,
        0,
        -1,
        100_001,
        float("nan"),
        float("inf"),
        10.001,
    ],
    "bool": [None, 0, 1, "true", "", []],
    "order_no": [None, *NO_NUMBER],
    "version": ["7", True, [], {}, 1.5, -BIG, 0, -1],
    "result": [*NO_TEXT, "", "2-0", "1–0", "½-½", "1-0f", "0.5-0.5", "1-1", " 1-0"],
    "sex": [7, "x", "M", ""],
    "list": [*NO_TEXT, "", "blitz", "Selo"],
    "source": [*NO_TEXT, "", "fide", "fide-blitz"],
    "title": [*NO_TEXT, "", "GM", "m"],
    "titles": [None, "M", ["GM"], [None], {}, ["M", 7]],
    "age_group": [*NO_TEXT, "", "under-12", "Open"],
    "time_control": [
        7,
        True,
        [],
        {},
        "",
        "abc",
        "90+",
        "+30",
        "-5",
        "0",
        "90+30+30",
        "x" * 201,
        "9 0+\u0007",
    ],
    "category": [7, 1.5, True, [], {}, "", "VI", "i", "1", "A", " I"],
    "event_kind": [7, True, [], {}, "", "club", "Nordic", "landskamp "],
    "start_minutes": [*NO_NUMBER, 0, -1, 100_001],
    "total_minutes": [*NO_NUMBER, 0, -1, 100_001],
    "edition": [*NO_TEXT, "", "fi 2023"],
    "list of objects": [None, 7, "x", {}, [7], [None], ["x"]],
    "object": [7, "x", [], True],
}
COMMON = {"actor": "actor", "note": "text", "key": "text"}
GAME = {
    "round": "round",
    "white": "id",
    "black": "id",
    "result": "result",
    "board": "board",
    "game": "id",
    "on": "day",
    "minutes": "minutes",
    "minutes_black": "minutes",
    "tiebreak": "bool",
}
PERSON = {
    "player": "id",
    "name": "name",
    "sex": "sex",
    "born": "born",
    "federation": "federation",
    "federation_from": "day",
    "fide_id": "fide_id",
    "club": "name",
}
HEAD = {
    "name": "name",
    "start": "day",
    "end": "day",
    "domestic": "bool",
    "fide_accepted": "bool",
    "official_representation": "bool",
    "accepted": "bool",
    "age_group": "age_group",
    "each_game_rated": "bool",
    "order_no": "order_no",
    "category": "category",
    "event_kind": "event_kind",
    "start_minutes": "start_minutes",
    "total_minutes": "total_minutes",
    "representatives": "ids",
    "organiser": "held",
    "place": "held",
    "arbiter": "optional id",
}
FIELDS: dict[str, dict[str, str]] = {
    "player": PERSON,
    "opening": {
        "player": "id",
        "list": "list",
        "on": "day",
        "rating": "rating",
        "games": "games",
        "normal_games": "optional count",
        "peak": "delta",
        "titles": "titles",
    },
    "external-rating": {
        "player": "id",
        "source": "source",
        "on": "day",
        "rating": "rating",
        "comparable": "bool",
    },
    "elo-only-games": {"player": "id", "on": "day"},
    "tournament": {
        "tournament": "id",
        **HEAD,
        "minutes": "minutes",
        "time_control": "time_control",
        "games": "list of objects",
        "players": "list of objects",
        **{f"games[0].{name}": kind for name, kind in GAME.items()},
        **{f"players[0].{name}": kind for name, kind in PERSON.items()},
    },
    "amend": {
        "tournament": "id",
        "reason": "reason",
        "set": "object",
        "add_games": "list of objects",
        "expect_version": "version",
        "set.time_control": "time_control",
        "set.minutes": "minutes",
        **{f"set.{name}": kind for name, kind in HEAD.items()},
        **{f"games.1.1.{name}": kind for name, kind in GAME.items() if name != "game"},
        **{f"add_games[0].{name}": kind for name, kind in GAME.items()},
    },
    "game": {"tournament": "id", **GAME, "expect_version": "version"},
    "withdraw": {"tournament": "id", "reason": "reason", "expect_version": "version"},
    "merge-players": {"from": "id", "into": "id", "reason": "reason"},
    "confirm-title": {
        "player": "id",
        "title": "title",
        "on": "day",
        "reason": "reason",
        "resolution": "label",
    },
    **{
        kind: {
            "player": "id",
            "title": "title",
            "on": "day",
            "reason": "reason",
            "resolution": "label",
        }
        for kind in ("keep-title", "refuse-title", "revoke-confirmation")
    },
    "ruling": {
        "player": "id",
        "list": "list",
        "on": "day",
        "reason": "reason",
        "rating": "rating",
    },
    "adopt-rules": {
        "list": "list",
        "edition": "edition",
        "from": "day",
        "reason": "reason",
    },
    "vouch": {"doubt": "title", "tournament": "id", "reason": "reason"},
    **{
        kind: fields
        for asked in asked_of_features()
        for kind, (fields, _) in asked.flawed.items()
    },
}
# null where a field may be left out says the same as leaving it out
NULL_IS_SAID = {
    "games.1.1.minutes",
    "games.1.1.board",
    "games.1.1.on",
    "games.1.1.minutes_black",
}
OPTIONAL = {
    "actor",
    "on",
    "minutes",
    "game",
    "board",
    "federation_from",
    "tournament",
    "reason",
    "resolution",
}
CASES = [
    (kind, field, said)
    for kind, fields in FIELDS.items()
    for field, said in {**fields, **COMMON}.items()
]


def put(
    document: Document, field: str, value: Any
) -> tuple[Document, tuple[str | int, ...]]:
    """A copy of the document with another value at `games[0].white` or
    `games.1.1.result`.
    """
    head, _, tail = (
        field.partition(".1.1.") if ".1.1." in field else field.partition(".")
    )
    name, index, _ = head.partition("[0]")
    path: tuple[str | int, ...] = (
        (name,) if not tail else (name, "1.1" if ".1.1." in field else 0, tail)
    )
    path = (name, tail) if tail and not index and ".1.1." not in field else path
    copy: Any = json.loads(json.dumps(document))
    at = copy
    for part in path[:-1]:
        at = at[part]
    at.pop(path[-1], None)
    at[path[-1]] = value
    return copy, path


def column(text: str, path: tuple[str | int, ...]) -> int:
    """Where the value stands: walks down by the keys, which stand once in these
    documents' branches.
    """
    if len(path) == 1:
        return text.rindex(f'"{path[0]}": ') + len(str(path[0])) + 5
    at = 0
    for part in path:
        at = (
            text.index("[", at) + 1
            if isinstance(part, int)
            else text.index(f'"{part}": ', at) + len(part) + 4
        )
    return at + 1


@pytest.mark.parametrize(("kind", "field", "said"), CASES)
def test_every_wrong_value_has_its_place(
    club: Selo, kind: str, field: str, said: str
) -> None:
    whole = FULL[kind]
    values = [
        v
        for v in BAD[said]
        if not (
            v is None and (field.split(".")[-1] in OPTIONAL or field in NULL_IS_SAID)
        )
    ]
    if field.rpartition(".")[2] == "name" and kind == "player":
        values = [v for v in values if v is not None]
    lines = [put(whole, field, value) for value in values]
    texts = [json.dumps(document) for document, _ in lines]
    problems = club.refuse(*texts)
    by_line = {
        number: [p for p in problems if p["where"]["line"] == number]
        for number in range(1, len(lines) + 1)
    }
    for number, ((_, path), value, text) in enumerate(
        zip(lines, values, texts, strict=True), 1
    ):
        assert by_line[number], f"{field} = {value!r} was taken"
        own = [
            p for p in by_line[number] if (p["where"]["field"] or "").startswith(field)
        ]
        assert own, f"{field} = {value!r}: {by_line[number]}"
        if own[0]["where"]["column"] is not None and own[0]["where"]["field"] == field:
            assert own[0]["where"]["column"] == column(text, path), (
                field,
                value,
                own[0],
            )


REQUIRED = {
    "player": ["player"],
    "opening": ["player", "list", "on", "rating", "games"],
    "external-rating": ["player", "source", "on", "rating"],
    "elo-only-games": ["player", "on"],
    "tournament": [
        "tournament",
        "name",
        "start",
        "end",
        "games",
        "games[0].round",
        "games[0].white",
        "games[0].black",
        "games[0].result",
        "players[0].player",
    ],
    "amend": [
        "tournament",
        "reason",
        "add_games[0].round",
        "add_games[0].white",
        "add_games[0].result",
    ],
    "game": ["tournament", "round", "white", "black", "result"],
    "withdraw": ["reason"],
    "merge-players": ["from", "into", "reason"],
    "confirm-title": ["player", "title", "on"],
    "revoke-confirmation": ["player", "title", "on"],
    "keep-title": ["player", "title", "on", "reason"],
    "refuse-title": ["player", "title", "on", "reason"],
    "ruling": ["player", "list", "on", "reason"],
    "adopt-rules": ["list", "edition", "from"],
    "vouch": ["doubt"],
    **{
        kind: needed
        for asked in asked_of_features()
        for kind, (_, needed) in asked.flawed.items()
    },
}


def without(document: Document, field: str) -> Document:
    copy, path = put(document, field, None)
    at: Any = copy
    for part in path[:-1]:
        at = at[part]
    del at[path[-1]]
    return copy


@pytest.mark.parametrize("kind", REQUIRED)
def test_every_missing_field_is_named_and_every_unknown_one(
    club: Selo, kind: str
) -> None:
    documents = [without(FULL[kind], field) for field in REQUIRED[kind]]
    problems = club.refuse(*documents, {**FULL[kind], "surprise": 1})
    for number, field in enumerate(REQUIRED[kind], 1):
        found = [p for p in problems if p["where"]["line"] == number]
        assert [p["where"]["field"] for p in found] == [field], (field, found)
    [unknown] = [p for p in problems if p["where"]["line"] == len(documents) + 1]
    assert (unknown["code"], unknown["where"]["field"]) == ("unknown-field", "surprise")
    assert unknown["hint"]


@pytest.mark.parametrize("kind", FULL)
def test_a_key_that_stands_twice(club: Selo, kind: str) -> None:
    """Also with the same value: which one was meant is not for us to guess."""
    text = json.dumps(FULL[kind])
    problems = club.refuse(
        *(
            f'{text[:-1]}, "{field}": {json.dumps(FULL[kind][field])}}}'
            for field in FULL[kind]
        )
    )
    assert [
        (p["where"]["line"], p["where"]["field"])
        for p in problems
        if p["code"] == "key-twice"
    ] == list(enumerate(FULL[kind], 1))
    assert {
        p["where"]["column"] > len(text) for p in problems if p["code"] == "key-twice"
    } == {True}


AHEAD = [kind for kind, shape in by_kind().items() if shape.may_be_ahead]
DAYS = [
    (kind, field) for kind, field, said in CASES if said == "day" and kind not in AHEAD
]
BIRTHS = [("player", "born"), ("tournament", "players[0].born")]


@pytest.mark.parametrize(("kind", "field"), [*DAYS, *BIRTHS])
def test_nothing_is_dated_after_today(club: Selo, kind: str, field: str) -> None:
    """The clock of these tests stands on 2024-06-30."""
    later = {"end": "2024-07-01"} if field == "start" else {}
    problems = club.refuse(put({**FULL[kind], **later}, field, "2024-07-01")[0])
    assert ("future", field) in [(p["code"], p["where"]["field"]) for p in problems], (
        problems
    )


def test_today_is_not_the_future(club: Selo) -> None:
    club.submit(external("A", on="2024-06-30"))
