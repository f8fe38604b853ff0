"""selo webhook: where every event is sent to as it is recorded."""

from typing import TYPE_CHECKING

import click

from cli import options
from cli.command_frames import act, argument, group, option
from cli.output import table_of_rows
from messages import say

if TYPE_CHECKING:
    from features.webhooks.store.rows import WebhookRow, WebhooksAnswer
    from messages.answer import Answer


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
    from features.webhooks.sending import check
    from features.webhooks.store.changes import Wanted, add_webhook

    begins = event_to_go_on_after(ledger, after)
    check(url, private=private, plain=plain_http)
    return add_webhook(
        ledger, Wanted(url, topics, private, plain_http), *begins, by=by, now=now
    )


def _webhooks(ledger: str) -> "WebhooksAnswer":
    from features.webhooks.store.rows import WebhooksAnswer, webhooks
    from ledger.store.database import snapshot
    from ledger.store.events import head

    with snapshot(ledger) as connection:
        newest = head(connection)
    return WebhooksAnswer(rows=webhooks(ledger), head=newest)


def _webhook_lines(answered: "WebhooksAnswer") -> list[str]:
    from features.webhooks.store.troubles import troubles

    lines = table_of_rows(
        say("no webhooks"), "id state delivered answer failing_since url"
    )(answered)
    return [*lines, *troubles(options.ledger_path())]


def _resume_webhook(
    ledger: str, name: str, after: int | None, by: str, now: str
) -> "WebhookRow":
    from features.webhooks.store.changes import resume_webhook

    return resume_webhook(
        ledger,
        name,
        None if after is None else event_to_go_on_after(ledger, after),
        by,
        now,
    )


def _test_webhook(ledger: str, name: str, now: str) -> "Answer":
    from features.webhooks.sending import tried
    from features.webhooks.store.rows import webhook

    return tried(webhook(ledger, name), now)


def event_to_go_on_after(ledger: str, seq: int | None) -> tuple[int, str]:
    """Return an event to go on after, the newest unless one is named, and its digest."""
    from features.webhooks.store.outbox import mark_at
    from ledger.errors import NotFound, Problem, Where
    from ledger.store.database import snapshot
    from ledger.store.events import head

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


def _after_option(words: str) -> click.Option:
    return option("--after", type=click.IntRange(min=0), metavar="SEQ", help=words)


_ADD_PARAMETERS = (
    argument("url"),
    option(
        "--topic",
        "topics",
        multiple=True,
        metavar="KIND",
        help="Only events of this kind: amend, publish, ...; may be given again.",
    ),
    _after_option(
        "Begin after this event; 0 sends all. Default: only what is recorded from now"
        " on."
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
)

webhook_command = group(
    "Let a running service send every event, signed, to other programs.",
    "selo webhook list",
    {
        "add": act(
            "Send events to an address from now on. Its secret is shown this once.",
            "selo webhook add http://127.0.0.1:9000/selo --private",
            lambda made: [f"{made.id} {made.secret}"],
            *_ADD_PARAMETERS,
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
            does="features.webhooks.store.changes:drop_webhook",
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
            does="features.webhooks.store.changes:pause_webhook",
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
            _after_option("Go on after this event."),
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
