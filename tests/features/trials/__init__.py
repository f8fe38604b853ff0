"""Other rules tried on the ledger's games, and the movement of the whole pool."""
