-- Cash-outs of bets on running games: each waits as an order, and is decided on the odds of the market in play.
CREATE TABLE "cash_out_order_ends" (
	"order_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"code" text,
	"reason" jsonb,
	"ended_at" timestamp with time zone NOT NULL,
	"epoch" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "cash_out_order_ends_kind" CHECK ("cash_out_order_ends"."kind" in ('filled', 'failed')),
	CONSTRAINT "cash_out_order_ends_code" CHECK (("cash_out_order_ends"."kind" = 'failed') = ("cash_out_order_ends"."code" is not null and "cash_out_order_ends"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "cash_out_orders" (
	"id" text PRIMARY KEY NOT NULL,
	"bet_id" text NOT NULL,
	"user_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"signed_text" text NOT NULL,
	"signature" "bytea" NOT NULL,
	"signed_hash" "bytea" NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"decide_at" timestamp with time zone NOT NULL,
	"epoch" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "cash_out_orders_amount" CHECK ("cash_out_orders"."amount" > 0),
	CONSTRAINT "cash_out_orders_delay" CHECK ("cash_out_orders"."decide_at" >= "cash_out_orders"."placed_at" + interval '5 seconds')
);
--> statement-breakpoint
CREATE TABLE "open_cash_out_orders" (
	"bet_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"priced_market_id" text NOT NULL,
	"decide_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cash_outs" ADD COLUMN "priced_market_id" text;--> statement-breakpoint
ALTER TABLE "cash_outs" ADD COLUMN "priced_version" bigint;--> statement-breakpoint
ALTER TABLE "cash_out_order_ends" ADD CONSTRAINT "cash_out_order_ends_order_id_cash_out_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."cash_out_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_out_order_ends" ADD CONSTRAINT "cash_out_order_ends_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_out_orders" ADD CONSTRAINT "cash_out_orders_bet_id_bets_id_fk" FOREIGN KEY ("bet_id") REFERENCES "public"."bets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_out_orders" ADD CONSTRAINT "cash_out_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_cash_out_orders" ADD CONSTRAINT "open_cash_out_orders_bet_id_bets_id_fk" FOREIGN KEY ("bet_id") REFERENCES "public"."bets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_cash_out_orders" ADD CONSTRAINT "open_cash_out_orders_order_id_cash_out_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."cash_out_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_cash_out_orders" ADD CONSTRAINT "open_cash_out_orders_priced_market_id_markets_id_fk" FOREIGN KEY ("priced_market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cash_out_order_ends_epoch" ON "cash_out_order_ends" USING btree ("epoch");--> statement-breakpoint
CREATE INDEX "cash_out_orders_of_bet" ON "cash_out_orders" USING btree ("bet_id","placed_at");--> statement-breakpoint
CREATE INDEX "cash_out_orders_of_user" ON "cash_out_orders" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "cash_out_orders_epoch" ON "cash_out_orders" USING btree ("epoch");--> statement-breakpoint
CREATE UNIQUE INDEX "open_cash_out_orders_order" ON "open_cash_out_orders" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "open_cash_out_orders_of_market" ON "open_cash_out_orders" USING btree ("priced_market_id","decide_at");--> statement-breakpoint
-- safe beside 0.1.0: it leaves the column null.
ALTER TABLE "cash_outs" ADD CONSTRAINT "cash_outs_priced_market_id_markets_id_fk" FOREIGN KEY ("priced_market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- safe beside 0.1.0: it leaves both null.
ALTER TABLE "cash_outs" ADD CONSTRAINT "cash_outs_priced" CHECK (("cash_outs"."priced_market_id" is null) = ("cash_outs"."priced_version" is null));--> statement-breakpoint
CREATE TRIGGER cash_out_orders_are_history BEFORE UPDATE OR DELETE OR TRUNCATE ON cash_out_orders
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();--> statement-breakpoint
CREATE TRIGGER cash_out_order_ends_are_history BEFORE UPDATE OR DELETE OR TRUNCATE ON cash_out_order_ends
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();
