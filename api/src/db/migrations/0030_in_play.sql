-- Betting on running games: a game in play has a row, markets and a cap of its own, and a bet on it waits as an order.
CREATE TABLE "market_halts" (
	"market_id" text NOT NULL,
	"version" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "market_halts_market_id_version_pk" PRIMARY KEY("market_id","version")
);
--> statement-breakpoint
CREATE TABLE "open_orders" (
	"order_id" text PRIMARY KEY NOT NULL,
	"market_id" text NOT NULL,
	"user_id" text NOT NULL,
	"stake" bigint NOT NULL,
	"decide_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_ends" (
	"order_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"code" text,
	"reason" jsonb,
	"entry_id" bigint NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"epoch" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "order_ends_kind" CHECK ("order_ends"."kind" in ('filled', 'failed')),
	CONSTRAINT "order_ends_code" CHECK (("order_ends"."kind" = 'failed') = ("order_ends"."code" is not null and "order_ends"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "orders_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"market_id" text NOT NULL,
	"outcome_id" text NOT NULL,
	"stake" bigint NOT NULL,
	"odds" bigint NOT NULL,
	"payout" bigint NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"decide_at" timestamp with time zone NOT NULL,
	"market_version" bigint NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"priced_at" timestamp with time zone NOT NULL,
	"daily_stake_cap" bigint NOT NULL,
	"chain" text,
	"signed_text" text NOT NULL,
	"signature" "bytea" NOT NULL,
	"signed_hash" "bytea" NOT NULL,
	"quote_id" text,
	"idempotency_key" text,
	"body_hash" "bytea" NOT NULL,
	"entry_id" bigint NOT NULL,
	"epoch" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "orders_stake" CHECK ("orders"."stake" > 0),
	CONSTRAINT "orders_payout" CHECK ("orders"."payout"::numeric * 1000000 = "orders"."stake"::numeric * "orders"."odds"),
	CONSTRAINT "orders_delay" CHECK ("orders"."decide_at" >= "orders"."placed_at" + interval '5 seconds'),
	CONSTRAINT "orders_in_time" CHECK ("orders"."placed_at" < "orders"."closes_at")
);
--> statement-breakpoint
-- safe beside 0.1.0: it looks for a condition before it opens a market, and markets_condition_of_game serves the same queries.
DROP INDEX "markets_condition";--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "in_play_of" text;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "delay_seconds" smallint;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "score_home" smallint;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "score_away" smallint;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "clock" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "period" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "may_go_in_play" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "in_play" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "in_play_delay_soccer" smallint DEFAULT 8 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "in_play_delay_basketball" smallint DEFAULT 8 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "in_play_delay_tennis" smallint DEFAULT 8 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "in_play_delay_other" smallint DEFAULT 8 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "game_cap_in_play" bigint DEFAULT 10000000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "market_halts" ADD CONSTRAINT "market_halts_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_orders" ADD CONSTRAINT "open_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_orders" ADD CONSTRAINT "open_orders_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_orders" ADD CONSTRAINT "open_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_ends" ADD CONSTRAINT "order_ends_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_ends" ADD CONSTRAINT "order_ends_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_ends" ADD CONSTRAINT "order_ends_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_market_id_outcome_id_outcomes_market_id_id_fk" FOREIGN KEY ("market_id","outcome_id") REFERENCES "public"."outcomes"("market_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "market_halts_at" ON "market_halts" USING btree ("market_id","at");--> statement-breakpoint
CREATE INDEX "open_orders_of_market" ON "open_orders" USING btree ("market_id","decide_at");--> statement-breakpoint
CREATE INDEX "open_orders_of_user" ON "open_orders" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_ends_entry" ON "order_ends" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "order_ends_epoch" ON "order_ends" USING btree ("epoch");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_entry" ON "orders" USING btree ("entry_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_of_quote" ON "orders" USING btree (hashtextextended("quote_id", 0));--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_of_key" ON "orders" USING btree (hashtextextended("user_id" || ' ' || "idempotency_key", 0));--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","placed_at");--> statement-breakpoint
CREATE INDEX "orders_of_market" ON "orders" USING btree ("market_id");--> statement-breakpoint
-- safe beside 0.1.0: it leaves both null.
ALTER TABLE "games" ADD CONSTRAINT "games_in_play_of_games_id_fk" FOREIGN KEY ("in_play_of") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- safe beside 0.1.0: it leaves the column null.
CREATE UNIQUE INDEX "games_in_play" ON "games" USING btree ("in_play_of");--> statement-breakpoint
-- safe beside 0.1.0: a condition has one market there, and so has a pair of condition and game.
CREATE UNIQUE INDEX "markets_condition_of_game" ON "markets" USING btree ("azuro_condition_id","game_id") WHERE "markets"."deleted_at" is null;--> statement-breakpoint
-- safe beside 0.1.0: it leaves both null.
ALTER TABLE "games" ADD CONSTRAINT "games_delay" CHECK (("games"."in_play_of" is null) = ("games"."delay_seconds" is null) and "games"."delay_seconds" between 5 and 60);--> statement-breakpoint
-- safe beside 0.1.0: it leaves both null.
ALTER TABLE "games" ADD CONSTRAINT "games_score" CHECK (("games"."score_home" is null) = ("games"."score_away" is null));--> statement-breakpoint
-- safe beside 0.1.0: it leaves the default.
ALTER TABLE "settings" ADD CONSTRAINT "settings_cap_in_play" CHECK ("settings"."game_cap_in_play" > 0);--> statement-breakpoint
-- safe beside 0.1.0: it leaves the defaults.
ALTER TABLE "settings" ADD CONSTRAINT "settings_delays" CHECK (least("settings"."in_play_delay_soccer", "settings"."in_play_delay_basketball", "settings"."in_play_delay_tennis", "settings"."in_play_delay_other") >= 5 and greatest("settings"."in_play_delay_soccer", "settings"."in_play_delay_basketball", "settings"."in_play_delay_tennis", "settings"."in_play_delay_other") <= 60);--> statement-breakpoint
CREATE TRIGGER orders_are_history BEFORE UPDATE OR DELETE OR TRUNCATE ON orders
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();--> statement-breakpoint
CREATE TRIGGER order_ends_are_history BEFORE UPDATE OR DELETE OR TRUNCATE ON order_ends
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();--> statement-breakpoint
CREATE TRIGGER market_halts_are_history BEFORE UPDATE OR DELETE OR TRUNCATE ON market_halts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();--> statement-breakpoint
DO $do$
BEGIN
  -- The user of deploy/postgres/server-role.sql, if there is one.
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tallystone_server') THEN
    GRANT UPDATE (in_play, in_play_delay_soccer, in_play_delay_basketball, in_play_delay_tennis, in_play_delay_other, game_cap_in_play) ON settings TO tallystone_server;
    GRANT UPDATE (score_home, score_away, clock, period) ON games TO tallystone_server;
  END IF;
END $do$;
