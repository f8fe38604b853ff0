"""Webhooks on their way: events sent to other machines as they are recorded.

addresses   which machine an address leads to, and whether it may be asked
sending     one signed message, and what the other machine says to it
delivering  every webhook in a thread of its own, by one process at a time
"""
