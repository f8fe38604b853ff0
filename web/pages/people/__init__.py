"""Pages about one player behind the page of the player, and those that officers write to players from."""
