"""The codes of what an audit finds, and of keys, checkpoints and proofs."""

from ledger.codes.code import Code

AUDIT = {
    "bad-key": Code("A file is not a signing key of this program.", (2,)),
    "bad-public-key": Code("A text is not a public key, or a file holds none.", (2,)),
    "bad-signature": Code(
        "A checkpoint is not signed with the key it names, or with no known key."
    ),
    "checkpoint-missing": Code("A stored checkpoint is gone."),
    "checkpoint-order": Code(
        "A checkpoint covers fewer events than the one before it."
    ),
    "checkpoint-unreadable": Code(
        "A stored checkpoint, or the public key beside it, cannot be read."
    ),
    "column-differs": Code(
        "A column beside an event differs from the event's stored bytes."
    ),
    "conclusion-differs": Code(
        "The read tables differ from a fresh replay of the events."
    ),
    "event-missing": Code("The numbering of the events has a gap."),
    "event-out-of-place": Code("An event has a number that was given before."),
    "event-unreadable": Code("The stored bytes of an event cannot be decoded."),
    "events-cut-off": Code("Events were removed from the end of the log."),
    "events-missing": Code(
        "A checkpoint, receipt or printed root covers more events than there are."
    ),
    "hash-differs": Code("An event does not fit the hash stored with it."),
    "list-differs": Code(
        "A published list differs from its own digest, or from a replay of its events."
    ),
    "no-checkpoint": Code(
        "A text is not a checkpoint, or no checkpoint reaches the event yet.", (1, 2, 3)
    ),
    "no-events": Code("There is nothing to sign yet."),
    "no-key": Code("There is no signing key at this place.", (2,)),
    "no-receipt": Code(
        "A file is not a receipt of a submission, or nothing of a draft is recorded"
        " yet.",
        (2, 3),
    ),
    "no-text": Code("A key or checkpoint file is not a text file.", (2,)),
    "other-ledger": Code(
        "A checkpoint was made of another ledger, or another stands in the place of one"
        " that is served."
    ),
    "person-differs": Code(
        "The stored details of a person differ from those of their latest event."
    ),
    "person-missing": Code(
        "The details or an earlier name of a person are gone, and no event erased them."
    ),
    "person-slipped-in": Code(
        "The person table names somebody whom no event introduced."
    ),
    "root-differs": Code(
        "The events differ from those that a checkpoint, receipt or printed root"
        " covers."
    ),
    "source-differs": Code(
        "A kept source file is not the one a tournament was read from."
    ),
    "submission-differs": Code("An event does not fit the submission it names."),
    "text-differs": Code(
        "Texts beside the log are not those that an event seals, or are gone without"
        " an erasure."
    ),
    "text-missing": Code("Words that an event seals are gone."),
    "text-slipped-in": Code("There are texts beside the log that no event seals."),
    "time-backwards": Code(
        "An event was recorded at an earlier time than the one before it."
    ),
    "schema-differs": Code(
        "A table, index, trigger or view is not as this program makes it."
    ),
    "tree-differs": Code("Events and stored hashes do not match in number."),
    "unreadable": Code("A part of the ledger could not be read by the audit."),
    "version-gap": Code("The version numbers of a stream have a gap."),
}
