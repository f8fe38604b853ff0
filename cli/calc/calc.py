"""selo calc: ratings on the spot, without a ledger. The calculators stand in modules of their own."""

import importlib

import click

from cli.output import json_option

# calculator: the module that is imported when it is asked for
CALCULATORS = {
    **dict.fromkeys(("selo", "pelo", "new-selo", "new-pelo", "need"), "cli.calc.finland"),
    **dict.fromkeys(("no", "psm", "elo", "uscf", "fide"), "cli.calc.systems"),
    **dict.fromkeys(("performance", "expectation", "difference"), "cli.calc.curves"),
    **dict.fromkeys(("category", "class", "k"), "cli.calc.classes"),
    **dict.fromkeys(("field", "mean"), "cli.calc.field"),
    "q": "cli.calc.systems",
}


class Calculators(click.Group):
    """Imports a calculator when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(CALCULATORS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in CALCULATORS:
            return None
        module = importlib.import_module(CALCULATORS[cmd_name])
        command = getattr(module, f"{cmd_name.replace('-', '_')}_command")
        assert isinstance(command, click.Command)
        return command


@click.group("calc", cls=Calculators)
@json_option
def calc_command() -> None:
    """Calculators that need no ledger.

    Games: +1622 won, -1880 lost, =1633 or plain 1633 drawn. Or the total first, then the opponents: 1.5 1622 1880
    1683. A / with spaces around it separates competitions; each starts from the result of the one before.

    \b
    Example:
        selo calc selo --rating 1660 --minutes 90 -- -1995 +1695 -1930 1901
    """
