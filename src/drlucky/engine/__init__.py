"""The rules of play, in integers and compiled. No text, no clock, no I/O; shuffles and lots are handed in.

Start with `play` (what is legal, what an action does) and `rules` (what a rule book can change)."""
