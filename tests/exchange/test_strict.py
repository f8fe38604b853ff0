"""The quick decoding of documents takes and refuses what reading them key by key does,
and nothing else.
"""

import json
import random
from typing import Any

import msgspec
import pytest

from exchange.json.documents import NOT_READ, decoded
from exchange.json.files import read_documents
from ledger.documents import AnyDocument, Document
from ledger.errors import Refused

PLAYER = '{"kind":"player","player":"A","name":"Anna","club":"Cafe: %s"}'
TOURNAMENT = (
    '{"kind":"tournament","tournament":"t","name":"Open:'
    ' spring","start":"2024-01-01","end":"2024-01-02",'
    '"time_control":"40/90+30:30+30","games":[{"round":1,"white":"A","black":"B","result":"1-0","on":"2024-01-02"},'
    '{"round":1,"white":"C","black":"D","result":"*","game":"x1","minutes":90.0}],'
    '"players":[{"player":"A","name":"Anna"}]}'
)
AMEND = (
    '{"kind":"amend","tournament":"t","reason":"a'
    ' slip","set":{"minutes":90},"games":{"1.1":{"result":"0-1"},'
    '"1.2":null},"add_games":[{"round":2,"white":"A","black":"B","result":"0-0"}]}'
)
# what a hand, another program or an enemy makes of a text
CHANGES = (
    ('"name":', '"name":"first","name":'),
    ('"round":1', '"round":1,"round":1'),
    ('"white":', '"white":"A","white":'),
    ('"result":"1-0"', '"result":"1-0","tiebreak":false'),
    ('"result":"1-0"', '"result":"1-0","board":null'),
    ('"white"', '"white" \t'),
    (":", ": "),
    (",", ",\n"),
    (":", "\\u003a"),
    (":", "\\u003A"),
    ("A", "\\u0041"),
    ('"games"', '"g\\u0061mes"'),
    ('"games"', '"games":[],"games"'),
    ('"1.1"', '"1.2":null,"1.1"'),
    ("A", "A B"),
    ("2024-01-02", "2024-1-2"),
    ("2024-01-02", "2024-01-0\u0662"),
    ("1", "true"),
    ('"x1"', "null"),
    ('"A"', "7"),
    ('"B"', '"' + "B" * 65 + '"'),
    ("1-0", "2-0"),
    ("90", "0"),
    ("90", "1e999"),
    ("90", "NaN"),
    ("null", "{}"),
    ('"kind":', '"kind":"player","kind":'),
    ('"set":{', '"set":{"name":"a:b","name":"a:b",'),
    ("}", ',"x":1}'),
    ("a", "\x01"),
    ("a", "\\u0001"),
    ("a", "\\ud800"),
    ("a", "\u2028"),
    ("{", "["),
    ("}", "}}"),
    ('"', ""),
    ("a", "\\\\u003a"),
    ('"players":[', '"players":[{"player":"A"},'),
    ('"players":[{"player":"A","name":"Anna"}]', '"players":[]'),
)


def key_by_key(text: str) -> Document | None:
    """The plain way, twice over: once for its keys, once for its values."""

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) != len(pairs):
            raise ValueError
        return dict(pairs)

    try:
        json.JSONDecoder(object_pairs_hook=members).decode(text)
        document: Document = msgspec.json.decode(text, type=AnyDocument)
        return document
    except (ValueError, RecursionError):
        return None


def quickly(text: str) -> Document | None:
    try:
        return decoded(text)
    except NOT_READ:
        return None


def same(text: str) -> bool:
    """Whether both ways agree; whether the text is taken."""
    slow, quick = key_by_key(text), quickly(text)
    assert (slow is None) == (quick is None), text
    if slow is not None and quick is not None:
        assert msgspec.json.encode(slow) == msgspec.json.encode(quick), text
    return slow is not None


def test_one_change_of_a_document() -> None:
    taken = [
        same(text.replace(*change))
        for text in (PLAYER, TOURNAMENT, AMEND)
        for change in CHANGES
    ]
    assert 20 < sum(taken) < len(taken) - 40


@pytest.mark.parametrize("seed", range(4))
def test_several_changes_at_once(seed: int) -> None:
    chance = random.Random(seed)
    taken = 0
    for _ in range(2000):
        text = chance.choice((PLAYER, TOURNAMENT, AMEND))
        for old, new in chance.sample(CHANGES, chance.randint(1, 3)):
            spots = text.split(old)
            cut = chance.randrange(len(spots))
            text = (
                old.join(spots[: cut + 1])
                + (new if len(spots) > cut + 1 else "")
                + old.join(spots[cut + 1 :])
            )
        taken += same(text)
    assert 100 < taken < 1900


def test_an_escaped_colon_hides_no_second_key() -> None:
    """The numbers of colons are equal here: one is escaped in the text, one belongs to
    a key that is there twice.
    """
    text = '{"kind":"player","player":"A","name":"a\\u003ab","club":"c","club":"c"}'
    document = msgspec.json.decode(text, type=AnyDocument)
    assert text.count(":") == msgspec.json.encode(document).count(b":")
    with pytest.raises(Refused) as caught:
        read_documents("x.jsonl", text.encode())
    assert [problem.code for problem in caught.value.problems] == ["key-twice"]
