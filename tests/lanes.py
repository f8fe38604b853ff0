"""What `make test` leaves to `make test-all`: suites that take long, or ask the same of
more histories and machines.

`make test` has everything that a rule, a file, a command, a page or a proof can break,
in a few minutes. A folder or a file that is named on the command line is always run. A
single test that measures time or memory is marked `measured` and is left to `make
test-all` as well.

Why: docs/design/030-tests.md
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from pytest import Item

HERE = Path(__file__).resolve().parent
LONG = (
    "browser",  # the pages in a browser
    "server",  # ledgers on a database server, as are those of modules that say ON_BOTH
    "torture",  # a sample of kills, power cuts and failing calls
    "properties",  # laws over random histories, planted faults
    "care/test_journal.py",  # fills the journal of a ledger
    "care/test_recorder.py",
    "care/test_upgrade.py",  # a later version, with each kind of change
    "command/test_fuzz.py",
    "command/test_languages.py",  # every line of every command
    "command/test_large_files.py",
    "command/test_ledger_damage.py",  # random bytes of a ledger
    "features/letters/test_mail.py",  # killed while it sends
    "command/test_ledger_unwritable.py",  # waits for locks
    "command/test_streams.py",
    "command/test_planted_slips.py",  # 49 slips booked, and 500 clean tournaments
    "command/test_processes.py",  # commands as processes, several at once
    # the program is installed anew
    "deploy/test_image.py",
    "deploy/test_pages_of_the_administrator.py",
    "deploy/test_container_page.py",  # commands as processes
    "deploy/test_proxy_page.py",  # through nginx and Caddy
    "deploy/test_upgrade_page.py",  # commands as processes
    "exchange/test_hostile.py",
    "exchange/test_made.py",  # random documents, damaged in one place
    "exchange/test_xls.py",  # old workbooks, which an extra reads
    "exporting/test_games_out.py",  # the demo, out and in again
    "exporting/test_ledger_round_trip.py",
    "exporting/test_rows_out.py",
    "importing/test_a_year_moved.py",  # the demo's, handed in twice
    "importing/test_asked_on_a_terminal.py",
    "importing/test_hostile_import.py",
    "importing/test_labelled_rows.py",  # some hundred rows that were labelled by hand
    "features/leagues/test_league_round_trip.py",
    "proof/test_damage.py",
    # every argument of every command of proof, wrong in five ways
    "proof/test_mistyped.py",
    "proof/test_false_conclusions.py",  # 203 of them
    "proof/test_tamper.py",  # 127 ways
    "features/agree/test_checked_lists.py",
    "features/cases/test_cases.py",
    "features/live/test_desk.py",  # reports round by round, one killed
    "features/live/test_relay.py",  # relays at random
    "features/live/test_service.py",
    "features/live/test_standing.py",  # random events, round by round
    "features/members/test_members_desk.py",
    "features/members/test_members_seen.py",  # in a browser
    "features/site",
    "features/signs",  # statistics over random federations
    "features/trials/test_kept_lists.py",
    "features/trials/test_naive_live.py",
    "features/trials/test_naive_others.py",
    "features/trials/test_pool_properties.py",
    "features/trials/test_runs.py",  # random histories booked and run
    "features/trials/test_scores.py",
    "features/trials/test_search.py",
    "features/webhooks/test_delivering.py",
    "features/webhooks/test_killed.py",
    "features/webhooks/test_sending.py",
    "features/webhooks/test_take.py",
    "features/witness",
    # the service as programs use it; its pages and most of the desk are in `make test`
    "web/desk/test_asked.py",
    "web/desk/test_asked_together.py",
    "features/leagues/test_matches.py",
    "web/test_actor_names.py",  # names of all scripts at every door
    "web/test_against_description.py",
    # every question around every kind of document
    "web/test_asked_before_a_booking.py",
    "web/test_booked_in_between.py",  # a booking before each statement of a reader
    # what somebody brings to be verified, in processes of its own
    "web/test_checking.py",
    "web/test_clock.py",
    "web/test_conditional.py",
    "web/test_draft_quotas.py",
    "web/test_drafts.py",
    "web/test_every_operation.py",
    "web/test_feeds.py",
    "web/test_generators.py",  # clients made from the description
    "web/test_following.py",
    "web/test_fronts.py",  # through nginx and Caddy
    "web/test_upgraded_one_by_one.py",
    "web/test_hostile.py",
    "web/test_interleavings.py",  # of drafts, at random
    "web/pages/test_every_page.py",
    "web/test_kept_open.py",
    "web/test_ledger_in_trouble.py",
    "web/test_locks_and_kills.py",
    "web/test_one_address.py",  # attacks on a service of two workers
    "web/test_paging.py",
    "web/test_planned.py",  # killed around an hour
    "web/test_previews.py",
    "web/test_processes.py",
    "web/test_proxy.py",
    "web/test_public_face.py",  # every address in every role
    "web/test_two_people.py",
    "web/test_players.py",
    "web/test_sharing.py",
    "web/test_versions.py",
    "web/test_what_a_program_meets.py",  # bad input of each kind at every address
    "web/test_whose_details.py",
    "web/test_receipts.py",
    "web/test_same_answers.py",
    "web/test_schemathesis.py",
    "web/test_sessions.py",
    "web/test_slips_at_both_doors.py",  # 49 slips, over HTTP and at the desk
    "web/test_tokens.py",
    "web/test_keep_a_copy.py",  # random events, three programs that follow
    "web/test_writing.py",
    "test_bench.py",
    "test_bench_runs.py",  # each measurement, at a tiny size
    "test_bench_walk.py",  # every address of a service, on ledgers of two shapes
    "test_docs_console.py",  # every console block of the pages
    "test_docs_examples.py",  # every example of the help
    "test_docs_site.py",  # builds the site and follows every link
    "test_explain_every_entry.py",
    "test_features_taken_away.py",  # each in a copy, with types and its demo
    "test_new_feature.py",  # a feature in a folder of its own, and as a package outside
    "test_families_taken_away.py",  # the same for each family of rules
    "test_new_family.py",  # a rulebook in a folder of its own
    "test_install.py",  # the README's Install, in an empty environment
    "test_startup.py",  # what a command costs before it does anything
)


def is_long(path: Path) -> bool:
    name = path.relative_to(HERE).as_posix() if path.is_relative_to(HERE) else ""
    return any(name == long or name.startswith(f"{long}/") for long in LONG)


def sample(
    items: Sequence[Item], share: float, group: Callable[[Item], str]
) -> list[Item]:
    """Take that share of each group, spread over all of it, and at least one."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(group(item), []).append(item)
    kept: list[Item] = []
    for own in groups.values():
        count = max(1, round(len(own) * share))
        kept += [own[number * len(own) // count] for number in range(count)]
    return kept


def left_out(path: Path, named: Iterable[str], everything: bool) -> bool:
    """Whether a folder or file is not collected: long, and neither it nor a part of it
    was asked for by name.
    """
    path = path.resolve()  # a checkout may be reached through a link
    if everything or not is_long(path):
        return False
    places = [Path(name.partition("::")[0]).resolve() for name in named]
    return not any(
        (path.is_relative_to(place) and is_long(place)) or place.is_relative_to(path)
        for place in places
    )
