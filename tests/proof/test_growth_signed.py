"""What a service signs by itself, as the log grows: only what goes on from what it signed
before.
"""

from pathlib import Path

import pytest

from audit.checkpoint import SignedCheckpoint, keep_signed, sign_growth
from ledger.errors import SeloError
from messages import Message
from tests.web.serving import served
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.documents import player
from tests.world.reached import copy_of, replaced, rows, tampered


@pytest.fixture
def key(club: Selo, tmp_path: Path) -> Path:
    club.done("proof", "new-key", str(tmp_path / "office.key"))
    return tmp_path / "office.key"


def growth(club: Selo, key: Path) -> SignedCheckpoint | None:
    return sign_growth(club.ledger, str(key), str(club.folder / "seen"), AT)


def test_a_service_signs_what_is_recorded(club: Selo, key: Path) -> None:
    assert growth(club, key) is not None
    assert growth(club, key) is None
    club.submit(player("N1"))
    grown = growth(club, key)
    assert grown is not None and grown.size == club.events()
    public = club.done("proof", "key", "--key", str(key)).strip()
    assert club.ask("verify", "--public-key", public)["proven_events"] == club.events()


@pytest.mark.in_a_file("its bytes are overwritten")
def test_another_history_is_not_signed(club: Selo, key: Path) -> None:
    club.submit(player("N1"))
    growth(club, key)
    tampered(
        club.ledger,
        "DROP TRIGGER tree_never_changes",
        f"UPDATE tree SET hash = zeroblob(32) WHERE seq = {club.events()}",
    )
    with pytest.raises(SeloError, match="no longer those that were signed"):
        sign_growth(club.ledger, str(key), str(club.folder / "unseen"), AT)


def test_a_ledger_that_was_rolled_back_is_not_signed(club: Selo, key: Path) -> None:
    """Its checkpoints went with it, so nothing in it contradicts: only what this
    machine saw.
    """
    before = copy_of(club, "before.db")
    before.done("proof", "checkpoint", "--key", str(key))
    earlier = copy_of(before, "earlier.db")
    club.submit(player("N1"))
    growth(club, key)
    replaced(club, earlier)
    club.run("verify", "--accept")  # for the command, which has a folder of its own
    club.submit(player("N2"))
    told = rows(club.ledger, "SELECT COUNT(*) FROM checkpoint")
    with pytest.raises(SeloError, match="was rolled back or made again"):
        growth(club, key)
    assert rows(club.ledger, "SELECT COUNT(*) FROM checkpoint") == told
    heard: list[str] = []

    def warned(message: Message) -> None:
        heard.append(message)
        raise KeyboardInterrupt  # it would go on for ever

    with pytest.raises(KeyboardInterrupt):
        keep_signed(
            club.ledger, str(key), str(club.folder / "seen"), lambda: AT, warned
        )
    assert "nothing is signed" in heard[0] and "rolled back" in heard[0]
    # the control: where nobody saw the other history, it is signed
    assert (
        sign_growth(club.ledger, str(key), str(club.folder / "unseen"), AT) is not None
    )


def test_without_a_checkpoint_the_service_has_none_to_show(club: Selo) -> None:
    with served(club.ledger, now=lambda: AT) as service:
        assert service.ask("/api/checkpoint").codes == ["no-checkpoint"]
