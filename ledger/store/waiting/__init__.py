"""How writers wait for each other."""
