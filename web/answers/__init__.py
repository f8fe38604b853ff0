"""Answer questions over HTTP: the state of the ledger, an answer written, kept and
sent.
"""
