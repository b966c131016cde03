-- Bets with real stakes: what was accepted, what the chain made of it, and what is sent to the chain. A row of `bets`
-- is written once the stake is final, so that whatever reads bets sees those alone that are real.
CREATE TABLE "chain_calls" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chain_calls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"role" text NOT NULL,
	"data" "bytea" NOT NULL,
	"gas" bigint NOT NULL,
	"queued_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"signer" "bytea",
	"nonce" bigint,
	"state" text DEFAULT 'queued' NOT NULL,
	"tx_hash" "bytea",
	"block_number" bigint,
	"final_at" timestamp with time zone,
	"changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "chain_calls_key" UNIQUE("key"),
	CONSTRAINT "chain_calls_role" CHECK ("chain_calls"."role" in ('relayer', 'risk-manager', 'resolver', 'finaliser', 'guardian')),
	CONSTRAINT "chain_calls_state" CHECK ("chain_calls"."state" in ('queued', 'sent', 'included', 'final', 'reverted', 'dropped')),
	CONSTRAINT "chain_calls_signed" CHECK (("chain_calls"."signer" is null) = ("chain_calls"."nonce" is null))
);
--> statement-breakpoint
CREATE TABLE "chain_cursor" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"chain_id" bigint NOT NULL,
	"escrow" "bytea" NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" "bytea" NOT NULL,
	"block_at" timestamp with time zone NOT NULL,
	"reconciled_at" timestamp with time zone,
	"chain_balance" bigint,
	"alert_kind" text,
	"alert" text,
	"alerted_at" timestamp with time zone,
	CONSTRAINT "chain_cursor_one" CHECK ("chain_cursor"."id"),
	CONSTRAINT "chain_cursor_alert" CHECK (("chain_cursor"."alert" is null) = ("chain_cursor"."alerted_at" is null) and ("chain_cursor"."alert" is null) = ("chain_cursor"."alert_kind" is null))
);
--> statement-breakpoint
CREATE TABLE "chain_events" (
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"block_hash" "bytea" NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"name" text NOT NULL,
	"args" jsonb NOT NULL,
	"block_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chain_events_block_number_log_index_pk" PRIMARY KEY("block_number","log_index")
);
--> statement-breakpoint
CREATE TABLE "chain_markets" (
	"market_id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"rules_hash" "bytea" NOT NULL,
	"max_house_loss" bigint NOT NULL,
	"max_odds" bigint NOT NULL,
	"close_at" timestamp with time zone NOT NULL,
	"objection_ends_at" timestamp with time zone,
	"result" smallint,
	"evidence_hash" "bytea",
	"call_key" text,
	"calls" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"rests_until" timestamp with time zone,
	"changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "chain_markets_state" CHECK ("chain_markets"."state" in ('opening', 'open', 'refused', 'proposed', 'resolved', 'void'))
);
--> statement-breakpoint
CREATE TABLE "chain_outflows" (
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"user_id" text,
	"bet_id" text,
	"amount" bigint NOT NULL,
	"entry_id" bigint,
	CONSTRAINT "chain_outflows_block_number_log_index_pk" PRIMARY KEY("block_number","log_index"),
	CONSTRAINT "chain_outflows_entry" UNIQUE("entry_id"),
	CONSTRAINT "chain_outflows_bet" UNIQUE("bet_id"),
	CONSTRAINT "chain_outflows_amount" CHECK ("chain_outflows"."amount" > 0),
	CONSTRAINT "chain_outflows_owner" CHECK ("chain_outflows"."bet_id" is null or "chain_outflows"."user_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "chain_payouts" (
	"bet_id" text PRIMARY KEY NOT NULL,
	"market_id" text NOT NULL,
	"user_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"call_key" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"tx_hash" "bytea",
	"block_number" bigint,
	"changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "chain_payouts_amount" CHECK ("chain_payouts"."amount" > 0),
	CONSTRAINT "chain_payouts_state" CHECK ("chain_payouts"."state" in ('due', 'sent', 'paid', 'set-aside', 'claimed')),
	CONSTRAINT "chain_payouts_sent" CHECK ("chain_payouts"."state" <> 'sent' or "chain_payouts"."call_key" is not null),
	CONSTRAINT "chain_payouts_done" CHECK (("chain_payouts"."state" in ('due', 'sent')) = ("chain_payouts"."tx_hash" is null) and ("chain_payouts"."tx_hash" is null) = ("chain_payouts"."block_number" is null))
);
--> statement-breakpoint
CREATE TABLE "chain_transactions" (
	"signer" "bytea" NOT NULL,
	"nonce" bigint NOT NULL,
	"attempt" integer NOT NULL,
	"call_id" bigint,
	"raw" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	"max_fee" bigint NOT NULL,
	"signed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"broadcast_at" timestamp with time zone,
	CONSTRAINT "chain_transactions_signer_nonce_attempt_pk" PRIMARY KEY("signer","nonce","attempt"),
	CONSTRAINT "chain_transactions_hash" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "live_bets" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "live_bets_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"market_id" text NOT NULL,
	"outcome_id" text NOT NULL,
	"stake" bigint NOT NULL,
	"odds" bigint NOT NULL,
	"payout" bigint NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"priced_at" timestamp with time zone,
	"daily_stake_cap" bigint NOT NULL,
	"chain" text,
	"market_version" bigint NOT NULL,
	"signed_text" text NOT NULL,
	"signature" "bytea" NOT NULL,
	"signed_hash" "bytea" NOT NULL,
	"quote_id" text NOT NULL,
	"idempotency_key" text,
	"body_hash" "bytea" NOT NULL,
	"deadline" timestamp with time zone NOT NULL,
	"accepted_until" timestamp with time zone NOT NULL,
	"bet_hash" "bytea" NOT NULL,
	"stake_authorization" "bytea" NOT NULL,
	"acceptance" "bytea" NOT NULL,
	"priced_on" jsonb NOT NULL,
	"hold_entry_id" bigint NOT NULL,
	"place_call_id" bigint,
	"state" text DEFAULT 'pending' NOT NULL,
	"failure" text,
	"tx_hash" "bytea",
	"block_number" bigint,
	"decided_at" timestamp with time zone,
	"decided_version" bigint,
	"placed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "live_bets_seq" UNIQUE("seq"),
	CONSTRAINT "live_bets_hold" UNIQUE("hold_entry_id"),
	CONSTRAINT "live_bets_version" UNIQUE("market_id","market_version"),
	CONSTRAINT "live_bets_quote" UNIQUE("user_id","quote_id"),
	CONSTRAINT "live_bets_key" UNIQUE("user_id","idempotency_key"),
	CONSTRAINT "live_bets_hash" UNIQUE("bet_hash"),
	CONSTRAINT "live_bets_stake" CHECK ("live_bets"."stake" > 0),
	CONSTRAINT "live_bets_payout" CHECK ("live_bets"."payout"::numeric * 1000000 = "live_bets"."stake"::numeric * "live_bets"."odds"),
	CONSTRAINT "live_bets_in_time" CHECK ("live_bets"."placed_at" < "live_bets"."accepted_until" and "live_bets"."accepted_until" <= "live_bets"."closes_at" and "live_bets"."accepted_until" <= "live_bets"."deadline"),
	CONSTRAINT "live_bets_fresh_price" CHECK ("live_bets"."placed_at" <= "live_bets"."priced_at" + interval '10 minutes'),
	CONSTRAINT "live_bets_signed" CHECK (octet_length("live_bets"."bet_hash") = 32 and octet_length("live_bets"."stake_authorization") = 65 and octet_length("live_bets"."acceptance") = 65),
	CONSTRAINT "live_bets_state" CHECK ("live_bets"."state" in ('pending', 'confirmed', 'failed')),
	CONSTRAINT "live_bets_decided" CHECK (("live_bets"."state" = 'pending') = ("live_bets"."decided_at" is null) and ("live_bets"."state" = 'pending') = ("live_bets"."decided_version" is null)),
	CONSTRAINT "live_bets_failure" CHECK (("live_bets"."state" = 'failed') = ("live_bets"."failure" is not null)),
	CONSTRAINT "live_bets_confirmed" CHECK ("live_bets"."state" <> 'confirmed' or ("live_bets"."tx_hash" is not null and "live_bets"."block_number" is not null))
);
--> statement-breakpoint
ALTER TABLE "markets" DROP CONSTRAINT "markets_open";--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "opening" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "outcomes" ADD COLUMN "pending_returns" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "outcomes" ADD COLUMN "pending_stakes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chain_markets" ADD CONSTRAINT "chain_markets_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_outflows" ADD CONSTRAINT "chain_outflows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_outflows" ADD CONSTRAINT "chain_outflows_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_outflows" ADD CONSTRAINT "chain_outflows_event" FOREIGN KEY ("block_number","log_index") REFERENCES "public"."chain_events"("block_number","log_index") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_payouts" ADD CONSTRAINT "chain_payouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_payouts" ADD CONSTRAINT "chain_payouts_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_transactions" ADD CONSTRAINT "chain_transactions_call_id_chain_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."chain_calls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_bets" ADD CONSTRAINT "live_bets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_bets" ADD CONSTRAINT "live_bets_hold_entry_id_entries_id_fk" FOREIGN KEY ("hold_entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_bets" ADD CONSTRAINT "live_bets_place_call_id_chain_calls_id_fk" FOREIGN KEY ("place_call_id") REFERENCES "public"."chain_calls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_bets" ADD CONSTRAINT "live_bets_market_id_outcome_id_outcomes_market_id_id_fk" FOREIGN KEY ("market_id","outcome_id") REFERENCES "public"."outcomes"("market_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chain_calls_nonce" ON "chain_calls" USING btree ("signer","nonce") WHERE "chain_calls"."nonce" is not null;--> statement-breakpoint
CREATE INDEX "chain_calls_under_way" ON "chain_calls" USING btree ("id") WHERE "chain_calls"."state" in ('queued', 'sent', 'included');--> statement-breakpoint
CREATE INDEX "chain_events_bet" ON "chain_events" USING btree (("args" ->> 'betId'));--> statement-breakpoint
CREATE INDEX "chain_events_transaction" ON "chain_events" USING btree ("tx_hash");--> statement-breakpoint
CREATE INDEX "chain_outflows_unbooked" ON "chain_outflows" USING btree ("block_number","log_index") WHERE "chain_outflows"."entry_id" is null;--> statement-breakpoint
CREATE INDEX "chain_payouts_due" ON "chain_payouts" USING btree ("bet_id") WHERE "chain_payouts"."state" in ('due', 'sent');--> statement-breakpoint
CREATE INDEX "chain_payouts_call" ON "chain_payouts" USING btree ("call_key") WHERE "chain_payouts"."state" = 'sent';--> statement-breakpoint
CREATE INDEX "chain_payouts_set_aside" ON "chain_payouts" USING btree ("user_id") WHERE "chain_payouts"."state" = 'set-aside';--> statement-breakpoint
CREATE INDEX "chain_transactions_call" ON "chain_transactions" USING btree ("call_id");--> statement-breakpoint
CREATE INDEX "live_bets_pending" ON "live_bets" USING btree ("seq") WHERE "live_bets"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "live_bets_pending_on" ON "live_bets" USING btree ("market_id") WHERE "live_bets"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "live_bets_signed_text" ON "live_bets" USING btree ("user_id","signed_hash");--> statement-breakpoint
CREATE INDEX "live_bets_of_user" ON "live_bets" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "live_bets_day" ON "live_bets" USING btree ("user_id","placed_at","stake");--> statement-breakpoint
CREATE INDEX "live_bets_failed" ON "live_bets" USING btree ("user_id","decided_at") WHERE "live_bets"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "live_bets_changed" ON "live_bets" USING btree ("changed_in");--> statement-breakpoint
CREATE INDEX "live_bets_call" ON "live_bets" USING btree ("place_call_id");--> statement-breakpoint
ALTER TABLE "markets" DROP CONSTRAINT "markets_review";--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_review" CHECK ("markets"."review" in ('no-winner', 'several-winners', 'unknown-winner', 'corrected', 'removed', 'no-result', 'objected', 'rehearsal-differs', 'late-bets', 'chain-refused', 'chain-holds', 'chain-ended'));--> statement-breakpoint
ALTER TABLE "resolutions" DROP CONSTRAINT "resolutions_source";--> statement-breakpoint
ALTER TABLE "resolutions" ADD CONSTRAINT "resolutions_source" CHECK ("resolutions"."source" in ('admin', 'feed', 'practice', 'guardian', 'chain'));--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_open" CHECK ("markets"."state" <> 'open' or (not "markets"."disabled" and "markets"."feed_halt" is null and not "markets"."opening"));--> statement-breakpoint
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_pending" CHECK ("outcomes"."pending_stakes" >= 0 and "outcomes"."pending_returns" >= "outcomes"."pending_stakes");--> statement-breakpoint
CREATE TRIGGER chain_calls_mark_change BEFORE INSERT OR UPDATE ON chain_calls
  FOR EACH ROW EXECUTE FUNCTION mark_change();--> statement-breakpoint
CREATE TRIGGER chain_markets_mark_change BEFORE INSERT OR UPDATE ON chain_markets
  FOR EACH ROW EXECUTE FUNCTION mark_change();--> statement-breakpoint
CREATE TRIGGER chain_payouts_mark_change BEFORE INSERT OR UPDATE ON chain_payouts
  FOR EACH ROW EXECUTE FUNCTION mark_change();--> statement-breakpoint
-- What was accepted is history; what became of it is said once.
CREATE FUNCTION keep_accepted_bet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'pending' THEN
    RAISE EXCEPTION 'live bet % was decided and never changes again', OLD.id;
  END IF;
  IF (NEW.id, NEW.seq, NEW.user_id, NEW.market_id, NEW.outcome_id, NEW.stake, NEW.odds, NEW.payout, NEW.placed_at,
      NEW.closes_at, NEW.priced_at, NEW.daily_stake_cap, NEW.chain, NEW.market_version, NEW.signed_text, NEW.signature,
      NEW.signed_hash, NEW.quote_id, NEW.idempotency_key, NEW.body_hash, NEW.deadline, NEW.accepted_until, NEW.bet_hash,
      NEW.stake_authorization, NEW.acceptance, NEW.priced_on, NEW.hold_entry_id, NEW.placed_in)
    IS DISTINCT FROM
     (OLD.id, OLD.seq, OLD.user_id, OLD.market_id, OLD.outcome_id, OLD.stake, OLD.odds, OLD.payout, OLD.placed_at,
      OLD.closes_at, OLD.priced_at, OLD.daily_stake_cap, OLD.chain, OLD.market_version, OLD.signed_text, OLD.signature,
      OLD.signed_hash, OLD.quote_id, OLD.idempotency_key, OLD.body_hash, OLD.deadline, OLD.accepted_until, OLD.bet_hash,
      OLD.stake_authorization, OLD.acceptance, OLD.priced_on, OLD.hold_entry_id, OLD.placed_in)
  THEN
    RAISE EXCEPTION 'what was accepted of live bet % never changes', OLD.id;
  END IF;
  NEW.changed_in := pg_current_xact_id();
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER live_bets_keep_accepted BEFORE UPDATE ON live_bets
  FOR EACH ROW EXECUTE FUNCTION keep_accepted_bet();--> statement-breakpoint
CREATE TRIGGER live_bets_are_kept BEFORE DELETE OR TRUNCATE ON live_bets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();--> statement-breakpoint
-- A market that bets are on their way to is not put away, as one with stakes is not.
CREATE FUNCTION keep_pending_visible() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM live_bets l WHERE l.market_id = NEW.id AND l.state = 'pending') THEN
    RAISE EXCEPTION 'market % has pending bets and is not put away', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER markets_keep_pending_visible BEFORE UPDATE OF archived_at ON markets
  FOR EACH ROW WHEN (OLD.archived_at IS NULL AND NEW.archived_at IS NOT NULL) EXECUTE FUNCTION keep_pending_visible();--> statement-breakpoint
CREATE TRIGGER chain_events_are_history BEFORE UPDATE OR DELETE OR TRUNCATE ON chain_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();--> statement-breakpoint
CREATE TRIGGER chain_outflows_are_kept BEFORE DELETE OR TRUNCATE ON chain_outflows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();
