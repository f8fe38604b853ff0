"""Commands for whoever keeps a ledger: its health, copies and proofs, the service and what waits there, help."""
