"""The names of the lists, as a choice. Kept apart so that `selo --help` does not import the rulebooks."""

import click

from rulebooks import LISTS

LIST = click.Choice(LISTS)
