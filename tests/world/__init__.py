"""What the tests build on: documents (documents.py), a ledger in process (ledger.py),
the command (command.py).
"""
