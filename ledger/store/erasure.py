"""Erasing a person: the rows, the files that name them, and what SQLite leaves of both
in unused parts of the file.
"""

from collections.abc import Iterable

from ledger.errors import SeloError
from ledger.store import is_server
from ledger.store.connection import Connection
from ledger.store.database import in_words, scrub
from ledger.store.details import forget_sealed
from ledger.store.named_texts import forget_texts, texts_naming
from ledger.store.persons import Personal, forget_person, with_former_names
from ledger.store.source_files import forget_files_naming, forget_files_of
from messages import Message, say


def erase_person(
    connection: Connection, player: str, tournaments: Iterable[str]
) -> list[Personal]:
    """Drop a person and every kept file that names them; `tournaments` are those they
    played in. Return the names they had, so that other stores beside the ledger can
    drop them too.
    """
    person, names = with_former_names(connection, player)
    names += [person] if person is not None else []
    forget_texts(connection, texts_naming(connection, names))
    forget_person(connection, player)
    forget_sealed(connection, player)
    forget_files_of(connection, tournaments)
    forget_files_naming(connection, names)
    return names


def leave_nothing(path: str) -> list[Message]:
    """Write the file anew without its unused parts after an erasure; return a warning
    when that is not possible now.
    """
    from ledger.whole_files import remove_leftovers, unfinished_copies

    if is_server(path):
        return _clean_server(path)
    warnings = [
        say(
            "{path} is an unfinished copy and may have the name in it: remove it",
            path=copy,
        )
        for copy in unfinished_copies(path)
    ]
    # a copy that a killed command left has the name in it too
    remove_leftovers(path, warnings.append)

    try:
        with in_words(path):
            clean = scrub(path)
    except SeloError as error:
        text = say(
            "the erased details may be left in unused parts of {path}: {error}; erase"
            " again to clean it",
            path=path,
            error=_reason(error),
        )
        return [*warnings, text]

    unclean = say(
        "somebody is reading {path}; erase again later to clean its write-ahead log",
        path=path,
    )
    return warnings if clean else [*warnings, unclean]


def _reason(error: SeloError) -> Message:
    """Say why cleaning failed; of a full disk only that it is full, for the erasure
    itself is recorded by now.
    """
    if error.problems[0].code == "disk-full":
        return say("the disk is full")
    return error.message


def _clean_server(address: str) -> list[Message]:
    """Write the tables anew on a server, as far as this program can reach; return
    warnings of what is beyond that.
    """
    warnings = [
        say(
            "the server's backups, and what it archived of its log, hold the erased"
            " details until they are gone"
        )
    ]
    try:
        with in_words(address):
            scrub(address)
    except SeloError as error:
        warnings.append(
            say(
                "the erased details may be left in unused parts of the tables: {error};"
                " erase again to clean them",
                error=_reason(error),
            )
        )

    return warnings
