-- That a final block was replaced is a fact of the cursor, and its alert is read off it. Where the alert is written down, its
-- sentence says which hash the chain has instead.
ALTER TABLE "chain_cursor" ADD COLUMN "replaced_by" "bytea";--> statement-breakpoint
UPDATE "chain_cursor"
SET "replaced_by" = decode(substring("alert" from ' is 0x([0-9a-f]{64}) now'), 'hex'), "alert_kind" = null, "alert" = null, "alerted_at" = null
WHERE "alert_kind" = 'finality-broken' AND "alert" ~ ' is 0x[0-9a-f]{64} now';
