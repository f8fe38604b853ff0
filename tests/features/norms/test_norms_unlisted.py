"""An arbiter who asks not to be listed is named on a certificate for the office alone."""

from pathlib import Path

import pytest

from tests.web.children import asked, by_an_unlisted_arbiter, registered
from tests.web.serving import served
from tests.web.test_drafts import Person
from tests.web.test_writing import AT
from web.store.roles import Role


@pytest.mark.parametrize("address", ["norms", "norms/E2"])
def test_an_arbiter_who_asks_not_to_be_listed_is_named_to_the_office_alone(
    new_ledger: Path, tmp_path: Path, address: str
) -> None:
    selo = registered(new_ledger, tmp_path, 24)
    by_an_unlisted_arbiter(selo)
    with served(selo.ledger, now=lambda: AT) as service:
        officer = Person(service, selo.ledger, Role.OFFICER, "aino")
        page = f"/tournaments/autumn/{address}"
        told = asked(service, None, page).text
        assert "alainen" not in told.lower() and "…" in told
        assert "Salainen" in asked(service, officer, page).text
