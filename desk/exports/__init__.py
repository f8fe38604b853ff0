"""What leaves the ledger for other programs.

documents      a ledger or a player as documents; how a player is written
lists          a rating list as rows, and the read tables as a file
list_texts     a rating list as the text that another program reads
games          all games, and the log for an auditor
reports        a tournament as the writers of reports need it
trf_file       a tournament as a report in TRF
pgn_file       a tournament as PGN
booked_report  the report that a tournament was read from
"""
