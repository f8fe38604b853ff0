"""What is kept beside a ledger has another mark after each change of something that an
answer may read.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.features import asked_of_features
from tests.web.serving import NOW
from tests.world.command import Selo
from tests.world.reached import AFTERWARDS
from web.store.beside import changing, path_beside
from web.store.drafts import answer_draft, keep_draft
from web.store.marked import NOTHING_KEPT, MarkReader, mark_reader
from web.store.notices import note_denial
from web.store.roles import Role
from web.store.sessions import new_link, open_session, who_has
from web.store.tokens import new_token, who_shows

ON_BOTH = True  # in a file and on a database server
LATER = "2026-11-01T13:00:00.000000Z"


@pytest.fixture
def reader(club: Selo) -> Iterator[MarkReader]:
    with closing(mark_reader(club.ledger)) as opened:
        yield opened


# in this order: each is a change of what those before it left
CHANGES: dict[str, Callable[[str], object]] = {
    "a draft kept": lambda ledger: keep_draft(
        ledger, "a.json", b"{}", None, None, None, "aino", NOW
    ),
    "a draft answered": lambda ledger: answer_draft(
        ledger, 1, b'{"x": 1}', "aino", NOW
    ),
    **{
        name: change
        for asked in asked_of_features()
        for name, change in asked.changes.items()
    },
}


def test_each_change_leaves_another_mark(club: Selo, reader: MarkReader) -> None:
    marks = [reader.mark()]
    assert marks == [NOTHING_KEPT]
    for name, change in CHANGES.items():
        change(club.ledger)
        marks.append(reader.mark())
        assert len({*marks}) == len(marks), name
        with closing(mark_reader(club.ledger)) as other:
            assert other.mark() == marks[-1] == reader.mark(), (
                "it is the same for everybody, until the next change"
            )


def test_what_no_answer_reads_leaves_the_mark(club: Selo, reader: MarkReader) -> None:
    token = new_token(club.ledger, "aino", Role.ADMIN, None, "tester", NOW).token
    link = new_link(
        club.ledger, "http://localhost", "aino", Role.ADMIN, "tester", NOW
    ).url
    opened = open_session(club.ledger, link.rpartition("/")[2], NOW)
    assert opened is not None and isinstance(token, str)
    before = reader.mark()
    assert (
        who_shows(club.ledger, token, LATER) is not None
        and who_has(club.ledger, opened.secret, LATER) is not None
    )
    note_denial(club.ledger, LATER, "-", "GET /desk")
    assert reader.mark() == before


def test_a_change_that_is_refused_leaves_the_mark(
    club: Selo, reader: MarkReader
) -> None:
    CHANGES["a draft kept"](club.ledger)
    before = reader.mark()
    with pytest.raises(ZeroDivisionError), changing(club.ledger) as connection:
        connection.execute("DELETE FROM draft")
        raise ZeroDivisionError
    assert reader.mark() == before


def test_the_mark_is_read_while_somebody_writes(club: Selo, reader: MarkReader) -> None:
    CHANGES["a draft kept"](club.ledger)
    before = reader.mark()
    with changing(club.ledger) as connection:
        connection.execute("DELETE FROM draft")
        assert reader.mark() == before
    assert reader.mark() != before


@pytest.mark.features("cases")
@pytest.mark.in_a_file("a backup of a server is its own affair")
def test_a_backup_put_back_has_a_mark_of_its_own_after_the_next_change(
    club: Selo, reader: MarkReader
) -> None:
    """A number that is counted up would be the same after as many changes, and they may
    be others.
    """
    place = Path(path_beside(club.ledger))
    CHANGES["a draft kept"](club.ledger)
    backup, first = place.read_bytes(), reader.mark()
    CHANGES["a case opened"](club.ledger)
    second = reader.mark()
    other = place.with_suffix(".back")
    other.write_bytes(backup)
    other.replace(place)
    for suffix in AFTERWARDS:
        Path(f"{place}{suffix}").unlink(missing_ok=True)
    assert reader.mark() == first
    CHANGES["a draft answered"](club.ledger)
    assert reader.mark() not in (first, second)
    place.unlink()
    assert reader.mark() == NOTHING_KEPT


@pytest.mark.in_a_file("its bytes are overwritten")
def test_what_cannot_be_read_never_has_the_same_mark(
    club: Selo, reader: MarkReader
) -> None:
    """So that no answer from before is taken for one that still holds."""
    CHANGES["a draft kept"](club.ledger)
    Path(path_beside(club.ledger)).write_bytes(b"no database at all" * 1000)
    assert len({reader.mark() for _ in range(5)}) == 5
