"""Whoever gives a wrong file or key is told so, exit 2, and never that somebody altered
the log; what is altered still is, exit 1.
"""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.proof.proof_world import World, alone, change_state, forging, other_key
from tests.web.serving import Served, served
from tests.world.command import Command

CRIES = re.compile(
    r"altered|forged|rewritten|tampered|bad[ -](signature|event|checkpoint|root)|wrong"
    r" signature"
)


@pytest.fixture
def papers(office: Command, world: World) -> dict[str, str]:
    """Everything that somebody can hold of a ledger, by what it is; the commands below
    take one or more of them.
    """
    folder = office.folder
    office.done("player", "add", "N1", "--name", "New, Nelly", "--json")
    receipt = folder / "receipt.json"
    receipt.write_text(
        office.done("player", "add", "N2", "--name", "Other, Olli", "--json"), "utf-8"
    )
    office.done("proof", "checkpoint", "--out", str(folder / "later.txt"))
    office.done("proof", "prove", "3", "--out", str(folder / "event.tlog-proof"))
    office.done(
        "proof",
        "prove",
        str(office_events(office)),
        "--out",
        str(folder / "mine.tlog-proof"),
    )
    office.done(
        "proof",
        "prove",
        "--since",
        str(world.outside),
        "--out",
        str(folder / "growth.txt"),
    )
    office.done("proof", "bundle", str(folder / "bundle.zip"))
    (folder / "selo.pub").write_text(office.done("proof", "key"), "utf-8")
    shutil.copyfile(world.key, folder / "selo.key")
    return {
        "receipt": str(receipt),
        "checkpoint": str(world.outside),
        "later": str(folder / "later.txt"),
        "proof": str(folder / "event.tlog-proof"),
        "mine": str(folder / "mine.tlog-proof"),
        "growth": str(folder / "growth.txt"),
        "bundle": str(folder / "bundle.zip"),
        "public": str(folder / "selo.pub"),
        "ledger": str(office.path),
        "private": str(folder / "selo.key"),
    }


def office_events(office: Command) -> int:
    seq: int = office.ask("log", "--limit", "1")["events"][0]["seq"]
    return seq


# command lines; a word in braces is one of the papers, and each of them is replaced by
# each wrong one
OF_SELO = (
    "verify --checkpoint {checkpoint} --public-key {public} --receipt {receipt}",
    "verify --receipt {receipt}",
    "proof checkpoint --add {later} --public-key {public}",
    "proof checkpoint --key {private}",
    "proof key --key {private}",
    "proof prove --since {checkpoint}",
    "proof prove --since {receipt}",
)
OF_VERIFY_PY = (
    "proof {proof} --key {public}",
    "proof {mine} --key {public} --receipt {receipt}",
    "growth {growth} {checkpoint} --key {public}",
    "receipt {receipt}",
    "bundle {bundle} --key {public} --checkpoint {checkpoint} --receipt {receipt}",
    "ledger {ledger} --key {public} --checkpoint {checkpoint} --receipt {receipt}",
)
WHOLE = ("verify ", "bundle ", "ledger ")
OTHERS = ("missing", "empty", "folder", "another kind", "another key")


def wrongly(office: Command, world: World, what: str, instead: str) -> str | None:
    """The name of a wrong file in the place of one; None where that would be no
    mistake.
    """
    folder = office.folder
    if instead == "missing":
        return str(folder / "nowhere")
    if instead == "empty":
        (folder / "empty").write_bytes(b"")
        return str(folder / "empty")
    if instead == "folder":
        (folder / "folder").mkdir(exist_ok=True)
        return str(folder / "folder")
    if instead == "another key":
        if what != "public":
            return None
        if not (folder / "other.pub").exists():
            (folder / "other.pub").write_text(
                other_key(folder, world.signer.name)[1].text(), "utf-8"
            )
        return str(folder / "other.pub")
    (folder / "hello.txt").write_text("Hello, these are no notes of ours.\n", "utf-8")
    return str(folder / "hello.txt")


def ran(
    line: str, papers: dict[str, str], run: Callable[..., tuple[int, str]]
) -> tuple[int, str]:
    return run(*(word.format(**papers) for word in line.split()))


def cases(lines: tuple[str, ...]) -> list[tuple[str, str, str]]:
    """Every paper of every line with every wrong one. But a whole ledger whose own
    checkpoints another key signed is what a forger leaves who signed a history anew:
    test_tamper.py has it.
    """
    every = [
        (line, what, instead)
        for line in lines
        for what in re.findall(r"{(\w+)}", line)
        for instead in OTHERS
    ]
    return [
        one
        for one in every
        if not (one[0].startswith(WHOLE) and one[2] == "another key")
    ]


def of_selo(office: Command) -> Callable[..., tuple[int, str]]:
    def run(*words: str) -> tuple[int, str]:
        done = office.run(*words)
        return done.code, done.out + done.err

    return run


def of_verify_py(*words: str) -> tuple[int, str]:
    code, answer = alone(*words)
    return code, answer if isinstance(answer, str) else json.dumps(answer)


@pytest.mark.parametrize(("line", "what", "instead"), cases(OF_SELO))
def test_a_wrong_file_or_key_of_selo(
    papers: dict[str, str],
    office: Command,
    world: World,
    line: str,
    what: str,
    instead: str,
) -> None:
    other = wrongly(office, world, what, instead)
    code, said = ran(
        line, papers if other is None else papers | {what: other}, of_selo(office)
    )
    assert code in ((0, 3) if other is None else (2,)), said
    assert not CRIES.search(said.replace(str(office.folder), ""))


@pytest.mark.parametrize(("line", "what", "instead"), cases(OF_VERIFY_PY))
def test_a_wrong_file_or_key_of_verify_py(
    papers: dict[str, str],
    office: Command,
    world: World,
    line: str,
    what: str,
    instead: str,
) -> None:
    other = wrongly(office, world, what, instead)
    code, said = ran(
        line, papers if other is None else papers | {what: other}, of_verify_py
    )
    if other is None:
        assert code in (0, 3), said
        return
    assert code == 2 and re.search("nothing (was checked|is proven)", said), said
    assert not CRIES.search(said.partition("error:")[2].replace(str(office.folder), ""))


@pytest.mark.parametrize("line", [*OF_SELO, *OF_VERIFY_PY])
def test_arguments_in_each_others_places(
    papers: dict[str, str], office: Command, line: str
) -> None:
    """Each paper that the line takes stands where another one belongs."""
    taken = re.findall(r"{(\w+)}", line)
    run = of_selo(office) if line in OF_SELO else of_verify_py
    for what in taken:
        for other in set(taken) - {what}:
            swapped = papers | {what: papers[other], other: papers[what]}
            code, said = ran(line, swapped, run)
            fits = {what, other} <= {"checkpoint", "receipt"} and "growth" in taken
            assert code == 2 or fits, said


def test_a_growth_proof_says_where_it_begins(
    papers: dict[str, str], office: Command
) -> None:
    later = office_events(office)
    code, said = alone(
        "growth", papers["growth"], papers["later"], "--key", papers["public"]
    )
    assert code == 2
    assert (
        f"this proof begins at event 19, and {papers['later']} is of {later} events"
        in " ".join(said.split())
    )


def test_a_mistyped_key_is_no_key(papers: dict[str, str]) -> None:
    code, said = alone("proof", papers["proof"], "--key", "nokey")
    assert code == 2
    assert (
        "nokey is no public key, and no file is called so; nothing was checked"
        in " ".join(said.split())
    )


def test_what_is_altered_is_still_altered(
    papers: dict[str, str], office: Command, world: World
) -> None:
    """The control: each of the papers with one letter changed, and then the ledger."""
    folder = office.folder

    def changed(what: str, old: str, new: str) -> dict[str, str]:
        text = Path(papers[what]).read_text("utf-8")
        assert old in text
        file = folder / f"{what}-{len(list(folder.iterdir()))}"
        file.write_text(text.replace(old, new, 1), "utf-8")
        return papers | {what: str(file)}

    root = Path(papers["later"]).read_text("utf-8").split("\n")[2]
    last = f"\n{office_events(office)}\n"
    for line, wrong in (
        (
            "proof {proof} --key {public}",
            changed("proof", "\nindex 2\n", "\nindex 3\n"),
        ),
        (
            "proof {proof} --key {public}",
            changed("proof", last, f"\n{office_events(office) - 1}\n"),
        ),
        (
            "growth {growth} {checkpoint} --key {public}",
            changed("growth", root[:4], root[4:8]),
        ),
        ("receipt {receipt}", changed("receipt", '"hashes": ["', '"hashes": ["A')),
    ):
        code, said = ran(line, wrong, of_verify_py)
        assert code == 1 and '"altered"' in said, said
    with forging(office.path) as connection:
        change_state(connection, 14, b'"1=0=0"', b'"0=0=0"')
    for key in ("public", "other"):
        stranger = wrongly(office, world, "public", "another key")
        keys = papers | ({"public": stranger} if key == "other" and stranger else {})
        for line in (
            "verify --public-key {public}",
            "verify --checkpoint {checkpoint}",
            "verify",
        ):
            code, said = ran(line, keys, of_selo(office))
            assert code == 1 and "altered" in said, said
        code, said = ran("ledger {ledger} --key {public}", keys, of_verify_py)
        assert code == 1 and '"altered"' in said
    assert ran("proof prove --since {checkpoint}", papers, of_selo(office))[0] == 1


@pytest.fixture
def service(office: Command) -> Iterator[Served]:
    with served(office.ledger, now=lambda: office.moment) as running:
        yield running


def test_the_page_says_the_same(
    papers: dict[str, str], office: Command, world: World, service: Served
) -> None:
    from tests.web.test_checking import asked

    key, proof = (
        Path(papers["public"]).read_text("utf-8").strip(),
        Path(papers["proof"]).read_text("utf-8"),
    )
    stranger = other_key(office.folder, world.signer.name)[1].text()
    receipt = Path(papers["receipt"]).read_text("utf-8")
    for text, signer in (
        (proof, stranger),
        (proof, "nokey"),
        ("hello", key),
        (Path(papers["growth"]).read_text("utf-8"), key),
        (Path(papers["checkpoint"]).read_text("utf-8"), key),
        ("{}", key),
        (receipt, "nokey"),
    ):
        page = asked(service, text, signer)
        assert (
            "<b>This cannot be checked.</b>" in page
            and "Something was altered" not in page
        )
    assert "<b>Proven.</b>" in asked(service, proof, key)
    assert "Something was altered" in asked(
        service, proof.replace("\nindex 2\n", "\nindex 3\n"), key
    )
