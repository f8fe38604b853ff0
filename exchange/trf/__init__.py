"""Read and write the tournament report file (TRF).

Nothing here decides. Columns are counted from 1 in characters, as the standard prints
them. The column of the federation often holds a club in old reports.

report         what a report holds
read           reads a report, or refuses it
rows           the rows of a report, and those of players
fields         values in columns: points, sex and title, an id
player_cells   the rounds in a player's row
team_records   who plays for which team
checks         what a report says twice, held against itself
write          writes a tournament as a report, its columns of results with result_columns
records        the records beside the players, and a list as a report
typed_report   a report that was typed from paper
"""
