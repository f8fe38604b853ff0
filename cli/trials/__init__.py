"""Commands that try rules out over the ledger's games."""
