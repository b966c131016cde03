-- A bet had 11 indexes, larger than its row. What reads bets needs eight, and hashes instead of texts in two. On tables
-- with rows the indexes are there already when this runs: db/build-indexes.ts makes them while bets go on.
-- One lock at once: a bet that has read the table and waits to write it would wait for us, and we for it.
LOCK TABLE "bets", "postings" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
-- safe beside 0.1.0: these refuse only what the constraints below refuse, and those are still there.
CREATE UNIQUE INDEX IF NOT EXISTS "bets_one_of_quote" ON "bets" USING btree (hashtextextended("quote_id", 0));--> statement-breakpoint
-- safe beside 0.1.0: the same. User ids have no space, so no two pairs have the same text.
CREATE UNIQUE INDEX IF NOT EXISTS "bets_one_of_key" ON "bets" USING btree (hashtextextended("user_id" || ' ' || "idempotency_key", 0));--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "bets_moments" ON "bets" USING brin ("placed_at") WITH (pages_per_range=32,autosummarize=true);--> statement-breakpoint
-- safe beside 0.1.0: it names none of them. It finds quotes, keys and its lists of a user's bets through bets_day. Its export and
-- its check of caps sort the bets.
ALTER TABLE "bets" DROP CONSTRAINT "bets_seq", DROP CONSTRAINT "bets_quote", DROP CONSTRAINT "bets_key";--> statement-breakpoint
-- safe beside 0.1.0: bets_day and bets_moments find the same rows.
DROP INDEX "bets_signed", "bets_of_user", "bets_placed";--> statement-breakpoint
-- safe beside 0.1.0: it looks up no posting by its id. The ids come from one sequence, which nothing sets.
ALTER TABLE "postings" DROP CONSTRAINT "postings_pkey";
