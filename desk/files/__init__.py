"""Files named by an officer: opened, recognised, read into one shape, together with what is stated beside them."""
