"""Route the pages of following: what somebody types an address into, the links of the
mails, and what the office sees of it.

Without a mail server there are none of them.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from features.follow.store.asked import KEPT_DAYS, ask_to_follow, asked_with
from features.follow.store.counts import follow_counts
from features.follow.store.followers import (
    Follower,
    confirm,
    end,
    follower_with,
    forget_address,
)
from features.follow.subjects import KINDS, Subject, name_of, page_of, subject_asked
from ledger.errors import NotFound, Problem, Usage, Where
from messages import say
from projections.answers.reading import Reading
from web.auth import refuse_other_sites
from web.desk.addresses import named
from web.desk.form_fields import Form
from web.desk.office_desk import AtDesk, Desk, shown
from web.http import HttpRequest
from web.limits import Allowance, asker
from web.pages.rendering import rendered
from web.questions.from_address import query_pairs
from web.store.tokens import Role

AN_HOUR = 3600
OF_ONE = 10  # addresses that one client types in an hour
MOST_BYTES = 16 * 1024  # of a stranger's form
LONGEST = 254  # characters of an address (RFC 5321, 4.5.3.1.3)
_ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+"
)
ALL = "all"  # the button that ends everything
# what a mail program sends that ends it by itself (RFC 8058)
ONE_CLICK = "List-Unsubscribe"


def routes(desk: Desk) -> list[HTTPRouteHandler]:
    if not desk.settings.mail:
        return []
    return [*_asking(desk), *_confirming(desk), *_ending(desk), *_of_the_office(desk)]


def address_typed(text: str) -> str:
    """Return an address as it is kept; refuse what is none, so that nothing of it can
    become a header or a second address.
    """
    if len(text) > LONGEST or not _ADDRESS.fullmatch(text):
        message = say("this is no mail address")
        hint = say("write it like aino@home.example, without blanks")
        raise Usage(Problem("follow-address", message, Where(field="address"), hint))
    return text.lower()


def _asking(desk: Desk) -> list[HTTPRouteHandler]:
    settings = desk.settings
    of_one = Allowance(OF_ONE, AN_HOUR)
    of_a_stranger = replace(settings, body_bytes=min(MOST_BYTES, settings.body_bytes))

    @get("/follow", opt={"role": Role.ANYBODY})
    async def asked(request: HttpRequest) -> Response[bytes]:
        given = dict(query_pairs(request.scope["query_string"]))

        def made(at: AtDesk, reading: Reading) -> str:
            return _form(at, reading, given)

        return await desk.of_ledger(request, made)

    @post("/follow", opt={"role": Role.ANYBODY}, status_code=200)
    async def typed(request: HttpRequest) -> Response[bytes]:
        refuse_other_sites(request)  # or a page elsewhere has its visitors send mail

        async def again(at: AtDesk) -> str:
            given = {kind: at.typed(kind) for kind in KINDS}
            return await desk.known(at, lambda reading: _form(at, reading, given))

        async def keep(form: Form) -> Response[bytes]:
            at = desk.at(request)
            _refuse_programs(form)
            address = address_typed(form.text("address"))
            given = {kind: form.text(kind) for kind in KINDS}
            subject = await desk.known(
                at, lambda reading: subject_asked(reading, given)
            )
            of_one.take_one(
                asker(request),
                Problem(
                    "too-many-requests",
                    say("too many addresses from one place"),
                    hint=say("try again in an hour"),
                ),
            )
            language, now = at.visit.language, settings.now()
            await desk.threads.run(
                lambda: ask_to_follow(settings.ledger, address, subject, language, now)
            )
            # the same for every address: a stranger learns of none
            return shown(
                rendered("follow/asked.html", at.visit, address=address, days=KEPT_DAYS)
            )

        return await desk.take(request, "follow", again, keep, of_a_stranger)

    return [asked, typed]


def _refuse_programs(form: Form) -> None:
    """Refuse a form whose hidden field was filled in: nobody sees it."""
    if form.text("name"):
        hint = say("leave that field empty")
        raise Usage(Problem("bad-request", say("the form cannot be read"), hint=hint))


def _form(at: AtDesk, reading: Reading, given: dict[str, str]) -> str:
    subject = subject_asked(reading, given)
    return rendered(
        "follow/ask.html",
        at.visit,
        at=at,
        subject=subject,
        name=name_of(reading, subject),
        page=page_of(at.visit.links, reading, subject),
        days=KEPT_DAYS,
    )


def _confirming(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the page of the link that confirms. To open it does nothing: programs that
    look into mails follow links.
    """
    ledger = desk.settings.ledger

    @get("/follow/yes/{secret:str}", opt={"role": Role.ANYBODY})
    async def opened(request: HttpRequest) -> Response[bytes]:
        secret = named(request, "secret")

        def made(at: AtDesk, reading: Reading) -> str:
            asked = asked_with(ledger, secret, desk.settings.now())
            if asked is None:
                raise _dead_link()
            return _told(at, reading, "follow/yes.html", asked.subject, asked.address)

        return _in_secret(await desk.of_ledger(request, made))

    @post("/follow/yes/{secret:str}", opt={"role": Role.ANYBODY}, status_code=200)
    async def confirmed(request: HttpRequest) -> Response[bytes]:
        refuse_other_sites(request)
        secret = named(request, "secret")

        def made(at: AtDesk, reading: Reading) -> str:
            now, seq = desk.settings.now(), reading.known_seq
            asked = confirm(ledger, secret, seq, reading.as_of, now)
            if asked is None:
                raise _dead_link()
            return _told(
                at, reading, "follow/confirmed.html", asked.subject, asked.address
            )

        return _in_secret(await desk.of_ledger(request, made))

    return [opened, confirmed]


def _told(
    at: AtDesk, reading: Reading, template: str, subject: Subject, address: str
) -> str:
    name = name_of(reading, subject)
    if name is None:
        raise _dead_link()
    page = page_of(at.visit.links, reading, subject)
    return rendered(template, at.visit, name=name, page=page, address=address)


def _dead_link() -> NotFound:
    message = say("this link does not work: it was used before, or it is too old")
    hint = say("type your address again on the page that you want to follow")
    return NotFound(Problem("follow-link", message, hint=hint))


def _ending(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the page of the link that stands in every mail, and ends them."""
    ledger = desk.settings.ledger

    def page(secret: str) -> Callable[[AtDesk, Reading], str]:
        def made(at: AtDesk, reading: Reading) -> str:
            follower = follower_with(ledger, secret)
            rows = _rows(at, reading, follower) if follower else []
            return rendered("follow/end.html", at.visit, rows=rows)

        return made

    @get("/follow/end/{secret:str}", opt={"role": Role.ANYBODY})
    async def opened(request: HttpRequest) -> Response[bytes]:
        made = page(named(request, "secret"))
        return _in_secret(await desk.of_ledger(request, made))

    @post("/follow/end/{secret:str}", opt={"role": Role.ANYBODY}, status_code=200)
    async def ended(request: HttpRequest) -> Response[bytes]:
        refuse_other_sites(request)
        secret = named(request, "secret")

        async def again(at: AtDesk) -> str:
            return await desk.known(at, lambda reading: page(secret)(at, reading))

        async def work(form: Form) -> Response[bytes]:
            subject = _subject_ended(form)
            await desk.threads.run(lambda: end(ledger, secret, subject))
            return shown(await again(desk.at(request)))

        settings = replace(desk.settings, body_bytes=MOST_BYTES)
        return _in_secret(await desk.take(request, "end", again, work, settings))

    return [opened, ended]


def _subject_ended(form: Form) -> Subject | None:
    """Return what a button ends; None: everything, as mail programs ask for too."""
    if ALL in form.fields or ONE_CLICK in form.fields:
        return None
    return Subject(form.text("kind"), form.text("subject"))


def _rows(
    at: AtDesk, reading: Reading, follower: Follower
) -> list[tuple[Subject, str, str]]:
    """Return what somebody follows, each with its name and its page. What has no name
    any more is still theirs to end.
    """
    return [
        (
            subject,
            name_of(reading, subject) or subject.id,
            page_of(at.visit.links, reading, subject),
        )
        for subject in follower.subjects
    ]


def _in_secret(answer: Response[bytes]) -> Response[bytes]:
    """Keep the address of a page with a secret from the pages it leads to."""
    answer.headers["referrer-policy"] = "no-referrer"
    return answer


def counted_at_desk(desk: Desk, at: AtDesk, reading: Reading) -> str:
    """Draw on the first page of the desk how many follow something, for the office."""
    if not at.is_officer or not desk.settings.mail:
        return ""
    counts = follow_counts(desk.ledger)
    return rendered("follow/counted.html", at.visit, counts=counts)


def _of_the_office(desk: Desk) -> list[HTTPRouteHandler]:
    async def counted(at: AtDesk) -> str:
        def work() -> str:
            counts = follow_counts(desk.ledger)
            return rendered("follow/desk.html", at.visit, at=at, counts=counts)

        return await desk.threads.run(work)

    @get("/desk/follow", opt={"role": Role.OFFICER})
    async def seen(request: HttpRequest) -> Response[bytes]:
        return shown(await counted(desk.at(request)))

    @post("/desk/follow", opt={"role": Role.OFFICER})
    async def forgotten(request: HttpRequest) -> Response[bytes]:
        async def forget(form: Form) -> Response[bytes]:
            address = address_typed(form.text("address"))
            return await desk.done(
                request, lambda: forget_address(desk.ledger, address), "/desk/follow"
            )

        return await desk.take(request, "forget", counted, forget)

    return [seen, forgotten]
