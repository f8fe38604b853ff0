"""The columns of every answer that has rows, so that --csv has its header without a single row too."""

LIST = ("rank", "player", "name", "rating", "games", "normal_games", "established", "last_played")
PUBLISHED = (*LIST, "now", "change", "moved_by")
LISTS = ("list", "label", "revision", "as_of", "seq", "known_seq", "rules", "sha256", "rows", "size", "root")
HISTORY = ("on", "kind", "tournament", "unit", "before", "after", "games", "score", "expected", "coefficient", "bonus",
           "seq", "running", "edition")  # fmt: skip
VERSIONS = ("known_from", "known_to")
GAMES = ("game", "round", "board", "on", "white", "white_name", "black", "black_name", "result", "tiebreak", "status",
         "list", "lists", "unit", "why", "section", "not_on")  # fmt: skip
TOURNAMENTS = ("tournament", "name", "start", "end", "games", "version", "withdrawn")
PLAYERS = ("player", "name", "club", "fide_id")
LOG = ("seq", "recorded_at", "actor", "kind", "target", "reason")
IMPACT = ("player", "list", "unit", "kind", "on", "before", "after", "note", "was", "now", "name")
DIFF = ("seq", "recorded_at", "actor", "kind", "target", "reason", "events", "player", "list", "before", "after",
        "change")  # fmt: skip
TITLES = ("player", "name", "title", "on", "tournament", "game", "status", "seq", "event")
SELECTION = ("name", "player", "number", "peak", "elo", "performance")
