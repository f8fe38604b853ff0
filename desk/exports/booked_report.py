"""Read the report that a tournament was booked from once more, for what no event
holds.
"""

from dataclasses import replace

from exchange.recognise import kind_of
from exchange.trf.read import read_trf
from exchange.trf.report import TrfReport
from ledger.errors import Refused
from ledger.events import tournament_stream
from ledger.store.source_files import source
from projections.answers.reading import Reading


def source_report(
    reading: Reading, tournament: str, reported_from: str | None
) -> TrfReport | None:
    """Read the report that the tournament was read from, for what no event holds:
    arbiters, as whoever asks may know them, and titles of women.

    `reported_from`: the digest of the file whose report counts, if it is known; then
    the files of later events are looked for before those of earlier ones. None where no
    file is kept, where it is no TRF, or where it cannot be read again without answers.
    """
    events = list(reading.known_events.stream(tournament_stream(tournament)))

    digests = [reported_from] if reported_from else []
    digests += [
        digest
        for event in reversed(events)
        if (digest := getattr(event.body, "source", None))
    ]

    kept = next(
        (
            file
            for digest in digests
            if (file := source(reading.events, digest)) is not None
        ),
        None,
    )

    if kept is None or kind_of(*kept) != "trf":
        return None

    try:
        there, shown = read_trf(kept[1], kept[0]), reading.policy.of_file
        head = replace(
            there.header,
            arbiter=shown(there.header.arbiter),
            deputies=(*map(shown, there.header.deputies),),
        )
        return replace(there, header=head)
    except Refused:  # it was read with an answer that is not kept, like its encoding
        return None
