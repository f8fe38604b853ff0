"""The committee's page speaks of rules, and not of how a program names them."""

import re

from rulebooks import changeable_of
from tests.web.serving import served
from tests.world.command import Selo


def test_what_may_be_changed_is_told_in_words(club: Selo) -> None:
    with served(club.ledger) as service:
        page = service.ask("/committee?list=selo").text
        finnish = service.ask("/fi/committee?list=selo").text
    offered = set(changeable_of("selo"))
    main = page.partition("<main")[2].partition("</main>")[0]
    read = {*re.findall(r"\w+", re.sub(r"<[^>]+>", " ", main))}
    # names such as cap and kr are what a form sends, and nobody reads them
    assert not {name for name in offered if "_" in name or name == "cap"} & read
    assert "a whole number from 50 to 100" in main
    assert "kokonaisluku" in finnish


def test_a_wrong_value_is_told_below_the_form_that_keeps_it(club: Selo) -> None:
    with served(club.ledger) as service:
        wrong = service.ask("/committee/rule?list=selo&number=cap&value=ten%20thousand")
        unknown = service.ask("/committee/rule?list=selo&number=cup&value=85")
        right = service.ask("/committee/rule?list=selo&number=cap&value=85")
    for reply in (wrong, unknown):
        assert reply.status == 200
        assert 'class="problem"' in reply.text and "Whom it touches" not in reply.text
    assert 'value="ten thousand"' in wrong.text
    assert "a whole number from 50 to 100" in wrong.text
    assert '<option value="cap" selected>' in wrong.text
    assert 'class="problem"' not in right.text and "Whom it touches" in right.text
