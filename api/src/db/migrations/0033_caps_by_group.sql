-- Each group of a game's markets has a cap of its own. All begin as the one cap that they shared, so an upgrade changes none.
ALTER TABLE "settings" ADD COLUMN "results_cap" bigint DEFAULT 500000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "totals_cap" bigint DEFAULT 500000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "handicaps_cap" bigint DEFAULT 500000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "both_score_cap" bigint DEFAULT 500000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "odd_even_cap" bigint DEFAULT 500000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "correct_scores_cap" bigint DEFAULT 500000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "periods_cap" bigint DEFAULT 500000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "others_cap" bigint DEFAULT 500000000 NOT NULL;--> statement-breakpoint
UPDATE "settings" SET "results_cap" = "side_market_cap", "totals_cap" = "side_market_cap", "handicaps_cap" = "side_market_cap", "both_score_cap" = "side_market_cap", "odd_even_cap" = "side_market_cap", "correct_scores_cap" = "side_market_cap", "periods_cap" = "side_market_cap", "others_cap" = "side_market_cap";--> statement-breakpoint
-- safe beside 0.1.0: migration 0027 is newer, so it knows neither the column nor its check.
ALTER TABLE "settings" DROP COLUMN "side_market_cap";--> statement-breakpoint
-- safe beside 0.1.0: it leaves the defaults.
ALTER TABLE "settings" ADD CONSTRAINT "settings_group_caps" CHECK (least("settings"."results_cap", "settings"."totals_cap", "settings"."handicaps_cap", "settings"."both_score_cap", "settings"."odd_even_cap", "settings"."correct_scores_cap", "settings"."periods_cap", "settings"."others_cap") > 0);--> statement-breakpoint
DO $do$
BEGIN
  -- The user of deploy/postgres/server-role.sql, if there is one.
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tallystone_server') THEN
    GRANT UPDATE (results_cap, totals_cap, handicaps_cap, both_score_cap, odd_even_cap, correct_scores_cap, periods_cap, others_cap) ON settings TO tallystone_server;
  END IF;
END $do$;
