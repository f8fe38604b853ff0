"""The codes of a ledger: a file that is none, that cannot be used or written, or that is
on a server.
"""

from ledger.codes.code import Code

LEDGER_FILES = {
    "append-only": Code("Something tried to change or delete an event."),
    "bad-address": Code("The address of a ledger on a database server cannot be read."),
    "database-encoding": Code("The database keeps text in another encoding than UTF8."),
    "busy": Code("Another process is writing to the ledger; try again.", (75,)),
    "cannot-make": Code(
        "A file could not be made, for example because its folder may not be written."
    ),
    "cannot-open": Code("The ledger file cannot be opened."),
    "cannot-write": Code("A file of tables could not be written."),
    "connection-lost": Code(
        "The connection to the database server broke in the midst of something."
    ),
    "damaged": Code("The ledger file is damaged."),
    "database": Code(
        "The database refused the ledger for a reason this program has no words for."
    ),
    "disk-full": Code("The disk is full; nothing was recorded."),
    "exists": Code("The file that was to be made is already there."),
    "folder-read-only": Code(
        "A ledger in use cannot be read in a folder that may not be written."
    ),
    "in-use": Code("The ledger to be replaced is open in another process.", (75,)),
    "io-error": Code("The disk failed while the ledger was read or written."),
    "is-folder": Code("The ledger's name is that of a folder."),
    "before-format-1": Code(
        "It was written before format 1, the format of the first release."
    ),
    "needs-feature": Code(
        "The ledger holds events of a feature that this program does not have."
    ),
    "needs-rules": Code(
        "The ledger keeps a list by rules that this program does not have."
    ),
    "needs-upgrade": Code(
        "An earlier version of this program wrote the ledger; it has to be brought"
        " forward."
    ),
    "lock-missing": Code(
        "On the database server, the row is gone whose lock makes writers come one"
        " after the other."
    ),
    "newer-ledger": Code("The ledger was written by a newer version of this program."),
    "newer-rules": Code(
        "The ledger follows a newer revision of some rules than this version has."
    ),
    "no-folder": Code("The folder of a file to be made does not exist."),
    "no-ledger": Code("There is no ledger at this place.", (3,)),
    "no-ledger-file": Code("The file is not a ledger."),
    "no-postgresql": Code(
        "A ledger on a database server needs an extra that is not installed."
    ),
    "not-empty": Code("A whole ledger can only be imported into an empty one."),
    "not-whole": Code("The ledger to be copied is damaged, so nothing was copied."),
    "not-on-server": Code(
        "This needs a file, and what was named is on a database server."
    ),
    "read-only": Code("The ledger may only be read."),
    "rolled-back": Code(
        "The ledger is not the one that was seen here before: nothing is recorded until"
        " somebody accepts it.",
        (75,),
    ),
    "rules-revised": Code(
        "This version corrects rules that the ledger follows; accept the correction"
        " first."
    ),
    "same-file": Code("The backup and the ledger to restore are one file."),
}
