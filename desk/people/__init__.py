"""Match the rows of a file with people, by id, name and year of birth."""
