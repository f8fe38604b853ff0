"""Run lists over the ledger's games that nobody booked: for trials, and for signs.
Nothing here ever writes.

setups          which lists somebody means, and by which rules and openings they run
over_all_games  a list run over every game, in memory
forecasts       what a list expected of each game, and what became of it
"""
