"""All questions by the name of their command. Routes, OpenAPI and the test that compares the faces follow from this."""

from dataclasses import dataclass
from typing import get_args, get_type_hints

from ledger.answer import Answer
from service.tokens import Role
from web.questions import calculators, events, lists, players, tournaments, trials
from web.questions.asking import Asked


@dataclass(frozen=True)
class Entry:
    """One question: `command` as on the command line, the address of its page, its parameters, who may ask it."""

    command: str
    address: str
    asked: type[Asked]
    role: Role = Role.ANYBODY

    @property
    def answers(self) -> tuple[type[Answer], ...]:
        """The type of the answer, as the question's own function declares it; of a few there are several."""
        own = self.asked.ask if "ask" in vars(self.asked) else self.asked.answered
        kind = get_type_hints(own)["return"]
        return get_args(kind) or (kind,)

    @property
    def has_rows(self) -> bool:
        return self.asked.table is not None or "sheet" in vars(self.asked)


CALCULATIONS: dict[str, type[Asked]] = {
    "selo": calculators.Selo, "pelo": calculators.Pelo, "new-selo": calculators.NewSelo,
    "new-pelo": calculators.NewPelo, "need": calculators.Need, "no": calculators.Norwegian, "psm": calculators.Psm,
    "elo": calculators.Elo, "uscf": calculators.Uscf, "fide": calculators.Fide,
    "performance": calculators.Performance, "expectation": calculators.Expected,
    "difference": calculators.DifferenceOf, "category": calculators.Category, "class": calculators.ClassOf,
    "k": calculators.CoefficientOf, "field": calculators.Field, "mean": calculators.Mean,
    "q": calculators.Exponential,
}  # fmt: skip
QUESTIONS = (
    Entry("show", "/players/{player}", players.Show),
    Entry("player show", "/players/{player}/details", players.PlayerShow),
    Entry("history", "/players/{player}/history", players.History),
    Entry("performance", "/players/{player}/performance", players.Performance),
    Entry("explain", "/players/{player}/why/{tournament}", players.Explain),
    Entry("need", "/players/{player}/need", players.Need),
    Entry("opponents", "/players/{player}/opponents", players.Opponents),
    Entry("export player", "/players/{player}/file", players.ExportPlayer, Role.OFFICER),
    Entry("player find", "/search", players.PlayerFind),
    Entry("letters", "/letters", players.Letters),
    Entry("titles", "/titles", players.Titles),
    Entry("selection", "/selection", players.Selection),
    Entry("tournaments", "/tournaments", tournaments.Tournaments),
    Entry("tournament", "/tournaments/{tournament}", tournaments.Tournament),
    Entry("export trf", "/tournaments/{tournament}/trf", tournaments.ExportTrf),
    Entry("export audit", "/tournaments/{tournament}/audit", tournaments.ExportAudit),
    Entry("lists", "/lists", lists.Lists),
    Entry("lists compare", "/lists/{list}/compare/{older}/{newer}", lists.ListsCompared),
    Entry("list", "/lists/{list}", lists.List),
    Entry("list --bands", "/lists/{list}/bands", lists.Bands),
    Entry("list --list", "/lists/{list}/published/{label}", lists.PublishedList),
    Entry("export list", "/lists/{list}/people", lists.ExportList),
    Entry("level", "/lists/{list}/level", lists.Level),
    Entry("clubs", "/clubs", lists.Clubs),
    Entry("clubs CLUB", "/clubs/{club}", lists.Club),
    Entry("best", "/best", lists.Best),
    Entry("rules", "/rules", lists.Rules),
    Entry("rules EDITION", "/rules/{edition}", lists.Edition),
    Entry("log", "/log", events.Log),
    Entry("event", "/events/{seq}", events.Event),
    Entry("follow", "/events", events.Events),
    Entry("impact", "/log/{seq}", events.Impact),
    Entry("prove", "/log/{seq}/proof", events.Prove),
    Entry("diff", "/diff", events.Diff),
    Entry("replay", "/replay", lists.Replay),
    Entry("verify", "/verify", events.Verify),
    Entry("compare", "/compare", trials.Compare),
    Entry("predict", "/predict", trials.Predict),
    Entry("what-if", "/what-if", trials.WhatIf),
    Entry("pool", "/pool/{list}", trials.Pool),
    Entry("settings", "/settings", tournaments.Settings),
    Entry("rebuild --check", "/rebuild", tournaments.RebuildCheck, Role.AUDITOR),
    Entry("export ledger", "/ledger", tournaments.ExportLedger, Role.AUDITOR),
    *(Entry(f"calc {name}", f"/calc/{name}", asked) for name, asked in CALCULATIONS.items()),
    Entry("doctor", "/doctor", tournaments.Doctor, Role.ADMIN),
)
