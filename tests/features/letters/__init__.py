"""Letters to players whose rating moved: what they say, and how they go out."""
