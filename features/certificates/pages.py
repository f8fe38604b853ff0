"""Draw the pages of certificates: a title on paper, and a rating."""

from features.certificates.answers import Certificate, RatingCertificate, certificate
from projections.answers.reading import Reading
from web.pages.charts import qr_code
from web.pages.rendering import rendered
from web.pages.two_times import times_of
from web.pages.visit import Value, Visit


def certificate_page(reading: Reading, asked: Certificate, visit: Visit) -> str:
    """Make the page with an address that works from paper: of the same certificate."""
    answer = certificate(reading, asked.player, asked.title)
    again = visit.links.to(
        "players",
        answer.player.id,
        "titles",
        answer.title,
        as_of=answer.basis.as_of,
        known_seq=answer.size,
    )
    return rendered(
        "certificates/title.html",
        visit,
        answer=answer,
        again=visit.origin + again,
        times=times_of(asked, visit.today),
    )


def rating_certificate_page(
    reading: Reading, asked: RatingCertificate, visit: Visit
) -> str:
    """Make the page with two addresses that work from paper: of the proof of the
    rating's event, also as a picture, and of the same certificate.
    """
    answer = asked.ask(reading)
    player, ground, to = answer.player.id, answer.ground, visit.links.to
    proof = visit.origin + to("log", ground.seq, "proof")
    here: dict[str, Value] = {
        "list": answer.list,
        "as_of": answer.basis.as_of,
        "known_seq": answer.size,
    }
    again = to("players", player, "certificate", **here)
    return rendered(
        "certificates/rating.html",
        visit,
        answer=answer,
        unit=ground.tournament or ground.kind,
        proof=proof,
        again=visit.origin + again,
        qr=qr_code(proof) if visit.origin else None,
        times=times_of(asked, visit.today),
    )
