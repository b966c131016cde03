-- A final block was replaced and the books rejoined the chain: the same events are in other blocks now. What was read first
-- stays in chain_events.
CREATE TABLE "chain_moved" (
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"to_block" bigint NOT NULL,
	"to_index" integer NOT NULL,
	"block_hash" "bytea" NOT NULL,
	"args" jsonb NOT NULL,
	CONSTRAINT "chain_moved_block_number_log_index_pk" PRIMARY KEY("block_number","log_index")
);
--> statement-breakpoint
ALTER TABLE "chain_moved" ADD CONSTRAINT "chain_moved_event" FOREIGN KEY ("block_number","log_index") REFERENCES "public"."chain_events"("block_number","log_index") ON DELETE no action ON UPDATE no action;
