"""Follow a player, a club or a tournament by mail, without an account.

subjects  what may be followed, its name and its page
store     who asked, who follows what, and what is to be sent
mails     the mails, as they are read
sending   a mail handed to the mail server
news      what is new of something that is followed
due       the mails that are due, sent
mailing   the thread that sends them as long as the service runs
checks    whether the mail server answers
typed     what strangers type, read
pages     the page on which an address is typed
links     the links of the mails
office    the page of the office
command   the office's side at a command line
"""

from features.feature import Command, Feature, Link, Part, ProblemCode, Table

FEATURE = Feature(
    package=__name__,
    sentence="Follow a player, a club or a tournament by mail.",
    commands=(
        Command(
            name="follow",
            words="Who follows players, clubs and tournaments by mail.",
            heading="Service",
            example="selo follow count",
        ),
        Command(
            name="follow count",
            words="How many addresses follow something by mail.",
            module="features.follow.command",
        ),
        Command(
            name="follow forget",
            words="Forget an address, and all that it follows.",
            module="features.follow.command",
        ),
    ),
    answers={
        "follow count": ("features.follow.store.counts:FollowCounts",),
        "follow forget": ("features.follow.store.counts:AddressForgotten",),
    },
    links=(Link(page="by mail", address="/follow", words="Changes by email"),),
    parts=(Part(page="inbox", made="features.follow.office:counted_at_desk"),),
    desk="features.follow.pages:routes",
    codes={
        "follow-address": ProblemCode("What was typed is not an email address.", (2,)),
        "follow-link": ProblemCode(
            "A link in an email was used before, is too old, or leads to nothing.", (3,)
        ),
        "follow-too-many": ProblemCode(
            "So much is followed, or waits to be confirmed, that no more is taken."
        ),
        "unknown-follower": ProblemCode(
            "Nothing is known of this email address.", (3,)
        ),
        "unknown-club": ProblemCode("Nobody is in a club of this name.", (3,)),
    },
    words=("mail", "confirmed", "unconfirmed", "followed", "failing"),
    tables=(
        # `hash`: of the secret of the link that was sent last; `sent_at`: when the
        # server took that mail
        Table(
            name="follow_asked",
            text=(
                "CREATE TABLE follow_asked (id TEXT PRIMARY KEY, address TEXT NOT NULL,"
                " kind TEXT NOT NULL, subject TEXT NOT NULL, language TEXT NOT NULL,"
                " asked_at TEXT NOT NULL, hash BLOB, sent_at TEXT, tries INTEGER NOT"
                " NULL, next_at TEXT NOT NULL) STRICT"
            ),
        ),
        # `secret`: of the link that ends it, which stands in every mail; `looked_on`:
        # the last day on which it was seen to whether there is news
        Table(
            name="follow_address",
            text=(
                "CREATE TABLE follow_address (address TEXT PRIMARY KEY, language TEXT NOT"
                " NULL, secret TEXT NOT NULL, looked_on TEXT NOT NULL, tries INTEGER NOT"
                " NULL DEFAULT 0, failing_since TEXT, next_at TEXT) STRICT"
            ),
        ),
        # `since`: the event up to which everything was told
        Table(
            name="follow_subject",
            text=(
                "CREATE TABLE follow_subject (address TEXT NOT NULL, kind TEXT NOT NULL,"
                " subject TEXT NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (address,"
                " kind, subject)) STRICT"
            ),
        ),
    ),
    forget="features.follow.store.followers:forget_erased",
    runs="features.follow.mailing:mailing",
    gauges="features.follow.store.counts:follow_gauges",
    unsearched=("/follow",),
    readers={"checks": "features.follow.checks:check"},
)
