"""Turn rating lists into documents. FIDE's list becomes external ratings, a federation's
list its openings.

What a list does not state about itself, its day and what it is for, is for whoever left
it to answer.

settings   the kinds of lists, and what every list is asked
answers    what a submitted list answers with
fide_list  FIDE's list as external ratings
national   a federation's own list as openings
by_name    who the people of a list without ids are
"""
