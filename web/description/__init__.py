"""The API described as OpenAPI 3.1, made from the questions, the routes and the types of their answers.

openapi      the whole document, each operation in it with its parameters, and what the demo's service said to it
routes       the routes that are no questions, as a table; what an address is about: the tags
schemas      the types of answers and documents; what comes back: answers, refusals by status, header fields
page         the same for people, at /api, and the routes of both
"""
