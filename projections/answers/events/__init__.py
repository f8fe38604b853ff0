"""Answer what was recorded and what it changed: the log, the impact of a submission, the difference of two states."""
