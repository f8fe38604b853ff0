"""The features, a folder each: what users rely on of them, and what the tests that ask
every question, page and command are to ask of them (`asked.py`).

A folder goes with its feature.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from features import NAMES
from tests.doc_shell import Shell

# two times that questions are asked with, as parameters and as options
TIMES = "as_of=2024-06-30&known_on=2024-07-01"
TIMES_OPTIONS = "--as-of 2024-06-30 --known-on 2024-07-01"


class Asked(NamedTuple):
    """What is asked of a feature on the demo's ledger, and where costs are measured.

    questions  by the name of each question: addresses, and the command lines that print
               the same
    pages      by the name of each question with a page: addresses of pages
    lines      command lines, also such as are refused
    measured   by the name of each question: the query and the command line whose costs
               are measured
    acts       by command, the line whose costs are measured of what asks no question
    anywhere   command lines that a ledger of any content answers
    unmeasured a command whose costs are not measured, and why
    queries    by the name of each question: what its address asks for beside its parts
    reads      by command and parameter: a line whose {} is a file that is not there
    writes     commands and parameters that name a file to be written
    no_files   commands and parameters that name no file, though they look so
    files      what the files hold that these lines read, by name: {folder}/name
    of_list    command lines about {list}, which tell the same of two lists that have the
               same rules
    menu       addresses that the menu of every page leads to
    shared     an address, and the title and description that its page is shared with
    documents  by kind: what makes valid documents of any content, given the maker of
               tests/properties/any_documents.py
    told       by kind: makes one more document of it that a ledger takes, given how
               many it has and a tournament of the ledger
    accepted   by kind: a document with every field, and one with the least, on the
               ledger of tests/command/test_documents_accepted.py
    flawed     by kind: what each of its fields takes, and which it needs, as in
               tests/command/test_fields_refused.py
    operations makes what is asked of its operations that are no questions, in an order in
               which each is possible, as tests/web/test_every_operation.py has it
    bodies     of these, the method and address of each that takes a body that is no JSON
    kept       keeps beside the demo's ledger what its questions are answered from, given the
               ledger and the moment
    kept_of    keeps as much of each of some players, given the ledger, their ids and the
               moment
    read_beside     addresses whose answers follow from what it keeps beside a ledger
    of_children     addresses that show something of the people of tests/web/children.py
    shows_children  makes what they show of them, given their ledger and the moment
    hidden     words in what it shows of them that strangers never see
    others     addresses of no question that show what the ledger holds
    changes    changes of what the feature keeps beside a ledger, each of what those
               before it left
    several_types   names of fields that have more than one type with it, and why
    forms      makes what can be wrong in its forms, by address, as
               tests/web/desk/test_every_form.py has it
    open_posts addresses that anybody may send something to, and why that is safe
    prepare    makes what the examples of its commands need and the demo lacks, given
               the words of the command
    """

    questions: Mapping[str, list[tuple[str, str]]]
    pages: Mapping[str, list[str]]
    lines: str
    measured: Mapping[str, tuple[str, str]]
    acts: Mapping[str, str] = {}
    anywhere: tuple[str, ...] = ()
    unmeasured: Mapping[str, str] = {}
    queries: Mapping[str, str] = {}
    reads: Mapping[tuple[str, str], str] = {}
    writes: tuple[tuple[str, str], ...] = ()
    no_files: tuple[tuple[str, str], ...] = ()
    files: Mapping[str, str] = {}
    of_list: tuple[str, ...] = ()
    menu: tuple[str, ...] = ()
    shared: tuple[tuple[str, str, str], ...] = ()
    documents: Mapping[str, Callable[[Any], dict[str, Any]]] = {}
    told: Mapping[str, Callable[[int, str], dict[str, Any]]] = {}
    accepted: Mapping[str, tuple[dict[str, Any], dict[str, Any]]] = {}
    flawed: Mapping[str, tuple[dict[str, str], list[str]]] = {}
    operations: Callable[[], Iterable[Any]] = tuple
    bodies: tuple[str, ...] = ()
    kept: Callable[[str, str], object] | None = None
    kept_of: Callable[[str, Sequence[str], str], object] | None = None
    read_beside: tuple[str, ...] = ()
    of_children: tuple[str, ...] = ()
    shows_children: Callable[[Any, str], object] | None = None
    hidden: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    changes: Mapping[str, Callable[[str], object]] = {}
    several_types: Mapping[str, str] = {}
    forms: Callable[[], Mapping[str, Any]] = dict
    open_posts: Mapping[str, str] = {}
    prepare: Callable[[Shell, list[str]], None] | None = None


def asked_of_features() -> list[Asked]:
    return [import_module(f"tests.features.{name}.asked").ASKED for name in NAMES]


def keep_beside(ledger: str, now: str) -> None:
    """Keep beside the demo's ledger what questions of features are answered from."""
    for asked in asked_of_features():
        if asked.kept is not None:
            asked.kept(ledger, now)
