"""Guard the way of every request and answer: the door, who asks, bodies, refusals, threads, counts."""
