"""Declare every question that HTTP answers: its parameters, the function it calls, the
type of the answer.

A command takes those parameters that stand in `line` without a name. The body that goes
with an address, and the file that goes with a command, are declared where they are
read.

registry      all questions, by the name of their command
from_address  an address and its query string, read into a question
paging        rows in parts
parameters    parameters that several of the following share
drafts        what is asked of submissions and drafts, once for commands and addresses
following     what is asked of the stream of events
sessions      what is asked of sessions
"""
