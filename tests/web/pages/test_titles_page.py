"""The register of titles for the committee's meeting, and a title on paper."""

import pytest

from tests.command.test_title_decisions import decision, event, strong
from tests.web.pages.reading_html import Page
from tests.web.serving import served
from tests.world.command import Selo

WORDS = {
    "en": ("Reopened by a correction", "Chess master (M)", "resolution 12/2024"),
    "fi": ("Korjauksen avaamat", "Shakkimestari (M)", "päätös 12/2024"),
    "sv": ("Öppnade på nytt av en rättelse", "Schackmästare (M)", "beslut 12/2024"),
}


@pytest.mark.parametrize("language", WORDS)
def test_the_register_and_the_certificate(language: str, selo: Selo) -> None:
    reopened, grade, resolution = WORDS[language]
    selo.submit(
        *strong(),
        event(1, "2024-02-10"),
        decision("confirm-title", "2024-02-20", resolution="12/2024"),
    )
    root = selo.answer("verify")[1]["root"]
    with served(selo.ledger) as service:
        register = service.ask(f"/{language}/titles").text
        assert reopened not in register and "12/2024" in register
        paper = service.ask(f"/{language}/players/a/titles/M").text
        number = selo.ask("show", "a")["lists"]["selo"]["peak"]["rating"]
        for text in (grade, resolution, root, f"selo {number}"):
            assert text in paper, text
        assert (
            f"/{language}/players/a/titles/M"
            in Page(service.ask(f"/{language}/players/a").text).links
        )
    selo.submit(
        event(2, "2024-05-05"),
        {"kind": "withdraw", "tournament": "t1", "reason": "played in May"},
    )
    with served(selo.ledger) as service:
        register = service.ask(f"/{language}/titles").text
        section = register[register.index(f">{reopened}</h2>") :]
        assert "played in May" in section and f"/{language}/tournaments/t1" in section
        gone = service.ask(f"/{language}/players/a/titles/M")
        assert gone.status == 404 and root not in gone.text
