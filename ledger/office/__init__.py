"""What the office says of the ledger itself: its settings, its clock, a checkpoint that is taken back."""
