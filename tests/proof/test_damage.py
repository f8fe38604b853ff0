"""A damaged file ends in words and never in `proven` with another root. The long suites are in tests/torture."""

import random
from pathlib import Path

from tests.proof.proof_world import World, alone
from tests.world.command import Command

SEED, RUNS = 6962, 120


def damaged(data: bytes, rng: random.Random) -> bytes:
    """A bit turned, a stretch zeroed or filled with noise, or the end gone."""
    place, kind = rng.randrange(len(data)), rng.randrange(8)
    if kind == 0:
        return data[:place]
    length = rng.choice((1, 16, 512, 4096)) if kind < 3 else 1
    if kind == 1:
        stretch = bytes(length)
    elif kind == 2:
        stretch = rng.randbytes(length)
    else:
        stretch = bytes([data[place] ^ 1 << rng.randrange(8)])
    return data[:place] + stretch + data[place + len(stretch) :]


def test_damage_ends_in_words(world: World, tmp_path: Path) -> None:
    rng = random.Random(SEED)
    data = world.path.read_bytes()
    answer = world.answer(world.path)
    codes = []
    for number in range(RUNS):
        path = tmp_path / f"{number}.db"
        path.write_bytes(damaged(data, rng))
        code, value = Command(tmp_path, name=path.name).answer("verify", "--checkpoint", str(world.outside))
        codes.append(code)
        assert code == 0 or (code in (1, 3) and value["problems"]), (SEED, number, value)
        assert not any(problem["code"] == "defect" for problem in value["problems"]), (SEED, number, value)
        if code == 0:
            assert value["root"] == answer["root"], (SEED, number)
        assert alone("ledger", str(path))[0] in (0, 1, 3)
    assert set(codes) >= {0, 1}, "some damage is in unused parts, most is not"
