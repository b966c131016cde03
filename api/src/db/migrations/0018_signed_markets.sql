-- The audit says from where on objections, the end of betting by an admin and deletions carry a signature, as 0013 did for the
-- acts before them. Without such a row all of them do. The row is hashed as audit/record-audit.ts does it.
LOCK TABLE "audit" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
WITH given AS (
  SELECT a.id + 1 AS id, date_trunc('milliseconds', clock_timestamp()) AS at, a.hash AS hash_before
  FROM audit a ORDER BY a.id DESC LIMIT 1
)
INSERT INTO audit (id, at, actor, action, subject, hash)
SELECT g.id, g.at, 'system', 'acts.sign', 'markets', sha256(g.hash_before || convert_to(
  jsonb_build_array(
    g.id, (extract(epoch FROM g.at) * 1000)::bigint, NULL::text, 'system', 'acts.sign', 'markets', NULL::jsonb,
    NULL::jsonb, NULL::text
  )::text, 'UTF8'))
FROM given g;
