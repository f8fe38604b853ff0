"""Questions answered: the state of the ledger, 304 and cache, and the description of the API."""
