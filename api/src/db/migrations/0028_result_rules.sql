-- Several outcomes of a market may win, such as two in a double chance. `won_outcome_id` and `outcome_id` have the first of them.
ALTER TABLE "markets" ADD COLUMN "winners" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "also_won" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "resolutions" ADD COLUMN "also_won" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
-- safe beside 0.1.0: it opens markets with the default only, and where it may run no others are opened.
ALTER TABLE "markets" ADD CONSTRAINT "markets_winners" CHECK ("markets"."winners" = 1 or ("markets"."winners" between 2 and 15 and "markets"."pricing" = 'feed' and not "markets"."is_main"));--> statement-breakpoint
-- safe beside 0.1.0: it leaves the default, and its markets have one winner.
ALTER TABLE "markets" ADD CONSTRAINT "markets_also_won" CHECK (cardinality("markets"."also_won") = case when "markets"."won_outcome_id" is null then 0 else "markets"."winners" - 1 end and array_position("markets"."also_won", null) is null and array_position("markets"."also_won", "markets"."won_outcome_id") is null);--> statement-breakpoint
-- safe beside 0.1.0: the same.
ALTER TABLE "resolutions" ADD CONSTRAINT "resolutions_also_won" CHECK (("resolutions"."outcome_id" is not null or cardinality("resolutions"."also_won") = 0) and array_position("resolutions"."also_won", null) is null and array_position("resolutions"."also_won", "resolutions"."outcome_id") is null);--> statement-breakpoint
DO $do$
BEGIN
  -- The user of deploy/postgres/server-role.sql, if there is one.
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tallystone_server') THEN
    GRANT UPDATE (also_won) ON markets TO tallystone_server;
  END IF;
END $do$;
