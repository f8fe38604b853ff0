"""Long runs on a database server, for `make torture`: killed, full, crowded, and whole
suites.
"""
