"""Rate units in date order with the one loop, and what it needs.

steps.py        a submission at a time: events into units and entries
reach.py        which units an event makes dirty
loop.py         the loop: the earliest dirty unit is rated, until none is dirty
book.py         one step's work: what was, what comes out, what has to be written
repository.py   where the loop finds units, rows and tallies, and writes them
editions.py     which edition is in force on a day
persons.py      a player's facts, as the rules read them
tournaments.py  a tournament, as the rules read it
units.py        the units that facts make
unit_row.py     what a unit came to, as one row
"""
