"""Whether anything was altered: proven, altered, or intact but unproven. Reads everything, writes nothing."""

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import Any

from audit.checkpoints import Witness, agrees, judgements, printed, read, witnesses
from audit.evidence import (
    NEWER,
    Finding,
    Walk,
    checkpoints_cut_off,
    guards,
    person_findings,
    source_findings,
    walk,
)
from audit.signing import PublicKey
from ledger.decide.publish import rows_digest
from ledger.errors import Busy, LedgerUnusable, Problem, SeloError
from ledger.events import ListPublished
from ledger.proof import text_of
from ledger.store.checkpoints import kept
from ledger.store.database import flaws, in_words, look, snapshot
from projections.answers.lists.rating_list import published_list
from projections.answers.reading import Reading
from projections.replay.build import one_pass_differences, rebuild
from projections.replay.loop import Progress
from projections.replay.revisions import uncomparable
from projections.tables import schema
from projections.tables.compare import differences
from projections.tables.entries import in_force, is_step
from projections.tables.memory import memory_tables

SHOWN = 20
Given = Sequence[tuple[str, str]]
Roots = Sequence[tuple[int, bytes]]


def verify(
    path: str,
    given: Given = (),
    keys: Sequence[PublicKey] = (),
    progress: Progress | None = None,
    roots: Roots = (),
) -> dict[str, Any]:
    """The answer of `selo verify`. From outside: `given`, checkpoints as (place, text); `keys`, public keys;
    `roots`, (size, root) as printed under published lists."""
    look(path)
    for file, content in given:
        read(content, file)  # refused before the long work begins
    with snapshot(path) as connection:
        return _verify(connection, path, given, keys, progress, roots)


def _verify(
    connection: Any, path: str, given: Given, keys: Sequence[PublicKey], progress: Progress | None, roots: Roots
) -> dict[str, Any]:
    passed, said = Walk(), list[Witness]()
    findings: list[Finding] = []
    warnings: list[str] = []

    def stage(what: str, step: Callable[[], Iterable[Finding]]) -> None:
        findings.extend(_safely(path, what, step))

    stage("the file", lambda: _flaws(connection))
    stage("the events", lambda: walk(connection, passed))
    stage("the checkpoints", lambda: _checkpoints(connection, given, keys, passed, said))
    stage("the printed roots", lambda: printed(roots, passed))
    stage("the people", lambda: person_findings(connection, passed.details))
    stage("the source files", lambda: source_findings(connection, passed.sources))
    if any(finding.seq is not None for finding in findings):
        warnings.append("the conclusions were not replayed: the events they follow from are altered")
    else:
        stage("the conclusions", lambda: _conclusions(connection, passed, warnings, progress))
    if findings and all(finding.problem.code == NEWER for finding in findings):
        raise LedgerUnusable(findings[0].problem)  # whole as far as can be seen, but not for this version to judge
    stage("the guards", lambda: _guards(connection, warnings))
    return _answer(passed, said, findings, warnings, roots)


def _safely(path: str, what: str, step: Callable[[], Iterable[Finding]]) -> list[Finding]:
    """A damaged or forged file may break any step in any way: that is an answer too, not a crash."""
    try:
        with in_words(path):
            return list(step())
    except Busy:
        raise
    except SeloError as error:
        return [Finding(problem) for problem in error.problems]
    except Exception as error:
        return [Finding(Problem("unreadable", f"{what} cannot be read: {type(error).__name__}: {error}"))]


def _flaws(connection: Any) -> list[Finding]:
    return [Finding(Problem("damaged", f"the file is damaged: {said}")) for said in flaws(connection)]


def _guards(connection: Any, warnings: list[str]) -> Iterable[Finding]:
    warnings += guards(connection)
    return ()


def _checkpoints(
    connection: Any, given: Given, keys: Sequence[PublicKey], passed: Walk, said: list[Witness]
) -> Iterable[Finding]:
    rows = kept(connection)
    found, problems = witnesses(rows, given, keys)
    said.extend(found)
    yield from problems
    yield from checkpoints_cut_off(connection, rows[-1].number if rows else 0)
    yield from judgements(said, passed)


def _conclusions(connection: Any, passed: Walk, warnings: list[str], progress: Progress | None) -> Iterable[Finding]:
    """The stored tables, and every published list, beside a fresh replay of the events they follow."""
    version, seq = schema.projected(connection)
    stored = version == schema.VERSION
    if not stored or seq < passed.size:
        warnings.append("the stored conclusions are not up to date; the next command brings them there")
    with memory_tables() as fresh:
        built = rebuild(connection, fresh, seq if stored else None, progress)
        if (why := uncomparable(built.timeline)) is not None:
            warnings.append(why)
            return
        yield from _published(connection, fresh, passed, warnings)
        different = _different(connection, fresh, passed) if stored else []
        different += one_pass_differences(built)
    if stored and seq > passed.size:
        different.append(f"they follow event {seq}, and there are {passed.size} events")
    hint = "the events decide: `selo rebuild` makes the tables again; after another program version it has to"
    yield from (Finding(Problem("conclusion-differs", said, hint=hint)) for said in different[:SHOWN])


def _different(connection: Any, fresh: Any, passed: Walk) -> list[str]:
    """Lines from before corrected code was taken over follow the old code, which is gone: then only what stands."""
    if not passed.revised:
        return differences(connection, fresh)
    ours, theirs = in_force(connection), in_force(fresh)
    return [f"a line that stands differs: {row}" for row in sorted(ours ^ theirs, key=str)]


def _published(connection: Any, fresh: Any, passed: Walk, warnings: list[str]) -> Iterable[Finding]:
    """Each frozen list beside the same list from the events known then."""
    between: list[tuple[int, ListPublished]] = []
    for seq, body in passed.published:
        if rows_digest(body.rows) != body.sha256:
            yield Finding(Problem("list-differs", f"the rows published in event {seq} do not fit their SHA-256"), seq)
        elif body.known_seq < passed.revised:
            warnings.append(f"the list of event {seq} was made by code that was corrected since; it was not replayed")
        elif is_step(fresh, body.known_seq):
            yield from _rows_differ(connection, fresh, seq, body)
        else:
            between.append((seq, body))
    if between:
        # published together with what they rest on: one more replay answers for all of them
        cuts = {body.known_seq for _, body in between}
        with memory_tables() as then:
            rebuild(connection, then, max(cuts), cuts=cuts)
            for seq, body in between:
                yield from _rows_differ(connection, then, seq, body)


def _rows_differ(connection: Any, tables: Any, seq: int, body: ListPublished) -> Iterable[Finding]:
    ours = published_list(Reading(connection, tables, body.as_of, body.known_seq), body.list)
    if ours != body.rows:
        lines = zip_longest(body.rows, ours)
        then, now = next((a, b) for a, b in lines if a != b)
        said = f"the list published in event {seq} says {then}, its events say {now}"
        yield Finding(Problem("list-differs", said), seq)


def _answer(
    passed: Walk, said: Sequence[Witness], findings: Sequence[Finding], warnings: Sequence[str], roots: Roots
) -> dict[str, Any]:
    """Proven only by a checkpoint from outside, signed by a known key, with nothing against it."""
    outside = [w for w in said if w.source in ("given", "kept") and w.signature == "valid"]
    strange = [w for w in said if w.source in ("given", "kept") and w.signature == "unknown"]
    status = "altered" if findings else "proven" if outside else "unproven"
    exact = [f.exact for f in findings if f.exact is not None]
    value: dict[str, Any] = {
        "status": status,
        "events": passed.size,
        "root": text_of(passed.root_at(passed.size)),
        "problems": [_problem(finding) for finding in findings[:SHOWN]],
        "problem_count": len(findings),
        "first_bad": min(exact) if exact else None,
        "proven_events": max((w.checkpoint.size for w in outside), default=0) if status == "proven" else 0,
        "rests_on": _rests_on(outside) if status == "proven" else None,
        "checkpoints": [witness.as_dict() for witness in said],
        "printed": [{"size": size, "agrees": agrees(size, root, passed)} for size, root in roots],
        "published": [_footer(passed, seq, body) for seq, body in passed.published],
        "warnings": [*warnings, *(_unknown(w) for w in strange)],
    }
    return value


def _footer(passed: Walk, seq: int, body: ListPublished) -> dict[str, Any]:
    """What must stand under a printed list, from the rehashed bytes."""
    return {
        "list": body.list, "label": body.label, "revision": body.revision, "size": seq,
        "root": text_of(passed.root_at(seq)) if seq <= passed.size else None,
    }  # fmt: skip


def _rests_on(outside: Sequence[Witness]) -> str:
    return "given" if any(w.source == "given" for w in outside) else "kept"


def _unknown(witness: Witness) -> str:
    return f"{witness.place} is signed by nobody known here and proves nothing; give the key with --public-key"


def _problem(finding: Finding) -> dict[str, Any]:
    problem, where = finding.problem, finding.problem.where
    return {
        "code": problem.code,
        "message": problem.message,
        "where": {"file": where.file, "line": where.line, "column": where.column, "field": where.field},
        "hint": problem.hint,
        "seq": finding.exact,
        "between": None if finding.upto is None else [finding.seq, finding.upto],
    }
