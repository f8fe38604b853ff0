"""Where cases stand beside a ledger: on the desk's pages of a month, and in a file that
another set of features made.
"""

import sqlite3
from contextlib import closing

import pytest

from features.cases.store import cases, open_case
from tests.web.desk.officer import Officer
from tests.web.serving import Served
from tests.web.test_writing import AT
from tests.world.command import Selo
from web.store import drafts
from web.store.beside import path_beside, unknown_rows

PAGE = f"/desk/month?month={AT[:7]}"


def test_a_month_has_the_cases_that_came_and_those_that_are_open(
    club: Selo, service: Served, officer: Officer
) -> None:
    """Where the desk has a page of a month, which is another feature's."""
    open_case(club.ledger, "A", None, "It was a draw", AT)
    reply = officer.see(PAGE)
    assert reply.status == 404 or (
        "1 case<" in reply.text
        and "It was a draw" in reply.text
        and "1 case is open" in reply.text
    )
    seen = Officer(club, service, "submitter", "seura").see(PAGE)
    assert "It was a draw" not in seen.text


def test_the_page_of_the_next_list_has_those_that_are_open(
    club: Selo, officer: Officer
) -> None:
    club.submit(
        {"kind": "publish", "list": "selo", "label": "1", "as_of": "2024-06-01"}
    )
    open_case(club.ledger, "A", None, "It was a draw", AT)
    _, _, open_today = officer.page("/lists/next?list=selo").partition(
        "What is open today"
    )
    assert "Case 1<" in open_today


@pytest.mark.in_a_file("its tables are taken away")
def test_a_file_that_was_made_without_them_gets_their_table(club: Selo) -> None:
    open_case(club.ledger, "A", None, "It was a draw", AT)
    with closing(sqlite3.connect(path_beside(club.ledger))) as connection:
        connection.execute("DROP TABLE report_case")
    assert cases(club.ledger, AT).rows == ()
    assert open_case(club.ledger, "A", None, "It was a draw", AT)[0] == 1


@pytest.mark.in_a_file("a table is made in it")
def test_an_erasure_names_the_tables_of_features_that_are_gone(club: Selo) -> None:
    open_case(club.ledger, "A", None, "It was a draw", AT)
    with closing(sqlite3.connect(path_beside(club.ledger))) as connection:
        connection.execute("CREATE TABLE wish (player TEXT)")
        connection.commit()
    assert unknown_rows(club.ledger) == []
    assert drafts.forget(club.ledger, ()) == []
    with closing(sqlite3.connect(path_beside(club.ledger))) as connection:
        connection.execute("INSERT INTO wish VALUES ('A')")
        connection.commit()
    [left] = drafts.forget(club.ledger, ())
    assert str(left).startswith("the table wish beside the ledger may name them")
    said = club.run("player", "erase", "A", "--reason", "asked")
    assert "the table wish beside the ledger may name them" in said.out + said.err
