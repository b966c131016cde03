CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"user_id" text,
	"market_id" text,
	"balance" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "accounts_owner" UNIQUE NULLS NOT DISTINCT("kind","user_id","market_id"),
	CONSTRAINT "accounts_user" CHECK (("accounts"."kind" = 'user') = ("accounts"."user_id" is not null)),
	CONSTRAINT "accounts_escrow" CHECK (("accounts"."kind" = 'escrow') = ("accounts"."market_id" is not null)),
	CONSTRAINT "accounts_balance" CHECK ("accounts"."balance" >= 0 or "accounts"."kind" in ('faucet', 'outside'))
);
--> statement-breakpoint
CREATE TABLE "admin_grants" (
	"family" text NOT NULL,
	"address_bytes" "bytea" NOT NULL,
	"address" text NOT NULL,
	"granted_by" text NOT NULL,
	"granted_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "admin_grants_family_address_bytes_pk" PRIMARY KEY("family","address_bytes")
);
--> statement-breakpoint
CREATE TABLE "bets" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "bets_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"market_id" text NOT NULL,
	"outcome_id" text NOT NULL,
	"stake" bigint NOT NULL,
	"odds" bigint NOT NULL,
	"payout" bigint NOT NULL,
	"status" text NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"daily_stake_cap" bigint NOT NULL,
	"market_version" bigint NOT NULL,
	"entry_id" bigint NOT NULL,
	"signed_text" text NOT NULL,
	"signature" "bytea" NOT NULL,
	"signed_hash" "bytea" NOT NULL,
	"quote_id" text,
	"idempotency_key" text,
	"body_hash" "bytea" NOT NULL,
	CONSTRAINT "bets_seq" UNIQUE("seq"),
	CONSTRAINT "bets_entry" UNIQUE("entry_id"),
	CONSTRAINT "bets_version" UNIQUE("market_id","market_version"),
	CONSTRAINT "bets_quote" UNIQUE("user_id","quote_id"),
	CONSTRAINT "bets_key" UNIQUE("user_id","idempotency_key"),
	CONSTRAINT "bets_stake" CHECK ("bets"."stake" > 0),
	CONSTRAINT "bets_payout" CHECK ("bets"."payout"::numeric * 1000000 = "bets"."stake"::numeric * "bets"."odds"),
	CONSTRAINT "bets_in_time" CHECK ("bets"."placed_at" < "bets"."closes_at")
);
--> statement-breakpoint
CREATE TABLE "entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "entries_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "markets" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"category" text NOT NULL,
	"subcategory" text NOT NULL,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"premium" boolean NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"loss_budget" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "markets_state" CHECK ("markets"."state" in ('open', 'suspended')),
	CONSTRAINT "markets_budget" CHECK ("markets"."loss_budget" >= 1000000000),
	CONSTRAINT "markets_received" CHECK ("markets"."received" >= 0)
);
--> statement-breakpoint
CREATE TABLE "outcomes" (
	"id" text PRIMARY KEY NOT NULL,
	"market_id" text NOT NULL,
	"position" smallint NOT NULL,
	"name" text NOT NULL,
	"initial_probability" double precision NOT NULL,
	"open_returns" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "outcomes_position" UNIQUE("market_id","position"),
	CONSTRAINT "outcomes_market" UNIQUE("market_id","id"),
	CONSTRAINT "outcomes_returns" CHECK ("outcomes"."open_returns" >= 0)
);
--> statement-breakpoint
CREATE TABLE "postings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "postings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entry_id" bigint NOT NULL,
	"from_account" bigint NOT NULL,
	"to_account" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "postings_amount" CHECK ("postings"."amount" > 0),
	CONSTRAINT "postings_accounts" CHECK ("postings"."from_account" <> "postings"."to_account")
);
--> statement-breakpoint
CREATE TABLE "server_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"key" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"verified" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "used_nonces" (
	"nonce_hash" "bytea" PRIMARY KEY NOT NULL,
	"used_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"family" text NOT NULL,
	"address_bytes" "bytea" NOT NULL,
	"address" text NOT NULL,
	"wallet_type" text NOT NULL,
	"kyc_level" smallint DEFAULT 0 NOT NULL,
	"daily_stake_cap" bigint,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "users_identity" UNIQUE("family","address_bytes"),
	CONSTRAINT "users_family" CHECK ("users"."family" in ('evm', 'solana')),
	CONSTRAINT "users_kyc_level" CHECK ("users"."kyc_level" in (0, 1)),
	CONSTRAINT "users_cap" CHECK ("users"."daily_stake_cap" >= 0)
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bets" ADD CONSTRAINT "bets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bets" ADD CONSTRAINT "bets_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bets" ADD CONSTRAINT "bets_market_id_outcome_id_outcomes_market_id_id_fk" FOREIGN KEY ("market_id","outcome_id") REFERENCES "public"."outcomes"("market_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_from_account_accounts_id_fk" FOREIGN KEY ("from_account") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_to_account_accounts_id_fk" FOREIGN KEY ("to_account") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_of_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "accounts_of_market" ON "accounts" USING btree ("market_id");--> statement-breakpoint
CREATE INDEX "bets_signed" ON "bets" USING btree ("user_id","signed_hash");--> statement-breakpoint
CREATE INDEX "bets_of_user" ON "bets" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "bets_day" ON "bets" USING btree ("user_id","placed_at","stake");--> statement-breakpoint
CREATE INDEX "markets_end" ON "markets" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "postings_entry" ON "postings" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "postings_from" ON "postings" USING btree ("from_account");--> statement-breakpoint
CREATE INDEX "postings_to" ON "postings" USING btree ("to_account");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "used_nonces_age" ON "used_nonces" USING btree ("used_at");