"""The stored log: its events, each held against the tree (checked.py), the tree itself,
and how a log is opened for writing, in a file and on a server.
"""
