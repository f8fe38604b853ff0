"""What every request and answer meets on its way: the door, who asks, bodies, refusals, threads, counts."""
