"""What the office decides of what anybody sees, who asks not to be listed, and what a
submitter is told.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.web.children import (
    UNLISTED,
    asked,
    born,
    by_an_unlisted_arbiter,
    found,
    registered,
    written,
)
from tests.web.serving import Served, served
from tests.web.test_drafts import Person
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.documents import Document, opening, player, tournament
from web.store.roles import Role

COUNT = 24


@pytest.fixture
def selo(new_ledger: Path, tmp_path: Path) -> Selo:
    return registered(new_ledger, tmp_path, COUNT)


def shown(
    service: Served, person: Person | None = None
) -> dict[str, tuple[int, str | None, str | None]]:
    """Rank, name and year of everybody on the list, by id."""
    rows = asked(service, person, "/api/lists/selo/people").value["rows"]
    return {row["player"]: (row["rank"], row["name"], row["born"]) for row in rows}


@pytest.mark.parametrize(
    ("setting", "child", "adult"),
    [("everybody", "2009", "1999"), ("adults", None, "1999"), ("nobody", None, None)],
)
def test_the_office_decides_whose_year_anybody_sees(
    selo: Selo, setting: str, child: str | None, adult: str | None
) -> None:
    # who turns 18 in the year is a minor until its end: a year that appeared on a
    # birthday would tell the day
    selo.submit(
        player("V", born="1999-02-03"),
        player("U", born="2006-01-02"),
        opening("V"),
        opening("U", 1601),
    )
    selo.submit({"kind": "settings", "years_of_birth": setting})
    with served(selo.ledger, now=lambda: AT) as service:
        born_in = {name: year for name, (_, _, year) in shown(service).items()}
        assert (born_in["E0"], born_in["V"], born_in["U"]) == (
            child,
            adult,
            "2006" if child else None,
        )
        for name in ("E0", "V"):
            assert (
                asked(service, None, f"/api/players/{name}/details").value["player"][
                    "born"
                ]
                == born_in[name]
            )
            page = asked(service, None, f"/players/{name}").text
            assert ("born 2009" in page or "born 1999" in page) == bool(born_in[name])
        # nobody finds it out by asking for an age
        young = asked(
            service, None, "/api/lists/selo?born_from=2009&born_to=2009"
        ).value["rows"]
        assert ("E0" in {row["player"] for row in young}) == (child is not None)
        officer = Person(service, selo.ledger, Role.OFFICER, "aino")
        assert shown(service, officer)["E0"][2] == born(0)
        young = asked(
            service, officer, "/api/lists/selo?born_from=2009&born_to=2009"
        ).value["rows"]
        assert "E0" in {row["player"] for row in young}
    with served(selo.ledger, now=lambda: "2025-01-01T10:00:00.000000Z") as service:
        assert shown(service)["U"][2] == (None if setting == "nobody" else "2006")


def test_an_arbiter_who_asks_not_to_be_listed_is_in_no_report_that_anybody_gets(
    selo: Selo,
) -> None:
    """A report names arbiters in words of its own, and the file is kept."""
    by_an_unlisted_arbiter(selo)
    with served(selo.ledger, now=lambda: AT) as service:
        officer = Person(service, selo.ledger, Role.OFFICER, "aino")
        for address in ("trf", "trf/file"):
            told = asked(service, None, f"/tournaments/autumn/{address}").text
            assert "alainen" not in told.lower() and "…" in told, address
            assert (
                "Salainen"
                in asked(service, officer, f"/tournaments/autumn/{address}").text
            ), address
        assert (
            "Lapsi NumeroE3"
            in asked(service, None, "/tournaments/autumn/trf/file").text
        )


def test_an_answer_about_the_past_changes_with_the_year(selo: Selo) -> None:
    selo.submit(player("U", born="2006-01-02"), opening("U", 1601))
    selo.submit({"kind": "settings", "years_of_birth": "adults"})
    tags, years = [], []
    for now in (AT, "2025-01-01T10:00:00.000000Z"):
        with served(selo.ledger, now=lambda now=now: now) as service:
            reply = asked(service, None, "/api/players/U/details?as_of=2024-03-03")
            tags.append(reply.fields["etag"])
            years.append(reply.value["player"]["born"])
    assert years == [None, "2006"] and tags[0] != tags[1]


@pytest.mark.parametrize("setting", ["nameless", "left-out"])
def test_whoever_asks_not_to_be_listed(selo: Selo, setting: str) -> None:
    """They stay in the calculation, and every other rank is as it was."""
    selo.submit({"kind": "settings", "unlisted": setting})
    with served(selo.ledger, now=lambda: AT) as service:
        officer = Person(service, selo.ledger, Role.OFFICER, "aino")
        office, public = shown(service, officer), shown(service)
        assert office[UNLISTED][1] == "Lapsi Salainen"
        assert (
            asked(service, officer, f"/api/players/{UNLISTED}/details").value["player"][
                "unlisted"
            ]
            is True
        )
        others = {name: row[:2] for name, row in office.items() if name != UNLISTED}
        assert {
            name: row[:2] for name, row in public.items() if name != UNLISTED
        } == others
        assert public.get(UNLISTED) == (
            None if setting == "left-out" else (office[UNLISTED][0], None, None)
        )
        for address in ("/lists/selo/published/2024-04", "/best"):
            rows = re.findall(
                rf'"player": "{UNLISTED}"', asked(service, None, f"/api{address}").text
            )
            assert bool(rows) == (
                setting == "nameless"
                and bool(
                    re.findall(
                        rf'"player": "{UNLISTED}"',
                        asked(service, officer, f"/api{address}").text,
                    )
                )
            )
        page = asked(service, None, f"/players/{UNLISTED}")
        assert (
            page.status == 200
            and "Salainen" not in page.text
            and "born" not in page.text
        )
        assert asked(service, None, "/api/search?words=Salainen").value["rows"] == []
        assert [
            row["player"]
            for row in asked(service, officer, "/api/search?words=Salainen").value[
                "rows"
            ]
        ] == ["E1"]
        for person, clubs in ((None, []), (officer, [{"club": "Oma", "members": 1}])):
            assert (
                asked(service, person, "/api/search?words=oma").value["clubs"] == clubs
            ), "of nobody else"
        for person, status in ((None, 404), (officer, 200)):
            assert asked(service, person, "/api/players/Salain").status == status
        assert "Salainen" not in asked(service, None, "/api/tournaments/cup/trf").text
        assert f'"{UNLISTED}"' in asked(service, None, "/api/tournaments/cup").text
        # only the office reads in the log that they asked
        seqs = [
            row["seq"]
            for row in asked(service, None, f"/api/log?player={UNLISTED}").value[
                "events"
            ]
        ]
        told = [
            "".join(asked(service, person, f"/api/events/{seq}").text for seq in seqs)
            for person in (None, officer)
        ]
        assert ["listed" in text for text in told] == [False, True]
        assert (
            "a detail for the office changed" in told[0]
            and "asks not to be listed in public" in told[1]
        )
        # and asked back they are there again
        selo.submit({"kind": "player", "player": UNLISTED, "unlisted": False})
        assert shown(service)[UNLISTED][1] == "Lapsi Salainen"


FILE = b"""\
012 Autumn Open
042 2024/06/01
052 2024/06/01
001    1 f    Lapsi NumeroE3                         FIN             2001/02/03  1.0    1     2 w 1
001    2 m    Lapsi Salainenn                        FIN                         0.0    2     1 b 0
"""


def test_what_a_submitter_is_asked_tells_no_more_than_anybody_sees(selo: Selo) -> None:
    """The right one of several is chosen by the year; who asked not to be listed is an
    id.
    """
    with served(selo.ledger, now=lambda: AT) as service:
        submitter = Person(service, selo.ledger, Role.SUBMITTER, "seura")
        officer = Person(service, selo.ledger, Role.OFFICER, "aino")
        assert (
            submitter.keep(FILE, "?name=autumn.trf", "application/octet-stream").status
            == 202
        )
        for person, birth, name in (
            (officer, born(3), "Lapsi Salainen"),
            (submitter, "2012", None),
        ):
            preview = person.see("/1/preview")
            first, second = (
                row["candidates"][0] for row in preview.value["players"]["doubtful"]
            )
            assert (first["player"], first["name"], first["born"]) == (
                "E3",
                "Lapsi NumeroE3",
                birth,
            )
            assert (second["player"], second["name"]) == (UNLISTED, name)
            assert first["contradicts"] == (
                ["birth", "sex"] if person is officer else ["birth"]
            )
            assert (born(3) in preview.text, '"Lapsi Salainen"' in preview.text) == (
                person is officer,
                name is not None,
            )
            page = asked(service, person, "/desk/drafts/1").text
            assert ("Lapsi Salainen<" in page) == (name is not None) and born(
                3
            ) not in page
        selo.submit({"kind": "settings", "years_of_birth": "adults"})
        assert "2012" not in submitter.see("/1/preview").text


def test_a_submitter_finds_out_nothing_by_sending_documents(selo: Selo) -> None:
    days = [word for number in range(COUNT) for word in written(born(number))]
    guesses = [
        {"kind": "player", "player": "E3", "born": "2001-02-03"},
        {"kind": "player", "player": "E3", "born": "2012-01-01"},
        {"kind": "player", "player": UNLISTED, "name": "Somebody Else"},
        tournament(
            "spring",
            "2024-05-01",
            f"E3 {UNLISTED} 1-0",
            players=[
                {"player": "E3", "born": "2001-02-03", "sex": "m"},
                {"player": UNLISTED, "name": "Somebody", "club": "X"},
            ],
        ),
        tournament("long-ago", "2012-03-01", f"E3 {UNLISTED} 1-0"),
        tournament("before", "2011-12-31", "E3 E4 1-0"),
        opening("E3", 1500, list="pelo", on="2012-12-31"),
    ]
    with served(selo.ledger, now=lambda: AT) as service:
        submitter = Person(service, selo.ledger, Role.SUBMITTER, "seura")
        officer = Person(service, selo.ledger, Role.OFFICER, "aino")
        told = {
            person: [person.submit(guess, query="?dry_run=true") for guess in guesses]
            for person in (submitter, officer)
        }
        assert [reply.status for reply in told[submitter]] == [
            200,
            200,
            *(reply.status for reply in told[officer][2:]),
        ]
        text = "\n".join(reply.text for reply in told[submitter])
        assert (
            found(told[submitter][0], days) == []
            and "2012" not in told[submitter][0].text
        )
        assert "Salainen" not in text and not [
            day for day in days if len(day) > 8 and day in text
        ]
        # the day is not found by asking about one day after the other
        assert (
            "born after" not in told[submitter][4].text
            and "born after" in told[submitter][5].text
        )
        # the control: an officer reads names and the year
        assert (
            "2012" in told[officer][0].text
            and "Lapsi Salainen" in told[officer][2].text
        )
        assert "has other details in the ledger" in told[submitter][2].text


def _but_what_they_sent(text: str) -> str:
    """The answer of a preview, whose name begins with a digest of what they sent
    themselves.
    """
    return re.sub(r'"preview": "[0-9a-f]+-', "", text)


def test_no_day_of_birth_is_found_by_trying_one_after_the_other(selo: Selo) -> None:
    """The right day and a wrong one are answered with the same bytes, in documents,
    drafts and reports.
    """
    right, wrong = born(3), born(3)[:8] + ("01" if born(3)[8:] != "01" else "02")

    def answers(person: Person, day: str) -> list[str]:
        documents = (
            {"kind": "player", "player": "E3", "born": day},
            {"kind": "player", "player": "E3", "sex": "m"},
            {"kind": "player", "player": "E3", "born": day, "change": True},
            tournament(
                "spring",
                "2024-05-01",
                "E3 E4 1-0",
                players=[{"player": "E3", "born": day, "sex": "f"}],
            ),
        )
        told = [
            person.submit(document, query="?dry_run=true").text
            for document in documents
        ]
        kept = person.keep(
            json.dumps(documents[0]).encode(), kind="application/json"
        ).value["number"]
        return [
            _but_what_they_sent(text)
            for text in (*told, person.see(f"/{kept}/preview").text)
        ]

    with served(selo.ledger, now=lambda: AT) as service:
        submitter = Person(service, selo.ledger, Role.SUBMITTER, "seura")
        officer = Person(service, selo.ledger, Role.OFFICER, "aino")
        assert answers(submitter, right) == answers(submitter, wrong)
        assert answers(submitter, right)[1] == _but_what_they_sent(
            submitter.submit(
                {"kind": "player", "player": "E3", "sex": "f"}, query="?dry_run=true"
            ).text
        )
        one, other = answers(officer, right), answers(officer, wrong)
        # the control
        assert all(
            a != b
            for a, b in zip((one[0], *one[2:]), (other[0], *other[2:]), strict=True)
        )

        def matched(person: Person, day: str) -> Any:
            content = FILE.replace(b"2001/02/03", day.replace("-", "/").encode())
            number = person.keep(
                content, "?name=autumn.trf", "application/octet-stream"
            ).value["number"]
            return person.see(f"/{number}/preview").value["players"]

        assert matched(submitter, right) == matched(submitter, wrong)
        assert matched(officer, right) != matched(officer, wrong)


def test_no_question_tells_a_sex_or_a_year_that_is_kept_back(selo: Selo) -> None:
    """What is asked about before booking rests on births and sexes: an officer is
    asked, a submitter learns nothing.
    """
    selo.submit(
        player("M", name="Lapsi Yksi", born="2012-05-04", sex="m"),
        player("N", name="N N", born="2012", sex="f"),
    )
    merge = {"kind": "merge-players", "from": "M", "into": "N", "reason": "one person"}
    young = tournament("cup-9", "2024-05-01", "M E4 1-0", age_group="under-10")
    twin = player("Z", name="Lapsi Yksi", born="2012")
    with served(selo.ledger, now=lambda: AT) as service:
        submitter = Person(service, selo.ledger, Role.SUBMITTER, "seura")
        officer = Person(service, selo.ledger, Role.OFFICER, "aino")

        def asked_of(person: Person, document: Document) -> list[str]:
            answer = person.submit(document, query="?dry_run=true").value
            slips = {
                warning["slip"] for warning in answer["warnings"] if "slip" in warning
            }
            assert slips == {doubt["doubt"] for doubt in answer.get("doubts", [])}
            return sorted(slips)

        assert (
            asked_of(officer, merge) == ["two-people"]
            and asked_of(submitter, merge) == []
        )
        # years are public here
        assert asked_of(submitter, young) == asked_of(officer, young) == ["age-group"]
        selo.submit({"kind": "settings", "years_of_birth": "adults"})
        for document, code in ((young, "age-group"), (twin, "same-name")):
            assert (
                asked_of(officer, document) == [code]
                and asked_of(submitter, document) == []
            )
        # the name is public, and said whatever the year
        assert (
            "is also the name of M"
            in submitter.submit(twin, query="?dry_run=true").text
        )
