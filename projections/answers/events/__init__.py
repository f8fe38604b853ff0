"""Answer what was recorded and what it changed.

log              the log, event by event
content          what an event says, in words
impact           what a submission moved
changed          the difference of two states
changed_entries  the entries that a submission wrote or closed
movers           the events that moved a rating after a list was published
"""
