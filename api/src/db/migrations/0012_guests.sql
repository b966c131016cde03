-- A session that no wallet signed belongs to a guest from here on. Until now it opened the wallet's own account.
ALTER TABLE "users" ADD COLUMN "guest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_identity";--> statement-breakpoint
CREATE UNIQUE INDEX "users_identity" ON "users" USING btree ("family","address_bytes") WHERE not "users"."guest";--> statement-breakpoint
CREATE INDEX "users_guests" ON "users" USING btree ("created_at") WHERE "users"."guest";--> statement-breakpoint
-- Unverified sessions end here. What they did stays with the wallet, for who proves its key.
DELETE FROM "sessions" WHERE NOT "verified";--> statement-breakpoint
-- Whether a session is verified is whether its user is a guest. A server of the version before cannot open sessions without it.
ALTER TABLE "sessions" DROP COLUMN "verified";
