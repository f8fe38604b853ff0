"""Every code that a problem may carry: the exit codes it comes with, and what it means
in one sentence; those of a feature stand in its own declaration.

The page docs/reference/problems.md is this table, and so are the service's pages at
/problems. No command imports it: a test holds that each code in the code stands here,
and the other way round.
"""

from features import FEATURES
from ledger.codes.doors import CODES_OF_FILES, SERVICE, WARNING, Code

__all__ = ["CODES", "WARNING", "Code"]

_LEDGER_FILE = {
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
        "This is for a ledger in a file; on a database server the server's own tools"
        " do it."
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

_AUDIT = {
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
        "Words beside the log are not those that an event seals, or are gone without an"
        " erasure."
    ),
    "text-missing": Code("Words that an event seals are gone."),
    "text-slipped-in": Code("Words stand beside the log that no event seals."),
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

_DOCUMENTS = {
    "bad-text": Code("A text holds a character that does not belong there.", (1, 2)),
    "blank-edges": Code("A text begins or ends with a blank."),
    "blank-name": Code("A name is blank."),
    "blank-reason": Code("A reason is blank."),
    "both-times": Code("Only one of start_minutes and total_minutes is given."),
    "due-before-end": Code("A report is due before its tournament ends."),
    "empty": Code("The file holds no document."),
    "end-before-start": Code("A tournament ends before it starts."),
    "future": Code("A day lies after today.", (1, 2)),
    "hidden-character": Code(
        "A name holds a character that cannot be seen or turns the text around."
    ),
    "id-twice": Code("One id stands twice in a document."),
    "invisible": Code("A name has no character that can be seen."),
    "key-twice": Code("A JSON object has the same key twice."),
    "match-twice": Code("A team has two matches in one round."),
    "missing-field": Code("A required field is missing."),
    "no-change": Code("An amend would change nothing."),
    "no-day": Code("Each game is rated by itself, and a game has no day."),
    "no-federation": Code(
        "A day of change (federation_from) is given without a federation."
    ),
    "no-such-day": Code("A text is not a day of the calendar.", (1, 2)),
    "no-time-control": Code("A text is not a time control."),
    "no-titles": Code("An opening of another list than selo brings titles."),
    "no-whole-seconds": Code("A number of minutes is not a whole number of seconds."),
    "not-in-team": Code("Somebody is in neither team of a match."),
    "not-json": Code("The text is not JSON."),
    "not-utf8": Code("The file, or an address, is not UTF-8.", (1, 2)),
    "one-number": Code("A ruling gives either a rating or a delta."),
    "one-target": Code(
        "A withdrawal or reinstatement names either a tournament or a seq; who vouches,"
        " a tournament or a player."
    ),
    "one-time": Code("A tournament or game gives either minutes or a time control."),
    "peak-below": Code("The peak of an opening is below its rating."),
    "league-differs": Code(
        "The teams and matches of a league are not those that the ledger has.", (1, 5)
    ),
    "no-league": Code("A tournament has no teams.", (3,)),
    "reported-differs": Code(
        "What is reported beside the games is not what the ledger has.", (1, 5)
    ),
    "same-player": Code("Two ids that must differ mean the same player."),
    "too-large": Code("The input is larger than what is read at once."),
    "too-many": Code(
        "There are more problems, or more documents, than are shown or read."
    ),
    "too-many-corrections": Code("One tournament was corrected as often as it can be."),
    "too-many-games": Code(
        "More games than there can be, or more than are read from one file."
    ),
    "too-many-pages": Code("A file holds more saved pages than are read."),
    "total-below-start": Code(
        "The time for 80 moves is less than the time for the first move."
    ),
    "unknown-field": Code("A document has a field that its kind does not have."),
    "unknown-kind": Code(
        "A document or an event is of a kind that does not exist.", (1, 2)
    ),
    "unlikely-year": Code("A year of birth is not a likely one."),
    "wrong-type": Code(
        "A JSON object stands where none may, or is missing where one must."
    ),
    "actor-name": Code(
        "Nobody can act under this name: it is too long, or has characters that are not"
        " taken.",
        (1, 2),
    ),
    "wrong-value": Code("A value is not one that the field may have."),
}

_DECISIONS = {
    "accepted": Code("The ledger follows this revision of the edition already."),
    "bad-id": Code("A new id begins with a hyphen, or means a folder."),
    "bye-name": Code(
        "A player was to be added whose name means a game without an opponent."
    ),
    "cannot-undo": Code("An event cannot be taken back, or was changed again since."),
    "clock-ahead": Code(
        "The clock is too far ahead of the last event and of all that was written on"
        " this machine."
    ),
    "clock-behind": Code(
        "The clock is over a day behind the last event, so nothing is recorded."
    ),
    "clock-not-ahead": Code(
        "The last event does not lie in the future, so there is no clock to resume."
    ),
    "details-differ": Code(
        "A known player would get another name, birth or sex, and no change is stated.",
        (1, 5),
    ),
    "erased": Code("A document brings personal details of somebody who was erased."),
    "far-ahead": Code(
        "Rules were to be adopted from a day that is years ahead, and not the edition's"
        " own."
    ),
    "first-registration": Code(
        "The event that introduced a player cannot be withdrawn."
    ),
    "first-rules-differ": Code(
        "The imported ledger began with other rules than the ledger it goes into."
    ),
    "game-differs": Code(
        "A game in the ledger differs from the game in the document.", (1, 5)
    ),
    "header-differs": Code(
        "A field of the tournament differs from the ledger.", (1, 5)
    ),
    "id-taken": Code("A game id is in use in the tournament."),
    "in-force": Code("An edition that is in force was to get a day to come."),
    "key-reused": Code("The document's key was used for another document.", (5,)),
    "label-not-a-word": Code("The label of a published list is not one word."),
    "last-rules": Code("A list would be left without rules."),
    "list-ended": Code(
        "A list was to be published, or adjusted, after the last one of a system that"
        " is not kept any more.",
        (1, 2),
    ),
    "list-not-begun": Code(
        "A list begins on a later day than the one asked about.", (1, 3)
    ),
    "merged": Code("The player was merged into another one already."),
    "no-name": Code("A new player has no name."),
    "no-rules": Code(
        "The ledger keeps no such list; no rules were adopted for it.", (1, 3)
    ),
    "no-version": Code("The field expect_version only goes with a tournament."),
    "not-followed": Code(
        "The ledger does not follow the edition of which a correction was to be"
        " accepted."
    ),
    "not-withdrawable": Code("An event of this kind cannot be withdrawn."),
    "not-withdrawn": Code("What is to be reinstated is not withdrawn."),
    "not-alone": Code(
        "A document must be submitted by itself, and others came with it."
    ),
    "opening-exists": Code("The player has an opening on this list already."),
    "other-content": Code(
        "The tournament is in the ledger with other content.", (1, 5)
    ),
    "played-together": Code(
        "Two ids to be merged played in one tournament, so they are two people."
    ),
    "moved-meanwhile": Code(
        "Somebody wrote to the ledger while its upgrade was rehearsed; nothing was"
        " changed."
    ),
    "rules-left-behind": Code(
        "After the document the ledger would follow another state of some rules than"
        " this version has."
    ),
    "rules-meant": Code(
        "Adopted rules are only withdrawn when the document says that this is meant."
    ),
    "seq-differs": Code(
        "An imported document came to another event number than in its ledger."
    ),
    "stale-version": Code(
        "The tournament has changed since the document was written.", (5,)
    ),
    "two-openings": Code("Two ids to be merged both have an opening on a list."),
    "unknown-checkpoint": Code(
        "No checkpoint from elsewhere of this number is kept in the ledger."
    ),
    "site-folder": Code(
        "The folder of a site holds something that this program did not make, or the"
        " ledger itself."
    ),
    "unknown-edition": Code("There is no such edition of the rules.", (1, 2, 3)),
    "unknown-game": Code("The tournament has no game with this id.", (1, 3)),
    "unknown-player": Code("Nobody has this id.", (1, 3)),
    "unknown-revision": Code(
        "This version does not carry that revision of the edition."
    ),
    "unknown-seq": Code("There is no event with this number, as known.", (1, 3)),
    "unknown-time-zone": Code("This machine knows no time zone of this name."),
    "two-matches": Code(
        "A game may be of several matches: a player of it is in several teams."
    ),
    "unknown-team": Code("A league has no such team, as known.", (1, 3)),
    "unknown-tournament": Code(
        "There is no tournament with this id, as known.", (1, 3)
    ),
    "unknown-signer": Code(
        "What is checked is not signed with the key that was given, or with no known"
        " key.",
        (2,),
    ),
    "withdrawn": Code("The tournament or fact is withdrawn.", (1, 3)),
    "working-revised": Code(
        "An entry was made by rules that were revised since; its working cannot be"
        " shown.",
        (3,),
    ),
}

_QUESTIONS_AND_COMMAND_LINE = {
    "defect": Code("The program failed in a way it should not."),
    "file": Code("A file cannot be read or written."),
    "game": Code("A calculator cannot read a game.", (2,)),
    "missing": Code("A calculator needs an option that was not given.", (2,)),
    "no-file": Code("A file does not exist, is a folder, or may not be read.", (1, 2)),
    "no-games": Code(
        "The file, the player or the calculation has no games.", (1, 2, 3)
    ),
    "no-period": Code(
        "A period ends before it begins, or after the day of the question.", (2,)
    ),
    "no-such-round": Code("A day is given for a round that the file does not have."),
    "no-such-moment": Code("A text is neither a day nor a point in time.", (2,)),
    "no-opponents": Code(
        "Nobody is named to play against, or too many, or the player themselves.", (2,)
    ),
    "not-there": Code("The player has no game there, or no rating, as known.", (3,)),
    "nothing-to-write": Code(
        "The tournament has no game in force, so there is nothing to export."
    ),
    "opponent": Code("A calculator's player cannot have met this opponent.", (2,)),
    "option": Code("An option of a calculator has a value that it cannot have.", (2,)),
    "player": Code("A calculator cannot read a player with score and opponents.", (2,)),
    "rules": Code("The rules of the system refuse what a calculator was given.", (2,)),
    "total": Code(
        "A calculator cannot read a total, or it does not fit the games.", (2,)
    ),
    "twice": Code("Something is asked for twice.", (2,)),
    "two-events": Code("One file holds the pages of two events."),
    "two-files": Code("More than one tournament file was submitted at once."),
    "two-states": Code(
        "Two states of knowledge are not written as A..B, or the first is the later"
        " one.",
        (2,),
    ),
    "two-knowns": Code("Of known_on and known_seq only one can be given.", (2,)),
    "unknown-list": Code("There is no such list.", (1, 2, 3)),
    "unknown-number": Code(
        "The rules of the list have no number of this name to change."
    ),
    "usage": Code("The command line is not one that the command understands.", (2,)),
}

_ALL = (
    _LEDGER_FILE
    | _AUDIT
    | _DOCUMENTS
    | _DECISIONS
    | _QUESTIONS_AND_COMMAND_LINE
    | CODES_OF_FILES
    | SERVICE
    | {
        name: Code(code.meaning, code.exits)
        for feature in FEATURES
        for name, code in feature.codes.items()
    }
)
CODES: dict[str, Code] = dict(sorted(_ALL.items()))
