"""Pages for people, by the name of the question whose address they have. An address without one answers 404 and names
the addresses for programs.

A page is a function of the opened ledger, the question and the visit (language, colours, where links lead); it runs in
a thread, under the same 304 and cache as the other forms, and answers with HTML. Templates compute nothing: they are
given the typed answers that programs get too.
"""

from web.pages.public.player import player_page
from web.pages.visit import Page

PAGES: dict[str, Page] = {
    "show": player_page,
}
