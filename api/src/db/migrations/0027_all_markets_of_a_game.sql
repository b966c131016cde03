-- A game has many markets, one of which is in the list. Markets of older versions are all main ones.
ALTER TABLE "markets" ADD COLUMN "is_main" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "market_group" text;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "own_name" text;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "line" double precision;--> statement-breakpoint
-- safe beside 0.1.0: it writes no group.
ALTER TABLE "markets" ADD CONSTRAINT "markets_group" CHECK ("markets"."market_group" in ('result', 'total', 'handicap', 'both-score', 'odd-even', 'correct-score', 'period', 'other'));--> statement-breakpoint
-- safe beside 0.1.0: it opens only main markets, and none for a game that has a market.
CREATE UNIQUE INDEX "markets_main" ON "markets" USING btree ("game_id") WHERE "markets"."is_main" and "markets"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "markets_of_game" ON "markets" USING btree ("game_id") WHERE "markets"."deleted_at" is null;--> statement-breakpoint
-- safe beside 0.1.0: it looks for a game's markets before it opens one, and markets_of_game serves the same queries.
DROP INDEX "markets_game";
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "import_totals" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "import_handicaps" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "import_both_score" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "import_odd_even" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "import_correct_scores" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "import_periods" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "import_others" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "side_market_cap" bigint DEFAULT 500000000 NOT NULL;--> statement-breakpoint
-- safe beside 0.1.0: it leaves the default.
ALTER TABLE "settings" ADD CONSTRAINT "settings_side_cap" CHECK ("settings"."side_market_cap" > 0);--> statement-breakpoint
DO $do$
BEGIN
  -- The user of deploy/postgres/server-role.sql, if there is one.
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tallystone_server') THEN
    GRANT UPDATE (import_totals, import_handicaps, import_both_score, import_odd_even, import_correct_scores, import_periods, import_others, side_market_cap) ON settings TO tallystone_server;
  END IF;
END $do$;
