"""From an intake to documents: match, ask, compare with what stands. Knows no terminal."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from desk.files.intake import Entrant, Intake
from desk.files.needed import Needed, assumed, questions
from desk.files.settings import Settings
from desk.files.stages import Stage, stages
from desk.ledger_view import LedgerView
from desk.outcome import Caution, Receipt, caution
from desk.people.matching import Match, Register, match
from desk.submit import PreparedSubmission, SourceFile
from exchange.json.documents import Placed
from ledger.errors import Problem, Refused, Where


@dataclass
class Job:
    """A file of games on its way in, and what is learnt of it on the way."""

    intake: Intake
    data: bytes
    settings: Settings
    before: Sequence[Placed] = ()  # documents of the same submission that come first
    correction: str | None = None  # the reason of --as-correction
    preview: bool = False
    matches: list[Match] = field(default_factory=list)
    needs: list[Needed] = field(default_factory=list)
    register: Register | None = None
    ids: list[str] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)  # of the row of each player
    given: dict[str, str] = field(default_factory=dict)  # the ids of the new, by row

    def line_of(self, player: str) -> int | None:
        return self.lines.get(player)

    def prepare(self, ledger: LedgerView) -> PreparedSubmission:
        """The whole way in one place."""
        from desk.job_documents import documents, said_before

        repeated = said_before(self, ledger)
        if repeated is not None:
            names = [receipt.target for receipt in repeated]
            warnings = self._since(repeated, ledger)
            return PreparedSubmission(self.before, repeated, warnings, names)
        self.needs = questions(self.intake, self.settings, ledger.tournament)
        settings = self._taken(self.needs)
        found, cuts = stages(self.intake, settings) if settings and settings.tournament else ([], [])
        self.needs += cuts
        self.ids = [stage.id for stage in found]
        self.register = ledger.register(placed.document for placed in self.before)
        self.matches = self._match(found, ledger)
        self.needs += player_needs(self.matches, self.register, self.intake.source.file)
        proposed = next((need.proposed for need in self.needs if need.field == "tournament"), None)
        base = (settings or self.settings).tournament or proposed or "new"
        ids, new, open_ids = identities(self.matches, self.settings, base, ledger, self.register)
        self.given = {
            one.asked.key: ids[one.asked.key] for one in self.matches if one.status == "new" and one.asked.key in ids
        }
        self.needs += [need._replace(where=Where(self.intake.source.file, field=need.field)) for need in open_ids]
        if self.needs and not self.preview:
            raise Refused([need.as_problem() for need in self.needs])
        if settings is None or cuts or any(need.proposed is None for need in self.needs):
            return PreparedSubmission(open_questions=True)
        self.lines = {ids[row.key]: row.line for row in self.intake.playing() if row.line and row.key in ids}
        placed, again = documents(self, found, settings, ids, new, ledger)
        source_file = SourceFile(self.intake.source.sha256, self.intake.source.file, self.data)
        warnings = [*self._lacking(self.register), *self._since(again, ledger)]
        named = [row.national_id for row in self.intake.entrants if row.national_id and ledger.exists(row.national_id)]
        return PreparedSubmission([*self.before, *placed], again, warnings, self.ids, source_file, named)

    def _since(self, repeated: Sequence[Receipt], ledger: LedgerView) -> list[Caution]:
        """What happened to a tournament after it was recorded like this."""
        found = []
        for row in repeated:
            now = ledger.tournament(row.target)
            if now is not None and (now.withdrawn or now.version != row.seq):
                word = "is withdrawn" if now.withdrawn else "was amended since"
                words = f"{now.id} {word} (seq {now.version}); it was not recorded again"
                found.append(caution(words, Where(self.intake.source.file)))
        return found

    def _lacking(self, register: Register) -> list[Caution]:
        """What the file knows of a player and the ledger does not; it is told, never taken."""
        found = []
        for one in self.matches:
            row, player = one.asked, one.player
            if player is None:
                continue
            more = [f"--fide-id {row.fide_id}"] if row.fide_id and not register.fide_ids(player) else []
            more += [f"--born {row.born}"] if row.born and not register.born(player) else []
            if more:
                words = f"the file knows more of {player}; to record it: selo player add {player} {' '.join(more)}"
                line = row.line if isinstance(row, Entrant) else None
                found.append(caution(words, Where(self.intake.source.file, line)))
        return found

    def _taken(self, needs: list[Needed]) -> Settings | None:
        """A preview goes on with the proposals; booking never does."""
        if self.preview:
            taken = assumed(self.settings, needs)
            return self.settings if taken is None and self.settings.tournament else taken
        return self.settings

    def _match(self, found: Sequence[Stage], ledger: LedgerView) -> list[Match]:
        assert self.register is not None
        standing = [now for stage in found if (now := ledger.tournament(stage.id)) is not None]
        among = {ledger.resolve(p) for now in standing for game in now.games.values() for p in (game.white, game.black)}
        rows = self.intake.playing()
        said = answers(rows, self.settings.map, self.register.exists, self.intake.source.file)
        return match(rows, self.register, said, names_alone=self.settings.players_by == "name", among=among)


def answers(rows: Sequence[Entrant], said: dict[str, str], exists: Callable[[str], bool], file: str) -> dict[str, str]:
    """The officer's answers by key; each must speak of one row and of somebody known."""
    by_key = {row.key: row.key for row in rows}
    by_name: dict[str, list[str]] = {}
    for row in rows:
        by_name.setdefault(" ".join(row.name.casefold().split()), []).append(row.key)
    found: dict[str, str] = {}
    problems: list[Problem] = []
    for key, answer in said.items():
        keys = [by_key[key]] if key in by_key else by_name.get(" ".join(key.casefold().split()), [])
        if len(keys) != 1:
            words = "nobody who plays" if not keys else "several rows"
            problems.append(Problem("map-row", f"the map's {key!r} names {words}", Where(file, field="map"),
                                    "start number or name, as in the file"))  # fmt: skip
        elif answer != "new" and not exists(answer):
            problems.append(Problem("map-player", f"nobody has the id {answer!r} (for {key})", Where(file, field="map"),
                                    "a player of the ledger, or new"))  # fmt: skip
        else:
            found[keys[0]] = answer
    if problems:
        raise Refused(problems)
    return found


def player_needs(matches: Sequence[Match], register: Register, file: str) -> list[Needed]:
    """A question for every doubtful row, with the lines that would answer it."""
    found = []
    for one in matches:
        if one.status != "doubtful":
            continue
        row = one.asked
        assert isinstance(row, Entrant)
        lines = " or ".join(f"`{row.key} {answer}`" for answer in (*one.candidates[:5], "new"))
        hint = "" if one.by.startswith("two rows") or "birth is missing" not in one.by else " (or --players-by name)"
        message = f"{' '.join(dict.fromkeys(filter(None, (row.key, row.name))))}: {one.by}"
        where = Where(file, row.line, None, "map")
        found.append(Needed("map", message, f"--map FILE with a line {lines}{hint}", None, one.candidates, where))
    return found


def identities(
    matches: Sequence[Match], settings: Settings, tournament: str, ledger: LedgerView, register: Register
) -> tuple[dict[str, str], list[dict[str, Any]], list[Needed]]:
    """The id of every row, the details of the new players, and whether ids for them must be given."""
    ids = {one.asked.key: one.player for one in matches if one.player is not None}
    new = [row for one in matches if one.status == "new" and isinstance(row := one.asked, Entrant)]
    twice = _twice(row.fide_id for row in new) | _twice(row.national_id for row in new)
    # his own number is his id here, unless somebody has it
    ids |= {
        row.key: row.national_id
        for row in new
        if row.national_id and row.national_id not in twice and not register.exists(row.national_id)
    }
    numbered = [row for row in new if row.key not in ids]
    open_ids: list[Needed] = []
    prefix = settings.new_ids or f"{tournament}-"[:48]
    if numbered and settings.new_ids is None:
        some = f"{len(numbered)} players are new and need ids"
        message = some if len(numbered) > 1 else f"{numbered[0].name or numbered[0].key} is new and needs an id"
        open_ids.append(Needed("new_ids", message, "--new-ids PREFIX", prefix))
    numbers = count(ledger.next_number(prefix)) if numbered else count()
    free = (name for number in numbers if not register.exists(name := f"{prefix}{number:04}"))
    ids |= {row.key: name for row, name in zip(numbered, free, strict=False)}
    return ids, [_details(row, ids[row.key], twice) for row in new], open_ids


def _details(row: Entrant, player: str, twice: set[Any]) -> dict[str, Any]:
    said = {
        "player": player, "name": row.name or None, "sex": row.sex, "born": row.born, "federation": row.federation,
        "fide_id": None if row.fide_id in twice else row.fide_id,
    }  # fmt: skip
    return {name: value for name, value in said.items() if value is not None}


def _twice(numbers: Iterable[Any]) -> set[Any]:
    """Numbers that stand on two rows: they are nobody's."""
    return {number for number, times in Counter(numbers).items() if number and times > 1}
