"""What the store says to PostgreSQL. Locks of several tables are taken in the order of their ids, so that no two
transactions wait for each other."""

# Reading.

READ = """
SELECT "table", version, entry, sum FROM entries WHERE "table" = $1 AND version > $2 UNION ALL
(SELECT "table", version, entry, sum FROM entries WHERE "table" > $1 ORDER BY "table", version LIMIT 1)
"""
"""With the first entry that has another table's name: it may be the last of this one, with a damaged name, of which
nothing else would tell."""
READ_AFTER = """
SELECT entries."table", entries.version, entry, sum
FROM entries JOIN unnest($1::text[], $2::bigint[]) AS known ("table", version)
ON entries."table" = known."table" AND entries.version > known.version ORDER BY entries."table", entries.version
"""
THERE = """
SELECT known."table" FROM unnest($1::text[]) AS known ("table")
WHERE EXISTS (SELECT 1 FROM entries WHERE entries."table" = known."table")
"""
HEADING = 'SELECT "table", code, status, changed, summary, past, people, finished, sum FROM headings'
GAME = 'SELECT person, "table", number, ended, about, sum FROM games'
LATEST_FIRST = 'ORDER BY changed DESC, "table" DESC LIMIT'
IS_ALIVE = """
SELECT 1 FROM nodes WHERE nodes.node = leases.node AND clock_timestamp() BETWEEN said_at AND alive_until
"""
"""Not so if the clock of the database was set back since, until the node says so once more."""
ABANDONED = f"""
{HEADING} LEFT JOIN leases USING ("table") WHERE status IN ('gathering', 'playing') AND changed >= $1
AND NOT EXISTS ({IS_ALIVE}) {LATEST_FIRST} $2
"""
TABLES_AFTER = """
WITH RECURSIVE found (id) AS (
    SELECT min("table") FROM entries WHERE "table" > $1
    UNION ALL SELECT (SELECT min("table") FROM entries WHERE "table" > id) FROM found WHERE id IS NOT NULL
) SELECT id FROM found WHERE id IS NOT NULL LIMIT $2
"""
"""However many entries each has: it goes no further than to the last that is wanted."""
WITHOUT_HEADING = f"""
SELECT id FROM ({TABLES_AFTER}) AS tables WHERE NOT EXISTS (SELECT 1 FROM headings WHERE "table" = id)
"""

# Writing.

BEAT = """
INSERT INTO nodes (node, address, is_draining, said_at, alive_until)
VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp() + make_interval(secs => $4))
ON CONFLICT (node) DO UPDATE SET address = excluded.address, is_draining = excluded.is_draining,
said_at = excluded.said_at, alive_until = excluded.alive_until
"""
OTHERS = """
SELECT node, address, is_draining FROM nodes WHERE node <> $1 AND clock_timestamp() BETWEEN said_at AND alive_until
"""
BURY = "DELETE FROM nodes WHERE abs(extract(epoch FROM clock_timestamp() - alive_until)) > 3600"
"""A node that stopped without a word leaves its row for a while, for whoever looks what happened."""
RELEASE_ALL = """
UPDATE leases SET node = NULL WHERE "table" IN (SELECT "table" FROM leases WHERE node = $1 ORDER BY "table" FOR UPDATE)
"""
RELEASE = """
UPDATE leases SET node = NULL WHERE "table" IN (
    SELECT "table" FROM leases WHERE node = $1 AND "table" = ANY($2) ORDER BY "table" FOR UPDATE
)
"""
CLAIM = f"""
INSERT INTO leases ("table", node, epoch) SELECT $1, $2, 1 WHERE EXISTS (SELECT 1 FROM entries WHERE "table" = $1)
ON CONFLICT ("table") DO UPDATE SET node = excluded.node,
epoch = leases.epoch + CASE WHEN leases.node = excluded.node AND leases.epoch = $3 THEN 0 ELSE 1 END
WHERE leases.node IS NULL OR leases.node = excluded.node OR NOT EXISTS ({IS_ALIVE})
RETURNING epoch
"""
"""What this node is writing as the one that leads the table it may go on to write: that is no change of hands."""
HAND_OVER = 'UPDATE leases SET node = $3, epoch = epoch + 1 WHERE "table" = $2 AND node = $1 RETURNING epoch'
HELD = """
SELECT leases."table", coalesce((SELECT max(version) FROM entries WHERE entries."table" = leases."table"), 0) AS last
FROM leases JOIN unnest($2::text[], $3::bigint[]) AS wanted ("table", epoch) USING ("table")
WHERE leases.node = $1 AND leases.epoch = wanted.epoch
ORDER BY leases."table" FOR SHARE OF leases
"""
"""The tables that this node leads still, and where their logs end. Who wants to take one over waits until this is
committed."""
ADD_ENTRIES = """
INSERT INTO entries ("table", version, entry, sum)
SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bytea[])
"""
ADD_LEASES = """
INSERT INTO leases ("table", node, epoch) SELECT unnest($1::text[]), $2, 1
"""
ADD_HEADING = """
INSERT INTO headings ("table", code, status, changed, summary, past, people, finished, sum)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
"""
NEW_HEADING = f'{ADD_HEADING} ON CONFLICT DO NOTHING RETURNING "table"'
REPLACE_HEADING = f"""
{ADD_HEADING} ON CONFLICT ("table") DO UPDATE SET code = excluded.code, status = excluded.status,
changed = excluded.changed, summary = excluded.summary, past = excluded.past, people = excluded.people,
finished = excluded.finished, sum = excluded.sum
"""
KEEP_GAME = """
INSERT INTO games (person, ended, "table", number, about, sum) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT ("table", number, person)
DO UPDATE SET ended = excluded.ended, about = excluded.about, sum = excluded.sum
"""
LEASE = 'SELECT node, epoch FROM leases WHERE "table" = $1 FOR UPDATE'
IS_THERE = 'SELECT 1 FROM entries WHERE "table" = $1 UNION ALL SELECT 1 FROM headings WHERE "table" = $1 LIMIT 1'
LED = f"""
SELECT "table" FROM (SELECT * FROM leases WHERE "table" = ANY($1) ORDER BY "table" FOR UPDATE) AS leases
WHERE node <> $2 AND EXISTS ({IS_ALIVE})
"""
SET_FREE = """
INSERT INTO leases ("table", node, epoch) SELECT unnest($1::text[]), NULL, 1
ON CONFLICT ("table") DO UPDATE SET node = NULL, epoch = leases.epoch + 1
"""
DELETE = tuple(f'DELETE FROM {name} WHERE "table" = ANY($1)' for name in ("headings", "games", "entries"))
"""In the order in which games are kept, so that nobody waits for each other."""
