"""The service: the questions and documents of the command over HTTP, from the same functions and typed answers.

questions/   every question by name: parameters, function, answer type, role
answers/     one question answered: basis, 304, cache; the description of the API
pages/       what people see at a question's address; programs put .json or .csv behind it, or /api before it
writing/     documents recorded, from the raw bytes of a body
kept/        what the service keeps beside the ledger: tokens, drafts; it knows nothing of HTTP
wire/        the door every request comes through, who asks, bodies, refusals, threads
app          the application: all routes
running      the server process
"""
