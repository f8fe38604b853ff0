"""A ledger is exported in the time that its games take: what holds for a type is asked
once, not once a game.
"""

import msgspec
import pytest

from ledger import to_documents
from ledger.documents import GameIn, Tournament
from ledger.to_documents import as_fields


def test_the_fields_of_a_type_are_asked_for_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def fields(shape: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
        asked.append(shape)
        return found(shape)

    found = msgspec.structs.fields
    monkeypatch.setattr(msgspec.structs, "fields", fields)
    to_documents._fields.cache_clear()
    games = [
        GameIn(round=number, white="A", black="B", result="1-0")
        for number in range(1, 101)
    ]
    cup = Tournament(
        tournament="T",
        name="T",
        start="2026-01-01",
        end="2026-01-02",
        minutes=90,
        games=games,
    )
    written = as_fields(cup)["games"]
    assert isinstance(written, list)
    assert written[99] == {
        "round": 100,
        "white": "A",
        "black": "B",
        "result": "1-0",
    }
    assert sorted(shape.__name__ for shape in asked) == ["GameIn", "Tournament"]
