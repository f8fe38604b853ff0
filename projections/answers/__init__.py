"""Answers from the read tables, a module for each question.

    asking.py        what every question has: its parameters, its two times, its form
    parameters.py    what a question takes, as read off its struct
    reading.py       an opened ledger and a cut through it, which a question is asked of
    by_name.py       finds whom a question means that gives no id
    open_reading.py  opens a ledger and cuts it at the two times of a question
    kept_open.py     a ledger that stays open for question after question
    opened.py        a ledger for questions that are answered from the events alone
    viewer.py        who asks
    privacy.py       what they may see of people

Taken from here are the two times of a question, and who asks it (the viewer).
"""

from projections.answers.question import Question
from projections.answers.viewer import PUBLIC, WHOLE, Viewer

__all__ = ["PUBLIC", "WHOLE", "Question", "Viewer"]
