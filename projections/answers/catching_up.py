"""Read tables that are behind are brought up to date by whoever asks next."""

from ledger.errors import LedgerUnusable, Problem, Where
from ledger.store.database import Connection, check_schema, refuse_foreign, refuse_older
from messages import say
from projections.tables import schema


def catch_up_if_behind(path: str, connection: Connection) -> None:
    """Bring read tables up to date where a process died after storing its events and before projecting them.

    Tables of another version of this program are left alone: they are for `selo upgrade`.
    """
    refuse_older(connection, path)
    schema.refuse_other(schema.projected(connection)[0])
    if not schema.follow_all(connection):
        try:
            _catch_up(path)
        except LedgerUnusable as refused:
            if refused.problems[0].code != "read-only":
                raise
            message = say("the read tables have to be made again, and the ledger may only be read here")
            hint = say("ask anything with this version of the program where the ledger may be written: that makes them")
            raise LedgerUnusable(Problem("read-only", message, Where(path), hint)) from None


def caught_up(connection: Connection, path: str) -> None:
    """Bring a connection that is kept open up to date; a file that is not a ledger of this version is refused."""
    refuse_foreign(connection, path)
    check_schema(connection, path)
    catch_up_if_behind(path, connection)


def _catch_up(path: str) -> None:
    from ledger.store.event_log import Store
    from projections.tables.build import catch_up

    with Store(path) as store, store.writing() as writer:
        catch_up(writer.connection)
