"""The questions of the calculators, each with its answer; no ledger is read."""
