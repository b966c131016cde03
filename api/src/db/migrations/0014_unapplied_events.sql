-- The chain's numbers have up to 256 bits: they are stored as they came, so that none of them stops the books. An event that
-- still cannot be applied waits here, past the cursor.
CREATE TABLE "chain_unapplied" (
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"market_id" text,
	"amount" numeric(78, 0) NOT NULL,
	"problem" text NOT NULL,
	"noted_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "chain_unapplied_block_number_log_index_pk" PRIMARY KEY("block_number","log_index")
);
--> statement-breakpoint
ALTER TABLE "chain_cursor" ALTER COLUMN "chain_balance" SET DATA TYPE numeric(78, 0);--> statement-breakpoint
ALTER TABLE "chain_markets" ALTER COLUMN "max_house_loss" SET DATA TYPE numeric(78, 0);--> statement-breakpoint
ALTER TABLE "chain_markets" ALTER COLUMN "max_odds" SET DATA TYPE numeric(78, 0);--> statement-breakpoint
ALTER TABLE "chain_outflows" ALTER COLUMN "amount" SET DATA TYPE numeric(78, 0);--> statement-breakpoint
ALTER TABLE "chain_unapplied" ADD CONSTRAINT "chain_unapplied_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_unapplied" ADD CONSTRAINT "chain_unapplied_event" FOREIGN KEY ("block_number","log_index") REFERENCES "public"."chain_events"("block_number","log_index") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chain_unapplied_market" ON "chain_unapplied" USING btree ("market_id");--> statement-breakpoint
CREATE INDEX "chain_events_roles" ON "chain_events" USING btree ("block_number","log_index") WHERE "chain_events"."name" = 'RoleTaken';
