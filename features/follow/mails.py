"""Write the mails: the one with the link that confirms, and the one with what is new."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from hashlib import sha256

from desk.mail_server import MailServer
from features.follow.news import News
from features.follow.store.asked import KEPT_DAYS, WishToFollow
from features.follow.store.daily import Claim
from ledger.office import later, local_day
from messages import Message, counted, say
from messages.translated import day, said
from web.pages.visit import LiveLinks

# a header is not broken into lines: a long link has no place for it
_POLICY = SMTP.clone(max_line_length=998)


def links_in(language: str, server: MailServer) -> LiveLinks:
    """Return the links of a mail: to the service where readers find it, in their
    language.
    """
    return LiveLinks(server.service, f"/{language}", "", "")


def mail_with_link(
    asked: WishToFollow, secret: str, name: str, server: MailServer, now: str, zone: str
) -> EmailMessage:
    """Write the mail that asks whether somebody wants mails. Nothing in it was typed by
    whoever asked.
    """
    links, language = links_in(asked.language, server), asked.language
    last = local_day(later(asked.asked_at, timedelta(days=KEPT_DAYS)), zone)
    lines = [
        say(
            "Somebody, most likely you, wants changes to be emailed to this address: {name}.",
            name=name,
        ),
        "",
        say("If it was you, open this page and press its button:"),
        links.to("follow", "yes", secret),
        "",
        say("The link works once, until {day}.", day=day(last, language)),
        say(
            "If it was not you, do nothing: no more email comes, and the address is forgotten."
        ),
    ]
    subject = say("Do you want this by email: {name}?", name=name)
    return _mail(server, asked.address, language, subject, lines, now)


def mail_with_news(
    claim: Claim, news: Sequence[News], until: int, server: MailServer, now: str
) -> EmailMessage:
    """Write the mail of a day, and in it how to end it: by a link for people, and as mail
    programs do it by themselves (RFC 8058).
    """
    language = claim.language
    ends = links_in(language, server).to("follow", "end", claim.secret)
    lines: list[str] = []
    for one in news:
        lines += [one.name, *(f"- {line}" for line in one.lines), one.page, ""]

    lines += [say("To get fewer of these emails, or none:"), ends]
    subject = say("Changes: {name}", name=news[0].name)
    if len(news) > 1:
        subject = counted(
            "Changes: {name} and one more",
            "Changes: {name} and {count} more",
            len(news) - 1,
            name=news[0].name,
        )

    mail = _mail(server, claim.address, language, subject, lines, now)
    mail["List-Unsubscribe"] = f"<{ends}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    # the same for the same news: should it ever go twice, mail programs show it once
    mark = sha256(f"{claim.secret} {until}".encode()).hexdigest()[:32]
    mail["Message-ID"] = f"<{mark}@{server.sender.rpartition('@')[2]}>"
    return mail


def _mail(
    server: MailServer,
    address: str,
    language: str,
    subject: Message,
    lines: Sequence[str],
    now: str,
) -> EmailMessage:
    mail = EmailMessage(policy=_POLICY)
    mail["From"], mail["To"] = server.sender, address
    # a name is one line in a header, whatever is in it
    mail["Subject"] = " ".join(said(subject, language).split())
    mail["Date"] = format_datetime(datetime.fromisoformat(now))
    mail["Auto-Submitted"] = "auto-generated"
    # what came with news is text already, and stays as it is
    text = "\n".join(said(line, language) for line in lines)
    mail.set_content(text + "\n", cte="quoted-printable")
    mail["Content-Language"] = language
    return mail
