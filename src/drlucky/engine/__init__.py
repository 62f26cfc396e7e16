"""The rules, in integers: the only place that knows them. No text, no clock, no I/O, no chance of its own."""
