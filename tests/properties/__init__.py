"""Laws that hold for random histories, and planted faults that the laws must catch."""
