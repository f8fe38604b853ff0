"""Say what the parameters do that every submission takes, for help and description."""

DRY_RUN = "Record nothing; show every rating that would change."


SURE = "What may be this slip is right: same-day, or same-day:ID for one of several."


FOR_GOOD = "And it is not asked again of this tournament or player."
