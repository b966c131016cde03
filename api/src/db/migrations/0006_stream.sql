-- Which transaction wrote a row last. Whoever reads the rows from the lowest transaction on that still ran at the last
-- reading misses none, waits for nobody, and sees some of them twice.
ALTER TABLE "accounts" ADD COLUMN "changed_in" "xid8";--> statement-breakpoint
ALTER TABLE "bet_endings" ADD COLUMN "ended_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "bets" ADD COLUMN "placed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "user_limits" ADD COLUMN "changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
CREATE INDEX "accounts_changed" ON "accounts" USING btree ("changed_in") WHERE "accounts"."changed_in" is not null;--> statement-breakpoint
CREATE INDEX "markets_changed" ON "markets" USING btree ("changed_in");--> statement-breakpoint
CREATE INDEX "user_limits_changed" ON "user_limits" USING btree ("changed_in");--> statement-breakpoint
CREATE INDEX "users_changed" ON "users" USING btree ("changed_in");--> statement-breakpoint
-- Bets are placed by the hundred in one statement: what runs for each of their rows is as short as can be.
CREATE FUNCTION mark_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_in := pg_current_xact_id();
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER markets_mark_change BEFORE INSERT OR UPDATE ON markets
  FOR EACH ROW EXECUTE FUNCTION mark_change();--> statement-breakpoint
-- Of the accounts, those of people: nobody follows the others.
CREATE TRIGGER accounts_mark_change BEFORE INSERT OR UPDATE ON accounts
  FOR EACH ROW WHEN (NEW.kind = 'user') EXECUTE FUNCTION mark_change();--> statement-breakpoint
CREATE TRIGGER user_limits_mark_change BEFORE INSERT OR UPDATE ON user_limits
  FOR EACH ROW EXECUTE FUNCTION mark_change();--> statement-breakpoint
CREATE TRIGGER users_mark_change BEFORE INSERT OR UPDATE ON users
  FOR EACH ROW EXECUTE FUNCTION mark_change();--> statement-breakpoint
CREATE TRIGGER settings_mark_change BEFORE INSERT OR UPDATE ON settings
  FOR EACH ROW EXECUTE FUNCTION mark_change();
