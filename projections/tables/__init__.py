"""The read tables: conclusions that can be thrown away and made again."""
