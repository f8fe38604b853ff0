"""What only leaves: CSV, and rating lists for other programs and for print."""
