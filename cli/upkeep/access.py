"""selo token, webhook and login: who may ask the service, and where it sends what is recorded."""

from typing import TYPE_CHECKING

import click

from cli import options
from cli.acts import act, argument, group, option
from cli.options import a_day
from cli.output import listed
from messages import say

if TYPE_CHECKING:
    from messages.answer import Answer
    from web.kept.sessions import LoginLink
    from web.kept.webhooks import WebhookRow, WebhooksAnswer

ROLE = option(
    "--role", type=click.Choice(["reader", "submitter", "officer", "publisher", "auditor", "admin"]), required=True
)


def _new_token(ledger: str, role: str, name: str, expires: str | None, by: str, now: str) -> "Answer":
    from web.kept.tokens import Role, new_token

    return new_token(ledger, name, Role(role), expires, by, now)


token_command = group(
    "token", "Tokens for the service: who may read what is not public, submit, book, publish.", "selo token list",
    {
        "end": act(
            "Log a browser out, whoever sits at it.", "selo token end 0badcafe0bad",
            lambda ended: [say("the session {id} of {name} has ended", id=ended.id, name=ended.name)],
            argument("session", metavar="ID"), does="web.kept.sessions:end_session",
        ),
        "list": act("All tokens, without their secrets.", "selo token list", listed(say("no tokens")),
                    does="web.kept.tokens:tokens", rows=True),
        "log": act(
            "Tokens made and revoked, sessions opened and ended, and attempts that were denied, newest first.",
            "selo token log --limit 20", listed(say("nothing")),
            option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the newest N."),
            does="web.kept.tokens:notices", rows=True,
        ),
        "new": act(
            "A token, shown this once: only a hash of it is kept.",
            "selo token new --role officer --name aino --expires 2027-12-31", lambda made: [made.token],
            ROLE,
            option("--name", required=True, metavar="ID",
                   help="Whose it is: the actor of everything recorded with it."),
            option("--expires", callback=a_day, metavar="DAY", help="The last day it works. Default: until revoked."),
            does=_new_token,
            remark=lambda made: say(
                "a token of {name} as {role}; it is not shown again", name=made.name, role=made.role
            ),
        ),
        "revoke": act(
            "From now on nobody gets in with it.", "selo token revoke 0badcafe",
            lambda token: [say("{id} of {name} no longer works", id=token.id, name=token.name)],
            argument("token", metavar="ID"), does="web.kept.tokens:revoke",
        ),
        "sessions": act("Browsers that are logged in, whoever they are.", "selo token sessions", listed(say("nobody")),
                        does="web.kept.sessions:sessions", rows=True),
    },
)  # fmt: skip


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
    from web.hooks.addresses import check
    from web.kept.webhooks import Wanted, add_webhook

    begins = _event_to_go_on_after(ledger, after)
    check(url, private=private, plain=plain_http)
    return add_webhook(ledger, Wanted(url, topics, private, plain_http), *begins, by=by, now=now)


def _webhooks(ledger: str) -> "WebhooksAnswer":
    from ledger.store.database import snapshot
    from ledger.store.events import head
    from web.kept.webhooks import WebhooksAnswer, webhooks

    with snapshot(ledger) as connection:
        newest = head(connection)
    return WebhooksAnswer(rows=webhooks(ledger), head=newest)


def _webhook_lines(answered: "WebhooksAnswer") -> list[str]:
    from web.kept.webhooks import troubles

    lines = listed(say("no webhooks"), "id", "state", "delivered", "answer", "failing_since", "url")(answered)
    return [*lines, *troubles(options.ledger_path())]


def _resume_webhook(ledger: str, name: str, after: int | None, by: str, now: str) -> "WebhookRow":
    from web.kept.webhooks import resume_webhook

    return resume_webhook(ledger, name, None if after is None else _event_to_go_on_after(ledger, after), by, now)


def _test_webhook(ledger: str, name: str, now: str) -> "Answer":
    from web.hooks.sending import tried
    from web.kept.webhooks import webhook

    return tried(webhook(ledger, name), now)


def _event_to_go_on_after(ledger: str, seq: int | None) -> tuple[int, str]:
    """Return an event to go on after, the newest unless one is named, and its digest."""
    from ledger.errors import NotFound, Problem, Where
    from ledger.store.database import snapshot
    from ledger.store.events import head
    from web.kept.outbox import mark_at

    with snapshot(ledger) as connection:
        newest = head(connection)
        if seq is not None and seq > newest:
            message = say("there is no event {seq}; the newest is {newest}", seq=seq, newest=newest)
            raise NotFound(Problem("unknown-seq", message, Where(field="after")))
        at = newest if seq is None else seq
        return at, mark_at(connection, at) or ""


HOOK = argument("name", metavar="ID")


def _after(words: str) -> click.Option:
    return option("--after", type=click.IntRange(min=0), metavar="SEQ", help=words)


webhook_command = group(
    "webhook", "Where a running service sends every event to, signed, as it is recorded.", "selo webhook list",
    {
        "add": act(
            "Send events to an address from now on. Its secret is shown this once.",
            "selo webhook add http://127.0.0.1:9000/selo --private", lambda made: [f"{made.id} {made.secret}"],
            argument("url"),
            option("--topic", "topics", multiple=True, metavar="KIND",
                   help="Only events of this kind: amend, publish, ...; may be given again."),
            _after("Begin after this event; 0 sends all. Default: only what is recorded from now on."),
            option("--private", is_flag=True, help="The address may be this machine, or one of a private network."),
            option("--plain-http", is_flag=True, help="It may be http, which can be read and changed on its way."),
            does=_add_webhook,
            remark=lambda made: say("the webhook {id} gets what comes after event {seq}; its secret is not shown again",
                                  id=made.id, seq=made.delivered),
        ),
        "drop": act(
            "Send nothing to it any more; how far it came and its secret are forgotten.", "selo webhook drop 0badcafe",
            lambda hook: [say("the webhook {id} is gone; it had come to event {seq}", id=hook.id, seq=hook.delivered)],
            HOOK, does="web.kept.webhooks:drop_webhook",
        ),
        "list": act("All webhooks: how far each came, what it answered last, and since when it has taken nothing.",
                    "selo webhook list", _webhook_lines, does=_webhooks, rows=True),
        "pause": act(
            "Send nothing more to it until it is resumed. Nothing is lost.", "selo webhook pause 0badcafe",
            lambda hook: [say("the webhook {id} is paused at event {seq}", id=hook.id, seq=hook.delivered)],
            HOOK, does="web.kept.webhooks:pause_webhook",
        ),
        "resume": act(
            "Go on where it stopped, at once; with --after, after another event.", "selo webhook resume 0badcafe",
            lambda hook: [say("the webhook {id} goes on after event {seq}", id=hook.id, seq=hook.delivered)],
            HOOK, _after("Go on after this event."), does=_resume_webhook,
        ),
        "test": act(
            "Send one message of the kind test to it now, from here; exit 1 if it is not taken.",
            "selo webhook test 0badcafe",
            lambda tried: [say("the webhook {id} answered {answer}", id=tried.id, answer=tried.answer)],
            HOOK, does=_test_webhook,
        ),
    },
)  # fmt: skip


def _login(ledger: str, role: str, name: str, url: str, by: str, now: str) -> "LoginLink":
    from web.kept.sessions import new_link
    from web.kept.tokens import Role

    return new_link(ledger, url, name, Role(role), by, now)


login_command = act(
    "A link that opens one browser session of the service, once, within 15 minutes.",
    "selo login --role officer --name aino", lambda link: [link.url], ROLE,
    option("--name", required=True, metavar="ID", help="Who logs in: the actor of everything they record."),
    option("--url", default="http://127.0.0.1:8000", show_default=True, help="Where the service answers."),
    does=_login,
    remark=lambda link: say("opens a session of {name} as {role}, once, until {moment} UTC", name=link.name,
                          role=link.role, moment=link.expires_at[:16].replace("T", " ")),
)  # fmt: skip
