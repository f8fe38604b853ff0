"""The read tables: sole owner of query text. Conclusions that can always be thrown away and made again."""
