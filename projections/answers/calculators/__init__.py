"""Calculators: ratings from values given on the spot, each answered with a frozen struct; no ledger is read."""
