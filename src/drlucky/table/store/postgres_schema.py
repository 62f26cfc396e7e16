"""The schema of the logs of tables in PostgreSQL, step by step. A step that was released is never changed."""

PART = "tables"

FIRST = """
CREATE TABLE entries (
    "table" TEXT COLLATE "C" NOT NULL, version BIGINT NOT NULL, entry BYTEA NOT NULL, sum BYTEA NOT NULL,
    PRIMARY KEY ("table", version)
);
CREATE TABLE headings (
    "table" TEXT COLLATE "C" PRIMARY KEY, code TEXT COLLATE "C" NOT NULL UNIQUE, status TEXT NOT NULL,
    changed DOUBLE PRECISION NOT NULL, summary BYTEA NOT NULL, past BOOLEAN NOT NULL, people TEXT[] NOT NULL,
    finished BIGINT NOT NULL, sum BYTEA NOT NULL, kept BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX headings_by_change ON headings (status, changed, "table");
CREATE INDEX headings_past ON headings (changed, "table") WHERE past;
CREATE INDEX headings_people ON headings USING gin (people);
CREATE INDEX headings_unkept ON headings ("table") WHERE finished > kept;
CREATE TABLE games (
    person TEXT COLLATE "C" NOT NULL, ended DOUBLE PRECISION NOT NULL, "table" TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL, about BYTEA NOT NULL, sum BYTEA NOT NULL, PRIMARY KEY ("table", number, person)
);
CREATE INDEX games_by_person ON games (person, ended, "table", number);
CREATE TABLE nodes (
    node TEXT COLLATE "C" PRIMARY KEY, address TEXT NOT NULL, is_draining BOOLEAN NOT NULL,
    said_at TIMESTAMPTZ NOT NULL, alive_until TIMESTAMPTZ NOT NULL
);
CREATE TABLE leases (
    "table" TEXT COLLATE "C" PRIMARY KEY, node TEXT COLLATE "C", epoch BIGINT NOT NULL
);
CREATE INDEX leases_by_node ON leases (node);
"""

STEPS = (FIRST,)
