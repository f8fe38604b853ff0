"""Turn a file of games into documents: questions, matching, differences, and the report of all that."""
