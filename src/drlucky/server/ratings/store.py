"""The store of ratings, one SQLite file: what is known of everyone, and which games it was learned from."""

from drlucky.server.people.store import PeopleStore

FIRST = """
CREATE TABLE standings (
    person TEXT NOT NULL, edition TEXT NOT NULL, name TEXT NOT NULL, mean REAL NOT NULL, variance REAL NOT NULL,
    games INTEGER NOT NULL, sure INTEGER NOT NULL, opponents TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (person, edition)
) WITHOUT ROWID;
CREATE TABLE games (
    "table" TEXT NOT NULL, number INTEGER NOT NULL, at REAL NOT NULL, how TEXT NOT NULL, changes TEXT NOT NULL,
    PRIMARY KEY ("table", number)
) WITHOUT ROWID;
CREATE TABLE unsettled (
    "table" TEXT NOT NULL, number INTEGER NOT NULL, due REAL NOT NULL, PRIMARY KEY ("table", number)
) WITHOUT ROWID;
CREATE INDEX unsettled_by_due ON unsettled (due);
CREATE TABLE looked (id INTEGER PRIMARY KEY CHECK (id = 1), at REAL NOT NULL);
"""


class RatingStore(PeopleStore):
    steps = (FIRST,)
