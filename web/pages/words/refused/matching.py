"""What the program asks about people of a file, and what it wants looked at again once a file or document was read."""

MATCHING = (
    # who is it?
    "the FIDE id {number} is on two rows",
    "the number {number} is on two rows",
    "this row is new, and an earlier player of the tournament is in no row now",
    "the ids of the row belong to several players",
    "the national number fits, but the name is {name}",
    "the national number fits, but the birth is {born}",
    "the national number fits, but the FIDE id is {number}",
    "the FIDE id fits, but the name is {name}",
    "the FIDE id fits, but the birth is {born}",
    "no player has the number {number}",
    "the row has no name",
    "same name, but the birth is {born}",
    "the name reads like a bye",
    "the name holds signs that are no letters",
    "the name is close to {name}",
    "the name is close to those of {count} players",
    "letters of the name were lost",
    "the letters of the name look like another encoding",
    "the name was written as UTF-8 and read as something else",
    "the letters of the name look like {encoding} read as cp1252: perhaps {name}",
    # what to look at again
    "seq {seq} is withdrawn; it was not recorded again",
    "{player} was merged into {into}; the details are theirs",
    "the name of {player} was {old} and is {new} now",
    "the birth of {player} was {old} and is {new} now",
    "the sex of {player} was {old} and is {new} now",
    "the file names {names}, erased from the ledger: it was not kept beside the log",
    "{edition} is not in force on {list} any more: every rating since {day} follows other rules",
    "the last list of {list} is that of {last}: what is dated {day} changes nothing on it",
    "the ledger keeps no list {list}: this changes nothing until rules are adopted for it",
    "elo-no: {time} does not meet condition {number}; the committee may approve it (Koeffisienten)",
    "{list}: the rounds over the unrated players never rest, and the mean of the states that "
    "come back counts for {players}; `selo explain` shows them (Monradturneringer)",
    "{list}: the rounds moved the mean of the {count} unrated players from {first} to "
    "{last}; the text asks to watch it for drift (Uregistrerte spillere)",
    "{list}: two players: a match counts if a club is responsible for it, as "
    "a play-off or qualifier (Private kamper og w.o.-seiere)",
    "{player} is not rated on {list}: {sentence}",
    "{path} was left by a command that was killed; it is gone now",
    "{path} is an unfinished copy and may have the name in it: take it away",
    # games that were not played, and days that do not fit
    "{white} and {black}: not finished",
    "{white} and {black}: both forfeited",
    "{white} and {black}: won by forfeit",
    "{white} and {black}: less than one move was played",
    "{white} and {black}: the row has a bye code",
    "the round dates do not follow one another",
    "round dates lie outside start and end",
    "the end lies before the start",
    # questions that somebody else has to answer
    "{sentence}; proposed: {text}",
    "{sentence}; perhaps {names}",
    "{sentence}; either {names}",
)
