"""Rows: what a server keeps beside the logs of its tables, in a file of its own or in a database that nodes share."""
