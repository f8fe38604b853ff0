"""Commands that calculate without a ledger."""
