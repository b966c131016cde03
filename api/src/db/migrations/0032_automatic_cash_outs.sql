-- Automatic cash-outs: each waits as an order without a delay until its bet is worth its amount.
CREATE TABLE "open_automatic_cash_outs" (
	"bet_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"market_id" text NOT NULL,
	"outcome_id" text NOT NULL,
	"price" integer NOT NULL,
	"reached_at" timestamp with time zone,
	"rests_until" timestamp with time zone,
	"epoch" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "open_automatic_cash_outs_chance" CHECK ("open_automatic_cash_outs"."price" >= 0 and "open_automatic_cash_outs"."price" <= 1000000)
);
--> statement-breakpoint
ALTER TABLE "cash_out_order_ends" DROP CONSTRAINT "cash_out_order_ends_kind";--> statement-breakpoint
ALTER TABLE "cash_out_orders" ALTER COLUMN "decide_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "cash_out_order_ends" ADD COLUMN "reached_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "open_automatic_cash_outs" ADD CONSTRAINT "open_automatic_cash_outs_bet_id_bets_id_fk" FOREIGN KEY ("bet_id") REFERENCES "public"."bets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_automatic_cash_outs" ADD CONSTRAINT "open_automatic_cash_outs_order_id_cash_out_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."cash_out_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_automatic_cash_outs" ADD CONSTRAINT "open_automatic_cash_outs_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "open_automatic_cash_outs_order" ON "open_automatic_cash_outs" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "open_automatic_cash_outs_price" ON "open_automatic_cash_outs" USING btree ("market_id","outcome_id","price");--> statement-breakpoint
CREATE INDEX "open_automatic_cash_outs_epoch" ON "open_automatic_cash_outs" USING btree ("epoch");--> statement-breakpoint
ALTER TABLE "cash_out_order_ends" ADD CONSTRAINT "cash_out_order_ends_kind" CHECK ("cash_out_order_ends"."kind" in ('filled', 'failed', 'cancelled'));