"""What the page of PostgreSQL needs: the common SQL in its words, definitions compared, its errors as sentences."""
