"""From a file to a booked submission."""
