"""The lists there are, as a choice; `selo --help` reads no rulebooks and so not this."""

import click

from rulebooks import LISTS

LIST = click.Choice(LISTS)
