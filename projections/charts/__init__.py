"""Pictures of answers as SVG: the standard library only, no clock, the same bytes for
the same answer.

    colours.py    the colours in light and in dark, and their style sheet
    shapes.py     the few shapes a chart is made of
    picture.py    shapes in their frame, with a title and a description
    axes.py       a plot area with its two axes
    course.py     a rating's course, what was believed before, and a spark of it
    history.py    a player's ratings over the years
    impacted.py   how far one event reached
    listed.py     a whole list by bands
"""
