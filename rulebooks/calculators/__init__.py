"""Calculators: a player, some games, the rating after them, without a ledger. The rulebooks do the arithmetic."""
