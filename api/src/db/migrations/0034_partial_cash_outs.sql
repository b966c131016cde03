-- Parts of bets that were sold. The rows of the bets stay as they were signed.
CREATE TABLE "sold_parts" (
	"bet_id" text NOT NULL,
	"open_stake" bigint NOT NULL,
	"stake" bigint NOT NULL,
	"payout" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"market_id" text NOT NULL,
	"user_id" text NOT NULL,
	"entry_id" bigint NOT NULL,
	"sold_at" timestamp with time zone NOT NULL,
	"market_version" bigint NOT NULL,
	"signed_text" text NOT NULL,
	"signature" "bytea" NOT NULL,
	"signed_hash" "bytea" NOT NULL,
	"priced_at" timestamp with time zone,
	"priced_market_id" text,
	"priced_version" bigint,
	"epoch" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "sold_parts_bet_id_open_stake_pk" PRIMARY KEY("bet_id","open_stake"),
	CONSTRAINT "sold_parts_stake" CHECK ("sold_parts"."stake" > 0 and "sold_parts"."stake" < "sold_parts"."open_stake"),
	CONSTRAINT "sold_parts_amount" CHECK ("sold_parts"."amount" > 0 and "sold_parts"."payout" >= "sold_parts"."stake"),
	CONSTRAINT "sold_parts_priced" CHECK (("sold_parts"."priced_market_id" is null) = ("sold_parts"."priced_version" is null))
);
--> statement-breakpoint
ALTER TABLE "cash_out_orders" ADD COLUMN "stake" bigint;--> statement-breakpoint
ALTER TABLE "cash_out_orders" ADD COLUMN "open_stake" bigint;--> statement-breakpoint
ALTER TABLE "sold_parts" ADD CONSTRAINT "sold_parts_bet_id_bets_id_fk" FOREIGN KEY ("bet_id") REFERENCES "public"."bets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sold_parts" ADD CONSTRAINT "sold_parts_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sold_parts" ADD CONSTRAINT "sold_parts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sold_parts" ADD CONSTRAINT "sold_parts_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sold_parts" ADD CONSTRAINT "sold_parts_priced_market_id_markets_id_fk" FOREIGN KEY ("priced_market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sold_parts_entry" ON "sold_parts" USING btree ("entry_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sold_parts_version" ON "sold_parts" USING btree ("market_id","market_version");--> statement-breakpoint
CREATE INDEX "sold_parts_of_user" ON "sold_parts" USING btree ("user_id");--> statement-breakpoint
CREATE TRIGGER sold_parts_are_history BEFORE UPDATE OR DELETE OR TRUNCATE ON sold_parts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();--> statement-breakpoint
ALTER TABLE "cash_out_orders" ADD CONSTRAINT "cash_out_orders_part" CHECK (case when "cash_out_orders"."stake" is null then "cash_out_orders"."open_stake" is null
        else "cash_out_orders"."stake" > 0 and "cash_out_orders"."stake" < "cash_out_orders"."open_stake" and "cash_out_orders"."decide_at" is not null end);
