-- Outcomes of a condition that are decided by themselves, such as players who score: each is a market of its own, with a group and a cap.
-- safe beside 0.1.0: it opens no market of a group.
ALTER TABLE "markets" DROP CONSTRAINT "markets_group";--> statement-breakpoint
-- safe beside 0.1.0: it knows no caps of groups.
ALTER TABLE "settings" DROP CONSTRAINT "settings_group_caps";--> statement-breakpoint
-- safe beside 0.1.0: the next index refuses the same markets.
DROP INDEX "markets_condition_of_game";--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "azuro_outcome_id" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "import_players" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "players_cap" bigint DEFAULT 100000000 NOT NULL;--> statement-breakpoint
-- safe beside 0.1.0: with the column empty it is the index before.
CREATE UNIQUE INDEX "markets_question_of_game" ON "markets" USING btree ("azuro_condition_id","game_id",coalesce("azuro_outcome_id", '')) WHERE "markets"."deleted_at" is null;--> statement-breakpoint
-- safe beside 0.1.0: it leaves the column empty.
ALTER TABLE "markets" ADD CONSTRAINT "markets_one_sided" CHECK ("markets"."azuro_outcome_id" is null or ("markets"."pricing" = 'feed' and "markets"."winners" = 1 and not "markets"."is_main"));--> statement-breakpoint
-- safe beside 0.1.0: it leaves the column empty.
ALTER TABLE "markets" ADD CONSTRAINT "markets_group" CHECK ("markets"."market_group" in ('result', 'total', 'handicap', 'both-score', 'odd-even', 'correct-score', 'players', 'period', 'other'));--> statement-breakpoint
-- safe beside 0.1.0: it leaves the defaults.
ALTER TABLE "settings" ADD CONSTRAINT "settings_group_caps" CHECK (least("settings"."results_cap", "settings"."totals_cap", "settings"."handicaps_cap", "settings"."both_score_cap", "settings"."odd_even_cap", "settings"."correct_scores_cap", "settings"."players_cap", "settings"."periods_cap", "settings"."others_cap") > 0);--> statement-breakpoint
DO $do$
BEGIN
  -- The user of deploy/postgres/server-role.sql, if there is one.
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tallystone_server') THEN
    GRANT INSERT (azuro_outcome_id) ON markets TO tallystone_server;
    GRANT UPDATE (import_players, players_cap) ON settings TO tallystone_server;
  END IF;
END $do$;
