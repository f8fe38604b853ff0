"""Route the page of letters at the desk: whose rating moved and what their letters say,
and the letters as mail in one file, for an office that sends them with a mail program.
"""

from collections.abc import Sequence
from functools import partial
from io import BytesIO
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

from litestar import Response, post
from litestar.handlers import HTTPRouteHandler

from features.letters.addresses import is_address, receivers
from features.letters.answers import LettersAnswer, letters
from features.letters.mail import Mailing, mails
from ledger.all_checked import all_checked
from ledger.errors import Problem, Usage, Where
from messages import LANGUAGES, Language, say
from projections.answers.lists.published import lists
from projections.answers.reading import Reading
from web.answers.replying import file_response
from web.desk.form_fields import Form
from web.desk.forms import form_asked, in_query
from web.desk.office_desk import AtDesk, Desk
from web.desk.problems_at_fields import at_field, placing_problems
from web.http import HttpRequest
from web.pages.rendering import rendered
from web.store.roles import Role

ADDRESS = "/desk/letters"
FEW = 3  # letters that the page shows; all of them are a link away
ASKED = ("since", "list", "language")
# in the file, who gets no letter
WITHOUT = "without-address.txt"


class Chosen(NamedTuple):
    """Which letters are meant: since a list or a day, on which list, and the language
    of those whose own is not known.
    """

    since: str
    list: str
    language: Language


def routes(desk: Desk) -> list[HTTPRouteHandler]:
    shown = form_asked(
        desk, ADDRESS, "letters", letters_page, in_query(*ASKED), role=Role.OFFICER
    )

    @post(ADDRESS, opt={"role": Role.OFFICER}, status_code=200)
    async def written(request: HttpRequest) -> Response[bytes]:
        at = desk.at(request)

        async def filled_form(at: AtDesk) -> str:
            asked = [at.typed(field) for field in ASKED]
            return await desk.read_ledger(
                at, lambda reading: letters_page(at, reading, *asked)
            )

        async def write(form: Form) -> Response[bytes]:
            name, content = form.chosen()
            now = desk.settings.now()

            def work(reading: Reading) -> bytes:
                chosen = chosen_of(at, reading, [form.text(field) for field in ASKED])
                sender = form.text("sender")
                _, to = all_checked(
                    lambda: _check_sender(sender),
                    lambda: receivers(
                        content, name, partial(_player_meant, reading), chosen.language
                    ),
                )
                made = mails(
                    reading,
                    since=chosen.since,
                    list_name=chosen.list,
                    to=to,
                    sender=sender,
                    now=now,
                    service=at.visit.root or None,
                )
                return in_one_file(made)

            file = await desk.read_ledger(at, work)
            return file_response(f"letters-{now[:10]}.zip", file, "application/zip")

        return await desk.take(request, "mail", filled_form, write)

    return [shown, written]


def chosen_of(at: AtDesk, reading: Reading, asked: Sequence[str]) -> Chosen:
    """Return which letters are meant; a list or a language that there is none of is
    refused.
    """
    since, name, language = asked
    if name and name not in reading.lists():
        raise _refusal_at_field("list", name)
    if language and language not in LANGUAGES:
        raise _refusal_at_field("language", language)
    return Chosen(
        since,
        name or reading.first_list(),
        language or at.visit.language,  # type: ignore[arg-type]  # checked above
    )


def _refusal_at_field(field: str, text: str) -> Usage:
    message = say("there are no letters of {text}", text=repr(text[:64]))
    return Usage(Problem("parameter", message, Where(field=field)))


def _check_sender(sender: str) -> None:
    """Refuse a sender that is no email address."""
    if is_address(sender):
        return
    message = say("{text} is not an email address", text=repr(sender[:80]))
    hint = say("name the one that players may answer to")
    where = Where(field="sender")
    raise Usage(Problem("parameter", message, where, hint))


def _player_meant(reading: Reading, player: str) -> str | None:
    """Return the player whom an id of the table means today, if it is anybody's."""
    known = bool(player) and reading.timeline.player(player) is not None
    return reading.timeline.resolve(player) if known else None


def letters_page(
    at: AtDesk, reading: Reading, since: str, list_name: str, language: str
) -> str:
    """Make the page; with the letters since a list or a day, once one is named."""
    chosen = chosen_of(at, reading, [since, list_name, language])
    answer: LettersAnswer | None = None
    if chosen.since:
        with placing_problems(partial(at_field, field="since")):
            answer = letters(
                reading,
                chosen.since,
                chosen.language,
                chosen.list,
                service=at.visit.root or None,
            )

    published = lists(reading, chosen.list).rows
    return rendered(
        "letters/desk.html",
        at.visit,
        at=at,
        chosen=chosen,
        answer=answer,
        lists=tuple(reading.lists()),
        labels=tuple(row.label for row in reversed(published)),
        few=FEW,
    )


def in_one_file(made: Mailing) -> bytes:
    """Pack the letters, a file for each as mail programs read them, and the ids of who
    has no address.
    """
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as packed:
        for mail in made.mails:
            packed.writestr(mail.name, mail.content)
        if made.without:
            packed.writestr(WITHOUT, "".join(f"{player}\n" for player in made.without))
    return content.getvalue()
