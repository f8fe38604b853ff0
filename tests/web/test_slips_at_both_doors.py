"""The same planted slips over HTTP and at the desk: each is asked about there too, and
nothing is booked before.

By the command all of them are asked about (test_planted_slips.py). At each of these
doors `make test-all` has one of each code, and every one stands at one of the two;
`make torture` has all at both.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.web.desk.officer import PARTS, Officer, parts
from tests.web.serving import served
from tests.web.test_tokens import bearer, token
from tests.web.test_what_a_program_meets import said_for_a_command
from tests.world.command import Selo
from tests.world.documents import Document
from tests.world.planted_slips import PLANTED, TODAY, office
from web.store.roles import Role

NOW = f"{TODAY}T12:00:00.000000Z"


@pytest.fixture(scope="session")
def strict_office(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A federation before a slip, which asks whoever books. To be copied, not written
    to.
    """
    selo = Selo(tmp_path_factory.mktemp("office"), today=TODAY)
    selo.done("init")
    selo.submit(*office())
    selo.submit({"kind": "settings", "slips": "asked"})
    return selo.path


@pytest.fixture
def selo(strict_office: Path, tmp_path: Path) -> Selo:
    return Selo(tmp_path, strict_office, today=TODAY)


def at_a_door(later: bool) -> list[Any]:
    """All of them. In `make test-all` the first of each code, or those that follow the
    first, or the only one.
    """
    names: dict[str, list[str]] = {}
    for name, planted in PLANTED.items():
        names.setdefault(planted.code, []).append(name)
    kept = {
        name
        for own in names.values()
        for name in (own[1:] or own if later else own[:1])
    }
    return [
        pytest.param(name, marks=() if name in kept else pytest.mark.torture)
        for name in PLANTED
    ]


def lines(documents: tuple[Document, ...]) -> bytes:
    return "\n".join(map(json.dumps, documents)).encode()


@pytest.mark.parametrize("name", at_a_door(later=False))
def test_over_http(name: str, selo: Selo) -> None:
    planted = PLANTED[name]
    officer = bearer(token(selo.ledger, Role.OFFICER, "aino")) | {
        "Content-Type": "application/jsonl"
    }
    before = selo.events()
    with served(selo.ledger, now=lambda: NOW) as service:
        control = service.ask(
            "/api/documents?dry_run=true", "POST", lines(planted.control), officer
        ).value
        assert "doubts" not in control, control["doubts"]
        preview = service.ask(
            "/api/documents?dry_run=true", "POST", lines(planted.slip), officer
        )
        doubts = preview.value["doubts"]
        assert planted.code in {doubt["doubt"] for doubt in doubts}
        refused = service.ask("/api/documents", "POST", lines(planted.slip), officer)
        assert (
            refused.status == 422
            and {*refused.codes} == {"needs-answer"}
            and selo.events() == before
        )
        assert said_for_a_command(preview) == said_for_a_command(refused) == []
        sure = "&".join(f"sure={doubt['sure']}" for doubt in doubts)
        booked = service.ask(
            f"/api/documents?{sure}", "POST", lines(planted.slip), officer
        )
        assert booked.status == 201, booked.text
        assert "vouch" in {one["kind"] for one in booked.value["recorded"]}


@pytest.mark.parametrize("name", at_a_door(later=True))
def test_at_the_desk(name: str, selo: Selo) -> None:
    planted = PLANTED[name]
    with served(selo.ledger, now=lambda: NOW) as service:
        officer = Officer(selo, service)
        before = selo.events()
        control = officer.sent(
            "/desk/files", parts("control.jsonl", lines(planted.control)), PARTS
        )
        assert 'name="sure.' not in officer.page(control)
        draft = officer.sent(
            "/desk/files", parts("slip.jsonl", lines(planted.slip)), PARTS
        )
        page = officer.page(draft)
        asked = re.findall(r'name="(sure\.[^"]+)" required', page)
        assert any(name.startswith(f"sure.{planted.code}:") for name in asked)
        shown = {"preview": re.findall(r'name="preview" value="([^"]+)"', page)[0]}
        assert officer.post(f"{draft}/book", shown).status == 422
        assert selo.events() == before
        officer.sent(f"{draft}/book", shown | dict.fromkeys(asked, "yes"))
        booked = selo.ask("log")["events"]
        assert (
            selo.events() > before
            and booked[0]["kind"] == "vouch"
            and booked[0]["actor"] == "aino"
        )
