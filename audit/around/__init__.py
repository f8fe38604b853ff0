"""What is around a ledger file: the machine it is on, and what was seen there before."""
