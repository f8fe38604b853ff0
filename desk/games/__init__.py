"""From a file of games to the documents it comes to: questions, matching, differences, the report of all that."""
