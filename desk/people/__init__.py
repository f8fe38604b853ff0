"""Who a row of a file is: matching by id, name and year of birth."""
