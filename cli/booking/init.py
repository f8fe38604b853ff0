"""selo init."""

import click

from cli.options import ledger_path, outside, seen_no_more
from cli.output import answer, json_option


def _rules(context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Each word once, known, and no two for one list."""
    from rulebooks import DEFAULT_RULES, RULES

    words = tuple(dict.fromkeys(word.strip() for part in given for word in part.split(",")))
    for word in words:
        if word not in RULES:
            raise click.BadParameter(f"there are no rules {word!r}; there are {', '.join(RULES)}.")
    lists = [name for word in words for name in RULES[word]]
    twice = next((name for name in lists if lists.count(name) > 1), None)
    if twice is not None:
        rivals = " and ".join(word for word in words if twice in RULES[word])
        raise click.BadParameter(f"{rivals} are both for the list {twice}; take one, adopt the other later.")
    return words or DEFAULT_RULES


@click.command("init")
@click.option(
    "--rules",
    multiple=True,
    callback=_rules,
    metavar="NAMES",
    help="fi (selo and pelo, the default), no, psm, elo (elo-32), elo-16-32, elo-uscf, uscf, fide-2009, fide-2024,"
    " fide (both by date), glicko-2; several with commas, or the option repeated.",
)
@click.option("--time-zone", metavar="NAME", help="Whose days count, like Europe/Helsinki. Default: UTC.")
@json_option
def init_command(rules: tuple[str, ...], time_zone: str | None) -> None:
    """Make a new ledger with the federation's rules adopted, or those of another system, or several side by side.

    \b
    Example:
        selo init --rules fi,no
    """
    from desk.outcome import NewLedger
    from desk.submit import init

    path = ledger_path()
    outcome = init(path, outside(), rules, time_zone)
    seen_no_more(path)
    lists = list(dict.fromkeys(receipt.target for receipt in outcome.recorded))
    value = NewLedger(ledger=path, lists=tuple(lists), recorded=outcome.recorded)
    kept = "" if lists == ["selo", "pelo"] else f" with {', '.join(lists)}"
    answer(value, [f"A new ledger: {path}{kept}"])
