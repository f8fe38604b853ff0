"""Questions about tournaments: one of them, and all of them."""
