"""From a rating list to documents: FIDE's list as external ratings, a national list as openings."""
