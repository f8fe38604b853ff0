"""selo settings."""

import click

from cli.options import ledger_path
from cli.output import answer, json_option


@click.command("settings")
@click.option("--time-zone", metavar="NAME", help="Whose days count, like Europe/Helsinki; UTC until set.")
@click.option("--clock-ahead-hours", type=int, metavar="N",
              help="How far ahead of everything else a clock is believed without asking; 24 until set.")  # fmt: skip
@click.option("--resume-clock", metavar="REASON",
              help="The last event was recorded with a clock that was ahead: go on with the right one.")  # fmt: skip
@click.option("--reason", help="Why; it stays in the log.")
@json_option
def settings_command(
    time_zone: str | None, clock_ahead_hours: int | None, resume_clock: str | None, reason: str | None
) -> None:
    """What the ledger keeps of itself: its time zone, and how far a clock is believed. Without options, shows them.

    \b
    Example:
        selo settings --time-zone Europe/Helsinki
    """
    from cli.booking.documents import book_one

    stated = {"time_zone": time_zone, "clock_ahead_hours": clock_ahead_hours}
    if resume_clock is not None:
        if reason is not None or any(value is not None for value in stated.values()):
            raise click.UsageError("--resume-clock goes alone")
        book_one("resume-clock", False, reason=resume_clock)
    elif any(value is not None for value in stated.values()):
        book_one("settings", False, reason=reason, **stated)
    else:
        _show()


def _show() -> None:
    from ledger.office import settings_answer
    from ledger.store.database import snapshot

    with snapshot(ledger_path()) as connection:
        shown = settings_answer(connection)
    answer(shown, [f"time zone: {shown.time_zone}", f"a clock is believed up to {shown.clock_ahead_hours} hours ahead"])
