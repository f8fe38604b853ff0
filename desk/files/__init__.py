"""What a file of games says, what it leaves open, and the tournament it comes to."""
