"""Commands that write: tournaments, corrections, players, published lists."""
