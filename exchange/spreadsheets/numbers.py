"""Write the numbers and days of a sheet as people do."""

from datetime import date, timedelta

# day 0 of spreadsheets, their invented 29 February 1900 allowed for
_EPOCH = date(1899, 12, 30)

_EPOCH_1904 = date(1904, 1, 1)


def day_of(number: float, from_1904: bool) -> str | None:
    """Turn a number into the day that spreadsheets mean by it; None where it is none."""
    if not 1 <= number < 100_000:
        return None

    epoch = _EPOCH_1904 if from_1904 else _EPOCH
    day = epoch + timedelta(days=int(number))
    return day.isoformat()


def number_text(text: str) -> str:
    """Write a number such as 1.0 or 1E+0 as 1; a text that is no number stays as it is."""
    try:
        number = float(text)
    except ValueError:
        return text

    if number.is_integer() and abs(number) < 1e15:
        return str(int(number))

    return repr(number)
