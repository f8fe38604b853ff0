"""The one loop that rates units in date order, and what it needs."""
