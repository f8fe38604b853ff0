"""The register of titles for the committee's meeting."""

import pytest

from tests.command.test_title_decisions import decision, event, strong
from tests.web.serving import served
from tests.world.command import Selo

REOPENED = {
    "en": "Reopened by a correction",
    "fi": "Korjauksen avaamat",
    "sv": "Öppnade på nytt av en rättelse",
}


@pytest.mark.parametrize("language", REOPENED)
def test_the_register(language: str, selo: Selo) -> None:
    reopened = REOPENED[language]
    selo.submit(
        *strong(),
        event(1, "2024-02-10"),
        decision("confirm-title", "2024-02-20", resolution="12/2024"),
    )
    with served(selo.ledger) as service:
        register = service.ask(f"/{language}/titles").text
        assert reopened not in register and "12/2024" in register
    selo.submit(
        event(2, "2024-05-05"),
        {"kind": "withdraw", "tournament": "t1", "reason": "played in May"},
    )
    with served(selo.ledger) as service:
        register = service.ask(f"/{language}/titles").text
        section = register[register.index(f">{reopened}</h2>") :]
        assert "played in May" in section and f"/{language}/tournaments/t1" in section
