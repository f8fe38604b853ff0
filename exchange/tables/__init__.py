"""Tables of games and PGN: spreadsheets, crosstables, tag pairs."""
