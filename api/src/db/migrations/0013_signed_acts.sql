ALTER TABLE "sessions" ADD COLUMN "id" text DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_used_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL;--> statement-breakpoint
UPDATE "sessions" SET "last_used_at" = "created_at";--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_id_unique" UNIQUE("id");--> statement-breakpoint
-- The audit says from where on acts that cannot be undone carry a signature. Without such a row all of them do. Each row
-- is hashed as audit/record-audit.ts does it.
LOCK TABLE "audit" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
WITH given AS (
  SELECT a.id + 1 AS id, date_trunc('milliseconds', clock_timestamp()) AS at, a.hash AS hash_before
  FROM audit a ORDER BY a.id DESC LIMIT 1
)
INSERT INTO audit (id, at, actor, action, subject, hash)
SELECT g.id, g.at, 'system', 'acts.sign', 'acts', sha256(g.hash_before || convert_to(
  jsonb_build_array(
    g.id, (extract(epoch FROM g.at) * 1000)::bigint, NULL::text, 'system', 'acts.sign', 'acts', NULL::jsonb, NULL::jsonb,
    NULL::text
  )::text, 'UTF8'))
FROM given g;
