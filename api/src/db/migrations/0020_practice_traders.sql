ALTER TABLE "users" ADD COLUMN "simulated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "users_simulated" ON "users" USING btree ("id") WHERE "users"."simulated";