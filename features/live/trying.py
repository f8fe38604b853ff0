"""Work out events while they run on a copy of the ledger, in a process of its own, as
web.booking.trying does of a booking.
"""

from collections.abc import Mapping, Sequence

from features.live.standing import LiveAnswer
from features.live.store import (
    OpenGame,
    Report,
    ReportTakenIn,
    live_state,
    next_report,
    next_results,
    open_games,
)
from ledger.field_types import Result
from web import Settings
from web.auth import NOBODY
from web.booking.trying import (
    FOR_THE_OFFICE,
    FromOutside,
    from_outside,
    outside_of,
    run_trial,
    to_try_on,
)
from web.store.tokens import Who


def tried_live(settings: Settings, event: str) -> LiveAnswer:
    """Work out how an event stands that is shown while it runs, as anybody may see it."""
    return run_trial(
        _live_in_sandbox,
        settings.ledger,
        event,
        from_outside(settings, NOBODY),
        bounds=FOR_THE_OFFICE,
    )


def tried_report(
    settings: Settings, event: str, report: Report, sure: Sequence[str], who: Who
) -> ReportTakenIn:
    """Take a report in as the next of an event, or refuse it with what is to be
    answered.
    """
    return run_trial(
        _report_in_sandbox,
        settings.ledger,
        event,
        report,
        sure,
        from_outside(settings, who),
        bounds=FOR_THE_OFFICE,
    )


def tried_results(
    settings: Settings, event: str, results: Mapping[str, Result], who: Who
) -> ReportTakenIn:
    """Take in results of games in play, or refuse them."""
    return run_trial(
        _results_in_sandbox,
        settings.ledger,
        event,
        results,
        from_outside(settings, who),
        bounds=FOR_THE_OFFICE,
    )


def tried_games(settings: Settings, event: str) -> list[OpenGame]:
    """Return the games of an event of which a result may be stated."""
    return run_trial(open_games, settings.ledger, event, bounds=FOR_THE_OFFICE)


def _live_in_sandbox(ledger: str, event: str, given: FromOutside) -> LiveAnswer:
    """Work it out in the process of its own, on a copy."""
    outside = outside_of(given)
    with to_try_on(ledger) as copy:
        return live_state(ledger, event, outside, copy, given.wait)


def _report_in_sandbox(
    ledger: str, event: str, report: Report, sure: Sequence[str], given: FromOutside
) -> ReportTakenIn:
    """Take a report in, in the process of its own, on a copy."""
    outside = outside_of(given)
    with to_try_on(ledger) as copy:
        return next_report(
            ledger, event, report, sure, outside, copy=copy, wait=given.wait
        )


def _results_in_sandbox(
    ledger: str, event: str, results: Mapping[str, Result], given: FromOutside
) -> ReportTakenIn:
    """Take results in, in the process of its own, on a copy."""
    outside = outside_of(given)
    with to_try_on(ledger) as copy:
        return next_results(ledger, event, results, outside, copy=copy, wait=given.wait)
