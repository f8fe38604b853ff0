"""Days as texts, YYYY-MM-DD, which sort as they follow each other."""


def years_before(day: str, years: int) -> str:
    """For comparing only: where there is no 29 February, the result lies between the 28th and 1 March."""
    return f"{int(day[:4]) - years:04d}{day[4:]}"
