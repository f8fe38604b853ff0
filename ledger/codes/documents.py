"""The codes of documents that cannot be read or make no sense by themselves."""

from ledger.codes.code import Code

DOCUMENTS = {
    "bad-text": Code("A text holds a character that does not belong there.", (1, 2)),
    "blank-edges": Code("A text begins or ends with a blank."),
    "blank-name": Code("A name is blank."),
    "blank-reason": Code("A reason is blank."),
    "both-times": Code("Only one of start_minutes and total_minutes is given."),
    "empty": Code("The file holds no document."),
    "end-before-start": Code("A tournament ends before it starts."),
    "future": Code("A day lies after today.", (1, 2)),
    "hidden-character": Code(
        "A name holds a character that cannot be seen or turns the text around."
    ),
    "id-twice": Code("An id appears twice in a document."),
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
        "The report's details beside the games are not those that the ledger has.",
        (1, 5),
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
        "There is a JSON object where none is allowed, or none where one is needed."
    ),
    "actor-name": Code(
        "Nobody can act under this name: it is too long, or has characters that are not"
        " taken.",
        (1, 2),
    ),
    "wrong-value": Code("A value is not one that the field may have."),
}
