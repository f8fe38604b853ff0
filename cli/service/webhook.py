"""selo webhook add / list / pause / resume / test / drop."""

import click

from cli import options
from cli.options import acting, ledger_path
from cli.output import answer, fields_table, json_option, row_options, talk
from messages import say

SHOWN = ("id", "state", "delivered", "answer", "failing_since", "url")


@click.group("webhook")
@json_option
def webhook_command() -> None:
    """Where a running service sends every event to, signed, as it is recorded.

    \b
    Example:
        selo webhook list
    """


@webhook_command.command("add")
@click.argument("url")
@click.option("--topic", "topics", multiple=True, metavar="KIND",
              help="Only events of this kind: amend, publish, ...; may be given again.")  # fmt: skip
@click.option("--after", type=click.IntRange(min=0), metavar="SEQ",
              help="Begin after this event; 0 sends all. Default: only what is recorded from now on.")  # fmt: skip
@click.option("--private", is_flag=True, help="The address may be this machine, or one of a private network.")
@click.option("--plain-http", is_flag=True, help="It may be http, which can be read and changed on its way.")
@json_option
def add(url: str, topics: tuple[str, ...], after: int | None, private: bool, plain_http: bool) -> None:
    """Send events to an address from now on. Its secret is shown this once.

    \b
    Example:
        selo webhook add http://127.0.0.1:9000/selo --private
    """
    from web.hooks.addresses import check
    from web.kept.webhooks import Wanted, add_webhook

    begins = _after(after)
    check(url, private=private, plain=plain_http)
    made = add_webhook(
        ledger_path(), Wanted(url, topics, private, plain_http), *begins, by=acting(), now=options.now()
    )  # fmt: skip
    answer(made, [f"{made.id} {made.secret}"])
    talk(say("the webhook {id} gets what comes after event {seq}; its secret is not shown again", id=made.id,
             seq=made.delivered))  # fmt: skip


@webhook_command.command("list")
@row_options
def list_webhooks() -> None:
    """All webhooks: how far each came, what it answered last, and since when it has taken nothing.

    \b
    Example:
        selo webhook list
    """
    from ledger.store.database import snapshot
    from ledger.store.events import head
    from messages.answer import columns
    from web.kept.webhooks import WebhookRow, WebhooksAnswer, troubles, webhooks

    with snapshot(ledger_path()) as connection:
        newest = head(connection)
    listed = WebhooksAnswer(rows=webhooks(ledger_path()), head=newest)
    lines = fields_table(listed.rows, SHOWN) if listed.rows else [say("no webhooks")]
    answer(listed, [*lines, *troubles(ledger_path())], listed.rows, columns(WebhookRow))


@webhook_command.command("pause")
@click.argument("name", metavar="ID")
@json_option
def pause(name: str) -> None:
    """Send nothing more to it until it is resumed. Nothing is lost.

    \b
    Example:
        selo webhook pause 0badcafe
    """
    from ledger.store.database import look
    from web.kept.webhooks import pause_webhook

    look(ledger_path())
    paused = pause_webhook(ledger_path(), name, acting(), options.now())
    answer(paused, [say("the webhook {id} is paused at event {seq}", id=paused.id, seq=paused.delivered)])


@webhook_command.command("resume")
@click.argument("name", metavar="ID")
@click.option("--after", type=click.IntRange(min=0), metavar="SEQ", help="Go on after this event.")
@json_option
def resume(name: str, after: int | None) -> None:
    """Go on where it stopped, at once; with --after, after another event.

    \b
    Example:
        selo webhook resume 0badcafe
    """
    from ledger.store.database import look
    from web.kept.webhooks import resume_webhook

    look(ledger_path())
    at = None if after is None else _after(after)
    resumed = resume_webhook(ledger_path(), name, at, acting(), options.now())
    answer(resumed, [say("the webhook {id} goes on after event {seq}", id=resumed.id, seq=resumed.delivered)])


@webhook_command.command("test")
@click.argument("name", metavar="ID")
@json_option
def test(name: str) -> None:
    """Send one message of the kind test to it now, from here; exit 1 if it is not taken.

    \b
    Example:
        selo webhook test 0badcafe
    """
    from ledger.store.database import look
    from web.hooks.sending import tried
    from web.kept.webhooks import webhook

    look(ledger_path())
    done = tried(webhook(ledger_path(), name), options.now())
    answer(done, [say("the webhook {id} answered {answer}", id=done.id, answer=done.answer)])


@webhook_command.command("drop")
@click.argument("name", metavar="ID")
@json_option
def drop(name: str) -> None:
    """Send nothing to it any more; how far it came and its secret are forgotten.

    \b
    Example:
        selo webhook drop 0badcafe
    """
    from ledger.store.database import look
    from web.kept.webhooks import drop_webhook

    look(ledger_path())
    gone = drop_webhook(ledger_path(), name, acting(), options.now())
    answer(gone, [say("the webhook {id} is gone; it had come to event {seq}", id=gone.id, seq=gone.delivered)])


def _after(seq: int | None) -> tuple[int, str]:
    """Return an event to go on after, the newest unless one is named, and its digest."""
    from ledger.errors import NotFound, Problem, Where
    from ledger.store.database import snapshot
    from ledger.store.events import head
    from web.kept.outbox import mark_at

    with snapshot(ledger_path()) as connection:
        newest = head(connection)
        if seq is not None and seq > newest:
            message = say("there is no event {seq}; the newest is {newest}", seq=seq, newest=newest)
            raise NotFound(Problem("unknown-seq", message, Where(field="after")))
        at = newest if seq is None else seq
        return at, mark_at(connection, at) or ""
