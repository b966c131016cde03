-- Locks of work that one transaction at a time may do, such as sealing. Some databases lack advisory locks, which did this
-- before, or have them on one node only.
CREATE TABLE "named_locks" (
	"name" text PRIMARY KEY NOT NULL,
	"taken" bigint DEFAULT 1 NOT NULL
);
--> statement-breakpoint
-- Those that are only tried: a first use would make others wait, because it creates the row.
INSERT INTO "named_locks" ("name", "taken") VALUES ('chain batches', 0), ('chain payouts', 0), ('fold-prices', 0), ('seal-books', 0);--> statement-breakpoint
-- Servers of 0.1.0 beside this version take an advisory lock of the same name, so a transaction that takes a row takes that, too.
-- A new database has no accounts yet and no server of 0.1.0, so it gets no trigger, which not every database could run.
-- safe beside 0.1.0: it doesn't know the table.
DO $do$ BEGIN
  IF NOT EXISTS (SELECT FROM accounts) THEN RETURN; END IF;
  CREATE FUNCTION take_advisory_lock() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    hash bytea := sha256(convert_to('tallystone:' || NEW.name, 'UTF8'));
    id bigint := ('x' || encode(substr(hash, 1, 8), 'hex'))::bit(64)::bigint;
  BEGIN
    IF TG_OP = 'INSERT' THEN
      -- A statement that waits for a lock begins here, also if the row exists.
      PERFORM pg_advisory_xact_lock(id);
    ELSIF NOT pg_try_advisory_xact_lock(id) THEN
      -- The update changes no row, so the statement, which only tries, finds the lock taken.
      RETURN NULL;
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER named_locks_are_advisory BEFORE INSERT OR UPDATE ON named_locks
    FOR EACH ROW EXECUTE FUNCTION take_advisory_lock();
END $do$;
