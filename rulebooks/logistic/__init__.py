"""The logistic curve, and what the lists that rate by it share: the change, the account, the sheet."""
