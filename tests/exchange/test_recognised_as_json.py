"""Whether a file is JSON is told by its name and its beginning."""

import pytest

from exchange import recognise
from exchange.recognise import is_json, kind_of

FILES = (
    ("x.jsonl", b"{}"),
    ("x.json", b"no JSON"),
    ("x", b'\xef\xbb\xbf  {"kind": "player"}'),
    ("x", b'{"kind": "player"}'.decode().encode("utf-16")),
    ("x.trf", b"012 Open\n001    1\n"),
    ("x.csv", b"round;white;black;result\n1;A;B;1-0\n"),
    ("x.jsonl", b"\x89PNG\r\n\x1a\n"),
    ("x.trf", bytes(100)),
    ("x", b""),
)


@pytest.mark.parametrize(("name", "data"), FILES)
def test_it_is_told_as_the_kind_is(name: str, data: bytes) -> None:
    assert is_json(name, data) == (kind_of(name, data) == "json")


def test_a_table_of_megabytes_is_not_read_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The service asks it of each file that is sent, between the answers to others."""

    def read(text: str, data: bytes) -> None:
        raise AssertionError("the rows were read")

    monkeypatch.setattr(recognise, "_table", read)
    assert not is_json("x.csv", b"round;white;black;result\n" + b"1;A;B;1-0\n" * 99)
    assert is_json("x.txt", b'[{"kind": "player"}]')
