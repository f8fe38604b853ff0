"""Whether a database server keeps what it acknowledges, and whether it may be written."""

from audit.around.machine import Check
from ledger.store.health import ServerHealth
from messages import NOTHING, by_command, say

OLDEST = 12


def examined_there(served: ServerHealth) -> tuple[Check, ...]:
    return integrity(served), release(served), durable(served), text(served), role(served), rights(served)


def integrity(served: ServerHealth) -> Check:
    if served.flaws:
        advice = say("write nothing more; restore the server from its backup and compare")
        return Check("integrity", False, "; ".join(served.flaws), advice)
    if served.lock_gone is not None:
        return Check("integrity", False, served.lock_gone.message, served.lock_gone.hint)
    if served.settings.get("data_checksums") != "on":
        advice = say("switch them on with pg_checksums while the server is stopped: a damaged page is then noticed")
        return Check("integrity", True, "the server keeps no checksums of its pages", advice)
    return Check("integrity", True, "the server found no damaged page")


def release(served: ServerHealth) -> Check:
    advice = NOTHING if served.release >= OLDEST else say("use PostgreSQL {oldest} or later", oldest=OLDEST)
    return Check("server", served.release >= OLDEST, served.product, advice)


def durable(served: ServerHealth) -> Check:
    """https://www.postgresql.org/docs/current/runtime-config-wal.html"""
    off = [name for name in ("fsync", "full_page_writes") if served.settings.get(name, "on") != "on"]
    if served.settings.get("synchronous_commit", "on") == "off":
        off.append("synchronous_commit")
    if off:
        finding = f"{' and '.join(off)} switched off: a power cut may lose what was acknowledged, or damage everything"
        return Check("durable", False, finding, say("switch on what is off in postgresql.conf"))
    if served.replica:
        return Check("durable", True, "a replica acknowledges nothing; ask the primary")
    return Check("durable", True, "what is acknowledged is on the disk of the server")


def text(served: ServerHealth) -> Check:
    encoding = served.settings.get("server_encoding", "")
    advice = (
        NOTHING
        if encoding == "UTF8"
        else by_command("make the database with the encoding UTF8 and `selo copy` the ledger there")
    )
    return Check("encoding", encoding == "UTF8", f"text is kept in {encoding}", advice)


def role(served: ServerHealth) -> Check:
    if served.replica:
        finding = "a replica: it answers questions, as known to it, and takes no documents"
        return Check("role", True, finding, say("name the primary to submit, publish, verify"))
    return Check("role", True, "the primary: it takes documents")


def rights(served: ServerHealth) -> Check:
    """https://www.postgresql.org/docs/current/ddl-priv.html"""
    if served.open_to_everybody:
        finding = f"everybody who may connect to the database has rights here: {'; '.join(served.open_to_everybody)}"
        return Check(
            "rights", False, finding, say("take them away: REVOKE ALL ON ALL TABLES IN SCHEMA ... FROM PUBLIC")
        )
    return Check("rights", True, "nobody has rights here whom the owner did not name")
