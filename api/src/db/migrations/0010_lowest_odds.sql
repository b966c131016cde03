-- How signed odds bind the house: 1 fills a bet at exactly these, 2 takes them for the lowest. Everything so far is 1.
ALTER TABLE "markets" ADD COLUMN "fill_rule" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_fill_rule" CHECK ("markets"."fill_rule" in (1, 2));--> statement-breakpoint
ALTER TABLE "bets" ADD COLUMN "fill_rule" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "bets" ADD COLUMN "signed_odds" bigint;--> statement-breakpoint
ALTER TABLE "bets" ADD CONSTRAINT "bets_fill_rule" CHECK (case "bets"."fill_rule" when 1 then "bets"."signed_odds" is null when 2 then "bets"."signed_odds" is not null and "bets"."signed_odds" <= "bets"."odds" else false end);
