"""Rate units in date order with the one loop, and what it needs."""
