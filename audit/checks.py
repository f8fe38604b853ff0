"""The checks of `selo doctor`: each a pure function from what was read to a verdict."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from audit.machine import Check
from features.outside import BroughtFeature
from ledger.store.tables import newest
from messages import NOTHING, by_command, counted, joined_message, say
from projections.tables import schema

WAL_BUG_FIXED = (3, 51, 3)
SYNCHRONOUS = ("OFF", "NORMAL", "FULL", "EXTRA")
NETWORK = {
    "nfs",
    "nfs4",
    "cifs",
    "smb",
    "smb2",
    "smb3",
    "smbfs",
    "afs",
    "afpfs",
    "9p",
    "ceph",
    "davfs",
    "lustre",
    "fuse.sshfs",
    "fuse.s3fs",
}
LEAST_FREE = 100 * 1024 * 1024
SHOWN = 3


def integrity(flaws: Sequence[str]) -> Check:
    if not flaws:
        return Check("integrity", True, say("SQLite finds nothing wrong with the file"))

    advice = by_command(
        "write nothing more; `selo ledger restore` a backup beside it and compare"
    )
    return Check(
        "integrity", False, say("{flaws}", flaws="; ".join(flaws[:SHOWN])), advice
    )


def version(stated: int) -> Check:
    known = stated <= newest()
    finding = say(
        "format {format}, this version knows {known}", format=stated, known=newest()
    )
    return Check(
        "schema",
        known,
        finding,
        NOTHING if known else say("install the newer version of selokirja"),
    )


def read_tables(followed: tuple[int, int], head: int) -> Check:
    """Compare (version, seq) of the tables with the newest event. Behind is no fault:
    the next question catches up.
    """
    tables_version, seq = followed
    if tables_version != schema.VERSION:
        finding = say(
            "the read tables are of version {version}, this one writes {ours}",
            version=tables_version,
            ours=schema.VERSION,
        )
        if 0 < tables_version < schema.VERSION:
            advice = by_command("`selo ledger upgrade` makes them again")
        else:
            advice = by_command("`selo ledger rebuild` makes them again")
        return Check("projected", False, finding, advice)

    behind = head - seq
    if behind < 0:
        finding = say(
            "the read tables follow event {seq}, and there are {head} events",
            seq=seq,
            head=head,
        )
        return Check(
            "projected",
            False,
            finding,
            by_command(
                "look at `selo verify`; `selo ledger rebuild` makes the tables again"
            ),
        )

    if behind:
        return Check(
            "projected",
            False,
            counted(
                "{count} event is not in the read tables yet",
                "{count} events are not in the read tables yet",
                behind,
            ),
            by_command("ask anything, or `selo ledger rebuild`"),
        )

    return Check(
        "projected", True, say("the read tables follow all {head} events", head=head)
    )


def counts(wrong: Sequence[str] | None) -> Check:
    """Check what questions go by: every row is as it was written, and nothing is
    missing or was added.
    """
    if wrong is None:
        return Check(
            "counts",
            True,
            say("the program answers nothing until the read tables are right again"),
        )

    if not wrong:
        return Check("counts", True, say("what is stored is what was counted"))

    advice = by_command(
        "write nothing more; `selo verify` says what is wrong, and whether `selo"
        " ledger rebuild` helps"
    )
    return Check(
        "counts", False, say("{flaws}", flaws="; ".join(wrong[:SHOWN])), advice
    )


def journal(mode: str, as_writer: str) -> Check:
    if as_writer == "read-only":
        return Check(
            "journal",
            False,
            say("the file may only be read"),
            say("check the permissions of the file and its folder"),
        )

    if as_writer != "wal":
        advice = say(
            "keep the ledger on a local disk: the write-ahead log cannot be used where"
            " it is"
        )
        return Check(
            "journal",
            False,
            say("journal mode {mode} although WAL was asked for", mode=as_writer),
            advice,
        )

    later = say("{mode}, as in a backup; WAL from the first writing command", mode=mode)
    finding = say("{mode}", mode="WAL") if mode == "wal" else later

    return Check("journal", True, finding)


def synchronous(as_writer: str, level: int) -> Check:
    if as_writer == "read-only":
        return Check("synchronous", True, say("nothing is written here"))

    name = SYNCHRONOUS[level] if 0 <= level < len(SYNCHRONOUS) else str(level)
    advice = NOTHING
    if level < 2:
        advice = say(
            "this SQLite does not sync every commit; a power cut may lose what was"
            " acknowledged"
        )
    return Check(
        "synchronous",
        level >= 2,
        say("{mode} for every writing command", mode=name),
        advice,
    )


def sqlite_version(text: str) -> Check:
    """Check for the WAL-reset bug of SQLite 3.7.0 to 3.51.2: two connections at once,
    rare.

    https://www.sqlite.org/wal.html
    """
    if tuple(int(part) for part in text.split(".")) >= WAL_BUG_FIXED:
        return Check("sqlite", True, say("{product}", product=f"SQLite {text}"))

    finding = say(
        "SQLite {version} has the WAL-reset bug: two connections at once may, very"
        " rarely, damage the file",
        version=text,
    )
    return Check(
        "sqlite",
        False,
        finding,
        say("back up often; a Python with SQLite 3.51.3 or later does not have it"),
    )


def file_system(name: str) -> Check:
    if name in NETWORK:
        finding = say("the ledger is on a network file system ({name})", name=name)
        advice = say(
            "move it to a local disk: locks and syncs cannot be relied on there"
        )
        return Check("file-system", False, finding, advice)

    return Check(
        "file-system", True, say("{name}", name=name) if name else say("unknown")
    )


def free_space(free: int, size: int) -> Check:
    """Check that there is room for the write-ahead log, a rebuild and a copy."""
    need = max(LEAST_FREE, 3 * size)
    finding = say(
        "{free} free, the ledger has {size}", free=_bytes(free), size=_bytes(size)
    )
    advice = NOTHING
    if free < need:
        advice = say("free some disk space: {need} would be safe", need=_bytes(need))
    return Check("free-space", free >= need, finding, advice)


def _bytes(number: int) -> str:
    value = float(number)
    for unit in ("bytes", "kB", "MB", "GB"):
        if value < 1000 or unit == "GB":
            break
        value /= 1000

    return f"{value:.0f} {unit}"


def clock(now: str, last: str) -> Check:
    if not last:
        return Check(
            "clock", True, say("{now} UTC, nothing recorded yet", now=now[:19])
        )

    behind = datetime.fromisoformat(last) - datetime.fromisoformat(now)
    if behind > timedelta(0):
        finding = say(
            "the clock says {now}, but the last event was recorded at {moment} (UTC)",
            now=now[:19],
            moment=last[:19],
        )
        advice = say("set the clock of this machine right")
        if behind > timedelta(days=1):
            advice = say(
                "set the clock of this machine right; over a day behind, nothing is"
                " recorded"
            )

        return Check("clock", False, finding, advice)

    return Check(
        "clock",
        True,
        say("{now} UTC, last event {moment}", now=now[:19], moment=last[:19]),
    )


def left_behind(files: Sequence[str], copies: Sequence[str]) -> Check:
    """Check for unfinished copies of killed commands."""
    if copies:
        names = ", ".join([*copies, *files][:SHOWN])
        finding = say(
            "unfinished copies, with whatever is in a ledger: {names}", names=names
        )
        advice = by_command(
            "run the same `selo ledger copy` again and it goes on, or take them away if it is"
            " not running"
        )
        return Check("leftovers", False, finding, advice)

    if not files:
        return Check("leftovers", True, say("no unfinished copies beside the ledger"))

    finding = say(
        "{count} left by killed commands, with whatever is in a ledger: {names}",
        count=len(files),
        names=", ".join(files[:SHOWN]),
    )
    return Check(
        "leftovers",
        False,
        finding,
        say("remove them; the next backup, restore or erasure here does so too"),
    )


def keys(modes: Sequence[tuple[str, int]]) -> Check:
    """Check the signing keys, given as (path, permission bits)."""
    open_to_others = [path for path, mode in modes if mode & 0o077]
    if open_to_others:
        finding = say(
            "others may read the signing key {names}", names=", ".join(open_to_others)
        )
        return Check(
            "key",
            False,
            finding,
            say("chmod 600 {names}", names=" ".join(open_to_others)),
        )

    names = ", ".join(path for path, _ in modes)
    if modes:
        finding = say("only you may read {names}", names=names)
    else:
        finding = say("no signing key found")

    return Check("key", True, finding)


def from_outside(features: Sequence[BroughtFeature]) -> Check:
    """Check that the features that other packages bring are here."""
    if not features:
        return Check("features", True, say("no other package brings a feature"))

    lines = []
    for one in features:
        if one.feature is not None:
            line = say("{name} of {package}", name=one.name, package=one.package)
        else:
            line = say(
                "{name} of {package} is left out: {problem}",
                name=one.name,
                package=one.package,
                problem=one.problem,
            )
        lines.append(line)
    if all(one.feature is not None for one in features):
        return Check("features", True, joined_message(lines))

    return Check(
        "features",
        False,
        joined_message(lines),
        say("take the package away, or bring one of this version"),
    )
