"""What is known of the results of games, in one table: a row for each result, and how
it is written everywhere.

A result is a word of the documents, such as `1-0` or `1/2-1/2F`. Facts, rules, files
and pages read the same row. So it stands here, in the one room that all of them know. A
new result is one row more.
"""

from typing import NamedTuple

Pair = tuple[int, int]  # White, Black


class ResultRow(NamedTuple):
    """A result of a game. What has two sides has White's first."""

    word: str  # in documents, JSON and tables
    letter: str  # in the columns of a stored tournament
    half_points: Pair | None  # at the board, for the rules; None: it was not played
    # half points in the table of the tournament, forfeits too; None: not finished
    scored: Pair | None
    turned: str  # the word for it with the other player first
    shown: str  # to people, the same in every language
    sides: tuple[str, str]  # to people, in the two rows of a crosstable
    # the codes of both rows of a report: the first is written, all are read
    trf: tuple[str, ...]
    pgn: tuple[str, str]  # the tags Result and Termination; without the second, empty
    signs: tuple[str, ...] = ()  # how tables of games write it without a number
    alone: str = ""  # how they write it with White's number alone
    doubled: str = ""  # how they write it where a win is two points

    @property
    def is_played(self) -> bool:
        return self.half_points is not None

    @property
    def is_forfeit(self) -> bool:
        """Whether it is settled without a game at the board."""
        return self.half_points is None and self.scored is not None


PENDING = "*"  # a game that is still played, or postponed
# A report has W D L for a game of less than one move: it is not rated, as a forfeit is
# not.
_ROWS = (
    ResultRow("1-0", "1", half_points=(2, 0), scored=(2, 0), turned="0-1",
              shown="1–0", sides=("1", "0"), trf=("10",), pgn=("1-0", ""),
              alone="1", doubled="2-0"),
    ResultRow("0-1", "0", half_points=(0, 2), scored=(0, 2), turned="1-0",
              shown="0–1", sides=("0", "1"), trf=("01",), pgn=("0-1", ""),
              alone="0", doubled="0-2"),
    ResultRow("1/2-1/2", "=", half_points=(1, 1), scored=(1, 1), turned="1/2-1/2",
              shown="½–½", sides=("½", "½"), trf=("==",), pgn=("1/2-1/2", ""),
              signs=("=",), alone="1/2", doubled="1-1"),
    ResultRow("1-0F", "+", half_points=None, scored=(2, 0), turned="0-1F",
              shown="+ –", sides=("+", "–"), trf=("+-", "WL"), pgn=("1-0", "forfeit"),
              signs=("+--", "+-"), alone="1F", doubled="2-0F"),
    ResultRow("0-1F", "-", half_points=None, scored=(0, 2), turned="1-0F",
              shown="– +", sides=("–", "+"), trf=("-+", "LW"), pgn=("0-1", "forfeit"),
              signs=("--+", "-+"), alone="0F", doubled="0-2F"),
    ResultRow("0-0F", "x", half_points=None, scored=(0, 0), turned="0-0F",
              shown="– –", sides=("–", "–"), trf=("--", "LL"), pgn=("*", "double forfeit"),
              signs=("---", "--"), doubled="0-0F"),
    ResultRow("1/2-1/2F", "h", half_points=None, scored=(1, 1), turned="1/2-1/2F",
              shown="= =", sides=("=", "="), trf=("DD",), pgn=("1/2-1/2", "forfeit"),
              alone="1/2F", doubled="1-1F"),
    ResultRow(PENDING, "*", half_points=None, scored=None, turned=PENDING,
              shown="*", sides=("*", "*"), trf=("  ",), pgn=("*", ""),
              signs=("*",)),
    ResultRow("0-0", "o", half_points=(0, 0), scored=(0, 0), turned="0-0",
              shown="0–0", sides=("0", "0"), trf=("00",), pgn=("*", "adjudication 0-0"),
              doubled="0-0"),
    ResultRow("1/2-0", "w", half_points=(1, 0), scored=(1, 0), turned="0-1/2",
              shown="½–0", sides=("½", "0"), trf=("=0",), pgn=("*", "adjudication 1/2-0")),
    ResultRow("0-1/2", "b", half_points=(0, 1), scored=(0, 1), turned="1/2-0",
              shown="0–½", sides=("0", "½"), trf=("0=",), pgn=("*", "adjudication 0-1/2")),
)  # fmt: skip

RESULTS = {row.word: row for row in _ROWS}
LETTER_OF = {row.word: row.letter for row in _ROWS}
RESULT_OF = {row.letter: row.word for row in _ROWS}
# of those played
HALF_POINTS = {
    row.word: row.half_points for row in _ROWS if row.half_points is not None
}
SHOWN = {row.word: row.shown for row in _ROWS}
# by White's half points; Black has the rest of the point
USUAL = ("0-1", "1/2-1/2", "1-0")
