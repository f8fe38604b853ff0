"""FIDE's text lists of 2001 to 2006, whose columns moved: read by the form of their rows."""

import io

import pytest

from exchange.lists.fide import read_list
from exchange.lists.fide_person import FidePlayer, Kind
from exchange.recognise import kind_of
from ledger.errors import Problem, Refused

# a list of each way in which births, sexes and flags were written
OF_2001 = (
    "    500001  Aho, Aino                       wf     FIN     2101   16   wi  \r\n"
    "   1500002  Berg, Bo                               SWE     2250    0       \r\n"
)
OF_2002 = (
    "    500001 Aho, Aino                        wf     FIN      2101    16 29.02.1980 F wi    \r\n"
    "   1500002 Berg, Bo                                SWE      2250     0   .  .     M       \r\n"
)
OF_2004 = (
    "  500001  Aho, Aino                         wf  FIN  2101   16  29.02.80    wi \r\n"
    " 1500002  Berg, Bo                              SWE  2250    0    .  .         \r\n"
)
OF_2005 = (
    "  500001  Aho, Aino                         wf  FIN  2101   16  1980  wi \r\n"
    " 1500002  Berg, Bo                              SWE  2250    0     0     \r\n"
)
HEADING = " ID_NUMBER NAME TITLE COUNTRY RATING GAMES BIRTHDAY FLAG\r\n"
AHO = FidePlayer("500001", "Aho, Aino", "FIN", "f", 1980, 2101, None, None)
BERG = FidePlayer("1500002", "Berg, Bo", "SWE", "", None, 2250, None, None)


def people(
    data: str | bytes, kind: Kind | None = "standard"
) -> tuple[list[FidePlayer], list[Problem]]:
    content = data if isinstance(data, bytes) else data.encode()
    warnings: list[Problem] = []
    listed = read_list(io.BytesIO(content), "list", warn=warnings.append, kind=kind)
    return [person._replace(line=None) for person in listed], warnings


@pytest.mark.parametrize("above", ["", HEADING, "\r\n" + HEADING])
@pytest.mark.parametrize(
    ("data", "aho", "berg"),
    [
        (OF_2001, AHO._replace(born=None), BERG),
        (OF_2002, AHO, BERG._replace(sex="m")),
        (OF_2004, AHO, BERG),
        (OF_2005, AHO, BERG),
    ],
)
def test_everybody_is_read_whatever_stands_above(
    above: str, data: str, aho: FidePlayer, berg: FidePlayer
) -> None:
    assert people(above + data) == ([aho, berg], [])
    assert kind_of("list.txt", (above + data).encode()) == "fide-text"


def test_the_kind_is_asked_and_standard_proposed() -> None:
    with pytest.raises(Refused) as refused:
        people(OF_2004, None)
    [problem] = refused.value.problems
    assert problem.code == "fide-list-one-kind"
    assert str(problem.hint) == "use --kind standard if they are"


def test_letters_of_dos_are_read() -> None:
    data = OF_2004.replace("Berg, Bo", "Bürg, Bö").encode("cp850")
    found, warnings = people(data)
    assert [person.name for person in found] == ["Aho, Aino", "Bürg, Bö"]
    assert warnings == []


@pytest.mark.parametrize(
    ("written", "year"),
    [("29.02.80", 1980), ("29.02.06", 1906), ("29.02.05", None), ("  .  .80", 1980)],
)
def test_a_year_of_two_digits_is_of_the_last_century_or_unknown(
    written: str, year: int | None
) -> None:
    [aho, _], _ = people(OF_2004.replace("29.02.80", written))
    assert aho.born == year


def test_a_row_that_is_none_is_skipped_with_a_warning() -> None:
    odd = " 1500003  Ek, E                                 SWE  22x0    0  1980\r\n"
    found, warnings = people(HEADING + OF_2004 * 2 + odd)
    assert [person.fide_id for person in found] == ["500001", "1500002"] * 2
    assert [(one.code, one.where.line) for one in warnings] == [("fide-list-row", 6)]


def test_a_list_that_stops_within_a_line_is_refused() -> None:
    last = OF_2004.splitlines()[0].strip()
    whole = OF_2004 + "  " + last
    assert len(people(whole)[0]) == 3
    of_birth = len("29.02.80    wi")
    for left_out in range(of_birth, len(last)):
        with pytest.raises(Refused) as refused:
            people(whole[:-left_out])
        assert [one.code for one in refused.value.problems] == ["fide-list-cut"]
