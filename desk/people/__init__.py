"""Who in the ledger the rows of a file mean.

register        everybody in the ledger, by id, FIDE id and name
births          two births compared
evidence        what each source of a row says of a player
matching        decides by it who a row is
byes            names that mean a game without an opponent, and that no document may bring
answers_file    LEDGER.who: what the officer answered about names, for the next file
remembered      answers that settle a row, how a file was read, and answers carried over
"""
