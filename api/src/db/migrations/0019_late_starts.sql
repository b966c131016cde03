-- The starts by which bets are late are asked for before each payment: without an index the whole audit was read.
CREATE INDEX "audit_late_starts" ON "audit" USING btree ("subject") WHERE "audit"."action" = 'market.late-start';--> statement-breakpoint
-- The audit keeps which markets the version before left with late bets and without the word of the feed, so that verify-ledger
-- accuses none of them. It gives no stake back: the feed is asked. The row is hashed as audit/record-audit.ts does it.
LOCK TABLE "audit" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
WITH waiting AS (
  SELECT jsonb_object_agg(m.id, to_char(m.late_from AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS after
  FROM markets m WHERE m.late_from IS NOT NULL HAVING count(*) > 0
), given AS (
  SELECT a.id + 1 AS id, date_trunc('milliseconds', clock_timestamp()) AS at, a.hash AS hash_before
  FROM audit a ORDER BY a.id DESC LIMIT 1
)
INSERT INTO audit (id, at, actor, action, subject, after, hash)
SELECT g.id, g.at, 'system', 'markets.late-before', 'markets', w.after, sha256(g.hash_before || convert_to(
  jsonb_build_array(
    g.id, (extract(epoch FROM g.at) * 1000)::bigint, NULL::text, 'system', 'markets.late-before', 'markets', NULL::jsonb,
    w.after, NULL::text
  )::text, 'UTF8'))
FROM given g, waiting w;
