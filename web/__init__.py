"""The service: the questions and documents of the command over HTTP, from the same functions and typed answers.

questions/   every question by name: parameters, function, answer type, role
pages/       what people see at a question's address; programs put .json or .csv behind it, or /api before it
app          the application: routes of all questions, what every answer carries
answering    one question answered: basis, 304, cache, a thread for the work
door         what every request meets first: limits, the form of the answer, the log
problems     refusals as application/problem+json, with the codes of the command
"""
