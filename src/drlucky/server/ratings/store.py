"""What is kept of ratings: what is known of everyone, and which games it was learned from."""

from drlucky.server.rows.base import Part, Relation

STANDINGS = Relation(
    "standings",
    ("person", "edition", "name", "mean", "variance", "games", "sure", "opponents", "at"),
    keys=2,
)
GAMES = Relation("games", ("table", "number", "at", "how", "changes"), keys=2, is_followed=False)
UNSETTLED = Relation("unsettled", ("table", "number", "due"), keys=2, is_followed=False)
LOOKED = Relation("looked", ("id", "at"), is_followed=False)

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
SHARED = """
CREATE TABLE ratings_standings (
    person TEXT COLLATE "C" NOT NULL, edition TEXT COLLATE "C" NOT NULL, name TEXT NOT NULL,
    mean DOUBLE PRECISION NOT NULL, variance DOUBLE PRECISION NOT NULL, games BIGINT NOT NULL, sure BIGINT NOT NULL,
    opponents TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, PRIMARY KEY (person, edition)
);
CREATE TABLE ratings_games (
    "table" TEXT COLLATE "C" NOT NULL, number BIGINT NOT NULL, at DOUBLE PRECISION NOT NULL, how TEXT NOT NULL,
    changes TEXT NOT NULL, PRIMARY KEY ("table", number)
);
CREATE TABLE ratings_unsettled (
    "table" TEXT COLLATE "C" NOT NULL, number BIGINT NOT NULL, due DOUBLE PRECISION NOT NULL,
    PRIMARY KEY ("table", number)
);
CREATE INDEX ratings_unsettled_by_due ON ratings_unsettled (due);
CREATE TABLE ratings_looked (id BIGINT PRIMARY KEY CHECK (id = 1), at DOUBLE PRECISION NOT NULL);
"""

RATINGS = Part("ratings", (STANDINGS, GAMES, UNSETTLED, LOOKED), (FIRST,), (SHARED,))
