ALTER TABLE "markets" DROP CONSTRAINT "markets_review";--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_review" CHECK ("markets"."review" in ('no-winner', 'several-winners', 'unknown-winner', 'contradiction', 'corrected', 'removed', 'no-result', 'objected', 'rehearsal-differs', 'late-bets', 'chain-refused', 'chain-holds', 'chain-ended'));
