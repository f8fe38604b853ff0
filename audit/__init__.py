"""Tell whether the ledger can be trusted: evidence, checkpoints, proofs, verification,
the state of the file and machine.
"""
