CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" text,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feed_prices" (
	"market_id" text NOT NULL,
	"version" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"odds" jsonb NOT NULL,
	CONSTRAINT "feed_prices_market_id_version_pk" PRIMARY KEY("market_id","version")
);
--> statement-breakpoint
CREATE TABLE "games" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"sport" text NOT NULL,
	"league" text NOT NULL,
	"country" text NOT NULL,
	"state" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"cap" bigint NOT NULL,
	"imported_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "games_cap" CHECK ("games"."cap" > 0)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"auto_import" boolean DEFAULT false NOT NULL,
	"futures_trading" boolean DEFAULT false NOT NULL,
	"real_time_prices" boolean DEFAULT true NOT NULL,
	"liquidity_budget" bigint DEFAULT 10000000000 NOT NULL,
	"market_cap" bigint DEFAULT 5000000000 NOT NULL,
	"game_cap" bigint DEFAULT 10000000000 NOT NULL,
	"stake_cap_level_0" bigint,
	"stake_cap_level_1" bigint,
	"stake_cap_level_2" bigint,
	CONSTRAINT "settings_one" CHECK ("settings"."id"),
	CONSTRAINT "settings_budget" CHECK ("settings"."liquidity_budget" >= 1000000000),
	CONSTRAINT "settings_caps" CHECK ("settings"."market_cap" > 0 and "settings"."game_cap" >= "settings"."market_cap"),
	CONSTRAINT "settings_stake_caps" CHECK ("settings"."stake_cap_level_0" >= 0 and "settings"."stake_cap_level_1" >= 0 and "settings"."stake_cap_level_2" >= 0)
);
--> statement-breakpoint
ALTER TABLE "markets" DROP CONSTRAINT "markets_budget";--> statement-breakpoint
ALTER TABLE "bets" ADD COLUMN "priced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bets" ADD COLUMN "chain" text;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "pricing" text DEFAULT 'lmsr' NOT NULL;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "tags" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "auto_resolve" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "disabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "feed_halt" text;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "game_id" text;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "azuro_condition_id" text;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "turnover" bigint;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "priced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "funded" bigint;--> statement-breakpoint
-- Until now every market was of the market maker, with all of its budget in escrow.
UPDATE "markets" SET "funded" = "loss_budget";--> statement-breakpoint
ALTER TABLE "markets" ALTER COLUMN "funded" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "outcomes" ADD COLUMN "feed_odds" bigint;--> statement-breakpoint
ALTER TABLE "outcomes" ADD COLUMN "azuro_outcome_id" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "chain" text;--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_prices" ADD CONSTRAINT "feed_prices_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bets_placed" ON "bets" USING btree ("placed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "markets_condition" ON "markets" USING btree ("azuro_condition_id") WHERE "markets"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "markets_game" ON "markets" USING btree ("game_id") WHERE "markets"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "bets" ADD CONSTRAINT "bets_fresh_price" CHECK ("bets"."placed_at" <= "bets"."priced_at" + interval '10 minutes');--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_source" CHECK ("markets"."source" in ('practice', 'custom', 'azuro'));--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_pricing" CHECK (("markets"."pricing" = 'feed') = ("markets"."source" = 'azuro'));--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_feed" CHECK (("markets"."pricing" = 'feed') = ("markets"."game_id" is not null and "markets"."azuro_condition_id" is not null and "markets"."priced_at" is not null));--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_halt" CHECK ("markets"."feed_halt" in ('stopped', 'stale', 'started', 'canceled'));--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_open" CHECK ("markets"."state" <> 'open' or (not "markets"."disabled" and "markets"."feed_halt" is null));--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_archived" CHECK ("markets"."deleted_at" is null or "markets"."archived_at" is not null);--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_funded" CHECK ("markets"."funded" = "markets"."loss_budget" or ("markets"."funded" = 0 and "markets"."received" = 0 and ("markets"."pricing" = 'feed' or "markets"."archived_at" is not null)));--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_budget" CHECK ("markets"."loss_budget" >= case "markets"."pricing" when 'feed' then 1 else 1000000000 end);--> statement-breakpoint
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_feed_odds" CHECK ("outcomes"."feed_odds" between 1010000 and 1000000000);