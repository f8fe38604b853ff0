"""The API described as OpenAPI 3.1, made from the questions, the routes and the types of their answers.

openapi      the whole document, put together
operations   one address and method: a question, its rows, or a route that is no question
routes       the routes that are no questions, as a table
subjects     what an address is about: the tags
parameters   what an address takes: in its path, its query and its header fields
replies      what comes back: answers, refusals by status, header fields
schemas      the types of answers and documents
examples     a request for each operation and what the demo's service said to it
page         the same for people, at /api
serving      the routes of both, and of whoever tries an address out
"""
