CREATE TABLE "bet_endings" (
	"bet_id" text PRIMARY KEY NOT NULL,
	"market_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"entry_id" bigint NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"market_version" bigint,
	CONSTRAINT "bet_endings_kind" CHECK ("bet_endings"."kind" in ('payout', 'refund', 'cash-out')),
	CONSTRAINT "bet_endings_amount" CHECK ("bet_endings"."amount" > 0),
	CONSTRAINT "bet_endings_version_known" CHECK ("bet_endings"."kind" <> 'cash-out' or "bet_endings"."market_version" is not null)
);
--> statement-breakpoint
CREATE TABLE "cash_outs" (
	"bet_id" text PRIMARY KEY NOT NULL,
	"signed_text" text NOT NULL,
	"signature" "bytea" NOT NULL,
	"signed_hash" "bytea" NOT NULL,
	"priced_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "market_transitions" (
	"from_state" text NOT NULL,
	"to_state" text NOT NULL,
	CONSTRAINT "market_transitions_from_state_to_state_pk" PRIMARY KEY("from_state","to_state")
);
--> statement-breakpoint
CREATE TABLE "pending_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"payload" jsonb NOT NULL,
	"summary" text NOT NULL,
	"proposed_by" text NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_as" text,
	"ended_by" text,
	"end_reason" text,
	CONSTRAINT "pending_changes_kind" CHECK ("pending_changes"."kind" in ('create-market', 'change-settings', 'change-user')),
	CONSTRAINT "pending_changes_ended" CHECK (("pending_changes"."ended_at" is null) = ("pending_changes"."ended_as" is null)),
	CONSTRAINT "pending_changes_two" CHECK ("pending_changes"."ended_as" <> 'approved' or "pending_changes"."ended_by" <> "pending_changes"."proposed_by")
);
--> statement-breakpoint
CREATE TABLE "practice_draws" (
	"market_id" text PRIMARY KEY NOT NULL,
	"seed" "bytea" NOT NULL,
	"commitment" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "resolutions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "resolutions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"market_id" text NOT NULL,
	"outcome_id" text,
	"source" text NOT NULL,
	"evidence" text NOT NULL,
	"raw" jsonb,
	"rehearsal" jsonb NOT NULL,
	"rehearsal_hash" "bytea" NOT NULL,
	"proposed_by" text,
	"proposed_at" timestamp with time zone NOT NULL,
	"approved_by" text,
	"approved_at" timestamp with time zone,
	"pays_from" timestamp with time zone,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_as" text,
	"ended_by" text,
	"end_reason" text,
	CONSTRAINT "resolutions_source" CHECK ("resolutions"."source" in ('admin', 'feed', 'practice', 'guardian')),
	CONSTRAINT "resolutions_approved" CHECK (("resolutions"."approved_at" is null) = ("resolutions"."pays_from" is null)),
	CONSTRAINT "resolutions_started" CHECK ("resolutions"."started_at" is null or ("resolutions"."approved_at" is not null and "resolutions"."started_at" >= "resolutions"."pays_from")),
	CONSTRAINT "resolutions_ended" CHECK (("resolutions"."ended_at" is null) = ("resolutions"."ended_as" is null) and ("resolutions"."ended_as" = 'paid') = ("resolutions"."started_at" is not null and "resolutions"."ended_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "seals" (
	"id" bigint PRIMARY KEY NOT NULL,
	"first_entry" bigint NOT NULL,
	"last_entry" bigint NOT NULL,
	"leaves" bigint NOT NULL,
	"root" "bytea" NOT NULL,
	"audit_id" bigint NOT NULL,
	CONSTRAINT "seals_last" UNIQUE("last_entry"),
	CONSTRAINT "seals_range" CHECK ("seals"."last_entry" >= "seals"."first_entry")
);
--> statement-breakpoint
CREATE TABLE "user_limits" (
	"user_id" text PRIMARY KEY NOT NULL,
	"own_cap" bigint,
	"next_cap" bigint,
	"next_from" timestamp with time zone,
	"blocked_until" timestamp with time zone,
	"block_kind" text,
	CONSTRAINT "user_limits_cap" CHECK ("user_limits"."own_cap" >= 0 and "user_limits"."next_cap" >= 0),
	CONSTRAINT "user_limits_next" CHECK ("user_limits"."next_cap" is null or "user_limits"."next_from" is not null),
	CONSTRAINT "user_limits_block" CHECK (("user_limits"."blocked_until" is null) = ("user_limits"."block_kind" is null) and "user_limits"."block_kind" in ('break', 'exclusion'))
);
--> statement-breakpoint
ALTER TABLE "markets" DROP CONSTRAINT "markets_received";--> statement-breakpoint
ALTER TABLE "markets" DROP CONSTRAINT "markets_state";--> statement-breakpoint
ALTER TABLE "markets" DROP CONSTRAINT "markets_funded";--> statement-breakpoint
ALTER TABLE "admin_grants" ADD COLUMN "role" text DEFAULT 'admin' NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_grants" DROP CONSTRAINT "admin_grants_family_address_bytes_pk";--> statement-breakpoint
ALTER TABLE "admin_grants" ADD CONSTRAINT "admin_grants_family_address_bytes_role_pk" PRIMARY KEY("family","address_bytes","role");--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "open_stakes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "staked" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Until now no bet had ended.
UPDATE "markets" SET "open_stakes" = "received", "staked" = "received";--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "late_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "review" text;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "objections" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "won_outcome_id" text;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "settled_through" bigint;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "postings" DROP CONSTRAINT "postings_entry_id_entries_id_fk";--> statement-breakpoint
ALTER TABLE "postings" DROP CONSTRAINT "postings_from_account_accounts_id_fk";--> statement-breakpoint
ALTER TABLE "postings" DROP CONSTRAINT "postings_to_account_accounts_id_fk";--> statement-breakpoint
ALTER TABLE "cash_outs" ADD CONSTRAINT "cash_outs_bet_id_bets_id_fk" FOREIGN KEY ("bet_id") REFERENCES "public"."bets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_changes" ADD CONSTRAINT "pending_changes_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_changes" ADD CONSTRAINT "pending_changes_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_draws" ADD CONSTRAINT "practice_draws_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resolutions" ADD CONSTRAINT "resolutions_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resolutions" ADD CONSTRAINT "resolutions_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resolutions" ADD CONSTRAINT "resolutions_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resolutions" ADD CONSTRAINT "resolutions_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resolutions" ADD CONSTRAINT "resolutions_market_id_outcome_id_outcomes_market_id_id_fk" FOREIGN KEY ("market_id","outcome_id") REFERENCES "public"."outcomes"("market_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seals" ADD CONSTRAINT "seals_audit_id_audit_id_fk" FOREIGN KEY ("audit_id") REFERENCES "public"."audit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_limits" ADD CONSTRAINT "user_limits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bet_endings_entry" ON "bet_endings" USING btree ("entry_id","user_id");--> statement-breakpoint
CREATE INDEX "bet_endings_version" ON "bet_endings" USING btree ("market_id","market_version") WHERE "bet_endings"."market_version" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "resolutions_under_way" ON "resolutions" USING btree ("market_id") WHERE "resolutions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "resolutions_market" ON "resolutions" USING btree ("market_id");--> statement-breakpoint
CREATE INDEX "bets_of_feed" ON "bets" USING btree ("market_id","placed_at") WHERE "bets"."priced_at" is not null;--> statement-breakpoint
CREATE INDEX "markets_under_way" ON "markets" USING btree ("closes_at") WHERE "markets"."state" not in ('settled', 'void');--> statement-breakpoint
ALTER TABLE "admin_grants" ADD CONSTRAINT "admin_grants_role" CHECK ("admin_grants"."role" in ('admin', 'guardian'));--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_hidden" CHECK ("markets"."archived_at" is null or "markets"."staked" = 0 or "markets"."state" in ('settled', 'void'));--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_stakes" CHECK ("markets"."open_stakes" >= 0 and "markets"."staked" >= "markets"."open_stakes" and "markets"."received" <= "markets"."staked");--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_review" CHECK ("markets"."review" in ('no-winner', 'several-winners', 'unknown-winner', 'corrected', 'removed', 'no-result', 'objected', 'rehearsal-differs'));--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_ended" CHECK (("markets"."state" in ('settled', 'void')) = ("markets"."ended_at" is not null));--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_won" CHECK (("markets"."state" <> 'settled' or "markets"."won_outcome_id" is not null) and ("markets"."state" <> 'void' or "markets"."won_outcome_id" is null));--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_state" CHECK ("markets"."state" in ('open', 'suspended', 'closed', 'resolving', 'settled', 'void'));--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_funded" CHECK ("markets"."funded" >= "markets"."loss_budget" or ("markets"."funded" = 0 and "markets"."staked" = 0 and ("markets"."pricing" = 'feed' or "markets"."archived_at" is not null or "markets"."state" in ('settled', 'void'))));--> statement-breakpoint
INSERT INTO market_transitions (from_state, to_state) VALUES
  ('open', 'suspended'), ('open', 'closed'), ('open', 'resolving'),
  ('suspended', 'open'), ('suspended', 'closed'), ('suspended', 'resolving'),
  ('closed', 'resolving'),
  ('resolving', 'closed'), ('resolving', 'suspended'), ('resolving', 'settled'), ('resolving', 'void');--> statement-breakpoint
-- A market's life as core/markets/lifecycle.ts tells it, whoever writes.
CREATE FUNCTION keep_to_lifecycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM market_transitions t WHERE t.from_state = OLD.state AND t.to_state = NEW.state) THEN
    RAISE EXCEPTION 'market % cannot go from % to %', OLD.id, OLD.state, NEW.state;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER markets_keep_to_lifecycle BEFORE UPDATE OF state ON markets
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION keep_to_lifecycle();--> statement-breakpoint
-- What a market paid before its end never falls. A server of before this migration takes stakes without counting them:
-- beside it, its bets are refused.
CREATE FUNCTION keep_stakes_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'market % received what nobody staked', OLD.id;
END $$;--> statement-breakpoint
CREATE TRIGGER markets_keep_stakes_counted BEFORE UPDATE OF received, staked ON markets
  FOR EACH ROW WHEN (NEW.staked - NEW.received < OLD.staked - OLD.received) EXECUTE FUNCTION keep_stakes_counted();--> statement-breakpoint
CREATE TRIGGER bet_endings_are_history BEFORE UPDATE OR DELETE OR TRUNCATE ON bet_endings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();--> statement-breakpoint
CREATE TRIGGER cash_outs_are_history BEFORE UPDATE OR DELETE OR TRUNCATE ON cash_outs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();--> statement-breakpoint
CREATE TRIGGER seals_are_history BEFORE UPDATE OR DELETE OR TRUNCATE ON seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();--> statement-breakpoint
-- Postings and ends of bets are written by the thousand, of one entry and mostly from one account. What they refer to is
-- looked at once for each statement: row by row, as foreign keys do, it takes a third of a settlement.
CREATE FUNCTION keep_to_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT entry_id AS id FROM made) m WHERE NOT EXISTS (SELECT FROM entries e WHERE e.id = m.id)
  ) THEN
    RAISE EXCEPTION 'rows of % are of an entry that does not exist', TG_TABLE_NAME
      USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER postings_keep_to_entries AFTER INSERT ON postings REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION keep_to_entries();--> statement-breakpoint
CREATE TRIGGER bet_endings_keep_to_entries AFTER INSERT ON bet_endings REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION keep_to_entries();--> statement-breakpoint
CREATE FUNCTION keep_to_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT from_account AS id FROM made UNION SELECT to_account FROM made) m
    WHERE NOT EXISTS (SELECT FROM accounts a WHERE a.id = m.id)
  ) THEN
    RAISE EXCEPTION 'a posting is of an account that does not exist' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER postings_keep_to_accounts AFTER INSERT ON postings REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION keep_to_accounts();--> statement-breakpoint
CREATE TRIGGER accounts_are_kept BEFORE DELETE OR TRUNCATE ON accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();
