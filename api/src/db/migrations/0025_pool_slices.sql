-- All pending bets waited for the one row of the pool. Now each market has its pending bets held from one of these parts.
CREATE TABLE "pool_slices" (
	"slot" smallint PRIMARY KEY NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "pool_slices_balance" CHECK ("pool_slices"."balance" >= 0)
);
--> statement-breakpoint
-- Servers of 0.1.0 only know the row, and may work beside this version where there are accounts.
INSERT INTO pool_slices (slot) SELECT n FROM generate_series(0, 15) AS n WHERE NOT EXISTS (SELECT FROM accounts);
