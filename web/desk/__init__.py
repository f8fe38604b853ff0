"""Draw the officer's desk in the browser: plain forms over the drafts of the service.

Whatever a form asks for becomes a draft first: a file that was dropped, a corrected
game, a merge, a list to publish. Its page shows what was read, what is still to be
answered and every rating that would move; booking is one button, and goes the way that
drafts of the command and of the API go. A draft is kept in a file, so it survives a
restart.

routes              the addresses of the desk; each form has a module, such as `paper_form`
office_desk         what every page needs: the ledger, who is there, the way onwards
form_fields         a form as browsers send it
filled              a form that comes back as it was typed
form_documents      the document that a form comes to
problems_at_fields  a problem at the field that it is about
addresses           the parts of an address
pages               the pages; waiting makes that of a draft, answers the questions on it
"""
