"""How an exact number is written: for JSON, for a line, for the eye."""

from fractions import Fraction

from messages import Message, counted, say


def number(value: Fraction) -> int | float:
    """For JSON; a float of so few decimals prints as exactly that decimal."""
    return value.numerator if value.denominator == 1 else float(value)


def text(value: Fraction) -> str:
    """Exact: a decimal where it ends, else a fraction."""
    for places in range(13):
        if (shifted := value * 10**places).denominator == 1:
            digits = f"{abs(shifted.numerator):0{places + 1}d}"
            whole, decimals = digits[: len(digits) - places], digits[len(digits) - places :]
            return f"{'-' if value < 0 else ''}{whole}{'.' if places else ''}{decimals}"
    return f"{value.numerator}/{value.denominator}"


def shown(value: Fraction) -> str:
    """For people: what ends is exact, anything else to the millionth."""
    exact = text(value)
    return f"{float(value):.6f}" if "/" in exact else exact


def games(count: int) -> Message:
    return counted("{count} game", "{count} games", count)


def formula(sum_in_full: str) -> Message:
    """Write a step of a calculation that needs no words: it is the same in every language, but for its signs."""
    return say("{sum}", sum=sum_in_full)


def signed(value: Fraction) -> str:
    """With a sign of its own, to stand after another number."""
    return f"{'-' if value < 0 else '+'} {shown(abs(value))}"
