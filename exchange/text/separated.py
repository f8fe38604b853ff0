"""Lines of values between separators, as spreadsheets save them: the words of a header, the fields of a line."""

import csv


def header_words(line: str, separator: str) -> list[str]:
    """The cells of a header line, without blanks, quotes and capitals."""
    return [cell.strip().strip('"').strip().casefold() for cell in line.split(separator)]


def fields_of(line: str, separator: str, width: int) -> list[str]:
    """The fields of one line; empty ones beyond the header's width are dropped. csv.Error: quotes do not match."""
    fields = [field.strip() for field in next(csv.reader([line], delimiter=separator, strict=True), [])]
    while len(fields) > width and not fields[-1]:
        fields.pop()
    return fields
