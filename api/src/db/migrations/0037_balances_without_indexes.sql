-- A change of a balance writes no index: PostgreSQL then keeps the new version of the row in the same page, if that has room.
-- safe beside 0.1.0: it finds changed accounts by changed_in.
DROP INDEX "accounts_epoch";--> statement-breakpoint
ALTER TABLE "accounts" SET (fillfactor = 75);
