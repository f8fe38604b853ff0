"""selo player certificate: how a rating or a title on paper reads at a command line."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.honours import decision_line
from cli.output import bold
from cli.question_commands import question
from messages import counted, say

if TYPE_CHECKING:
    from features.certificates.answers import (
        CertificateAnswer,
        RatingCertificateAnswer,
    )


def _certificate(answered: "CertificateAnswer") -> Iterator[str]:
    player, ground = answered.player, answered.ground
    yield bold(
        say(
            "{player}: {title}, reached on {day}",
            player=player.name or player.id,
            title=answered.title,
            day=answered.on,
        )
    )

    if ground is not None:
        where = (
            " ".join(part for part in (ground.tournament_name, ground.game) if part)
            or ground.kind
        )
        yield counted(
            "{list} {rating} after {count} game at normal time: {ground}, {edition},"
            " event {seq}",
            "{list} {rating} after {count} games at normal time: {ground}, {edition},"
            " event {seq}",
            ground.normal_games,
            list=answered.list,
            rating=ground.rating,
            ground=where,
            edition=ground.edition,
            seq=ground.seq,
        )

    if answered.decision:
        yield decision_line(player.id, answered.title, answered.decision)
    yield say("up to event {seq}, root {root}", seq=answered.size, root=answered.root)


def _rating_certificate(answered: "RatingCertificateAnswer") -> Iterator[str]:
    player, ground = answered.player, answered.ground
    yield bold(
        say(
            "{player}: {list} {rating} on {day}",
            player=player.name or player.id,
            list=answered.list,
            rating=answered.rating,
            day=answered.basis.as_of,
        )
    )

    yield counted(
        "after {count} game; rests on {ground}, {day}, {edition}, event {seq}",
        "after {count} games; rests on {ground}, {day}, {edition}, event {seq}",
        answered.games,
        ground=ground.tournament_name or ground.kind,
        day=ground.on,
        edition=ground.edition,
        seq=ground.seq,
    )
    yield say("up to event {seq}, root {root}", seq=answered.size, root=answered.root)


ANSWERS = "features.certificates.answers"
player_certificate_command = question(
    f"{ANSWERS}:RatingCertificate",
    f"{ANSWERS}:Certificate",
    text={"RatingCertificate": _rating_certificate, "Certificate": _certificate},
)
