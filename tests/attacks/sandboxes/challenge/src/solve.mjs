// No challenge: the solution of one.
