-- Combos: several selections of different games in one bet. Their full returns are in one account until they end.
CREATE TABLE "combo_cash_outs" (
	"combo_id" text PRIMARY KEY NOT NULL,
	"signed_text" text NOT NULL,
	"signature" "bytea" NOT NULL,
	"signed_hash" "bytea" NOT NULL,
	"market_versions" bigint[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "combo_endings" (
	"combo_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"entry_id" bigint NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"epoch" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "combo_endings_kind" CHECK ("combo_endings"."kind" in ('payout', 'refund', 'cash-out', 'loss')),
	CONSTRAINT "combo_endings_amount" CHECK (("combo_endings"."amount" > 0) = ("combo_endings"."kind" <> 'loss') and "combo_endings"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "combo_legs" (
	"combo_id" text NOT NULL,
	"place" smallint NOT NULL,
	"market_id" text NOT NULL,
	"outcome_id" text NOT NULL,
	"odds" bigint NOT NULL,
	"priced_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"market_version" bigint NOT NULL,
	"result" text,
	CONSTRAINT "combo_legs_combo_id_place_pk" PRIMARY KEY("combo_id","place"),
	CONSTRAINT "combo_legs_result" CHECK ("combo_legs"."result" in ('won', 'lost', 'void')),
	CONSTRAINT "combo_legs_place" CHECK ("combo_legs"."place" between 0 and 11)
);
--> statement-breakpoint
CREATE TABLE "combos" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "combos_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"stake" bigint NOT NULL,
	"odds" bigint NOT NULL,
	"signed_odds" bigint NOT NULL,
	"payout" bigint NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"daily_stake_cap" bigint NOT NULL,
	"budget" bigint NOT NULL,
	"chain" text,
	"signed_text" text NOT NULL,
	"signature" "bytea" NOT NULL,
	"signed_hash" "bytea" NOT NULL,
	"idempotency_key" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"entry_id" bigint NOT NULL,
	"epoch" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "combos_stake" CHECK ("combos"."stake" > 0),
	CONSTRAINT "combos_payout" CHECK ("combos"."payout"::numeric * 1000000 = "combos"."stake"::numeric * "combos"."odds"),
	CONSTRAINT "combos_odds" CHECK ("combos"."odds" between 1010000 and 1000000000 and "combos"."signed_odds" <= "combos"."odds")
);
--> statement-breakpoint
CREATE TABLE "open_combos" (
	"combo_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"house_part" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "combo_budget" bigint DEFAULT 50000000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "combo_cash_outs" ADD CONSTRAINT "combo_cash_outs_combo_id_combos_id_fk" FOREIGN KEY ("combo_id") REFERENCES "public"."combos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "combo_endings" ADD CONSTRAINT "combo_endings_combo_id_combos_id_fk" FOREIGN KEY ("combo_id") REFERENCES "public"."combos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "combo_endings" ADD CONSTRAINT "combo_endings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "combo_endings" ADD CONSTRAINT "combo_endings_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "combo_legs" ADD CONSTRAINT "combo_legs_combo_id_combos_id_fk" FOREIGN KEY ("combo_id") REFERENCES "public"."combos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "combo_legs" ADD CONSTRAINT "combo_legs_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "combo_legs" ADD CONSTRAINT "combo_legs_market_id_outcome_id_outcomes_market_id_id_fk" FOREIGN KEY ("market_id","outcome_id") REFERENCES "public"."outcomes"("market_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "combos" ADD CONSTRAINT "combos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "combos" ADD CONSTRAINT "combos_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_combos" ADD CONSTRAINT "open_combos_combo_id_combos_id_fk" FOREIGN KEY ("combo_id") REFERENCES "public"."combos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_combos" ADD CONSTRAINT "open_combos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "combo_endings_entry" ON "combo_endings" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "combo_endings_epoch" ON "combo_endings" USING btree ("epoch");--> statement-breakpoint
CREATE INDEX "combo_legs_of_market" ON "combo_legs" USING btree ("market_id");--> statement-breakpoint
CREATE INDEX "combo_legs_open" ON "combo_legs" USING btree ("market_id","outcome_id") WHERE "combo_legs"."result" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "combos_entry" ON "combos" USING btree ("entry_id");--> statement-breakpoint
CREATE UNIQUE INDEX "combos_key" ON "combos" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "combos_day" ON "combos" USING btree ("user_id","placed_at","stake");--> statement-breakpoint
CREATE INDEX "open_combos_of_user" ON "open_combos" USING btree ("user_id","house_part");--> statement-breakpoint
-- safe beside 0.1.0: it leaves the default.
ALTER TABLE "settings" ADD CONSTRAINT "settings_combo_budget" CHECK ("settings"."combo_budget" >= 0);--> statement-breakpoint
CREATE TRIGGER combos_are_history BEFORE UPDATE OR DELETE OR TRUNCATE ON combos
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();--> statement-breakpoint
CREATE TRIGGER combo_legs_are_history BEFORE DELETE OR TRUNCATE OR UPDATE OF combo_id, place, market_id, outcome_id, odds, priced_at, closes_at, market_version ON combo_legs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();--> statement-breakpoint
CREATE TRIGGER combo_endings_are_history BEFORE UPDATE OR DELETE OR TRUNCATE ON combo_endings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();--> statement-breakpoint
CREATE TRIGGER combo_cash_outs_are_history BEFORE UPDATE OR DELETE OR TRUNCATE ON combo_cash_outs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();--> statement-breakpoint
DO $do$
BEGIN
  -- The user of deploy/postgres/server-role.sql, if there is one.
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tallystone_server') THEN
    GRANT UPDATE (combo_budget) ON settings TO tallystone_server;
  END IF;
END $do$;
