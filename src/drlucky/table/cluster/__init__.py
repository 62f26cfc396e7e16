"""Tables that several nodes share: which node leads which, and what the others are told."""
