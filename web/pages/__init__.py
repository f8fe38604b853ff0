"""Draw pages for people, by the name of the question whose address they have. An
address without one answers 404 and names the addresses for programs.

A page is a function of the opened ledger, the question and the visit (language,
colours, where links lead); it runs in a thread, under the same 304 and cache as the
other forms, and answers with HTML. Templates compute nothing: they are given the typed
answers that programs get too.

registry       what draws the page of each question
visit          who visits, and where links lead
rendering      templates filled in, and their look
words          what stands on pages in three languages
routes         what pages need beside their own addresses
refusal_pages  refusals as pages
problem_codes  pages about the codes of refusals
"""
