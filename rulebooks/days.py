"""Days as texts, YYYY-MM-DD, which sort as they follow each other; months as their first seven letters."""


def years_before(day: str, years: int) -> str:
    """For comparing only: where there is no 29 February, the result lies between the 28th and 1 March."""
    return f"{int(day[:4]) - years:04d}{day[4:]}"


def months_between(earlier: str, later: str) -> int:
    """From the month of one day to that of another."""
    return (int(later[:4]) - int(earlier[:4])) * 12 + int(later[5:7]) - int(earlier[5:7])
