"""Ledgers on PostgreSQL: the same as in a file, on a server that the tests start and
throw away.
"""
