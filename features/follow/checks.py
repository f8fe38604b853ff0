"""Say whether the office's mail server answers, for the checks of the office."""

import os

from audit.machine import Check
from desk.mail_server import mail_server
from features.follow.sending import trouble_with
from ledger.errors import SeloError
from messages import say


def check(ledger: str) -> Check:
    """Check that the mail server that the office has named answers, and takes its
    password.
    """
    try:
        server = mail_server(ledger, os.environ)
    except SeloError as error:
        return Check("mail", False, error.message, say("correct the table [mail]"))
    if server is None:
        return Check("mail", True, say("no mail server is named"))
    what = trouble_with(server)
    if what is None:
        return Check(
            "mail", True, say("the mail server {where} answers", where=server.where)
        )
    message = say(
        "the mail server {where} does not answer: {what}", where=server.where, what=what
    )
    return Check("mail", False, message, say("mails wait until it does"))
