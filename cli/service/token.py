"""selo token new / list / revoke / sessions / end / log."""

import click

from cli import options
from cli.options import a_day, acting, ledger_path
from cli.output import answer, fields_table, json_option, row_options, talk
from messages import say

ROLES = ("reader", "submitter", "officer", "publisher", "auditor", "admin")


@click.group("token")
@json_option
def token_command() -> None:
    """Tokens for the service: who may read what is not public, submit, book, publish.

    \b
    Example:
        selo token list
    """


@token_command.command("new")
@click.option("--role", type=click.Choice(ROLES), required=True)
@click.option("--name", required=True, metavar="ID", help="Whose it is: the actor of everything recorded with it.")
@click.option("--expires", callback=a_day, metavar="DAY", help="The last day it works. Default: until revoked.")
@json_option
def new(role: str, name: str, expires: str | None) -> None:
    """A token, shown this once: only a hash of it is kept.

    \b
    Example:
        selo token new --role officer --name aino --expires 2027-12-31
    """
    from ledger.store.database import look
    from web.kept.tokens import Role, new_token

    look(ledger_path())
    made = new_token(ledger_path(), name, Role(role), expires, acting(), options.now())
    answer(made, [str(made.token)])
    talk(say("a token of {name} as {role}; it is not shown again", name=name, role=role))


@token_command.command("list")
@row_options
def list_tokens() -> None:
    """All tokens, without their secrets.

    \b
    Example:
        selo token list
    """
    from ledger.store.database import look
    from messages.answer import columns
    from web.kept.tokens import TokenRow, tokens

    look(ledger_path())
    fields, answered = columns(TokenRow), tokens(ledger_path())
    answer(
        answered, fields_table(answered.rows, fields) if answered.rows else [say("no tokens")], answered.rows, fields
    )


@token_command.command("revoke")
@click.argument("token", metavar="ID")
@json_option
def revoke(token: str) -> None:
    """From now on nobody gets in with it.

    \b
    Example:
        selo token revoke 0badcafe
    """
    from ledger.store.database import look
    from web.kept.tokens import revoke as revoke_token

    look(ledger_path())
    revoked = revoke_token(ledger_path(), token, acting(), options.now())
    answer(revoked, [say("{id} of {name} no longer works", id=revoked.id, name=revoked.name)])


@token_command.command("sessions")
@row_options
def list_sessions() -> None:
    """Browsers that are logged in, whoever they are.

    \b
    Example:
        selo token sessions
    """
    from ledger.store.database import look
    from messages.answer import columns
    from web.kept.sessions import SessionRow, sessions

    look(ledger_path())
    fields, answered = columns(SessionRow), sessions(ledger_path(), options.now())
    answer(answered, fields_table(answered.rows, fields) if answered.rows else [say("nobody")], answered.rows, fields)


@token_command.command("end")
@click.argument("session", metavar="ID")
@json_option
def end(session: str) -> None:
    """Log a browser out, whoever sits at it.

    \b
    Example:
        selo token end 0badcafe0bad
    """
    from ledger.store.database import look
    from web.kept.sessions import end_session

    look(ledger_path())
    ended = end_session(ledger_path(), session, acting(), options.now())
    answer(ended, [say("the session {id} of {name} has ended", id=ended.id, name=ended.name)])


@token_command.command("log")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the newest N.")
@row_options
def log(limit: int | None) -> None:
    """Tokens made and revoked, sessions opened and ended, and attempts that were denied, newest first.

    \b
    Example:
        selo token log --limit 20
    """
    from ledger.store.database import look
    from messages.answer import columns
    from web.kept.notices import Notice, notices

    look(ledger_path())
    fields, answered = columns(Notice), notices(ledger_path(), limit)
    answer(answered, fields_table(answered.rows, fields) if answered.rows else [say("nothing")], answered.rows, fields)
