"""Sections 5 and 6: peaks, titles, and the numbers that teams are selected by."""
