"""A slip in an address is refused with a hint, never answered with something else."""

import re

import pytest

from projections.answers.asking import Asked
from projections.answers.parameters import parameters_of
from tests.web.serving import Served
from web.questions.from_address import asked_of
from web.questions.registry import QUESTIONS, ServedQuestion


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        (
            "/api/players/F033?asof=2024-01-01",
            ("unknown-parameter", "asof", "did you mean as_of?"),
        ),
        (
            "/api/players/F033?as-of=2024-01-01",
            ("unknown-parameter", "as-of", "did you mean as_of?"),
        ),
        (
            "/api/players/F033?As_of=2024-01-01",
            ("unknown-parameter", "As_of", "did you mean as_of?"),
        ),
        (
            "/api/players/F033?as_of=2024-01-01&as_of=2024-01-01",
            ("parameter-twice", "as_of", "give it once"),
        ),
        (
            "/api/players/F033?player=F001",
            (
                "unknown-parameter",
                "player",
                "known here: as_of, known_on, known_seq, list",
            ),
        ),
        ("/api/players/F033?as_of=", ("parameter", "as_of", "leave the parameter out")),
        (
            "/api/players/F033?known_seq=1.5",
            ("parameter", "known_seq", "it takes a whole number"),
        ),
        (
            "/api/players/F033?known_seq=null",
            ("parameter", "known_seq", "it takes a whole number"),
        ),
        (
            "/api/players/F033?known_seq=%D9%A1",
            ("parameter", "known_seq", "it takes a whole number"),
        ),
        pytest.param(
            "/api/lists/selo/level?top=-1",
            ("parameter", "top", "it takes a whole number from 1"),
            marks=pytest.mark.features("level"),
        ),
        ("/api/lists/sello", ("parameter", "list", "did you mean selo?")),
        ("/api/lists/selo?sex=x", ("parameter", "sex", "it takes one of m, f")),
        (
            "/api/lists/selo?published=yes",
            ("parameter", "published", "it takes true or false"),
        ),
        (
            "/api/lists/selo?active_since=2024-02-30",
            ("parameter", "active_since", "it takes a day as YYYY-MM-DD"),
        ),
        ("/api/search", ("parameter", "words", "words takes a text")),
        ("/api/search?words=", ("parameter", "words", "it takes a text")),
        ("/api/rules?x=1", ("unknown-parameter", "x", "this address takes none")),
    ],
)
def test_a_parameter_that_does_not_fit_is_refused(
    service: Served, address: str, problem: tuple[str, str, str]
) -> None:
    reply = service.ask(address)
    assert reply.status == 400
    [row] = reply.value["problems"]
    assert (row["code"], row["where"]["field"], row["hint"]) == problem


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("as_of=", "as_of is empty"),
        ("known_on=" + "1" * 300, "known_on is too long"),
        ("known_seq=" + "9" * 30, "known_seq is too large"),
        ("known_seq=x", "known_seq: 'x' is not a whole number"),
    ],
    ids=["empty", "long", "large", "word"],
)
def test_the_message_says_what_is_wrong(
    service: Served, query: str, message: str
) -> None:
    """A long text is a text, and a large number a number."""
    assert service.ask(f"/api/players/F033?{query}").value["detail"] == message


def test_all_problems_of_an_address_at_once(service: Served) -> None:
    assert service.ask(f"/api/replay?list={'a' * 300}&list=selo").codes == ["parameter"]
    reply = service.ask("/api/lists/sello?active_since=x&sex=y&topp=1")
    assert reply.codes == ["parameter", "parameter", "parameter", "unknown-parameter"]


@pytest.mark.parametrize("entry", QUESTIONS, ids=lambda entry: entry.command)
def test_every_question_refuses_what_it_does_not_know(
    entry: ServedQuestion, service: Served
) -> None:
    address = (
        entry.address.replace("{list}", "selo")
        .replace("{seq}", "1")
        .replace("{", "")
        .replace("}", "")
    )
    reply = service.ask(f"/api{address}?nonsense=1")
    assert reply.status == 400 and "unknown-parameter" in reply.codes


@pytest.mark.parametrize("entry", QUESTIONS, ids=lambda entry: entry.command)
def test_the_address_names_parameters_of_the_question(entry: ServedQuestion) -> None:
    named = re.findall(r"{(\w+)}", entry.address)
    known = parameters_of(entry.asked)
    assert set(named) <= known.keys()
    assert issubclass(entry.asked, Asked) and entry.answers


def test_a_form_may_leave_a_field_empty() -> None:
    """A browser sends every field of a form; a program that sends an empty one has a
    slip.
    """
    from projections.answers.players.show import Show

    asked = asked_of(Show, {"player": "F033"}, b"as_of=&known_on=", forgiving=True)
    assert asked.as_of is None and asked.known_on is None


@pytest.mark.parametrize(
    "address",
    ["/api/players/%ff", "/api/players/F033?as_of=%ff", "/api/search?words=%c3%28"],
)
def test_bytes_that_are_no_text(service: Served, address: str) -> None:
    reply = service.ask(address)
    assert reply.status == 400 and reply.codes == ["not-utf8"]


def test_head_and_options(service: Served) -> None:
    got, headed = (
        service.ask("/api/players/F033"),
        service.ask("/api/players/F033", "HEAD"),
    )
    assert headed.status == 200 and headed.body == b""
    of_each = {"date": "", "x-request-id": ""}
    assert {**headed.fields, **of_each} == {**got.fields, **of_each}
    options = service.ask("/api/players/F033", "OPTIONS")
    assert options.status == 204 and options.fields["allow"] == "GET, HEAD, OPTIONS"


def test_what_there_is_not(service: Served) -> None:
    assert service.ask("/api/nothing").codes == ["no-such-address"]
    posted = service.ask("/api/players/F033", "POST", b"{}")
    assert (
        posted.status == 405
        and posted.codes == ["no-such-method"]
        and "GET" in posted.fields["allow"]
    )
    assert service.ask("/players/F033.csv").codes == ["no-rows"]


def test_what_protects_a_reader_is_on_every_answer(service: Served) -> None:
    for address in (
        "/api/players/F033",
        "/api/nothing",
        "/healthz",
        "/api/players/F033?x=1",
    ):
        fields = service.ask(address).fields
        assert fields["x-content-type-options"] == "nosniff"
        assert fields["content-security-policy"].startswith(
            "default-src 'self'; form-action 'self'"
        )
        # a browser would not take it without TLS
        assert "strict-transport-security" not in fields
        assert "server" not in fields
