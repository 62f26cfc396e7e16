"""Whole servers in one process: the real tables of several nodes over a simulated database, network and time, all from
one seed. docs/simulation.md explains it."""
