"""Every question that HTTP answers: its parameters, the function it calls, the type of the answer.

asking       what all questions share: the two times, how the ledger is opened, the rows for CSV
parameters   a query string read strictly into such a question
players lists tournaments events trials   the questions, by what they are about
registry     all of them by name, with address and role: routes, OpenAPI and the comparing test follow from it
"""
