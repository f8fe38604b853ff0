"""The codes of documents that the ledger as it stands does not take."""

from ledger.codes.code import Code

DECISIONS = {
    "accepted": Code("The ledger follows this revision of the edition already."),
    "bad-id": Code("A new id begins with a hyphen, or means a folder."),
    "bye-name": Code(
        "A player was to be added whose name means a game without an opponent."
    ),
    "cannot-undo": Code("An event cannot be taken back, or was changed again since."),
    "clock-ahead": Code(
        "The clock is too far ahead of the last event and of all that was written on"
        " this machine."
    ),
    "clock-behind": Code(
        "The clock is over a day behind the last event, so nothing is recorded."
    ),
    "clock-not-ahead": Code(
        "The last event does not lie in the future, so there is no clock to resume."
    ),
    "details-differ": Code(
        "A known player would get another name, birth or sex, and no change is stated.",
        (1, 5),
    ),
    "erased": Code("A document brings personal details of somebody who was erased."),
    "far-ahead": Code(
        "Rules were to be adopted from a day that is years ahead, and not the edition's"
        " own."
    ),
    "first-registration": Code(
        "The event that introduced a player cannot be withdrawn."
    ),
    "first-rules-differ": Code(
        "The imported ledger began with other rules than the ledger it goes into."
    ),
    "game-differs": Code(
        "A game in the ledger differs from the game in the document.", (1, 5)
    ),
    "header-differs": Code(
        "A field of the tournament differs from the ledger.", (1, 5)
    ),
    "id-taken": Code("A game id is in use in the tournament."),
    "in-force": Code("An edition that is in force was to get a day to come."),
    "key-reused": Code("The document's key was used for another document.", (5,)),
    "label-not-a-word": Code("The label of a published list is not one word."),
    "last-rules": Code("A list would be left without rules."),
    "list-ended": Code(
        "A list was to be published, or adjusted, after the last one of a system that"
        " is not kept any more.",
        (1, 2),
    ),
    "list-not-begun": Code(
        "A list begins on a later day than the one asked about.", (1, 3)
    ),
    "merged": Code("The player was merged into another one already."),
    "no-name": Code("A new player has no name."),
    "no-rules": Code(
        "The ledger keeps no such list; no rules were adopted for it.", (1, 3)
    ),
    "no-version": Code("The field expect_version only goes with a tournament."),
    "not-followed": Code(
        "The ledger does not follow the edition of which a correction was to be"
        " accepted."
    ),
    "not-withdrawable": Code("An event of this kind cannot be withdrawn."),
    "not-withdrawn": Code("The tournament or fact to be reinstated is not withdrawn."),
    "not-alone": Code(
        "A document must be submitted by itself, and others came with it."
    ),
    "opening-exists": Code("The player has an opening on this list already."),
    "other-content": Code(
        "The tournament is in the ledger with other content.", (1, 5)
    ),
    "played-together": Code(
        "Two ids that are merged, or to be, played in one tournament, so they are two"
        " people."
    ),
    "moved-meanwhile": Code(
        "Somebody wrote to the ledger while its upgrade was rehearsed; nothing was"
        " changed."
    ),
    "rules-left-behind": Code(
        "After the document the ledger would follow another state of some rules than"
        " this version has."
    ),
    "rules-meant": Code(
        "Adopted rules are only withdrawn when the document says that this is meant."
    ),
    "seq-differs": Code(
        "An imported document came to another event number than in its ledger."
    ),
    "stale-version": Code(
        "The tournament has changed since the document was written.", (5,)
    ),
    "two-openings": Code("Two ids to be merged both have an opening on a list."),
    "unknown-checkpoint": Code(
        "No checkpoint from elsewhere of this number is kept in the ledger."
    ),
    "unknown-edition": Code("There is no such edition of the rules.", (1, 2, 3)),
    "unknown-game": Code("The tournament has no game with this id.", (1, 3)),
    "unknown-player": Code("Nobody has this id.", (1, 3)),
    "unknown-revision": Code(
        "This version does not carry that revision of the edition."
    ),
    "unknown-seq": Code("There is no event with this number, as known.", (1, 3)),
    "unknown-time-zone": Code("This machine knows no time zone of this name."),
    "two-matches": Code(
        "A game may be of several matches: a player of it is in several teams."
    ),
    "unknown-team": Code("A league has no such team, as known.", (1, 3)),
    "unknown-tournament": Code(
        "There is no tournament with this id, as known.", (1, 3)
    ),
    "unknown-signer": Code(
        "What is checked is not signed with the key that was given, or with no known"
        " key.",
        (2,),
    ),
    "withdrawn": Code("The tournament or fact is withdrawn.", (1, 3)),
    "working-revised": Code(
        "An entry was made by rules that were revised since; its working cannot be"
        " shown.",
        (3,),
    ),
}
