"""Read the pages on which programs publish a tournament: chess-results and Vega.

Such a page is known by what is the same in all languages: where its links go, how it
marks its cells, and the order of its columns. Its table is written as lines under
headings that the readers of tables know.

event_page          what a page says, whatever the program
round_headings      the heading of a round, days and times
lines               pairings and people as lines of a table
columns_by_content  columns that are found without their headings
chess_results       pages of chess-results
vega                pages of Vega's site
"""
