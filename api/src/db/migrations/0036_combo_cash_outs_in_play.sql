-- Cash-outs of combos while games of theirs are played: they wait as those of bets do.
CREATE TABLE "combo_running_prices" (
	"combo_id" text NOT NULL,
	"place" smallint NOT NULL,
	"priced_market_id" text NOT NULL,
	"priced_version" bigint NOT NULL,
	"priced_at" timestamp with time zone NOT NULL,
	CONSTRAINT "combo_running_prices_combo_id_place_pk" PRIMARY KEY("combo_id","place")
);
--> statement-breakpoint
CREATE TABLE "open_combo_cash_outs" (
	"combo_id" text NOT NULL,
	"place" smallint NOT NULL,
	"order_id" text NOT NULL,
	"priced_market_id" text NOT NULL,
	"decide_at" timestamp with time zone NOT NULL,
	CONSTRAINT "open_combo_cash_outs_combo_id_place_pk" PRIMARY KEY("combo_id","place")
);
--> statement-breakpoint
-- safe beside 0.1.0: it doesn't know the table.
ALTER TABLE "cash_out_orders" ALTER COLUMN "bet_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "cash_out_orders" ADD COLUMN "combo_id" text;--> statement-breakpoint
ALTER TABLE "combo_running_prices" ADD CONSTRAINT "combo_running_prices_priced_market_id_markets_id_fk" FOREIGN KEY ("priced_market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "combo_running_prices" ADD CONSTRAINT "combo_running_prices_leg" FOREIGN KEY ("combo_id","place") REFERENCES "public"."combo_legs"("combo_id","place") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_combo_cash_outs" ADD CONSTRAINT "open_combo_cash_outs_order_id_cash_out_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."cash_out_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_combo_cash_outs" ADD CONSTRAINT "open_combo_cash_outs_priced_market_id_markets_id_fk" FOREIGN KEY ("priced_market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_combo_cash_outs" ADD CONSTRAINT "open_combo_cash_outs_leg" FOREIGN KEY ("combo_id","place") REFERENCES "public"."combo_legs"("combo_id","place") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "open_combo_cash_outs_order" ON "open_combo_cash_outs" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "open_combo_cash_outs_of_market" ON "open_combo_cash_outs" USING btree ("priced_market_id","decide_at");--> statement-breakpoint
-- safe beside 0.1.0: it doesn't know the table.
ALTER TABLE "cash_out_orders" ADD CONSTRAINT "cash_out_orders_combo_id_combos_id_fk" FOREIGN KEY ("combo_id") REFERENCES "public"."combos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cash_out_orders_of_combo" ON "cash_out_orders" USING btree ("combo_id","placed_at") WHERE "cash_out_orders"."combo_id" is not null;--> statement-breakpoint
-- safe beside 0.1.0: it doesn't know the table.
ALTER TABLE "cash_out_orders" ADD CONSTRAINT "cash_out_orders_of_one" CHECK (case when "cash_out_orders"."combo_id" is null then "cash_out_orders"."bet_id" is not null
        else "cash_out_orders"."bet_id" is null and "cash_out_orders"."stake" is null and "cash_out_orders"."decide_at" is not null end);;--> statement-breakpoint
CREATE TRIGGER combo_running_prices_are_history BEFORE UPDATE OR DELETE OR TRUNCATE ON combo_running_prices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();--> statement-breakpoint
DO $do$
BEGIN
  -- The user of deploy/postgres/server-role.sql, if there is one.
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tallystone_server') THEN
    GRANT SELECT, INSERT ON combo_running_prices TO tallystone_server;
    GRANT SELECT, INSERT, DELETE ON open_combo_cash_outs TO tallystone_server;
    GRANT INSERT (combo_id) ON cash_out_orders TO tallystone_server;
  END IF;
END $do$;
