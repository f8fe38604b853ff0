"""Facts times rules: units in date order, rated into entries, kept in read tables that
can always be made again.
"""
