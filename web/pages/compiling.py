"""Compile a template in one language: what it says is looked up once, and not each time
that the page is written.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import cast

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from web.pages.escaped import escaped

SPOKEN = frozenset({"_", "gettext", "pgettext"})
MARK = "\0"  # around the name of a place in a message


class _Spoken(NodeTransformer):
    """Says what is to be said while a template is compiled: for a message there is then
    text, and for a place in it the value that is written there.
    """

    def visit_Output(self, node: nodes.Output) -> nodes.Node:  # noqa: N802
        """Say each message that stands by itself in the text of a template."""
        node.nodes = [part for child in node.nodes for part in self._parts(child)]
        return self.generic_visit(node)

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802
        """Say a message that something else is made of, such as the value of an
        attribute, where it has no places to fill in.
        """
        self.generic_visit(node)
        if node.kwargs or not _is_message(node):
            return node
        return nodes.Const(_message_said(node), lineno=node.lineno)

    def _parts(self, node: nodes.Expr) -> list[nodes.Expr]:
        """Return a message of the template as pieces of text with the values between
        them, so that nothing is looked up when the page is written.
        """
        if not isinstance(node, nodes.Call) or not _is_message(node):
            return [node]

        values = {place.key: place.value for place in node.kwargs}
        pieces = _message_said(
            node, {name: Markup(f"{MARK}{name}{MARK}") for name in values}
        ).split(MARK)

        # the marks part the message: every second piece is the name of a place
        first, *others = [
            nodes.TemplateData(str(text), lineno=node.lineno) for text in pieces[::2]
        ]
        parts: list[nodes.Expr] = [first]
        for name, text in zip(pieces[1::2], others, strict=True):
            parts += (values[name], text)
        return parts


def _is_message(node: nodes.Call) -> bool:
    """Tell whether a message of the template itself is said, in a sentence that hangs
    on no number.

    `_("Round")` is one; `_(words)` says what only the page knows, and `ngettext` waits
    for its number.
    """
    if not isinstance(node.node, nodes.Name) or node.node.name not in SPOKEN:
        return False
    return all(isinstance(given, nodes.Const) for given in node.args)


def _message_said(
    node: nodes.Call, places: Mapping[str, Markup] = MappingProxyType({})
) -> Markup:
    """Say the message of a template as the page's language has it, with texts in its
    places.
    """
    assert isinstance(node.node, nodes.Name) and node.environment is not None
    say = cast(Callable[..., Markup], node.environment.globals[node.node.name])

    message = [given.as_const() for given in node.args]
    return say(*message, **places)


class TemplateCode(CodeGenerator):
    """The code of a template, in one language."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        """Say the messages of a template before its code is made."""
        self.writeline(f"from {escaped.__module__} import {escaped.__name__}")
        super().visit_Template(_Spoken().visit(node), frame)

    def _output_child_pre(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        """Begin the writing of a value: no object is made for one without markup."""
        self.write("escaped(")
