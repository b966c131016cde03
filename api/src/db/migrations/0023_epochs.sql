-- What the stream and the seals follow were numbers of transactions, which only one PostgreSQL server gives. Now they are epochs,
-- in rows that any engine has: see realtime/epochs.ts. Servers of 0.1.0 still follow transactions, so both are written.
CREATE TABLE "epochs" (
	"slot" smallint PRIMARY KEY NOT NULL,
	"epoch" bigint NOT NULL
);
--> statement-breakpoint
INSERT INTO epochs SELECT n, (extract(epoch from now()) * 1000)::bigint FROM generate_series(0, 15) AS n;--> statement-breakpoint
-- For what says no epoch itself: servers of 0.1.0, and changes by hand.
-- safe beside 0.1.0: only new triggers and defaults call it.
CREATE FUNCTION pin_epoch() RETURNS bigint LANGUAGE sql AS $$
  SELECT e.epoch FROM epochs e WHERE e.slot = (SELECT floor(random() * 16)::int) FOR SHARE
$$;--> statement-breakpoint
-- One lock at once: a bet that has read a table and waits to write it would wait for us, and we for it.
LOCK TABLE "markets", "accounts", "bets", "bet_endings", "live_bets" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
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
-- Not with the column: a default that is not constant would write all rows anew.
ALTER TABLE "bets" ALTER COLUMN "epoch" SET DEFAULT pin_epoch();--> statement-breakpoint
ALTER TABLE "bet_endings" ALTER COLUMN "epoch" SET DEFAULT pin_epoch();--> statement-breakpoint
-- safe beside 0.1.0: only new triggers call it.
CREATE FUNCTION give_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.epoch = 0 THEN NEW.epoch := pin_epoch(); END IF;
  ELSIF NEW.epoch = OLD.epoch THEN
    NEW.epoch := greatest(pin_epoch(), OLD.epoch + 1);
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- safe beside 0.1.0: it fills in a column that 0.1.0 doesn't know.
CREATE TRIGGER markets_give_epoch BEFORE INSERT OR UPDATE ON markets
  FOR EACH ROW EXECUTE FUNCTION give_epoch();--> statement-breakpoint
-- safe beside 0.1.0: it fills in a column that 0.1.0 doesn't know.
CREATE TRIGGER users_give_epoch BEFORE INSERT OR UPDATE ON users
  FOR EACH ROW EXECUTE FUNCTION give_epoch();--> statement-breakpoint
-- safe beside 0.1.0: it fills in a column that 0.1.0 doesn't know.
CREATE TRIGGER user_limits_give_epoch BEFORE INSERT OR UPDATE ON user_limits
  FOR EACH ROW EXECUTE FUNCTION give_epoch();--> statement-breakpoint
-- safe beside 0.1.0: it fills in a column that 0.1.0 doesn't know.
CREATE TRIGGER settings_give_epoch BEFORE INSERT OR UPDATE ON settings
  FOR EACH ROW EXECUTE FUNCTION give_epoch();--> statement-breakpoint
-- safe beside 0.1.0: it fills in a column that 0.1.0 doesn't know.
CREATE TRIGGER live_bets_give_epoch BEFORE INSERT OR UPDATE ON live_bets
  FOR EACH ROW EXECUTE FUNCTION give_epoch();--> statement-breakpoint
-- safe beside 0.1.0: it fills in a column that 0.1.0 doesn't know.
CREATE TRIGGER chain_payouts_give_epoch BEFORE INSERT OR UPDATE ON chain_payouts
  FOR EACH ROW EXECUTE FUNCTION give_epoch();--> statement-breakpoint
-- safe beside 0.1.0: only a new trigger calls it.
CREATE FUNCTION follow_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.epoch = OLD.epoch THEN
    NEW.epoch := greatest(pin_epoch(), OLD.epoch + 1);
  ELSE
    NEW.changed_in := pg_current_xact_id();
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- safe beside 0.1.0: each version says only in its own way that an account has changed, and this adds the other's.
CREATE TRIGGER accounts_follow BEFORE UPDATE ON accounts
  FOR EACH ROW WHEN (NEW.kind = 'user' AND (NEW.changed_in IS DISTINCT FROM OLD.changed_in) <> (NEW.epoch <> OLD.epoch))
  EXECUTE FUNCTION follow_account();
