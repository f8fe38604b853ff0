"""What the program refuses, in sentences that a browser can meet: at the desk, in a form, at an address.

One module a subject. A test refuses a sentence that some test of the program makes and that no pattern here knows.
"""

from web.pages.words.refused.decisions import DECISIONS
from web.pages.words.refused.documents import DOCUMENTS
from web.pages.words.refused.files import FILES
from web.pages.words.refused.lists import LISTS
from web.pages.words.refused.matching import MATCHING
from web.pages.words.refused.questions import QUESTIONS
from web.pages.words.refused.service import SERVICE
from web.pages.words.refused.tables import TABLES

REFUSED = (*DOCUMENTS, *DECISIONS, *FILES, *LISTS, *TABLES, *MATCHING, *SERVICE, *QUESTIONS)
