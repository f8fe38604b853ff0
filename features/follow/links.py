"""Route the links of the mails: the one that confirms an address, and the one that ends
what it follows. To open a link does nothing, because programs that look into mails open
all of them; a button on its page does.
"""

from dataclasses import replace
from functools import partial

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from features.follow.store.asked import WishToFollow, wish_of_link
from features.follow.store.followers import confirm, end, subjects_followed
from features.follow.subjects import Subject, name_of, page_of
from features.follow.typed import MOST_BYTES
from ledger.errors import NotFound, Problem
from messages import say
from projections.answers.reading import Reading
from web.auth import refuse_other_sites
from web.desk.form_fields import Form
from web.desk.office_desk import AtDesk, Desk, page_response
from web.http import HttpRequest
from web.http.addresses import part_of_address
from web.pages.rendering import rendered
from web.store.roles import Role

ALL = "all"  # the button that ends everything
# what a mail program sends that ends it by itself (RFC 8058)
ONE_CLICK = "List-Unsubscribe"


def confirming_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the page of the link that confirms."""
    ledger = desk.settings.ledger

    @get("/follow/yes/{secret:str}", opt={"role": Role.ANYBODY})
    async def opened(request: HttpRequest) -> Response[bytes]:
        secret = part_of_address(request, "secret")

        def page(at: AtDesk, reading: Reading) -> str:
            now = desk.settings.now()
            asked = wish_of_link(ledger, secret, now)
            if asked is None:
                raise _dead_link()
            return _page_of_link(at, reading, asked, "follow/yes.html")

        return _in_secret(await desk.of_ledger(request, page))

    @post("/follow/yes/{secret:str}", opt={"role": Role.ANYBODY}, status_code=200)
    async def confirmed(request: HttpRequest) -> Response[bytes]:
        refuse_other_sites(request)
        secret = part_of_address(request, "secret")

        def page(at: AtDesk, reading: Reading) -> str:
            now = desk.settings.now()
            asked = wish_of_link(ledger, secret, now)
            if asked is None:
                raise _dead_link()
            # what nobody may follow any more is refused before anything is kept
            text = _page_of_link(at, reading, asked, "follow/confirmed.html")
            if confirm(ledger, secret, reading.known_seq, reading.as_of, now) is None:
                raise _dead_link()
            return text

        return _in_secret(await desk.of_ledger(request, page))

    return [opened, confirmed]


def _page_of_link(
    at: AtDesk, reading: Reading, asked: WishToFollow, template: str
) -> str:
    """Draw what a wish is about; refuse the link to what nobody may follow any more."""
    subject = asked.subject
    name = name_of(reading, subject)
    if name is None:
        raise _dead_link()

    page = page_of(at.visit.links, reading, subject)
    return rendered(template, at.visit, name=name, page=page, address=asked.address)


def _dead_link() -> NotFound:
    message = say("this link does not work: it was used before, or it is too old")
    hint = say("type your address again on the page that you want to follow")
    return NotFound(Problem("follow-link", message, hint=hint))


def ending_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the page of the link that stands in every mail, and ends them."""
    ledger = desk.settings.ledger

    @get("/follow/end/{secret:str}", opt={"role": Role.ANYBODY})
    async def opened(request: HttpRequest) -> Response[bytes]:
        page = partial(_page_of_end, ledger, part_of_address(request, "secret"))
        return _in_secret(await desk.of_ledger(request, page))

    @post("/follow/end/{secret:str}", opt={"role": Role.ANYBODY}, status_code=200)
    async def ended(request: HttpRequest) -> Response[bytes]:
        refuse_other_sites(request)
        secret = part_of_address(request, "secret")

        async def filled_form(at: AtDesk) -> str:
            page = partial(_page_of_end, ledger, secret, at)
            return await desk.read_ledger(at, page)

        async def end_following(form: Form) -> Response[bytes]:
            subject = _subject_ended(form)

            def work() -> None:
                end(ledger, secret, subject)

            await desk.threads.run(work)
            page = await filled_form(desk.at(request))
            return page_response(page)

        settings = replace(desk.settings, body_bytes=MOST_BYTES)
        answer = await desk.take(request, "end", filled_form, end_following, settings)
        return _in_secret(answer)

    return [opened, ended]


def _subject_ended(form: Form) -> Subject | None:
    """Return what a button ends; None: everything, as mail programs ask for too."""
    if ALL in form.fields or ONE_CLICK in form.fields:
        return None

    kind = form.text("kind")
    subject = form.text("subject")
    return Subject(kind, subject)


def _page_of_end(ledger: str, secret: str, at: AtDesk, reading: Reading) -> str:
    """Draw what the address of a link follows, each with a button that ends it. What has
    no name any more is still theirs to end.
    """
    rows = []
    for subject in subjects_followed(ledger, secret):
        name = name_of(reading, subject) or subject.id
        page = page_of(at.visit.links, reading, subject)
        rows.append((subject, name, page))
    return rendered("follow/end.html", at.visit, rows=rows)


def _in_secret(answer: Response[bytes]) -> Response[bytes]:
    """Keep the address of a page with a secret from the pages it leads to."""
    answer.headers["referrer-policy"] = "no-referrer"
    return answer
