"""What is counted over everybody: clubs, the best, titles, selection numbers."""
