"""Pictures of answers as SVG: the standard library only, no clock, the same bytes for
the same answer.

    colours.py    the colours in light and in dark, and their style sheet
    shapes.py     the few shapes a chart is made of
    picture.py    shapes in their frame, with a title and a description
    axes.py       a plot area with its two axes
    course.py     a rating's course, and what was believed before
    spark.py      a course as small as a word
    history.py    a player's ratings over the years
    chart_words.py  its words, in the language of a page or in English
    points.py     its points: which of them are drawn, and what each says
    readout.py    what it says of a day that is pointed at
    impacted.py   how far one event reached
    listed.py     a whole list by bands
"""
