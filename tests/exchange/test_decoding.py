"""Bytes to lines: what was found is told, what does not fit is refused with its place."""

import pytest

from exchange import MAX_BYTES
from exchange.causes import MANY, by_cause
from exchange.text.decoding import MAX_LINE, MAX_LINES, decode
from ledger.errors import Problem, Refused, Where
from messages import Message, say


@pytest.mark.parametrize(
    ("data", "encoding", "line"),
    [
        (b"012 Open", "ascii", "012 Open"),
        ("012 Jyväskylä".encode(), "utf-8", "012 Jyväskylä"),
        (b"\xef\xbb\xbf012 Open", "utf-8-sig", "012 Open"),
        ("\ufeff012 Jyväskylä".encode(), "utf-8-sig", "012 Jyväskylä"),
        ("012 Jyväskylä".encode("latin-1"), "latin-1", "012 Jyväskylä"),
        ("012 Šemenov – Ž".encode("cp1252"), "cp1252", "012 Šemenov – Ž"),
    ],
)
def test_encoding_is_found_and_told(data: bytes, encoding: str, line: str) -> None:
    decoded = decode(data)
    assert (decoded.source.encoding, decoded.lines) == (encoding, (line,))


@pytest.mark.parametrize(
    ("data", "ends", "count"),
    [
        (b"a\nb\n", "lf", 2),
        (b"a\r\nb\r\n", "crlf", 2),
        (b"a\rb\r", "cr", 2),
        (b"a\r\nb\rc\n", "mixed", 3),
        (b"a\r\nb\rc", "mixed", 3),
        (b"a\n\nb", "lf", 3),
        (b"a", "none", 1),
        (b"", "none", 0),
    ],
)
def test_line_ends_are_named(data: bytes, ends: str, count: int) -> None:
    decoded = decode(data)
    assert (decoded.source.line_ends, len(decoded.lines)) == (ends, count)


def test_only_line_ends_of_files_break_lines() -> None:
    with pytest.raises(Refused) as caught:
        decode("001\x85\u2028b".encode())
    assert [str(problem.where) for problem in caught.value.problems] == ["1:4"]


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        (b"ok\nab\x00c", "control-character", "x.trf:2:3"),
        (b"\x1b[31m", "control-character", "x.trf:1:1"),
        ("a\u202egpj".encode(), "control-character", "x.trf:1:2"),
        ("a\ufeff".encode(), "control-character", "x.trf:1:2"),
        ("012 Open".encode("utf-16") + b"!", "text-encoding", "x.trf:1:19"),
        (b"\xef\xbb\xbfok\nab\xff", "text-encoding", "x.trf:2:3"),
        (b"ok\r\nab\x81", "text-encoding", "x.trf:2:3"),
        (b"a" * (MAX_BYTES + 1), "too-large", "x.trf"),
        (b"\n" * (MAX_LINES + 1), "too-many-lines", "x.trf"),
        (b"a" * (MAX_LINE + 1), "line-too-long", "x.trf:1:20001"),
    ],
)
def test_refusals_name_the_place(data: bytes, code: str, place: str) -> None:
    with pytest.raises(Refused) as caught:
        decode(data, "x.trf")
    (problem,) = caught.value.problems
    assert (problem.code, str(problem.where)) == (code, place)
    assert problem.hint


def test_the_limits_themselves_are_read() -> None:
    assert len(decode(b"\n" * MAX_LINES).lines) == MAX_LINES
    assert len(decode(b"a" * MAX_LINE).lines[0]) == MAX_LINE
    full = b"a" * 999 + b"\n"
    assert decode(full * (MAX_BYTES // len(full))).source.line_ends == "lf"


def test_a_file_wrong_everywhere_is_told_so_once() -> None:
    with pytest.raises(Refused) as caught:
        decode(b"\x01\n" * 1000)
    [problem] = caught.value.problems
    assert problem.message == (
        "control character U+0001 in the text; and 999 more like this"
        " (lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ...)"
    )
    assert problem.where.line == 1


def test_problems_of_several_causes_are_told_in_order() -> None:
    def at(line: int, message: Message, field: str | None = None) -> Problem:
        return Problem("x", message, Where("a", line, None, field))

    few = [at(2 * line, say("odd {text}", text=line)) for line in range(1, 4)]
    many = [at(2 * line + 1, say("wrong {text}", text=line)) for line in range(30)]
    other = [at(100, say("wrong {text}", text="y"), "result")]
    told = by_cause([many[0], *few, *many[1:], *other])
    assert [one.message for one in told] == [
        "wrong 0; and 29 more like this (lines 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, ...)",
        *("odd 1", "odd 2", "odd 3"),
        "wrong y",
    ]
    # so few of them are told one by one
    assert by_cause(many[:MANY]) == many[:MANY]


def test_the_bytes_are_named_by_their_hash() -> None:
    assert decode(b"a\n").source.sha256 != decode(b"a\r\n").source.sha256
