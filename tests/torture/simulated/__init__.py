"""One seed drives everything a ledger lives through: clock, crashes, lying disks,
writers and readers side by side.
"""
