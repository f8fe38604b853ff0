"""Turn rating lists into documents: FIDE's list into external ratings, a national list into openings."""
