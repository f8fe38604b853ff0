"""Read the files that an officer names: opened, recognised, read into one shape.

settings      what the officer states because a file does not, by options or beside the file
sidecar       the document beside a file (report.trf.json)
map_file      who the rows of a file are
open_file     the file itself: its bytes, and the plain text in them
games_file    the one shape that every file of games is read into
read_games    a file of games of any format
from_report   reports and crosstables; from_table, from_program: tables, files of pairing programs
event_pages   the saved pages of one event; united_pages: several of them as one
leagues       the team matches of a league
joined        several files of one tournament
"""
