"""Reports that are awaited stand beside the list that is due next, and in a feed."""

from tests.command.test_next_list import office
from tests.web.serving import Served
from tests.web.test_feeds import feed, service, titles
from tests.world.command import Selo

__all__ = ["office", "service"]


def test_what_is_missing_and_open_is_named(office: Selo) -> None:
    for name, end in (("june", "2025-06-30"), ("july", "2025-07-02")):
        office.submit(
            {
                "kind": "announce",
                "tournament": name,
                "name": name.title(),
                "start": end,
                "end": end,
            }
        )
    report = office.folder / "late.jsonl"
    report.write_text('{"kind": "player", "player": "Z", "name": "Z, Y"}\n', "utf-8")
    office.done("draft", "keep", str(report))
    answer = office.ask("list", "next")
    # due a week after the list, and yet missing on it
    assert [(row["id"], row["end"], row["due"]) for row in answer["missing"]] == [
        ("june", "2025-06-30", "2025-07-07")
    ]
    assert [(row["what"], row["number"]) for row in answer["open"]] == [("draft", 1)]
    said = office.done("list", "next", "--moved")
    assert (
        "selo of 2025-07-01, compared with spring of 2025-03-15" in said
        and "1 report is missing" in said
    )
    assert "draft 1 waits since" in said
    head, *rows = office.done("list", "next", "--csv", "--moved").splitlines()
    assert head.startswith("list,as_of,rank,rank_before,player") and len(rows) == 5


def test_what_is_late(service: Served, club: Selo) -> None:
    assert titles(feed(service, "/due.atom")) == []
    announced = {
        "kind": "announce",
        "tournament": "cup",
        "name": "Cup",
        "start": "2024-06-01",
        "end": "2024-06-02",
    }
    club.submit(announced)
    assert titles(feed(service, "/due.atom")) == ["cup Cup"]
    assert "/due.atom" in service.ask("/due", fields={"Accept": "text/html"}).text
