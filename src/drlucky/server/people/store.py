"""What is kept of people beside their games."""

from drlucky.server.rows.base import Part, Relation

DEVICES = Relation("devices", ("person", "device", "linked"), keys=2)
SUBSCRIPTIONS = Relation(
    "subscriptions",
    ("id", "person", "device", "kind", "address", "p256dh", "secret", "language", "base", "made"),
)
DECISIONS = Relation(
    "decisions",
    ("table", "person", "number", "code", "edition", "host", "deadline", "remind", "told", "reminded"),
)
CALENDARS = Relation("calendars", ("hash", "person", "table", "language"))
HIDDEN = Relation("hidden", ("person", "table"), keys=2)
KEYS = Relation("keys", ("name", "value"), is_followed=False)
"""In a database only: what a server that runs by itself has in files of their own."""

TABLES = """
CREATE TABLE devices (
    person TEXT NOT NULL, device TEXT NOT NULL, linked INTEGER NOT NULL, PRIMARY KEY (person, device)
) WITHOUT ROWID;
"""
SECOND = """
CREATE TABLE subscriptions (
    id TEXT PRIMARY KEY, person TEXT NOT NULL, device TEXT NOT NULL, kind TEXT NOT NULL, address TEXT NOT NULL,
    p256dh TEXT NOT NULL, secret TEXT NOT NULL, language TEXT NOT NULL, base TEXT NOT NULL, made INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE decisions (
    "table" TEXT PRIMARY KEY, person TEXT NOT NULL, number TEXT NOT NULL, code TEXT NOT NULL, edition TEXT NOT NULL,
    host TEXT NOT NULL, deadline REAL, remind REAL, told INTEGER NOT NULL, reminded INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE calendars (
    hash TEXT PRIMARY KEY, person TEXT NOT NULL, "table" TEXT NOT NULL, language TEXT NOT NULL
) WITHOUT ROWID;
"""
"""What the second schema has beside the first: who is to be told, and of what."""
THIRD = """
CREATE TABLE hidden (person TEXT NOT NULL, "table" TEXT NOT NULL, PRIMARY KEY (person, "table")) WITHOUT ROWID;
"""
"""What the third has: tables that someone does not want to be reminded of."""
SHARED = """
CREATE TABLE people_devices (
    person TEXT COLLATE "C" NOT NULL, device TEXT COLLATE "C" NOT NULL, linked BIGINT NOT NULL,
    PRIMARY KEY (person, device)
);
CREATE TABLE people_subscriptions (
    id TEXT COLLATE "C" PRIMARY KEY, person TEXT NOT NULL, device TEXT NOT NULL, kind TEXT NOT NULL,
    address TEXT NOT NULL, p256dh TEXT NOT NULL, secret TEXT NOT NULL, language TEXT NOT NULL, base TEXT NOT NULL,
    made BIGINT NOT NULL
);
CREATE TABLE people_decisions (
    "table" TEXT COLLATE "C" PRIMARY KEY, person TEXT NOT NULL, number TEXT NOT NULL, code TEXT NOT NULL,
    edition TEXT NOT NULL, host TEXT NOT NULL, deadline DOUBLE PRECISION, remind DOUBLE PRECISION,
    told BIGINT NOT NULL, reminded BIGINT NOT NULL
);
CREATE TABLE people_calendars (
    hash TEXT COLLATE "C" PRIMARY KEY, person TEXT NOT NULL, "table" TEXT NOT NULL, language TEXT NOT NULL
);
CREATE TABLE people_hidden (
    person TEXT COLLATE "C" NOT NULL, "table" TEXT COLLATE "C" NOT NULL, PRIMARY KEY (person, "table")
);
CREATE TABLE people_keys (name TEXT COLLATE "C" PRIMARY KEY, value TEXT NOT NULL);
"""

PEOPLE = Part(
    "people",
    (DEVICES, SUBSCRIPTIONS, DECISIONS, CALENDARS, HIDDEN),
    (TABLES, SECOND, THIRD),
    (SHARED,),
)
