"""Read and write rating lists and lists of people as federations and programs do.

people          people without games: a starting list, a list of players for pairing programs
people_columns  how the columns of such a list are headed
cells           birth and FIDE id in a line of any list
federations     what the lists of Finland and Germany have besides, and Germany's oldest, which has no ids
openings        the first list of a federation, with the ratings that it opens with
published       a list that a federation published, to compare
fide            FIDE's lists: fide_xml and fide_text by their form, fide_early its first ones
norwegian       the printed list of Norway
written         lists written for other programs
"""
