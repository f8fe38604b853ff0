"""Forecasts before games: how good a list's are, and how sure it is that one list's are better."""
