"""The read tables: what the ledger concludes, kept so that questions are answered from
rows. They can always be made again from the events.

    schema.py            the tables and their version
    checked_rows.py      rows prove themselves by their checksums
    followed.py          which events the tables follow
    build.py             makes them, or takes them further by a step
    fresh.py             those that one submission makes in memory
    table_repository.py  what the loop asks of them
    units.py             rows of units; entries.py cuts them at a day and at a seq
    players.py           rows about players; own_rows.py keeps those of the last few,
                         everybody.py has those of a list
    notes.py             what is noted of each event, so that it is found again
    boards.py            who ever stood in which tournament, rated or not
    lookups.py           look-ups for deciding and reaching
    counting.py          counts them from scratch
    compare.py           whether they are what they should be
    plain.py             an export as a plain SQLite file
"""
