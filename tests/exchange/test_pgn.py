"""PGN: only the tags, and only when somebody says that all games were played."""

from datetime import date

import pytest

from exchange.results.pgn import read_pgn
from ledger.errors import Refused

GAMES = """[Event "Open"]
[Round "3.1"]
[Date "2024.01.13"]
[White "Aho, \\"A\\""]
[Black "Berg"]
[Result "1-0"]
[WhiteFideId "500001"]
[BlackFideId "0"] [TimeControl "5400+30"]

[Event "Open, group B"]
[Round "?"]
[UTCDate "2024.01.14"]
[Date "????.??.??"]
[White "Salo"] [Black "Uusi"]
[Result "1/2-1/2"] [TimeControl "?"]

1. e4 {a comment
[White "nobody"]
} e5 ; [Black "nobody"]
% [Result "0-1"]
2. Nf3 1/2-1/2

[White "Berg"]
[Black "Salo"]
[Result "*"]
"""


def test_tags_with_and_without_moves() -> None:
    found = read_pgn(GAMES.encode(), all_played=True)
    assert [
        (game.line, game.white, game.black, game.result) for game in found.games
    ] == [
        (1, 'Aho, "A"', "Berg", "1-0"),
        (10, "Salo", "Uusi", "1/2-1/2"),
        (23, "Berg", "Salo", "*"),
    ]
    first, second, third = found.games
    assert (first.round, first.on, first.white_id, first.black_id) == (
        3,
        date(2024, 1, 13),
        "500001",
        "",
    )
    assert (second.event, second.round, second.on) == (
        "Open, group B",
        None,
        date(2024, 1, 14),
    )
    assert third.on is None
    assert (first.time_control, second.time_control, third.time_control) == (
        "5400+30",
        "",
        "",
    )
    assert [warning.code for warning in found.warnings] == ["pgn-not-finished"]


def test_many_games_with_tags_only() -> None:
    block = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n'
    assert len(read_pgn(block.encode() * 605, all_played=True).games) == 605


def test_nothing_is_read_before_somebody_says_so() -> None:
    with pytest.raises(Refused) as caught:
        read_pgn(GAMES.encode())
    assert [problem.code for problem in caught.value.problems] == ["pgn-not-confirmed"]


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", [("pgn-empty", None)]),
        ("1. e4 e5\n", [("pgn-empty", None)]),
        ('[White "A"]\n[Result "2-0"]\n', [("pgn-no-player", 1), ("pgn-result", 1)]),
        (
            '[White "A"]\n[Black "?"]\n[Result "0-0"]\n',
            [("pgn-no-player", 1), ("pgn-result", 1)],
        ),
        (
            '[White "A"]\n[White "B"]\n[Black "C"]\n[Result "1-0"]\n',
            [("pgn-tag-twice", 2)],
        ),
        ('[White "A"\n', [("pgn-tag", 1), ("pgn-empty", None)]),
        (
            '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 {open\n',
            [("pgn-comment", 5)],
        ),
        (
            (
                '[White "A"]\n[Black "B"]\n[Result "1-0"]\n[Termination "rules:'
                ' Forfeit"]\n'
            ),
            [("pgn-not-played", 1)],
        ),
    ],
)
def test_broken_games_are_refused_with_their_lines(
    text: str, problems: list[tuple[str, int | None]]
) -> None:
    with pytest.raises(Refused) as caught:
        read_pgn(text.encode(), all_played=True)
    assert sorted(
        (problem.code, problem.where.line) for problem in caught.value.problems
    ) == sorted(problems)
    assert all(problem.hint for problem in caught.value.problems)


def test_lost_on_time_is_played() -> None:
    tags = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n[Termination "Time forfeit"]\n'
    assert len(read_pgn(tags.encode(), all_played=True).games) == 1


def test_too_many_tags_are_refused() -> None:
    tags = "".join(f'[T{number} "x"]\n' for number in range(101))
    with pytest.raises(Refused) as caught:
        read_pgn((tags + "\n").encode(), all_played=True)
    assert "pgn-too-many-tags" in [problem.code for problem in caught.value.problems]


def test_an_odd_tag_among_others_ends_no_game() -> None:
    text = (
        '[Round "1"]\n[White "a"]\n[Odd Tag "x"]\n[Black "b"]\n[Result'
        ' "1-0"]\n[WhiteElo 1900]\n[Date "2024.03.02"]\n'
    )
    file = read_pgn(f"{text}\n1. e4 1-0\n".encode(), all_played=True)
    assert [(game.white, game.black, game.result) for game in file.games] == [
        ("a", "b", "1-0")
    ]
    assert [(warning.code, warning.where.line) for warning in file.warnings] == [
        ("pgn-tag", 3),
        ("pgn-tag", 6),
    ]
    with pytest.raises(Refused) as refused:
        read_pgn(text.replace('"1-0"', "1-0").encode(), all_played=True)
    assert ("pgn-tag", 5) in [
        (problem.code, problem.where.line) for problem in refused.value.problems
    ]


def test_empty_lines_between_the_tags_end_no_game() -> None:
    text = (
        '[Event "x"]\n\n[Round "1"]\n[White "a"]\n\n[Black "b"]\n\n[Result "1-0"]\n\n1.'
        " e4 1-0\n\n"
    )
    games = read_pgn(
        (text + text.replace('"a"', '"c"')).encode(), all_played=True
    ).games
    assert [(game.event, game.white, game.black, game.result) for game in games] == [
        ("x", "a", "b", "1-0"),
        ("x", "c", "b", "1-0"),
    ]


def test_a_game_that_is_not_whole_takes_nothing_from_the_next() -> None:
    text = (
        '[Event "x"]\n[Round "1"]\n[White "a"]\n\n[Event "x"]\n[Round "1"]\n[White'
        ' "c"]\n[Black "d"]\n[Result "1-0"]\n'
    )
    with pytest.raises(Refused) as refused:
        read_pgn(text.encode(), all_played=True)
    assert {problem.where.line for problem in refused.value.problems} == {1}


def test_a_game_that_stands_twice_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        read_pgn((GAMES + "\n" + GAMES).encode(), all_played=True)
    # those without a round stay: nothing tells them apart
    assert [
        (problem.code, problem.where.line) for problem in caught.value.problems
    ] == [("pgn-game-twice", 27)]
    assert (
        len(
            read_pgn(
                (GAMES + "\n" + GAMES.replace("3.1", "3.2")).encode(), all_played=True
            ).games
        )
        == 6
    )


def test_games_of_another_kind_of_chess_are_refused_in_one_sentence() -> None:
    game = (
        '[Round "1"]\n[White "{name}"]\n[Black "B"]\n[Result "1-0"]\n[Variant "{kind}"]'
        "\n\n1. e4 1-0\n\n"
    )
    kinds = ("Standard", "From Position", "Chess960", "chess", "Crazyhouse")
    text = "".join(game.format(name=kind, kind=kind) for kind in kinds)
    with pytest.raises(Refused) as caught:
        read_pgn(text.encode(), all_played=True)
    [problem] = caught.value.problems
    assert (problem.code, problem.where.line) == ("pgn-variant", 17)
    assert str(problem.message) == (
        "2 games are not of ordinary chess; the first is Chess960"
    )
