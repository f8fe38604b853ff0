"""selo login."""

import click

from cli import options
from cli.options import acting, ledger_path
from cli.output import answer, json_option, talk
from cli.service.token import ROLES


@click.command("login")
@click.option("--role", type=click.Choice(ROLES), required=True)
@click.option("--name", required=True, metavar="ID", help="Who logs in: the actor of everything they record.")
@click.option("--url", default="http://127.0.0.1:8000", show_default=True, help="Where the service answers.")
@json_option
def login_command(role: str, name: str, url: str) -> None:
    """A link that opens one browser session of the service, once, within 15 minutes.

    \b
    Example:
        selo login --role officer --name aino
    """
    from ledger.store.database import look
    from service.sessions import new_link
    from service.tokens import Role

    look(ledger_path())
    link = new_link(ledger_path(), url, name, Role(role), acting(), options.now())
    answer(link, [link.url])
    talk(f"opens a session of {name} as {role}, once, until {link.expires_at[:16].replace('T', ' ')} UTC")
