"""Webhooks: a running service sends every event, signed, to the addresses that the office
names.

store       where events are sent to; store/outbox how far each came, and who delivers
sending     one signed message, and what the other machine says to it
delivering  all webhooks of a ledger, as long as a service runs
command     the office's side at a command line
"""

from features.feature import Command, Feature, ProblemCode, Table

FEATURE = Feature(
    package=__name__,
    sentence="Send every event to other machines as it is recorded.",
    commands=(
        Command(
            heading="Service",
            name="webhook",
            words="Send every event to other programs as it is recorded.",
            module="features.webhooks.command",
        ),
    ),
    answers={
        "webhook list": ("features.webhooks.store.rows:WebhooksAnswer",),
        "webhook test": ("features.webhooks.sending:Tried",),
        "webhook add": ("features.webhooks.store.rows:WebhookRow",),
        "webhook pause": ("features.webhooks.store.rows:WebhookRow",),
        "webhook resume": ("features.webhooks.store.rows:WebhookRow",),
        "webhook drop": ("features.webhooks.store.rows:WebhookRow",),
    },
    codes={
        "too-many-webhooks": ProblemCode(
            "So many webhooks are kept already that no more are taken."
        ),
        "unknown-webhook": ProblemCode("There is no webhook of this id.", (3,)),
        "webhook-address": ProblemCode(
            "Nothing may or can be sent to the address of a webhook."
        ),
        "webhook-beyond": ProblemCode(
            "The ledger does not hold what was sent to a webhook last; it was rolled back"
            " or replaced."
        ),
        "webhook-not-taken": ProblemCode(
            "A webhook did not take what was sent to try it."
        ),
    },
    words=(
        "beyond",
        "delivered",
        "delivering",
        "failing since",
        "given-up",
        "paused",
        "url",
        "webhooks",
    ),
    tables=(
        # `mark`: a digest of the newest event that was delivered, for a ledger that was
        # rolled back and has grown again
        Table(
            name="webhook",
            text=(
                "CREATE TABLE webhook (id TEXT PRIMARY KEY, url TEXT NOT NULL, secret TEXT"
                " NOT NULL, topics TEXT NOT NULL, private INTEGER NOT NULL, plain INTEGER"
                " NOT NULL, created_at TEXT NOT NULL, created_by TEXT NOT NULL, delivered"
                " INTEGER NOT NULL, mark TEXT NOT NULL, state TEXT NOT NULL, answer TEXT,"
                " answered_at TEXT, tries INTEGER NOT NULL DEFAULT 0, failing_since TEXT,"
                " next_at TEXT) STRICT"
            ),
        ),
        Table(
            name="webhook_lease",
            text=(
                "CREATE TABLE webhook_lease (holder TEXT NOT NULL, until INTEGER NOT NULL)"
                " STRICT"
            ),
        ),
    ),
    runs="features.webhooks.delivering:delivering",
    gauges="features.webhooks.store.troubles:webhook_gauges",
    readers={"checks": "features.webhooks.store.troubles:check"},
)
