"""Title norms of FIDE: each article at its limit, what is printed, a second
implementation, and norms of reports as they are booked.
"""
