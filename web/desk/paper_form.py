"""The form in which a report on paper is typed: who played, and the rounds as they
were paired, checked whenever it is kept.

It is kept as a draft from the first time on, and that draft is a report like any other:
its page asks who is who, shows what would move, and has the button that books. What
could not be read is kept beside it, and stands in its field with what is wrong there
until it is mended; till then nobody books it.
"""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from desk.files.settings import BYE
from desk.files.settings import NEW as NEW_PLAYER
from exchange.trf.typed_report import (
    BYES,
    TypedReport,
    is_typed,
    read_typed,
    typed_text,
)
from ledger.errors import NotFound, Problem, Refused, Where
from messages import Message, say
from messages.results import RESULTS
from projections.answers.reading import Reading
from web.booking.permissions import quota_of
from web.booking.seen_drafts import own_draft
from web.desk.addresses import number_of
from web.desk.answers import answered_people
from web.desk.filled import Sent
from web.desk.form_fields import Form, form_of
from web.desk.office_desk import AtDesk, Desk, page_response
from web.desk.paper_checks import half_points, looks_odd
from web.desk.paper_fields import (
    TypedSheet,
    boards_of,
    fields_of,
    rows_of,
    sheet_typed_in,
)
from web.desk.paper_while_typing import checked_parts
from web.http import HttpRequest
from web.http.addresses import part_of_query
from web.pages.rendering import rendered
from web.store.draft_steps import BOOKED, DROPPED
from web.store.drafts import (
    Draft,
    DraftRow,
    digest_of,
    draft_of_key,
    keep_draft,
    refuse_settled,
    rewrite_draft,
)
from web.store.roles import Role

FORM = "paper"  # its name on its page
NEW = "/desk/paper"
CHECK = "/desk/paper/check"
SEEN = "seen"  # the hidden field with the digest of the draft that the page shows
ONCE = "once"  # the hidden field with a text that no other empty form has
# rows and boards that a new form has; so many are added to a full one
FEW_PLAYERS, MORE_PLAYERS = 8, 8
MOST_PLAYERS, MOST_ROUNDS = 200, 30
# what is shown after it was kept, where that is not the same page
PLAYERS, ROUND, LOOK = "players", "round", "look"


def paper_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the pages of the form: an empty one, and that of a draft that was typed; and
    what keeps each of them.

    Keeping a form for the first time makes a draft; sending it again as it was leads to
    that draft. Keeping the form of a draft changes that draft. None of it books
    anything, and a form that is only checked makes no draft.
    """
    settings, ledger = desk.settings, desk.ledger

    @get(NEW, opt={"role": Role.SUBMITTER})
    async def new(request: HttpRequest) -> Response[bytes]:
        return await desk.of_ledger(request, lambda at, reading: empty_page(at))

    @post(NEW, opt={"role": Role.SUBMITTER})
    async def keep_new(request: HttpRequest) -> Response[bytes]:
        async def keep(form: Form) -> Response[bytes]:
            at = desk.at(request)
            typed = await desk.read_ledger(
                at, lambda reading: sheet_typed_in(form, reading)
            )

            # where nothing could be read there is nothing to keep as a draft
            if typed.problems and not typed.holds_something:
                raise Refused(typed.problems)

            content = readable_content(typed.sheet)
            ids = with_ids(None, typed)

            def work() -> DraftRow:
                by = at.who.name
                key = _key_of(form, content + (ids or b""))
                return keep_draft(
                    ledger=ledger,
                    name=name_of(typed.sheet),
                    content=content,
                    settings=ids,
                    note=None,
                    key=key and _key_without_dropped(ledger, key, content, by),
                    by=by,
                    now=settings.now(),
                    quota=quota_of(at.who),
                )

            row = await desk.threads.run(work)
            if row.state == BOOKED:
                return desk.to(request, f"/desk/drafts/{row.number}")

            return await lead_on_or_show_problems(request, form, typed, row.number)

        async def page(at: AtDesk) -> str:
            return empty_page(at)

        return await desk.take(request, FORM, page, keep)

    @post(CHECK, opt={"role": Role.SUBMITTER}, status_code=200)
    async def check(request: HttpRequest) -> Response[bytes]:
        form = await form_of(request, settings)

        def make(at: AtDesk, reading: Reading) -> str:
            return checked_parts(at, reading, form)

        return await desk.of_ledger(request, make)

    async def lead_on_or_show_problems(
        request: HttpRequest, form: Form, typed: TypedSheet, number: int
    ) -> Response[bytes]:
        """Lead onwards from what was kept; or show it with what could not be read
        (422).

        `number`: of the draft, in which it is kept in either case: whoever goes away
        here finds everything in it again.
        """
        if not typed.problems:
            return desk.to(request, _next_address(form, number))

        # it was kept: the draft that the page shows is the one that it made
        fields = {name: text for name, text in form.fields.items() if name != SEEN}
        sent = Sent(FORM, fields, typed.problems)
        at = desk.at(request)._replace(sent=sent)
        more = form.text("then")
        page = await desk.threads.run(lambda: draft_page(number, at, more))
        return page_response(page, 422)

    def typed_draft(number: int, at: AtDesk) -> Draft:
        """Return a draft of the person at the desk that was typed from paper.

        `Conflict`: it was booked or dropped. `NotFound`: it came as a file.
        """
        draft = own_draft(ledger, number, at.who)
        refuse_settled(draft.row)
        if not is_typed(draft.content):
            message = say("draft {number} was not typed from paper", number=number)
            hint = say("look at the draft itself")
            raise NotFound(Problem("not-there", message, hint=hint))

        return draft

    def draft_page(number: int, at: AtDesk, more: str) -> str:
        """Make the page of a draft that was typed; refused as `typed_draft` refuses.

        `more`: `players` for some empty rows beyond those that it has, `round` for an
        empty round; any other text is for neither.
        """
        draft = typed_draft(number, at)
        return desk.ask(at, lambda reading: paper_draft_page(at, reading, draft, more))

    @get("/desk/drafts/{number:str}/paper", opt={"role": Role.SUBMITTER})
    async def show_draft(request: HttpRequest) -> Response[bytes]:
        number = number_of(request)
        at = desk.at(request)
        more = part_of_query(request, "more")

        def make() -> str:
            return draft_page(number, at, more)

        return await desk.page(make)

    @post("/desk/drafts/{number:str}/paper", opt={"role": Role.SUBMITTER})
    async def change_draft(request: HttpRequest) -> Response[bytes]:
        number = number_of(request)

        async def keep(form: Form) -> Response[bytes]:
            at = desk.at(request)
            typed = await desk.read_ledger(
                at, lambda reading: sheet_typed_in(form, reading)
            )

            def work() -> None:
                draft = typed_draft(number, at)
                content = readable_content(typed.sheet)
                rewrite_draft(
                    ledger=ledger,
                    number=number,
                    name=name_of(typed.sheet),
                    content=content,
                    settings=with_ids(draft, typed),
                    by=at.who.name,
                    now=settings.now(),
                    seen=form.text(SEEN) or None,
                )

            await desk.threads.run(work)
            return await lead_on_or_show_problems(request, form, typed, number)

        async def page(at: AtDesk) -> str:
            return await desk.threads.run(lambda: draft_page(number, at, ""))

        return await desk.take(request, FORM, page, keep)

    return [new, keep_new, check, show_draft, change_draft]


def _key_of(form: Form, typed: bytes) -> str | None:
    """Return the key of a new draft, so that a form that is sent again, as a browser
    does when its page is reloaded, leads to the draft that it made.

    The page gives each empty form a text of its own. Whoever goes back to it and types
    something else makes another draft. None for a form that came without that text.
    """
    once = form.text(ONCE)
    if not once:
        return None

    return f"paper-{sha256(once.encode() + typed).hexdigest()}"


def _key_without_dropped(ledger: str, key: str, content: bytes, by: str) -> str:
    """Return the key itself; or, where its draft was dropped, another one, so that the
    same sheet can be kept again by whoever goes back to its form.

    `content` and `by`: of the draft that is to be kept.
    """
    earlier = draft_of_key(ledger, key, content, by)
    while earlier is not None and earlier.state == DROPPED:
        key = f"{key}-{earlier.number}"
        earlier = draft_of_key(ledger, key, content, by)

    return key


def _next_address(form: Form, number: int) -> str:
    """Return the address of what comes after the form was kept, by the button that was
    pressed.

    Of draft 7, for `then` of the form:

        look     /desk/drafts/7
        players  /desk/drafts/7/paper?more=players
        stay     /desk/drafts/7/paper
    """
    then = form.text("then")
    if then == LOOK:
        return f"/desk/drafts/{number}"

    more = f"?more={then}" if then in (PLAYERS, ROUND) else ""
    return f"/desk/drafts/{number}/paper{more}"


def name_of(sheet: TypedReport) -> str:
    """Name the draft as a file: `Spring Open.trf`, or `report.trf` without a name."""
    return f"{sheet.name or 'report'}.trf"


def readable_content(sheet: TypedReport) -> bytes:
    """Write the sheet as the content of its draft, and read that back: nobody could
    open a draft again that cannot be read.

    `Refused`: what reading says, without the line of a file that nobody sees.
    """
    content = typed_text(sheet).encode()
    try:
        read_typed(content, name_of(sheet))
    except Refused as refusal:
        refusal.problems = tuple(
            replace(problem, where=Where()) for problem in refusal.problems
        )
        raise

    return content


def with_ids(draft: Draft | None, typed: TypedSheet) -> bytes | None:
    """Put who was named by their id over the answers about the draft: a number whose
    field has a name now is asked about again. That somebody is new, or was no opponent,
    is no id and stands in no field: it stays answered while their name stays. What was
    answered for many rows at once, such as that five of them are new, stays while
    everybody on the sheet does.

    `draft`: None for a form that is kept for the first time. Returned is JSON, with
    whatever else was answered; None where nothing is. Of a sheet on which player 3 was
    named by id:

        {"map": {"3": "P12"}}
    """
    settings = None if draft is None else draft.settings
    answers: dict[str, object] = json.loads(settings) if settings else {}

    players: dict[str, str] = {}
    if draft is not None:
        players = _answers_that_stay(draft, typed.sheet)
        if _who_stands_on(draft) != _who_by_number(typed.sheet, typed.ids):
            answers.pop("agreed", None)
    players |= {str(number): player for number, player in typed.ids.items()}

    if not players:
        answers.pop("map", None)
    else:
        answers["map"] = players

    return json.dumps(answers, ensure_ascii=False).encode() if answers else None


def _answers_that_stay(draft: Draft, sheet: TypedReport) -> dict[str, str]:
    """Return the answers about people that are no ids, of numbers that have the same
    name on the new sheet as on the draft's; and those that name a row by who stands in
    it, as long as somebody of that name is on the sheet.

    A row that was moved up or down is another number, and is asked about again: the
    answer would stand with whoever took its place.
    """
    before = _names_by_number(read_typed(draft.content, draft.row.name))
    now = _names_by_number(sheet)
    people = answered_people(draft.settings)

    stay = {}
    for number, answer in people.by_number.items():
        is_same = number in now and now[number] == before.get(number)
        if is_same and answer in (NEW_PLAYER, BYE):
            stay[str(number)] = answer

    for name, answer in people.by_name.items():
        if name in now.values():
            stay[name] = answer

    return stay


def _who_stands_on(draft: Draft) -> dict[int, str]:
    """Return who stands in each row of a draft's sheet, as `_who_by_number` does."""
    sheet = read_typed(draft.content, draft.row.name)
    by_number = answered_people(draft.settings).by_number
    ids = {
        number: answer
        for number, answer in by_number.items()
        if answer not in (NEW_PLAYER, BYE)
    }
    return _who_by_number(sheet, ids)


def _who_by_number(sheet: TypedReport, ids: Mapping[int, str]) -> dict[int, str]:
    """Return who stands in each row of a sheet: their id where they were named by it,
    else their name.
    """
    return {
        number: ids.get(number, name)
        for number, name in _names_by_number(sheet).items()
    }


def _names_by_number(sheet: TypedReport) -> dict[int, str]:
    """Return the name of each player by their number on the sheet."""
    return {number: player.name for number, player in enumerate(sheet.players, 1)}


def empty_page(at: AtDesk) -> str:
    """Make the page of a form in which nothing is typed yet."""
    return _page(at, TypedReport(), fields={}, ids={}, odd=[], draft=None, more="")


def paper_draft_page(at: AtDesk, reading: Reading, draft: Draft, more: str) -> str:
    """Make the page of a form that was kept, as it stands in its draft.

    A draft that came back with problems when it was kept has them each time its page is
    opened: what could not be read is read once more, and told at its fields. A form
    that was just sent has its own.

    `more`: as `draft_page` has it.
    """
    sheet = read_typed(draft.content, draft.row.name)
    ids = {
        number: player
        for number, player in answered_people(draft.settings).by_number.items()
        if reading.timeline.player(player) is not None
    }

    fields = fields_of(sheet, ids)
    if at.sent is None and sheet.not_read:
        problems = sheet_typed_in(Form(fields), reading).problems
        at = at._replace(sent=Sent(FORM, fields, problems))

    # whoever is told that the draft was changed saves the next time over that one
    changed = at.sent is not None and any(
        problem.code == "draft-changed" for problem in at.sent.problems
    )
    seen = digest_of(draft)
    if at.sent is not None and not changed:
        seen = at.sent.fields.get(SEEN, seen)

    odd = [one.message for one in looks_odd(sheet)]
    return _page(
        at,
        sheet,
        fields=fields,
        ids=ids,
        odd=odd,
        draft=draft.row.number,
        more=more,
        seen=seen,
        changed=changed,
    )


def _page(
    at: AtDesk,
    sheet: TypedReport,
    *,
    fields: Mapping[str, str],
    ids: Mapping[int, str],
    odd: Sequence[Message],
    draft: int | None,
    more: str,
    seen: str = "",
    changed: bool = False,
) -> str:
    """Make the page of the form, with a few lines more than are filled in.

    `fields`: what stands in it, where it was not just sent. `ids`: of the players who
    were named by them, by number. `odd`: what is worth another look. `draft`: its
    number, None for a form that was never kept. `more`: as `draft_page` has it. `seen`:
    the digest of the draft. `changed`: nothing was kept, as somebody else changed it.
    """
    typed = fields if at.sent is None else at.sent.fields
    typed_boards = boards_of(typed)

    # a form never grows past its bounds, however often it is asked for more
    players = max([FEW_PLAYERS, *rows_of(typed)])
    if more == PLAYERS:
        players += MORE_PLAYERS

    rounds = max([1, *(board.round for board in typed_boards)])
    if more == ROUND:
        rounds += 1
    players, rounds = min(players, MOST_PLAYERS), min(rounds, MOST_ROUNDS)

    # as many boards as the players on the sheet fill, and those that are typed already
    on_sheet = max(len(sheet.players), 2)
    boards = max([(on_sheet + 1) // 2, *(board.number for board in typed_boards)])

    return rendered(
        "desk/paper.html",
        at.visit,
        at=at,
        sheet=sheet,
        ids=ids,
        odd=odd,
        draft=draft,
        players=players,
        fields=fields,
        names={str(n): player.name for n, player in enumerate(sheet.players, 1)},
        boards=boards if draft is not None or typed_boards else FEW_PLAYERS // 2,
        sums=half_points(sheet),
        results=RESULTS,
        byes=BYES,
        rounds=rounds,
        seen=seen,
        changed=changed,
        once=None if draft is not None else secrets.token_urlsafe(16),
    )
