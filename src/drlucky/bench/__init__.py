"""The benchmark: speed side by side with the same source interpreted and with other engines, in one run on one core.

`docs/speed.md` says what is measured and how."""
