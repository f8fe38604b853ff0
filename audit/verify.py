"""Find out whether anything was altered: proven, altered, or intact but unproven. Reads
everything, writes nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import zip_longest

from audit import tables
from audit.evidence import NEWER, Finding, Walk, checkpoints_cut_off, walk
from audit.judging import (
    JudgedCheckpoint,
    is_retracted,
    judged_checkpoints,
    judgements,
    printed_root_findings,
    read_brought_checkpoint,
)
from audit.signing import PublicKey, of_logs
from audit.verdict import Verdict, verdict
from ledger.bodies import ListPublished
from ledger.decide.publication import rows_digest
from ledger.errors import Busy, LedgerUnusable, Problem, SeloError
from ledger.store.checkpoints import unchecked_checkpoints
from ledger.store.connection import Connection
from ledger.store.database import flaws, in_words, lock_gone, look, older, snapshot
from ledger.store.events import events_of
from ledger.timeline import Timeline
from messages import Message, by_command, say
from projections.answers.lists.listed import published_list
from projections.answers.reading import Reading
from projections.opened_ledger import OpenedLedger
from projections.replay.loop import Progress
from projections.replay.steps import one_pass_differences
from projections.revisions import lists_without_rules, missing_editions, uncomparable
from projections.tables import schema
from projections.tables.build import memory_tables, rebuild
from projections.tables.compare import (
    differences,
    miscounted,
    unlike_units,
    without_rules,
)
from projections.tables.entries import is_step
from projections.tables.followed import version_and_seq

SHOWN = 20
Given = Sequence[tuple[str, str]]
Roots = Sequence[tuple[int, bytes]]


def verify(
    path: str,
    given: Given = (),
    keys: Sequence[PublicKey] = (),
    progress: Progress | None = None,
    roots: Roots = (),
    *,
    copying: bool = False,
    upgrading: bool = False,
) -> Verdict:
    """Return the answer of `selo verify`.

    From outside: `given`, checkpoints as (place, text); `keys`, public keys; `roots`,
    (size, root) as printed under published lists.

    `copying`: a checkpoint from elsewhere that contradicts the events is a warning, and
    no reason to make no backup. `upgrading`: read tables of an earlier version are what
    is about to be made again, and nothing to be warned of.
    """
    look(path)
    for file, content in given:
        read_brought_checkpoint(content, file)  # refused before the long work begins
    with snapshot(path, whatever=True) as connection:
        return _verify(
            connection,
            path,
            given=given,
            keys=keys,
            progress=progress,
            roots=roots,
            copying=copying,
            upgrading=upgrading,
        )


def problems_within(
    connection: Connection, *, checkpoints: bool = False
) -> list[Problem]:
    """List what is wrong with a ledger as it stands in a transaction that is not
    committed yet.

    `checkpoints`: those that the ledger signed itself are looked at too. One from
    elsewhere that contradicts the events is nothing wrong: it is kept to say so.
    """
    passed = Walk()
    findings = [
        *walk(connection, passed),
        *(_own_checkpoints(connection, passed) if checkpoints else ()),
        *tables.person_findings(connection, passed.people_facts.details),
        *tables.former_name_findings(connection, passed),
        *tables.detail_findings(connection, passed),
        *tables.text_findings(connection, passed),
        *tables.source_findings(connection, passed.sources),
    ]
    warnings: list[Message] = []
    if not findings:
        findings += _conclusions(connection, passed, warnings, [], None)
    if not findings:
        findings += _counts(connection, passed)

    return [finding.problem for finding in findings]


class _Verification:
    """A verification under way: what its stages have found so far."""

    def __init__(self, connection: Connection, path: str) -> None:
        self.connection = connection
        self.path = path
        self.passed = Walk()
        self.checkpoints: list[JudgedCheckpoint] = []
        self.findings: list[Finding] = []
        self.warnings: list[Message] = []
        # why nobody looked whether the stored conclusions are false
        self.uncompared: list[Message] = []

    def stage(self, what: str, step: Callable[[], Iterable[Finding]]) -> None:
        """Go through one stage; one that breaks is a finding."""
        findings = _findings_of_step(self.path, what, step)
        self.findings.extend(findings)

    def warn_of_checkpoints(self) -> None:
        """Turn findings about checkpoints from elsewhere into warnings."""
        findings = self.findings
        self.findings = []
        for finding in findings:
            if finding.kept:
                self.warnings.append(finding.problem.message)
            else:
                self.findings.append(finding)

    def beside_the_log(self) -> None:
        """Go through what stands beside the log: people, words and files."""
        connection, passed = self.connection, self.passed
        facts = passed.people_facts
        self.stage(
            "the people", lambda: tables.person_findings(connection, facts.details)
        )
        self.stage(
            "the earlier names", lambda: tables.former_name_findings(connection, passed)
        )
        self.stage("the births", lambda: tables.detail_findings(connection, passed))
        self.stage(
            "the words beside the log", lambda: tables.text_findings(connection, passed)
        )
        self.stage(
            "the source files",
            lambda: tables.source_findings(connection, passed.sources),
        )

    def conclusions(self, *, altered: bool, progress: Progress | None) -> None:
        """Go through the read tables. `altered`: the events they follow from are."""
        connection = self.connection
        if altered:
            # a replay would only repeat what is known, or break in a way that hides it
            self.warnings.append(
                say(
                    "the conclusions were not replayed: the events they follow from are"
                    " altered"
                )
            )
            version, _ = version_and_seq(connection)
            if version == schema.VERSION:
                self.stage(
                    "the totals", lambda: _difference_findings(unlike_units(connection))
                )
            return

        self.stage(
            "the conclusions",
            lambda: _conclusions(
                connection, self.passed, self.warnings, self.uncompared, progress
            ),
        )
        if not self.findings:  # what is counted of false rows says nothing more
            self.stage("the counts", lambda: _counts(connection, self.passed))

    def verdict(
        self, roots: Roots, keys: Sequence[PublicKey], *, compared: bool
    ) -> Verdict:
        """Give the verdict. `compared`: the conclusions were looked at as well."""
        return verdict(
            self.passed,
            self.checkpoints,
            self.findings,
            self.warnings,
            roots,
            keyed=bool(of_logs(keys)),
            compared=compared,
        )


def _verify(
    connection: Connection,
    path: str,
    *,
    given: Given,
    keys: Sequence[PublicKey],
    progress: Progress | None,
    roots: Roots,
    copying: bool,
    upgrading: bool,
) -> Verdict:
    """Verify stage by stage; a stage that breaks is a finding, and the others still
    run.
    """
    audit = _Verification(connection, path)
    audit.stage("the file", lambda: _flaws(connection))
    shape = _shape(path, connection)
    audit.findings += shape.findings
    if not shape.kept:
        audit.warnings.append(
            say(
                "no rows were read: the tables they would come from are not this"
                " program's own"
            )
        )
        return audit.verdict((), keys, compared=True)

    audit.stage("the lock", lambda: _lock(connection))
    audit.stage("the events", lambda: walk(connection, audit.passed))
    altered = any(finding.seq is not None for finding in audit.findings)
    audit.stage(
        "the checkpoints",
        lambda: _checkpoints(connection, given, keys, audit.passed, audit.checkpoints),
    )
    if copying:
        audit.warn_of_checkpoints()

    audit.stage("the printed roots", lambda: printed_root_findings(roots, audit.passed))
    audit.beside_the_log()
    if shape.conclusions:
        audit.conclusions(altered=altered, progress=progress)
    else:
        audit.warnings.append(
            say(
                "the conclusions were not compared: the tables they are in are not this"
                " program's own"
            )
        )

    # whole as far as can be seen, but not for this version to judge
    if audit.findings and all(one.problem.code == NEWER for one in audit.findings):
        raise LedgerUnusable(audit.findings[0].problem)
    if not upgrading:
        audit.warnings += audit.uncompared

    return audit.verdict(roots, keys, compared=not audit.uncompared)


def _findings_of_step(
    path: str, what: str, step: Callable[[], Iterable[Finding]]
) -> list[Finding]:
    """Take a step of an audit; a damaged or forged file may break it in any way, which
    is an answer and not a crash.
    """
    try:
        with in_words(path):
            return list(step())
    except Busy:
        raise
    except SeloError as error:
        return [Finding(problem) for problem in error.problems]
    except Exception as error:
        message = say(
            "{what} cannot be read: {name}: {error}",
            what=what,
            name=type(error).__name__,
            error=error,
        )
        return [Finding(Problem("unreadable", message))]


def _flaws(connection: Connection) -> list[Finding]:
    return [
        Finding(Problem("damaged", say("the file is damaged: {flaw}", flaw=flaw)))
        for flaw in flaws(connection)
    ]


def _lock(connection: Connection) -> list[Finding]:
    gone = lock_gone(connection)
    return [] if gone is None else [Finding(gone)]


def _shape(path: str, connection: Connection) -> tables.TablesLookedAt:
    """Look at how the tables are defined; where that cannot be read, the file is
    altered and nothing else is asked.
    """
    shapes: list[tables.TablesLookedAt] = []

    def look() -> Iterable[Finding]:
        shapes.append(tables.shape(connection))
        return ()

    broken = _findings_of_step(path, "the schema", look)
    if shapes:
        return shapes[0]
    return tables.TablesLookedAt(broken, kept=False, conclusions=False)


def _checkpoints(
    connection: Connection,
    given: Given,
    keys: Sequence[PublicKey],
    passed: Walk,
    judged_here: list[JudgedCheckpoint],
) -> Iterable[Finding]:
    rows = unchecked_checkpoints(connection)
    known, problems = judged_checkpoints(rows, given, keys)
    judged_here.extend(known)
    yield from problems
    yield from checkpoints_cut_off(connection, rows[-1].number if rows else 0)
    counting = [
        checkpoint for checkpoint in judged_here if not is_retracted(checkpoint, passed)
    ]
    yield from judgements(counting, passed)


def _own_checkpoints(connection: Connection, passed: Walk) -> list[Finding]:
    """Find what is wrong with the checkpoints that are not from elsewhere."""
    findings = _checkpoints(connection, (), (), passed, [])
    return [finding for finding in findings if not finding.kept]


def _conclusions(
    connection: Connection,
    passed: Walk,
    warnings: list[Message],
    uncompared: list[Message],
    progress: Progress | None,
) -> Iterable[Finding]:
    """Compare the stored tables, and every published list, with a fresh replay of the
    events they follow.
    """
    version, seq = version_and_seq(connection)
    stored = version == schema.VERSION
    if not stored:
        uncompared.append(
            by_command(
                "the read tables are of version {version}, but this program compares"
                " {known}: they may be wrong; run `selo ledger upgrade`, then verify"
                " again",
                "the read tables are of version {version}, but this program compares"
                " {known}: they may be wrong",
                version=version,
                known=schema.VERSION,
            )
        )
    elif seq < passed.size:
        warnings.append(
            say(
                "the stored conclusions are not up to date; the next command updates"
                " them"
            )
        )

    facts = Timeline(partial(events_of, connection))
    unknown = missing_editions(facts) or lists_without_rules(facts)
    if unknown and (why := uncomparable(facts)) is not None:
        # a family of rules, or an edition, that only another version has: nobody here
        # can make the numbers again
        uncompared.append(why)
        yield from _difference_findings(unlike_units(connection) if stored else ())
        return

    with memory_tables() as fresh:
        built = rebuild(connection, fresh, seq if stored else None, progress)
        why = uncomparable(built.timeline)
        if why is not None:
            uncompared.append(why)
            different = []
            if stored:
                different = without_rules(connection, fresh) + unlike_units(connection)
        else:
            yield from _uncorrected_lists(
                _wrong_published_lists(connection, fresh, passed, warnings),
                passed,
                warnings,
            )
            different = (
                _differences_from_replay(connection, fresh, passed, uncompared)
                if stored
                else []
            )
            different += one_pass_differences(built)

    if stored and seq > passed.size:
        different.append(
            say(
                "they follow event {seq}, and there are {size} events",
                seq=seq,
                size=passed.size,
            )
        )

    yield from _difference_findings(different)


def _counts(connection: Connection, passed: Walk) -> Iterable[Finding]:
    """Check that the read tables say rightly which events they follow, and that what is
    counted of everything is what there is: questions go by both.
    """
    if older(connection):
        return ()

    version, seq = version_and_seq(connection)
    if version != schema.VERSION:
        return ()

    try:
        schema.follow_all(connection)
    except LedgerUnusable as error:
        return _difference_findings([error.message])
    if seq != passed.size:
        return ()

    return _difference_findings(miscounted(connection, seq, passed.people_facts))


def _difference_findings(different: Sequence[Message]) -> Iterable[Finding]:
    hint = by_command(
        "events are the truth: run `selo ledger rebuild`; it is required after an upgrade"
    )
    return [
        Finding(Problem("conclusion-differs", sentence, hint=hint))
        for sentence in different[:SHOWN]
    ]


def _differences_from_replay(
    connection: Connection, fresh: Connection, passed: Walk, uncompared: list[Message]
) -> list[Message]:
    """Compare the stored tables with those of the replay, and totals and seats with the
    units; once corrected code was accepted, superseded entries of before follow code
    that is gone, and only what is known since is compared.
    """
    whole = differences(connection, fresh) + tables.repeated_rows(connection, fresh)
    if not whole or not passed.revised:
        return whole

    since = differences(connection, fresh, passed.revised) + unlike_units(connection)
    if not since:
        uncompared.append(
            by_command(
                "ratings known before event {revised} follow rules that have been"
                " corrected since, so they were not compared; after `selo ledger"
                " rebuild` they follow the corrected rules too",
                "ratings known before event {revised} follow rules that have been"
                " corrected since, so they were not compared",
                revised=passed.revised,
            )
        )

    return since


def _uncorrected_lists(
    wrong_lists: Iterable[Finding], passed: Walk, warnings: list[Message]
) -> Iterable[Finding]:
    """Yield the wrong lists that still stand; one whose place a right revision under
    its label took only warns.
    """
    findings = list(wrong_lists)
    wrong = {finding.seq for finding in findings}
    latest = {(body.list, body.label): seq for seq, body in passed.published}
    label = {seq: (body.list, body.label) for seq, body in passed.published}
    for finding in findings:
        superseded = finding.seq is not None and latest[label[finding.seq]] not in wrong
        if superseded:
            warnings.append(
                say(
                    "{message}; a later revision has taken its place",
                    message=finding.problem.message,
                )
            )
        else:
            yield finding


def _wrong_published_lists(
    connection: Connection, fresh: Connection, passed: Walk, warnings: list[Message]
) -> Iterable[Finding]:
    """Compare each frozen list with the same list from the events known then."""
    between: list[tuple[int, ListPublished]] = []
    for seq, body in passed.published:
        if rows_digest(body.rows) != body.sha256:
            yield Finding(
                Problem(
                    "list-differs",
                    say(
                        "the rows published in event {seq} do not fit their SHA-256",
                        seq=seq,
                    ),
                ),
                seq,
            )
        elif body.known_seq < passed.revised:
            warnings.append(
                say(
                    "the list of event {seq} was made by code that was corrected since;"
                    " it was not replayed",
                    seq=seq,
                )
            )
        elif is_step(fresh, body.known_seq):
            yield from _row_findings(connection, fresh, seq, body)
        else:
            between.append((seq, body))

    if between:
        # published together with what they rest on: one more replay answers for all of
        # them
        cuts = {body.known_seq for _, body in between}
        with memory_tables() as then:
            rebuild(connection, then, max(cuts), cuts=cuts)
            for seq, body in between:
                yield from _row_findings(connection, then, seq, body)


def _row_findings(
    connection: Connection, tables: Connection, seq: int, body: ListPublished
) -> Iterable[Finding]:
    replayed = published_list(
        Reading(OpenedLedger(connection, tables), body.as_of, body.known_seq), body.list
    )
    if replayed != body.rows:
        published, expected = next(
            (a, b) for a, b in zip_longest(body.rows, replayed) if a != b
        )
        message = say(
            "the list published in event {seq} has {published}, its events give"
            " {expected}",
            seq=seq,
            published=published,
            expected=expected,
        )
        yield Finding(Problem("list-differs", message), seq)
