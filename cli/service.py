"""selo export site, access and webhook: the pages as files, who may ask, and what is sent
where.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli import options
from cli.command_frames import act, argument, command, group, option
from cli.options import (
    a_day,
    ledger_path,
    today,
)
from cli.output import answer, bar, listed
from messages import counted, say

if TYPE_CHECKING:
    from messages.answer import Answer
    from web.site.build import SiteAnswer
    from web.store.tokens import Role
    from web.store.webhooks import WebhookRow, WebhooksAnswer


@command("selo export site public", argument("folder"))
def export_site_command(folder: str) -> None:
    """Write the public pages into a folder, for web space where nothing runs.

    In Finnish, Swedish and English, with links from file to file, a search index and a
    feed. Run again, it writes only what changed. It never overwrites a file that it did
    not make.
    """
    from web.site.build import site

    with bar(say("writing")) as progress:
        answered = site(ledger_path(), folder, today(), progress)
    answer(answered, _lines(answered))


def _lines(answered: "SiteAnswer") -> Iterator[str]:
    yield counted(
        "{folder}: {count} file up to event {seq}, as of {as_of}",
        "{folder}: {count} files up to event {seq}, as of {as_of}",
        answered.files,
        folder=answered.folder,
        seq=answered.seq,
        as_of=answered.as_of,
    )
    yield say(
        "written {written}, removed {removed}",
        written=answered.written,
        removed=answered.removed,
    )


def _role(context: click.Context, parameter: click.Parameter, given: str) -> "Role":
    from web.store.tokens import Role

    return Role(given)


ROLE = option(
    "--role",
    type=click.Choice(
        ["reader", "submitter", "officer", "publisher", "auditor", "admin"]
    ),
    required=True,
    callback=_role,
)
_login = act(
    "A link that opens one browser session of the service, once, within 15 minutes.",
    "selo access login --role officer --name aino",
    lambda link: [link.url],
    ROLE,
    option(
        "--name",
        required=True,
        metavar="NAME",
        help="Who logs in: the actor of everything they record.",
    ),
    option(
        "--url",
        default="http://127.0.0.1:8000",
        show_default=True,
        help="Where the service answers.",
    ),
    does="web.store.sessions:new_link",
    remark=lambda link: say(
        "opens a session of {name} as {role}, once, until {moment} UTC",
        name=link.name,
        role=link.role,
        moment=link.expires_at[:16].replace("T", " "),
    ),
)
access_command = group(
    "Who may use the service: tokens to read what is not public, submit, book and"
    " publish, and sessions of browsers.",
    "selo access list",
    {
        "login": _login,
        "end": act(
            "Log a browser out, whoever sits at it.",
            "selo access end 0badcafe0bad",
            lambda ended: [
                say(
                    "the session {id} of {name} has ended", id=ended.id, name=ended.name
                )
            ],
            "session",
            does="web.store.sessions:end_session",
            asks=("web.questions:OneSession",),
        ),
        "list": act(
            "All tokens, without their secrets.",
            "selo access list",
            listed(say("no tokens")),
            does="web.store.tokens:tokens",
            rows=True,
        ),
        "log": act(
            "Tokens made and revoked, sessions opened and ended, and attempts that were"
            " denied, newest first.",
            "selo access log --limit 20",
            listed(say("nothing")),
            option(
                "--limit",
                type=click.IntRange(min=1),
                metavar="N",
                help="Only the newest N.",
            ),
            does="web.store.tokens:notices",
            rows=True,
        ),
        "new": act(
            "A token, shown this once: only a hash of it is kept.",
            "selo access new --role officer --name aino --expires 2027-12-31",
            lambda made: [made.token],
            ROLE,
            option(
                "--name",
                required=True,
                metavar="NAME",
                help="Whose it is: the actor of everything recorded with it.",
            ),
            option(
                "--expires",
                "expires_on",
                callback=a_day,
                metavar="DAY",
                help="The last day it works. Default: until revoked.",
            ),
            does="web.store.tokens:new_token",
            remark=lambda made: say(
                "a token of {name} as {role}; it is not shown again",
                name=made.name,
                role=made.role,
            ),
        ),
        "revoke": act(
            "From now on nobody gets in with it.",
            "selo access revoke 0badcafe",
            lambda token: [
                say("{id} of {name} no longer works", id=token.id, name=token.name)
            ],
            argument("token", metavar="ID"),
            does="web.store.tokens:revoke",
        ),
        "sessions": act(
            "Browsers that are logged in, whoever they are.",
            "selo access sessions",
            listed(say("nobody")),
            does="web.store.sessions:sessions",
            rows=True,
        ),
    },
)


def _add_webhook(
    ledger: str,
    url: str,
    topics: tuple[str, ...],
    after: int | None,
    private: bool,
    plain_http: bool,
    by: str,
    now: str,
) -> "Answer":
    from web.store.webhooks import Wanted, add_webhook
    from web.webhooks import check

    begins = _event_to_go_on_after(ledger, after)
    check(url, private=private, plain=plain_http)
    return add_webhook(
        ledger, Wanted(url, topics, private, plain_http), *begins, by=by, now=now
    )


def _webhooks(ledger: str) -> "WebhooksAnswer":
    from ledger.store.database import snapshot
    from ledger.store.events import head
    from web.store.webhooks import WebhooksAnswer, webhooks

    with snapshot(ledger) as connection:
        newest = head(connection)
    return WebhooksAnswer(rows=webhooks(ledger), head=newest)


def _webhook_lines(answered: "WebhooksAnswer") -> list[str]:
    from web.store.webhooks import troubles

    lines = listed(
        say("no webhooks"), "id", "state", "delivered", "answer", "failing_since", "url"
    )(answered)
    return [*lines, *troubles(options.ledger_path())]


def _resume_webhook(
    ledger: str, name: str, after: int | None, by: str, now: str
) -> "WebhookRow":
    from web.store.webhooks import resume_webhook

    return resume_webhook(
        ledger,
        name,
        None if after is None else _event_to_go_on_after(ledger, after),
        by,
        now,
    )


def _test_webhook(ledger: str, name: str, now: str) -> "Answer":
    from web.store.webhooks import webhook
    from web.webhooks import tried

    return tried(webhook(ledger, name), now)


def _event_to_go_on_after(ledger: str, seq: int | None) -> tuple[int, str]:
    """Return an event to go on after, the newest unless one is named, and its digest."""
    from ledger.errors import NotFound, Problem, Where
    from ledger.store.database import snapshot
    from ledger.store.events import head
    from web.store.outbox import mark_at

    with snapshot(ledger) as connection:
        newest = head(connection)
        if seq is not None and seq > newest:
            message = say(
                "there is no event {seq}; the newest is {newest}",
                seq=seq,
                newest=newest,
            )
            raise NotFound(Problem("unknown-seq", message, Where(field="after")))
        at = newest if seq is None else seq
        return at, mark_at(connection, at) or ""


HOOK = argument("name", metavar="ID")


def _after(words: str) -> click.Option:
    return option("--after", type=click.IntRange(min=0), metavar="SEQ", help=words)


webhook_command = group(
    "Where a running service sends every event to, signed, as it is recorded.",
    "selo webhook list",
    {
        "add": act(
            "Send events to an address from now on. Its secret is shown this once.",
            "selo webhook add http://127.0.0.1:9000/selo --private",
            lambda made: [f"{made.id} {made.secret}"],
            argument("url"),
            option(
                "--topic",
                "topics",
                multiple=True,
                metavar="KIND",
                help=(
                    "Only events of this kind: amend, publish, ...; may be given again."
                ),
            ),
            _after(
                "Begin after this event; 0 sends all. Default: only what is recorded"
                " from now on."
            ),
            option(
                "--private",
                is_flag=True,
                help="The address may be this machine, or one of a private network.",
            ),
            option(
                "--plain-http",
                is_flag=True,
                help="It may be http, which can be read and changed on its way.",
            ),
            does=_add_webhook,
            remark=lambda made: say(
                "the webhook {id} gets what comes after event {seq}; its secret is not"
                " shown again",
                id=made.id,
                seq=made.delivered,
            ),
        ),
        "drop": act(
            "Send nothing to it any more; how far it came and its secret are"
            " forgotten.",
            "selo webhook drop 0badcafe",
            lambda hook: [
                say(
                    "the webhook {id} is gone; it had come to event {seq}",
                    id=hook.id,
                    seq=hook.delivered,
                )
            ],
            HOOK,
            does="web.store.webhooks:drop_webhook",
        ),
        "list": act(
            "All webhooks: how far each came, what it answered last, and since when it"
            " has taken nothing.",
            "selo webhook list",
            _webhook_lines,
            does=_webhooks,
            rows=True,
        ),
        "pause": act(
            "Send nothing more to it until it is resumed. Nothing is lost.",
            "selo webhook pause 0badcafe",
            lambda hook: [
                say(
                    "the webhook {id} is paused at event {seq}",
                    id=hook.id,
                    seq=hook.delivered,
                )
            ],
            HOOK,
            does="web.store.webhooks:pause_webhook",
        ),
        "resume": act(
            "Go on where it stopped, at once; with --after, after another event.",
            "selo webhook resume 0badcafe",
            lambda hook: [
                say(
                    "the webhook {id} goes on after event {seq}",
                    id=hook.id,
                    seq=hook.delivered,
                )
            ],
            HOOK,
            _after("Go on after this event."),
            does=_resume_webhook,
        ),
        "test": act(
            "Send one message of the kind test to it now, from here; exit 1 if it is"
            " not taken.",
            "selo webhook test 0badcafe",
            lambda tried: [
                say(
                    "the webhook {id} answered {answer}",
                    id=tried.id,
                    answer=tried.answer,
                )
            ],
            HOOK,
            does=_test_webhook,
        ),
    },
)
