"""The shapes in which a feature declares itself.

A declaration is cheap to import: what it names is text, `module:name`, and is imported
when it is used. What each registry of the core takes from it:

commands   cli/commands.py: the words of `selo --help`, and where a command is made
questions  web/questions/registry.py: addresses; web/pages: the pages of people
subjects   web/openapi: what addresses of its own stand under in the description
links      web/pages/rendering.py: what a page of the core leads to
renamed    cli/groups.py: what its commands were called before, and are called now
answers    tools/reference: what commands answer that ask no question
codes      ledger/codes: what the code of a refusal means
words      tools/words.py: heads of columns that the command translates
parts      web/desk: what a page of the desk shows of a feature
desk       web/desk/routes.py: addresses of the desk
tables     web/store: tables beside the ledger
forget     web/store/drafts.py: what is done when a person is erased
runs       web/app.py: what works beside the answers as long as the service runs
routes     web/app.py: addresses of no question, for programs or without the desk
hints      web/answers/following.py: what changes beside the events of the stream
gauges     web/app.py: what /metrics measures of a feature
kinds      ledger/kinds.py: documents that it takes, and the events that they become
readers    what an answer of the core tells of a feature: READERS lists them

What stands in its folder under a fixed name needs no declaration: `templates/`,
`messages/fi/` and `messages/sv/`, `answer_fields.txt` and `document_fields.txt`, and
its pages of the documentation, the first of which is called as the feature is:
`norms/norms.md`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path


class Command(NamedTuple):
    """A command at the top, or one of a group.

    name     `norms`, or `log event` of the group `log`, which may be one of the core
    words    what `selo --help`, or the help of the group, says of it
    module   where `norms_command` is, or `log_event_command`; None: the name is that of
             a group, which asks nothing itself
    heading  the heading of `selo --help` that it stands under; of a group's command, none
    example  a line that a group without a module shows in its help
    """

    name: str
    words: str
    module: str | None = None
    heading: str = ""
    example: str = ""


class Limits(NamedTuple):
    """What one may ask of a question over HTTP, as web.questions.registry has it.

    costly   it runs through all events or games, so few are answered at a time
    unless   the field of the question that makes it cheap where it says something
    """

    costly: bool = False
    unless: str | None = None


class Question(NamedTuple):
    """A question that the service answers.

    command  as on the command line
    name     as clients call it that are made from the description: `list_norms`
    address  with its parameters: `/tournaments/{tournament}/norms`
    subject  what it stands under in the description, where no address of the core begins
             with the same word: a subject of web.openapi.operations, or of the feature
    asked    its struct, as module:Struct
    page     the function that draws its page, as module:function; None: it has none
    feed     the function that makes its Atom feed, as module:function; None: none
    on_site  whether its page is one of the static site
    each     the function of a reading that yields the parameters of each page of the
             static site, as module:function; None: one page, asked without parameters
    role     who may ask it: a value of web.store.roles.Role
    limits   None: it has none
    lists    those whose rules it needs: it is not asked in a program without them
    for_people    whether it is a page made from other questions, which programs ask
    framed        whether another site may show its page in a frame
    with_file     whether a file stands in its address, which may be none
    described_as  the name under which its answers are described as one kind, where it
                  has several
    """

    command: str
    name: str
    address: str
    asked: str
    page: str | None = None
    subject: str = "Service"
    feed: str | None = None
    on_site: bool = False
    each: str | None = None
    role: str = "anybody"
    limits: Limits | None = None
    lists: tuple[str, ...] = ()
    for_people: bool = False
    framed: bool = False
    with_file: bool = False
    described_as: str | None = None

    def parts(self, **values: str) -> tuple[str, ...]:
        """Return the parts of its address, with the values of its parameters."""
        return tuple(
            part.format(**values) for part in self.address.strip("/").split("/")
        )


class Link(NamedTuple):
    """A link that a page of the core shows.

    page     the question whose page shows it, or what it stands beside: `tournament`,
             `titles`, `desk`, `rules`; `sections` at the head of every page, `foot` at its
             end, `menu ratings`, `menu tournaments`, `menu titles` and `menu behind` in
             its menu; `club` of its name; `rating` of a player on a list, `title` of a
             player; `league`, a tournament that has teams, for which the link is
             given `tournament`; `published list`, whose page gives the link `since`, `list`
             and `language`; `player`, whose page gives the link `player`; `performance`,
             beside that of a player, whose page gives the link `player`; `about`, below
             what a page says of a player, a tournament or a rating; `elsewhere`, on
             the pages of a player and of a list, whose address is given `player`, or
             `list` and `club`; `by mail`, on the pages of a player, a tournament and a
             club where the office has a mail server, whose address is given `player`,
             `tournament` or `club`; `desk of anybody`;
             `desk tournament`, whose page gives the link `tournament` and is about the
             web.desk.office_desk.AtDesk of who is there; and `waiting case` for what
             waits for the office, by what it is
    address  where it leads: `/tournaments/{tournament}/norms`
    on_site  whether the pages of the static site show it too
    words    what the link says, in English; of `rating`, what stands before a player's
             ratings, each of which is a link
    when     the function that is given what the page is about and tells whether the link
             is shown, as module:function; None: always
    """

    page: str
    address: str
    words: str
    when: str | None = None
    on_site: bool = False

    def is_shown(self, about: object) -> bool:
        """Tell whether a page about this shows the link."""
        return self.when is None or bool(imported(self.when)(about))

    def parts(self, **values: str) -> tuple[str, ...]:
        """Return the parts of the address, with the values of its parameters."""
        return tuple(
            part.format(**values) for part in self.address.strip("/").split("/")
        )


class Part(NamedTuple):
    """A part of a page of the desk that a feature draws.

    page  the page, and where on it: `inbox`, `month came`, `month open`, `draft`,
          `draft preview` above the button that books, `tournament`
    made  the function of web.desk.office_desk.Desk, AtDesk and a reading that draws it, as
          module:function; of a draft, of the web.store.drafts.Draft and its
          web.desk.pages.Preview as well, and of `tournament`, of its id. What it draws
          is empty where there is nothing to show
    """

    page: str
    made: str


class Table(NamedTuple):
    """A table beside the ledger, which is no part of the event log.

    name  its name, which begins with the feature's for a new one
    text  the statement that makes it, in SQLite's words. It never changes: a later shape
          is another table
    """

    name: str
    text: str


class ProblemCode(NamedTuple):
    """What the code of a refusal means, and the exit codes that it comes with."""

    meaning: str
    exits: tuple[int, ...] = (1,)


class Kind(NamedTuple):
    """A kind of document, and the event that it becomes. No rating rests on an event of
    a feature, and where the feature is not installed, the log says so.

    document  the struct of what comes in, as module:Struct. The ledger reads it, so its
              module may know `ledger.every_document`, `ledger.field_types` and
              `ledger.bodies` alone
    event     the struct of what is stored, in the same module. The topic of a new one
              begins with the feature's name: `birthdays.wish-noted.v1`
    decide    the function of document and ledger.decide.Context that returns a Decision
    flaws     the function of the document that yields what is wrong in it; None: nothing
              that its fields do not say
    """

    document: str
    event: str
    decide: str
    flaws: str | None = None


# what answers of the core tell of features: the name of each, and what its function is
# given and returns
READERS = {
    "checks": "the path of a ledger: the audit.machine.Check that `selo doctor` tells",
    "copies": "nothing: the Message about the names in what it wrote for others, which an"
    " erasure does not reach",
    "decisions": "the id of a tournament, and a reading: what was decided of it",
    "league of a report": "a reading and a tournament: the teams and matches that its report"
    " names, or None",
    "lines of a report": "the report of a submission: more lines that the command prints of it",
    "open questions": "the path of a ledger: what waits for the office beside it",
    "reports": "a reading: the reports of tournaments that are awaited",
    "unlicensed": "the path of a ledger, and the desk.outcomes.Outcome of a preview: the"
    " desk.outcomes.Unlicensed of it, or None",
}


@dataclass(frozen=True, kw_only=True, eq=False)
class Feature:
    """A feature: its package, one sentence for people, and what it adds to the
    registries of the core.
    """

    package: str
    sentence: str
    commands: tuple[Command, ...] = ()
    renamed: Mapping[str, str] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()
    # by name, a sentence about what stands under it; features that share one say the same
    subjects: Mapping[str, str] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()
    desk: str | None = None
    codes: Mapping[str, ProblemCode] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    # the function of a ledger and the Personal of those who were erased: it takes them
    # out of all that the feature keeps, and returns a Message about each thing where
    # that is not possible now
    forget: str | None = None
    # the function of web.answers.answering.Answering that makes what works beside the
    # answers, on a thread of its own: the service calls its `start`, and in the end its
    # `close`
    runs: str | None = None
    # the function of web.answers.answering.Answering that makes handlers: what `runs`
    # made stands in `running` of it, by the name of the feature
    routes: str | None = None
    # the function of web.answers.answering.Answering that returns, awaited, the ids of
    # events that are shown while they run, each with a text that changes with it: who
    # follows /api/events/stream gets a message named `live` about each change
    hints: str | None = None
    # the function of the path of a ledger and of its newest seq that returns what
    # /metrics measures: rows of a name, words and a value, as web.metrics.Reading
    gauges: str | None = None
    # addresses that search engines leave alone
    unsearched: tuple[str, ...] = ()
    kinds: tuple[Kind, ...] = ()
    readers: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of its folder; of a package `selokirja_birthdays`, `birthdays`."""
        return self.package.rpartition(".")[2].removeprefix("selokirja_")

    @property
    def folder(self) -> "Path":
        """Where its templates, messages and pages are."""
        # most commands do without it, and it costs as much as all that is declared
        from pathlib import Path

        return Path(str(import_module(self.package).__file__)).parent


def imported(qualified: str) -> Any:
    """Import what is named as module:name."""
    module, _, name = qualified.partition(":")
    return getattr(import_module(module), name)


def readers(features: Iterable[Feature], name: str) -> Iterator[Callable[..., Any]]:
    """Yield the functions of features that tell a core answer something: READERS has
    the names.
    """
    for feature in features:
        if name in feature.readers:
            yield imported(feature.readers[name])
