"""Every form of the desk, in one law: what is wrong in it brings the form back, with
all that was typed, and each message at its field. The forms are those that the service
has routes for; one that this file does not know fails.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

import pytest

from tests.features import asked_of_features
from tests.web.desk.officer import FIELDS, PARTS, Officer, filled, parts, with_file
from tests.web.pages.reading_forms import SeenForm, forms_of
from tests.web.pages.reading_html import Page
from tests.web.serving import Reply, served
from tests.web.test_drafts import REPORT
from tests.web.test_tokens import routes
from tests.world.command import Selo

AT = "2024-07-02T12:00:00.000000Z"
BELL = "a\a"  # a character that no text may have
LONG = "x" * 2001
GAME = "/desk/tournaments/open-2024/games/1.1"


class Desk(NamedTuple):
    officer: Officer
    club: Selo


class Slips(NamedTuple):
    """How to get to a form, and what to type.

    `page`: makes what it is about, and returns the address of its page; `target`: the
    address it is sent to, if that is another. `wrong`: a value that its field cannot
    take; all of them are sent at once, and each alone. `refused`: what only the ledger
    refuses. `free`: fields that take whatever is typed. `right`: what the other fields
    need.
    """

    page: Callable[[Desk], str]
    target: str = ""
    wrong: Mapping[str, str] = MappingProxyType({})
    refused: Mapping[str, str] = MappingProxyType({})
    free: tuple[str, ...] = ()
    right: Mapping[str, str] = MappingProxyType({})


def at(address: str) -> Callable[[Desk], str]:
    return lambda desk: address


def report(desk: Desk) -> str:
    return desk.officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)


def answered(desk: Desk) -> str:
    draft = report(desk)
    answers = {
        **filled(desk.officer.page(draft)),
        "time_control": "90+30",
        "map.1": "A",
        "map.2": "B",
    }
    desk.officer.sent(f"{draft}/answers", answers)
    return draft


def corrected(desk: Desk) -> str:
    """A file that corrects what is booked, with the reason that its page asks for."""
    first = answered(desk)
    desk.officer.sent(f"{first}/book")
    other = REPORT.replace(b"w 1", b"w =").replace(b"b 0", b"b =")
    draft = desk.officer.sent("/desk/files", parts("autumn-2.trf", other), PARTS)
    answers = {
        "tournament": "autumn-open-2024",
        "time_control": "90+30",
        "map.1": "A",
        "map.2": "B",
    }
    desk.officer.sent(
        f"{draft}/answers", {**filled(desk.officer.page(draft)), **answers}
    )
    return f"{draft}?reason=the+cards+say+so"


def listed(desk: Desk) -> str:
    return desk.officer.sent(
        "/desk/publish", {"list": "selo", "label": "2024-06", "as_of": "2024-06-30"}
    )


def answered_by_two(desk: Desk) -> str:
    """One left the report and another answered, so that each needs the other."""
    draft = report(desk)
    onni = Officer(desk.club, desk.officer.service, "officer", "onni")
    answers = {"time_control": "90+30", "map.1": "A", "map.2": "B"}
    onni.sent(f"{draft}/answers", {**filled(onni.page(draft)), **answers})
    return draft


# what the form of a report on paper has when it is empty: eight rows, four boards
EMPTY_SHEET = {
    **{f"{field}.{row}": "" for field in ("player", "points") for row in range(1, 9)},
    **{
        f"{field}.1.{board}": ""
        for field in ("white", "result", "black")
        for board in range(1, 5)
    },
}
TYPED = {**EMPTY_SHEET, "player.1": "Aho", "player.2": "Berg"}
TYPED_WRONGLY = {
    "name": BELL,
    "start": "1.5.2024",
    "end": "31.2.2024",
    "time": BELL,
    "place": BELL,
    "player.1": BELL,
    "points.1": "many",
    "white.1.1": "nobody",
    "black.1.1": "nobody",
    "result.1.1": "2-0",
}


def typed(desk: Desk) -> str:
    return desk.officer.sent("/desk/paper", {"name": "Open", **TYPED})


def own_device(desk: Desk) -> str:
    """Logged in on a device of their own, where alone a link is made."""
    words = ("--role", "admin", "--name", "aino", "--url", "http://x")
    link = str(desk.club.ask("access", "login", *words)["url"]).removeprefix("http://x")
    reply = desk.officer.post(link, {"keep": "yes"})
    desk.officer.cookie["Cookie"] = reply.fields["set-cookie"].partition(";")[0]
    return "/desk/devices"


DRAFT, TOURNAMENT = "/desk/drafts/{number}", "/desk/tournaments/{name}"
AGREE = f"{DRAFT}/agree"  # where a second person is needed for a report
# addresses outside the desk that take forms
OF_ANYBODY = tuple(path for asked in asked_of_features() for path in asked.open_posts)
# what the script of a page has checked while somebody types: no form leads there
CHECKS = {"/desk/paper/check"}
FORMS = {
    "/desk/files": Slips(at("/desk"), "/desk/files", {"file": ""}, free=("note",)),
    "/desk/documents": Slips(
        at("/desk"),
        "/desk/documents",
        {"documents": '{"kind": "player"'},
        {
            "documents": (
                '{"kind": "merge-players", "from": "A", "into": "nobody", "reason":'
                ' "x"}'
            )
        },
    ),
    f"{DRAFT}/answers": Slips(
        report,
        "answers",
        {"tournament": "a b", "time_control": "long", "agreed.names": "many"},
    ),
    f"{DRAFT}/person": Slips(
        answered,
        "person",
        {"row": ""},
        {"who": "nobody"},
        right={"row": "1", "who": "A"},
    ),
    f"{DRAFT}/comment": Slips(report, "comment", {"reviewer": BELL}, free=("comment",)),
    f"{DRAFT}/plan": Slips(
        listed, "plan", {"at": "tomorrow"}, {"at": "2024-01-01T10:00"}
    ),
    f"{DRAFT}/drop": Slips(report, "drop"),
    f"{DRAFT}/book": Slips(corrected, "book", {"reason": BELL}),
    AGREE: Slips(answered_by_two, "agree"),
    f"{TOURNAMENT}/games/{{game}}": Slips(
        at(GAME),
        "",
        {"result": "2-0", "on": "31.12.2024", "reason": BELL},
        free=("colours",),
        right={"result": "0-1", "reason": "the card"},
    ),
    f"{TOURNAMENT}/withdraw": Slips(
        at("/desk/tournaments/open-2024/withdraw"),
        "",
        {"reason": BELL},
        right={"reason": "never played"},
    ),
    f"{TOURNAMENT}/header": Slips(
        at("/desk/tournaments/open-2024/header"),
        "",
        {
            "name": BELL,
            "start": "1.2.2024",
            "end": "31.2.2024",
            "place": BELL,
            "organiser": BELL,
            "arbiter": "a b",
            "representatives": "A b/c",
            "age_group": "under-12",
            "order_no": "first",
            "category": "VI",
            "event_kind": "club",
            "start_minutes": "many",
            "total_minutes": "many",
            "reason": BELL,
        },
        {"arbiter": "nobody", "time": "long"},
        free=(
            "domestic",
            "fide_accepted",
            "official_representation",
            "accepted",
            "each_game_rated",
        ),
        right={"reason": "the announcement said so"},
    ),
    f"{TOURNAMENT}/game": Slips(
        at("/desk/tournaments/open-2024/game"),
        "",
        {
            "round": "last",
            "white": "a b",
            "black": "c d",
            "result": "2-0",
            "board": "top",
            "on": "1.2.2024",
            "reason": BELL,
        },
        {"white": "nobody", "on": "2024-12-31"},
        free=("tiebreak",),
        right={"white": "A", "black": "B", "result": "1-0", "reason": "left out"},
    ),
    "/desk/paper": Slips(at("/desk/paper"), "/desk/paper", TYPED_WRONGLY, right=TYPED),
    f"{DRAFT}/paper": Slips(typed, "", TYPED_WRONGLY, right=TYPED),
    "/desk/events/{seq}/undo": Slips(
        at("/desk/events/14/undo"),
        "",
        {"reason": BELL},
        right={"reason": "by mistake"},
    ),
    "/desk/titles/{player}/{title}": Slips(
        at("/desk/titles/A/M"),
        "",
        {"on": "1.2.2024", "reason": BELL, "resolution": BELL},
        {"decision": "no-decision", "on": "2099-01-01"},
        right={"decision": "confirm-title", "on": "2024-02-01", "reason": "minutes 3"},
    ),
    "/desk/devices/link": Slips(own_device, "/desk/devices/link"),
    "/desk/devices/invite": Slips(
        at("/desk/devices"),
        "/desk/devices/invite",
        {"name": "a/b", "role": "king"},
        right={"name": "eero"},
    ),
    "/desk/devices/{session}/end": Slips(at("/desk/devices"), "/desk/devices/end"),
    "/desk/devices/end": Slips(at("/desk/devices"), "/desk/devices/end"),
    "/desk/merge": Slips(
        at("/desk/merge?from=A&into=B"),
        "/desk/merge",
        {"reason": BELL},
        right={"reason": "one"},
    ),
    "/desk/player": Slips(
        at("/desk/player"),
        "",
        {
            "player": "P 1",
            "name": BELL,
            "born": "31.12.2010",
            "federation": "Finland",
            "club": BELL,
            "fide_id": "many",
            "sex": "x",
        },
        {"player": "-x"},
        free=("unlisted",),
        right={"player": "N9", "name": "Niemi, Noora"},
    ),
    "/desk/erase": Slips(
        at("/desk/erase?player=A"),
        "/desk/erase",
        {"again": "B", "reason": BELL},
        right={"again": "A", "reason": "asked for it"},
    ),
    "/desk/publish": Slips(
        at("/desk/publish?label=2024-06"),
        "/desk/publish",
        {"as_of": "1.6.2024"},
        {"list": "elo", "label": "two words"},
        right={"label": "2024-06"},
    ),
    **{
        route: slips
        for asked in asked_of_features()
        for route, slips in asked.forms().items()
    },
}


@pytest.fixture
def desk(club: Selo, request: pytest.FixtureRequest) -> Iterator[Desk]:
    club.clock(AT[:10])
    agrees = getattr(request.node, "callspec", None) is not None and (
        request.node.callspec.params.get("route") == AGREE
    )
    eyes = frozenset(["games"] if agrees else [])
    with served(club.ledger, now=lambda: AT, four_eyes=eyes) as service:
        yield Desk(Officer(club, service, "admin"), club)


def posted() -> set[str]:
    """Every address of the desk, and of people who write to it, that takes a form."""
    return {
        path
        for method, path, _ in routes()
        if method == "POST" and path.startswith(("/desk", *OF_ANYBODY))
    }


def test_no_form_is_unknown() -> None:
    assert posted() == FORMS.keys() | CHECKS


def the_form(html: str, target: str, fields: set[str] | None = None) -> SeenForm:
    """The form of a page that is sent to this address; or, where fields are given, that
    has all of them.
    """
    if fields is not None:
        return next(form for form in forms_of(html) if fields <= form.entries.keys())
    [form] = [
        form
        for form in forms_of(html)
        if form.method == "post" and form.action in (target, "")
    ]
    return form


def send(
    officer: Officer, address: str, form: SeenForm, values: dict[str, str]
) -> Reply:
    if "multipart" not in form.kind:
        return officer.post(address, values, FIELDS)
    content = values.get("file", "")
    fields = {name: value for name, value in values.items() if name != "file"}
    return officer.post(
        address,
        with_file("report.csv" if content else "", content.encode(), fields),
        PARTS,
    )


@pytest.mark.parametrize("route", FORMS)
def test_what_is_wrong_brings_the_form_back_as_it_was_typed(
    desk: Desk, route: str
) -> None:
    slips, officer = FORMS[route], desk.officer
    page = slips.page(desk)
    target = page.partition("?")[0] if not slips.target else slips.target
    if not target.startswith("/"):
        target = f"{page.partition('?')[0]}/{target}"
    form = the_form(officer.page(page), target)
    known = {*slips.wrong, *slips.refused, *slips.free}
    seen = {name for name, entry in form.shown().items() if not entry.readonly}
    assert seen <= known | slips.right.keys(), (
        f"fields that nobody thought of: {seen - known}"
    )
    assert slips.wrong.keys() <= seen
    # what is right comes back as well as what is wrong
    before = {
        **form.sent(),
        **{name: "typed" for name in slips.free if form.entries[name].type == "text"},
    }
    before |= slips.right
    once = [slips.wrong] if len(slips.wrong) > 1 else []
    alone = [
        {name: value} for name, value in [*slips.wrong.items(), *slips.refused.items()]
    ]
    for wrong in [*once, *alone]:
        values = {**before, **wrong}
        reply = send(officer, target, form, values)
        assert reply.status == 422, (wrong, reply.status, reply.text[:3000])
        assert Page(reply.text).flaws == []
        again = the_form(reply.text, "", {*seen})
        typed = {
            name: value
            for name, value in values.items()
            if name in seen and name != "file"
        }
        assert {name: again.entries[name].value or "" for name in typed} == typed, wrong
        marked = {
            name
            for name, entry in again.entries.items()
            if entry.invalid and entry.said
        }
        assert wrong.keys() <= marked, (wrong, marked, texts(reply))
        if values.get("file"):
            assert "Choose report.csv again" in reply.text
        # a browser sends the form that came back, with what is hidden in it
        for name, entry in again.entries.items():
            if entry.type == "hidden":
                before[name] = entry.value or ""


def texts(reply: Reply) -> list[str]:
    """What the page says is wrong, for a failing test."""
    return [text for text in Page(reply.text).texts if text][:60]
