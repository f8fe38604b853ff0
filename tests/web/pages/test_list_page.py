"""The page of a list beside an earlier one: who is new, who moved, and who is not on it any more."""

from pathlib import Path

from projections.answers.reading import Question, reading
from tests.world.documents import opening, player
from tests.world.ledger import TODAY, new_ledger, submitted
from web.pages.links import FileLinks
from web.pages.public.lists import list_page
from web.pages.visit import Visit
from web.questions.lists import List


def shown(path: Path, **filters: object) -> str:
    visit = Visit("en", "", FileLinks(("lists", "selo"), "en"), TODAY, "")
    with reading(str(path), Question(), TODAY) as known:
        return list_page(known, List(list_name="selo", **filters), visit)  # type: ignore[arg-type]


def test_whoever_left_the_list_is_named(tmp_path: Path) -> None:
    path = new_ledger(tmp_path)
    people = (player("A", name="Aho, Aino"), player("B", name="Berg, Bea"))
    booked = submitted(path, *people, opening("A", 1900), opening("B", 1800))
    submitted(path, {"kind": "publish", "list": "selo", "label": "then", "as_of": TODAY})
    assert "Not on the list any more" not in shown(path, change_since="then")
    seq = next(one.seq for one in booked.recorded if (one.kind, one.target) == ("opening", "B"))
    submitted(path, {"kind": "withdraw", "seq": seq, "reason": "of somebody else"})
    page = shown(path, change_since="then")
    gone = page[page.index("Not on the list any more") :]
    assert "Berg, Bea" in gone and "1800" in gone and "Aho, Aino" not in gone
    # beside other filters nobody knows who of them would pass
    assert "Not on the list any more" not in shown(path, change_since="then", min_rating=1000)
