"""Read tables of games and PGN: spreadsheets, crosstables, tag pairs.

cross_row         a player's row of a crosstable
heads             words at the head of a table
names_in_rows     the name in a row
written_results   results as people write them
proposed_columns  which column is what, under headings that nobody knows
games             tables of games; pairings, team_pairings of pairings
crosstable        crosstables; layout finds them, printed and three_columns rewrite them
matrix            round robins as a matrix
pgn               tag pairs of PGN
ecf_lms           match cards of the English federation
foreign           reports of games abroad
us_chess          the report to US Chess
"""
