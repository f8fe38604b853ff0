"""What people and programs read: messages, answers, results of games, and how they are
written in the reader's language.

A message is a template and its values, so that whoever shows it can say it in the
reader's language.

    raise NotFound(Problem("unknown-player", say("nobody has the id {name}",
    name=repr(player))))
    note = counted("{count} game has no day", "{count} games have no day", len(without))

A message is a text: in English it is printed as it stands, by the command and in JSON.
Its values are never translated, so a tournament called "Master" stays "Master"; a value
that is a message itself is said in the language too.

Why: docs/design/020-messages.md
"""

from messages.message import LANGUAGES, NOTHING, Language, Message, joined_message
from messages.sentences import (
    by_command,
    counted,
    either,
    listed_names,
    option,
    over_http,
    say,
    template,
)

__all__ = [
    "LANGUAGES",
    "NOTHING",
    "Language",
    "Message",
    "by_command",
    "counted",
    "either",
    "joined_message",
    "listed_names",
    "option",
    "over_http",
    "say",
    "template",
]
