"""Say what the parameters do that every submission takes, for help and description."""

DRY_RUN = "Record nothing; show every rating that would change."


SURE = (
    "Say that this possible slip is right: same-day, or same-day:ID for one of several."
)


FOR_GOOD = "Say it for good: never ask again about this tournament or player."
