-- What the stream and the seals follow were numbers of transactions, which only one PostgreSQL server gives. Now they are epochs,
-- in rows that any engine has: see db/epochs.ts.
CREATE TABLE "epochs" (
	"slot" smallint PRIMARY KEY NOT NULL,
	"epoch" bigint NOT NULL
);
--> statement-breakpoint
INSERT INTO epochs SELECT n, (extract(epoch from now()) * 1000)::bigint FROM generate_series(0, 15) AS n;--> statement-breakpoint
-- One lock at once: a bet that has read a table and waits to write it would wait for us, and we for it.
LOCK TABLE "markets", "accounts", "users", "user_limits", "settings", "bets", "bet_endings", "live_bets", "chain_payouts" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "bet_endings" ADD COLUMN "epoch" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bets" ADD COLUMN "epoch" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chain_payouts" ADD COLUMN "epoch" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "epoch" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "live_bets" ADD COLUMN "epoch" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "epoch" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "epoch" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_limits" ADD COLUMN "epoch" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "epoch" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "accounts_epoch" ON "accounts" USING btree ("epoch");--> statement-breakpoint
CREATE INDEX "live_bets_epoch" ON "live_bets" USING btree ("epoch");--> statement-breakpoint
CREATE INDEX "markets_epoch" ON "markets" USING btree ("epoch");--> statement-breakpoint
CREATE INDEX "user_limits_epoch" ON "user_limits" USING btree ("epoch");--> statement-breakpoint
CREATE INDEX "users_epoch" ON "users" USING btree ("epoch");--> statement-breakpoint
-- Servers of 0.1.0 beside this version say no epochs, and follow transactions. So triggers and defaults add to what one version
-- writes what the other one follows. A new database has no accounts yet and no server of 0.1.0, so it gets none, and loses those
-- of earlier migrations.
-- safe beside 0.1.0: what it drops, it drops only where 0.1.0 isn't; the rest fills in columns that 0.1.0 doesn't know.
DO $do$
DECLARE
  followed text;
BEGIN
  IF NOT EXISTS (SELECT FROM accounts) THEN
    DROP TRIGGER user_limits_change_accounts ON user_limits;
    FOREACH followed IN ARRAY ARRAY['markets', 'users', 'user_limits', 'settings', 'chain_calls', 'chain_markets', 'chain_payouts'] LOOP
      EXECUTE format('DROP TRIGGER %I ON %I', followed || '_mark_change', followed);
    END LOOP;
    RETURN;
  END IF;
  CREATE FUNCTION pin_epoch() RETURNS bigint LANGUAGE sql AS $$
    SELECT e.epoch FROM epochs e WHERE e.slot = (SELECT floor(random() * 16)::int) FOR SHARE
  $$;
  -- Not with the column: a default that isn't constant would write all rows anew.
  ALTER TABLE bets ALTER COLUMN epoch SET DEFAULT pin_epoch();
  ALTER TABLE bet_endings ALTER COLUMN epoch SET DEFAULT pin_epoch();
  CREATE FUNCTION give_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      IF NEW.epoch = 0 THEN NEW.epoch := pin_epoch(); END IF;
    ELSIF NEW.epoch = OLD.epoch THEN
      NEW.epoch := greatest(pin_epoch(), OLD.epoch + 1);
    END IF;
    RETURN NEW;
  END $$;
  FOREACH followed IN ARRAY ARRAY['markets', 'users', 'user_limits', 'settings', 'live_bets', 'chain_payouts'] LOOP
    EXECUTE format(
      'CREATE TRIGGER %I BEFORE INSERT OR UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION give_epoch()',
      followed || '_give_epoch', followed);
  END LOOP;
  -- Each version says only in its own way that an account has changed.
  CREATE FUNCTION follow_account() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.epoch = OLD.epoch THEN
      NEW.epoch := greatest(pin_epoch(), OLD.epoch + 1);
    ELSE
      NEW.changed_in := pg_current_xact_id();
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER accounts_follow BEFORE UPDATE ON accounts
    FOR EACH ROW WHEN (NEW.kind = 'user' AND (NEW.changed_in IS DISTINCT FROM OLD.changed_in) <> (NEW.epoch <> OLD.epoch))
    EXECUTE FUNCTION follow_account();
END $do$;
