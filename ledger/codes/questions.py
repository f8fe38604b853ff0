"""The codes of questions, calculators and the command line."""

from ledger.codes.code import Code

QUESTIONS = {
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
    "usage": Code("The command does not understand the command line.", (2,)),
}
