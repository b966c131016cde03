-- The tables of a new Tallystone database on YugabyteDB and other engines that keep one set of tables on several machines.
-- A test writes this file from the migrations. docs/operations/distributed.md says how to use it and why it is as it is.
-- "/* asc */" marks keys that YugabyteDB has to keep in order; PostgreSQL takes it for a comment.

create table accounts (
  id bigint generated always as identity not null,
  kind text not null,
  user_id text,
  market_id text,
  balance bigint not null default 0,
  epoch bigint not null default 0,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_balance CHECK (((balance >= 0) OR (kind = ANY (ARRAY['faucet'::text, 'outside'::text])))),
  constraint accounts_escrow CHECK (((kind = 'escrow'::text) = (market_id IS NOT NULL))),
  constraint accounts_user CHECK (((kind = 'user'::text) = (user_id IS NOT NULL)))
);

create table admin_grants (
  family text not null,
  address_bytes bytea not null,
  address text not null,
  granted_by text not null,
  granted_at timestamp with time zone not null default clock_timestamp(),
  revoked_at timestamp with time zone,
  role text not null default 'admin'::text,
  constraint admin_grants_family_address_bytes_role_pk PRIMARY KEY (family, address_bytes, role),
  constraint admin_grants_role CHECK ((role = ANY (ARRAY['admin'::text, 'guardian'::text])))
);

create table audit (
  id bigint not null,
  at timestamp with time zone not null,
  user_id text,
  actor text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text,
  hash bytea not null,
  constraint audit_pkey PRIMARY KEY (id /* asc */)
);

create table bet_endings (
  bet_id text not null,
  market_id text not null,
  user_id text not null,
  kind text not null,
  amount bigint not null,
  entry_id bigint not null,
  ended_at timestamp with time zone not null,
  market_version bigint,
  epoch bigint not null default 0,
  constraint bet_endings_pkey PRIMARY KEY (market_id, bet_id),
  constraint bet_endings_amount CHECK ((amount > 0)),
  constraint bet_endings_kind CHECK ((kind = ANY (ARRAY['payout'::text, 'refund'::text, 'cash-out'::text]))),
  constraint bet_endings_version_known CHECK (((kind <> 'cash-out'::text) OR (market_version IS NOT NULL)))
);

create table bet_minutes (
  market_id text not null,
  minute timestamp with time zone not null,
  net bigint[] not null,
  highest bigint[] not null,
  constraint bet_minutes_market_id_minute_pk PRIMARY KEY (market_id, minute)
);

create table bets (
  id text not null,
  seq bigint generated always as identity not null,
  user_id text not null,
  market_id text not null,
  outcome_id text not null,
  stake bigint not null,
  odds bigint not null,
  payout bigint not null,
  status text not null,
  placed_at timestamp with time zone not null,
  closes_at timestamp with time zone not null,
  daily_stake_cap bigint not null,
  market_version bigint not null,
  entry_id bigint not null,
  signed_text text not null,
  signature bytea not null,
  signed_hash bytea not null,
  quote_id text,
  idempotency_key text,
  body_hash bytea not null,
  priced_at timestamp with time zone,
  chain text,
  fill_rule smallint not null default 1,
  signed_odds bigint,
  epoch bigint not null default 0,
  constraint bets_pkey PRIMARY KEY (market_id, id),
  constraint bets_entry UNIQUE (entry_id),
  constraint bets_fill_rule CHECK (
CASE fill_rule
    WHEN 1 THEN (signed_odds IS NULL)
    WHEN 2 THEN ((signed_odds IS NOT NULL) AND (signed_odds <= odds))
    ELSE false
END),
  constraint bets_fresh_price CHECK ((placed_at <= (priced_at + '00:10:00'::interval))),
  constraint bets_in_time CHECK ((placed_at < closes_at)),
  constraint bets_payout CHECK ((((payout)::numeric * (1000000)::numeric) = ((stake)::numeric * (odds)::numeric))),
  constraint bets_stake CHECK ((stake > 0)),
  constraint bets_version UNIQUE (market_id, market_version)
);

create table cash_out_order_ends (
  order_id text not null,
  user_id text not null,
  kind text not null,
  code text,
  reason jsonb,
  ended_at timestamp with time zone not null,
  epoch bigint not null default 0,
  reached_at timestamp with time zone,
  constraint cash_out_order_ends_pkey PRIMARY KEY (order_id),
  constraint cash_out_order_ends_code CHECK (((kind = 'failed'::text) = ((code IS NOT NULL) AND (reason IS NOT NULL)))),
  constraint cash_out_order_ends_kind CHECK ((kind = ANY (ARRAY['filled'::text, 'failed'::text, 'cancelled'::text])))
);

create table cash_out_orders (
  id text not null,
  bet_id text,
  user_id text not null,
  amount bigint not null,
  signed_text text not null,
  signature bytea not null,
  signed_hash bytea not null,
  placed_at timestamp with time zone not null,
  decide_at timestamp with time zone,
  epoch bigint not null default 0,
  stake bigint,
  open_stake bigint,
  combo_id text,
  constraint cash_out_orders_pkey PRIMARY KEY (id),
  constraint cash_out_orders_amount CHECK ((amount > 0)),
  constraint cash_out_orders_delay CHECK ((decide_at >= (placed_at + '00:00:05'::interval))),
  constraint cash_out_orders_of_one CHECK (
CASE
    WHEN (combo_id IS NULL) THEN (bet_id IS NOT NULL)
    ELSE ((bet_id IS NULL) AND (stake IS NULL) AND (decide_at IS NOT NULL))
END),
  constraint cash_out_orders_part CHECK (
CASE
    WHEN (stake IS NULL) THEN (open_stake IS NULL)
    ELSE ((stake > 0) AND (stake < open_stake) AND (decide_at IS NOT NULL))
END)
);

create table cash_outs (
  bet_id text not null,
  signed_text text not null,
  signature bytea not null,
  signed_hash bytea not null,
  priced_at timestamp with time zone,
  rule smallint not null default 1,
  priced_market_id text,
  priced_version bigint,
  constraint cash_outs_pkey PRIMARY KEY (bet_id),
  constraint cash_outs_priced CHECK (((priced_market_id IS NULL) = (priced_version IS NULL))),
  constraint cash_outs_rule CHECK ((rule = ANY (ARRAY[1, 2])))
);

create table chain_calls (
  id bigint generated always as identity not null,
  key text not null,
  role text not null,
  data bytea not null,
  gas bigint not null,
  queued_at timestamp with time zone not null default clock_timestamp(),
  signer bytea,
  nonce bigint,
  state text not null default 'queued'::text,
  tx_hash bytea,
  block_number bigint,
  final_at timestamp with time zone,
  constraint chain_calls_pkey PRIMARY KEY (id /* asc */),
  constraint chain_calls_key UNIQUE (key),
  constraint chain_calls_role CHECK ((role = ANY (ARRAY['relayer'::text, 'risk-manager'::text, 'resolver'::text, 'finaliser'::text, 'guardian'::text]))),
  constraint chain_calls_signed CHECK (((signer IS NULL) = (nonce IS NULL))),
  constraint chain_calls_state CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'included'::text, 'final'::text, 'reverted'::text, 'dropped'::text])))
);

create table chain_cursor (
  id boolean not null default true,
  chain_id bigint not null,
  escrow bytea not null,
  block_number bigint not null,
  block_hash bytea not null,
  block_at timestamp with time zone not null,
  reconciled_at timestamp with time zone,
  chain_balance numeric(78,0),
  alert_kind text,
  alert text,
  alerted_at timestamp with time zone,
  replaced_by bytea,
  constraint chain_cursor_pkey PRIMARY KEY (id),
  constraint chain_cursor_alert CHECK ((((alert IS NULL) = (alerted_at IS NULL)) AND ((alert IS NULL) = (alert_kind IS NULL)))),
  constraint chain_cursor_one CHECK (id)
);

create table chain_events (
  block_number bigint not null,
  log_index integer not null,
  block_hash bytea not null,
  tx_hash bytea not null,
  name text not null,
  args jsonb not null,
  block_at timestamp with time zone not null,
  constraint chain_events_block_number_log_index_pk PRIMARY KEY (block_number /* asc */, log_index)
);

create table chain_markets (
  market_id text not null,
  state text not null,
  rules_hash bytea not null,
  max_house_loss numeric(78,0) not null,
  max_odds numeric(78,0) not null,
  close_at timestamp with time zone not null,
  objection_ends_at timestamp with time zone,
  result smallint,
  evidence_hash bytea,
  call_key text,
  calls integer not null default 0,
  tries integer not null default 0,
  rests_until timestamp with time zone,
  constraint chain_markets_pkey PRIMARY KEY (market_id),
  constraint chain_markets_state CHECK ((state = ANY (ARRAY['opening'::text, 'open'::text, 'refused'::text, 'proposed'::text, 'resolved'::text, 'void'::text])))
);

create table chain_moved (
  block_number bigint not null,
  log_index integer not null,
  to_block bigint not null,
  to_index integer not null,
  block_hash bytea not null,
  args jsonb not null,
  constraint chain_moved_block_number_log_index_pk PRIMARY KEY (block_number /* asc */, log_index)
);

create table chain_outflows (
  block_number bigint not null,
  log_index integer not null,
  user_id text,
  bet_id text,
  amount numeric(78,0) not null,
  entry_id bigint,
  constraint chain_outflows_block_number_log_index_pk PRIMARY KEY (block_number /* asc */, log_index),
  constraint chain_outflows_amount CHECK ((amount > (0)::numeric)),
  constraint chain_outflows_bet UNIQUE (bet_id),
  constraint chain_outflows_entry UNIQUE (entry_id),
  constraint chain_outflows_owner CHECK (((bet_id IS NULL) OR (user_id IS NOT NULL)))
);

create table chain_payouts (
  bet_id text not null,
  market_id text not null,
  user_id text not null,
  amount bigint not null,
  state text not null default 'due'::text,
  call_key text,
  tries integer not null default 0,
  tx_hash bytea,
  block_number bigint,
  epoch bigint not null default 0,
  constraint chain_payouts_pkey PRIMARY KEY (market_id, bet_id),
  constraint chain_payouts_amount CHECK ((amount > 0)),
  constraint chain_payouts_done CHECK ((((state = ANY (ARRAY['due'::text, 'sent'::text])) = (tx_hash IS NULL)) AND ((tx_hash IS NULL) = (block_number IS NULL)))),
  constraint chain_payouts_sent CHECK (((state <> 'sent'::text) OR (call_key IS NOT NULL))),
  constraint chain_payouts_state CHECK ((state = ANY (ARRAY['due'::text, 'sent'::text, 'paid'::text, 'set-aside'::text, 'claimed'::text])))
);

create table chain_transactions (
  signer bytea not null,
  nonce bigint not null,
  attempt integer not null,
  call_id bigint,
  raw bytea not null,
  hash bytea not null,
  max_fee bigint not null,
  signed_at timestamp with time zone not null default clock_timestamp(),
  broadcast_at timestamp with time zone,
  constraint chain_transactions_signer_nonce_attempt_pk PRIMARY KEY (signer, nonce, attempt),
  constraint chain_transactions_hash UNIQUE (hash)
);

create table chain_unapplied (
  block_number bigint not null,
  log_index integer not null,
  market_id text,
  amount numeric(78,0) not null,
  problem text not null,
  noted_at timestamp with time zone not null default clock_timestamp(),
  constraint chain_unapplied_block_number_log_index_pk PRIMARY KEY (block_number /* asc */, log_index)
);

create table combo_cash_outs (
  combo_id text not null,
  signed_text text not null,
  signature bytea not null,
  signed_hash bytea not null,
  market_versions bigint[] not null,
  constraint combo_cash_outs_pkey PRIMARY KEY (combo_id)
);

create table combo_endings (
  combo_id text not null,
  user_id text not null,
  kind text not null,
  amount bigint not null,
  entry_id bigint not null,
  ended_at timestamp with time zone not null,
  epoch bigint not null default 0,
  constraint combo_endings_pkey PRIMARY KEY (combo_id),
  constraint combo_endings_amount CHECK ((((amount > 0) = (kind <> 'loss'::text)) AND (amount >= 0))),
  constraint combo_endings_kind CHECK ((kind = ANY (ARRAY['payout'::text, 'refund'::text, 'cash-out'::text, 'loss'::text])))
);

create table combo_legs (
  combo_id text not null,
  place smallint not null,
  market_id text not null,
  outcome_id text not null,
  odds bigint not null,
  priced_at timestamp with time zone not null,
  closes_at timestamp with time zone not null,
  market_version bigint not null,
  result text,
  constraint combo_legs_combo_id_place_pk PRIMARY KEY (combo_id, place),
  constraint combo_legs_place CHECK (((place >= 0) AND (place <= 11))),
  constraint combo_legs_result CHECK ((result = ANY (ARRAY['won'::text, 'lost'::text, 'void'::text])))
);

create table combo_running_prices (
  combo_id text not null,
  place smallint not null,
  priced_market_id text not null,
  priced_version bigint not null,
  priced_at timestamp with time zone not null,
  constraint combo_running_prices_combo_id_place_pk PRIMARY KEY (combo_id, place)
);

create table combos (
  id text not null,
  seq bigint generated always as identity not null,
  user_id text not null,
  stake bigint not null,
  odds bigint not null,
  signed_odds bigint not null,
  payout bigint not null,
  placed_at timestamp with time zone not null,
  daily_stake_cap bigint not null,
  budget bigint not null,
  chain text,
  signed_text text not null,
  signature bytea not null,
  signed_hash bytea not null,
  idempotency_key text not null,
  body_hash bytea not null,
  entry_id bigint not null,
  epoch bigint not null default 0,
  constraint combos_pkey PRIMARY KEY (id),
  constraint combos_odds CHECK ((((odds >= 1010000) AND (odds <= 1000000000)) AND (signed_odds <= odds))),
  constraint combos_payout CHECK ((((payout)::numeric * (1000000)::numeric) = ((stake)::numeric * (odds)::numeric))),
  constraint combos_stake CHECK ((stake > 0))
);

create table entries (
  id bigint generated always as identity not null,
  kind text not null,
  key text not null,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  constraint entries_pkey PRIMARY KEY (id /* asc */),
  constraint entries_key UNIQUE (key)
);

create table epochs (
  slot smallint not null,
  epoch bigint not null,
  constraint epochs_pkey PRIMARY KEY (slot)
);

create table feed_prices (
  market_id text not null,
  version bigint not null,
  at timestamp with time zone not null,
  odds jsonb not null,
  constraint feed_prices_market_id_version_pk PRIMARY KEY (market_id, version)
);

create table games (
  id text not null,
  title text not null,
  sport text not null,
  league text not null,
  country text not null,
  state text not null,
  starts_at timestamp with time zone not null,
  cap bigint not null,
  imported_at timestamp with time zone not null default clock_timestamp(),
  in_play_of text,
  delay_seconds smallint,
  score_home smallint,
  score_away smallint,
  clock text not null default ''::text,
  period text not null default ''::text,
  constraint games_pkey PRIMARY KEY (id),
  constraint games_cap CHECK ((cap > 0)),
  constraint games_delay CHECK ((((in_play_of IS NULL) = (delay_seconds IS NULL)) AND ((delay_seconds >= 5) AND (delay_seconds <= 60)))),
  constraint games_score CHECK (((score_home IS NULL) = (score_away IS NULL)))
);

create table last_runs (
  name text not null,
  ran_at timestamp with time zone not null,
  constraint last_runs_pkey PRIMARY KEY (name)
);

create table live_bets (
  id text not null,
  seq bigint generated always as identity not null,
  user_id text not null,
  market_id text not null,
  outcome_id text not null,
  stake bigint not null,
  odds bigint not null,
  payout bigint not null,
  placed_at timestamp with time zone not null,
  closes_at timestamp with time zone not null,
  priced_at timestamp with time zone,
  daily_stake_cap bigint not null,
  chain text,
  market_version bigint not null,
  signed_text text not null,
  signature bytea not null,
  signed_hash bytea not null,
  quote_id text not null,
  idempotency_key text,
  body_hash bytea not null,
  deadline timestamp with time zone not null,
  accepted_until timestamp with time zone not null,
  bet_hash bytea not null,
  stake_authorization bytea not null,
  acceptance bytea not null,
  priced_on jsonb not null,
  hold_entry_id bigint not null,
  place_call_id bigint,
  state text not null default 'pending'::text,
  failure text,
  tx_hash bytea,
  block_number bigint,
  decided_at timestamp with time zone,
  decided_version bigint,
  epoch bigint not null default 0,
  constraint live_bets_pkey PRIMARY KEY (market_id, id),
  constraint live_bets_confirmed CHECK (((state <> 'confirmed'::text) OR ((tx_hash IS NOT NULL) AND (block_number IS NOT NULL)))),
  constraint live_bets_decided CHECK ((((state = 'pending'::text) = (decided_at IS NULL)) AND ((state = 'pending'::text) = (decided_version IS NULL)))),
  constraint live_bets_failure CHECK (((state = 'failed'::text) = (failure IS NOT NULL))),
  constraint live_bets_fresh_price CHECK ((placed_at <= (priced_at + '00:10:00'::interval))),
  constraint live_bets_hash UNIQUE (bet_hash),
  constraint live_bets_hold UNIQUE (hold_entry_id),
  constraint live_bets_in_time CHECK (((placed_at < accepted_until) AND (accepted_until <= closes_at) AND (accepted_until <= deadline))),
  constraint live_bets_key UNIQUE (user_id, idempotency_key),
  constraint live_bets_payout CHECK ((((payout)::numeric * (1000000)::numeric) = ((stake)::numeric * (odds)::numeric))),
  constraint live_bets_quote UNIQUE (user_id, quote_id),
  constraint live_bets_seq UNIQUE (seq /* asc */),
  constraint live_bets_signed CHECK (((octet_length(bet_hash) = 32) AND (octet_length(stake_authorization) = 65) AND (octet_length(acceptance) = 65))),
  constraint live_bets_stake CHECK ((stake > 0)),
  constraint live_bets_state CHECK ((state = ANY (ARRAY['pending'::text, 'confirmed'::text, 'failed'::text]))),
  constraint live_bets_version UNIQUE (market_id, market_version)
);

create table market_halts (
  market_id text not null,
  version bigint not null,
  at timestamp with time zone not null,
  constraint market_halts_market_id_version_pk PRIMARY KEY (market_id, version)
);

create table market_terms (
  market_id text not null,
  terms text not null,
  constraint market_terms_pkey PRIMARY KEY (market_id)
);

create table market_transitions (
  from_state text not null,
  to_state text not null,
  constraint market_transitions_from_state_to_state_pk PRIMARY KEY (from_state, to_state)
);

create table markets (
  id text not null,
  title text not null,
  description text not null,
  category text not null,
  subcategory text not null,
  state text not null,
  source text not null,
  premium boolean not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone not null,
  closes_at timestamp with time zone not null,
  version bigint not null default 1,
  loss_budget bigint not null,
  received bigint not null default 0,
  created_at timestamp with time zone not null default clock_timestamp(),
  pricing text not null default 'lmsr'::text,
  tags jsonb not null default '[]'::jsonb,
  auto_resolve boolean not null default false,
  disabled boolean not null default false,
  feed_halt text,
  archived_at timestamp with time zone,
  deleted_at timestamp with time zone,
  game_id text,
  azuro_condition_id text,
  turnover bigint,
  priced_at timestamp with time zone,
  funded bigint not null,
  open_stakes bigint not null default 0,
  staked bigint not null default 0,
  late_from timestamp with time zone,
  review text,
  objections smallint not null default 0,
  won_outcome_id text,
  settled_through bigint,
  ended_at timestamp with time zone,
  opening boolean not null default false,
  fill_rule smallint not null default 1,
  epoch bigint not null default 0,
  is_main boolean not null default true,
  market_group text,
  own_name text,
  line double precision,
  winners smallint not null default 1,
  also_won text[] not null default '{}'::text[],
  may_go_in_play boolean not null default false,
  azuro_outcome_id text,
  constraint markets_pkey PRIMARY KEY (id),
  constraint markets_also_won CHECK (((cardinality(also_won) =
CASE
    WHEN (won_outcome_id IS NULL) THEN 0
    ELSE (winners - 1)
END) AND (array_position(also_won, NULL::text) IS NULL) AND (array_position(also_won, won_outcome_id) IS NULL))),
  constraint markets_archived CHECK (((deleted_at IS NULL) OR (archived_at IS NOT NULL))),
  constraint markets_budget CHECK ((loss_budget >=
CASE pricing
    WHEN 'feed'::text THEN 1
    ELSE 1000000000
END)),
  constraint markets_ended CHECK (((state = ANY (ARRAY['settled'::text, 'void'::text])) = (ended_at IS NOT NULL))),
  constraint markets_feed CHECK (((pricing = 'feed'::text) = ((game_id IS NOT NULL) AND (azuro_condition_id IS NOT NULL) AND (priced_at IS NOT NULL)))),
  constraint markets_fill_rule CHECK ((fill_rule = ANY (ARRAY[1, 2]))),
  constraint markets_funded CHECK (((funded >= loss_budget) OR ((funded = 0) AND (staked = 0) AND ((pricing = 'feed'::text) OR (archived_at IS NOT NULL) OR (state = ANY (ARRAY['settled'::text, 'void'::text])))))),
  constraint markets_group CHECK ((market_group = ANY (ARRAY['result'::text, 'total'::text, 'handicap'::text, 'both-score'::text, 'odd-even'::text, 'correct-score'::text, 'players'::text, 'period'::text, 'other'::text]))),
  constraint markets_halt CHECK ((feed_halt = ANY (ARRAY['stopped'::text, 'stale'::text, 'started'::text, 'canceled'::text]))),
  constraint markets_hidden CHECK (((archived_at IS NULL) OR (staked = 0) OR (state = ANY (ARRAY['settled'::text, 'void'::text])))),
  constraint markets_one_sided CHECK (((azuro_outcome_id IS NULL) OR ((pricing = 'feed'::text) AND (winners = 1) AND (NOT is_main)))),
  constraint markets_open CHECK (((state <> 'open'::text) OR ((NOT disabled) AND (feed_halt IS NULL) AND (NOT opening)))),
  constraint markets_pricing CHECK (((pricing = 'feed'::text) = (source = 'azuro'::text))),
  constraint markets_review CHECK ((review = ANY (ARRAY['no-winner'::text, 'several-winners'::text, 'unknown-winner'::text, 'contradiction'::text, 'corrected'::text, 'removed'::text, 'no-result'::text, 'objected'::text, 'rehearsal-differs'::text, 'late-bets'::text, 'chain-refused'::text, 'chain-holds'::text, 'chain-ended'::text]))),
  constraint markets_source CHECK ((source = ANY (ARRAY['practice'::text, 'custom'::text, 'azuro'::text]))),
  constraint markets_stakes CHECK (((open_stakes >= 0) AND (staked >= open_stakes) AND (received <= staked))),
  constraint markets_state CHECK ((state = ANY (ARRAY['open'::text, 'suspended'::text, 'closed'::text, 'resolving'::text, 'settled'::text, 'void'::text]))),
  constraint markets_winners CHECK (((winners = 1) OR (((winners >= 2) AND (winners <= 15)) AND (pricing = 'feed'::text) AND (NOT is_main)))),
  constraint markets_won CHECK ((((state <> 'settled'::text) OR (won_outcome_id IS NOT NULL)) AND ((state <> 'void'::text) OR (won_outcome_id IS NULL))))
);

create table named_locks (
  name text not null,
  taken bigint not null default 1,
  constraint named_locks_pkey PRIMARY KEY (name)
);

create table open_automatic_cash_outs (
  bet_id text not null,
  order_id text not null,
  market_id text not null,
  outcome_id text not null,
  price integer not null,
  reached_at timestamp with time zone,
  rests_until timestamp with time zone,
  epoch bigint not null default 0,
  constraint open_automatic_cash_outs_pkey PRIMARY KEY (bet_id),
  constraint open_automatic_cash_outs_chance CHECK (((price >= 0) AND (price <= 1000000)))
);

create table open_cash_out_orders (
  bet_id text not null,
  order_id text not null,
  priced_market_id text not null,
  decide_at timestamp with time zone not null,
  constraint open_cash_out_orders_pkey PRIMARY KEY (bet_id)
);

create table open_combo_cash_outs (
  combo_id text not null,
  place smallint not null,
  order_id text not null,
  priced_market_id text not null,
  decide_at timestamp with time zone not null,
  constraint open_combo_cash_outs_combo_id_place_pk PRIMARY KEY (combo_id, place)
);

create table open_combos (
  combo_id text not null,
  user_id text not null,
  house_part bigint not null,
  constraint open_combos_pkey PRIMARY KEY (combo_id)
);

create table open_orders (
  order_id text not null,
  market_id text not null,
  user_id text not null,
  stake bigint not null,
  decide_at timestamp with time zone not null,
  constraint open_orders_pkey PRIMARY KEY (order_id)
);

create table order_ends (
  order_id text not null,
  user_id text not null,
  kind text not null,
  code text,
  reason jsonb,
  entry_id bigint not null,
  ended_at timestamp with time zone not null,
  epoch bigint not null default 0,
  constraint order_ends_pkey PRIMARY KEY (order_id),
  constraint order_ends_code CHECK (((kind = 'failed'::text) = ((code IS NOT NULL) AND (reason IS NOT NULL)))),
  constraint order_ends_kind CHECK ((kind = ANY (ARRAY['filled'::text, 'failed'::text])))
);

create table orders (
  id text not null,
  seq bigint generated always as identity not null,
  user_id text not null,
  market_id text not null,
  outcome_id text not null,
  stake bigint not null,
  odds bigint not null,
  payout bigint not null,
  placed_at timestamp with time zone not null,
  decide_at timestamp with time zone not null,
  market_version bigint not null,
  closes_at timestamp with time zone not null,
  priced_at timestamp with time zone not null,
  daily_stake_cap bigint not null,
  chain text,
  signed_text text not null,
  signature bytea not null,
  signed_hash bytea not null,
  quote_id text,
  idempotency_key text,
  body_hash bytea not null,
  entry_id bigint not null,
  epoch bigint not null default 0,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_delay CHECK ((decide_at >= (placed_at + '00:00:05'::interval))),
  constraint orders_in_time CHECK ((placed_at < closes_at)),
  constraint orders_payout CHECK ((((payout)::numeric * (1000000)::numeric) = ((stake)::numeric * (odds)::numeric))),
  constraint orders_stake CHECK ((stake > 0))
);

create table outcomes (
  id text not null,
  market_id text not null,
  position smallint not null,
  name text not null,
  initial_probability double precision not null,
  open_returns bigint not null default 0,
  feed_odds bigint,
  azuro_outcome_id text,
  pending_returns bigint not null default 0,
  pending_stakes bigint not null default 0,
  constraint outcomes_pkey PRIMARY KEY (market_id, id),
  constraint outcomes_feed_odds CHECK (((feed_odds >= 1010000) AND (feed_odds <= 1000000000))),
  constraint outcomes_pending CHECK (((pending_stakes >= 0) AND (pending_returns >= pending_stakes))),
  constraint outcomes_position UNIQUE (market_id, "position"),
  constraint outcomes_returns CHECK ((open_returns >= 0))
);

create table pending_changes (
  id text not null,
  kind text not null,
  subject text not null,
  payload jsonb not null,
  summary text not null,
  proposed_by text not null,
  proposed_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_as text,
  ended_by text,
  end_reason text,
  constraint pending_changes_pkey PRIMARY KEY (id),
  constraint pending_changes_ended CHECK (((ended_at IS NULL) = (ended_as IS NULL))),
  constraint pending_changes_kind CHECK ((kind = ANY (ARRAY['create-market'::text, 'change-settings'::text, 'change-user'::text]))),
  constraint pending_changes_two CHECK (((ended_as <> 'approved'::text) OR (ended_by <> proposed_by)))
);

create table pool_slices (
  slot smallint not null,
  balance bigint not null default 0,
  constraint pool_slices_pkey PRIMARY KEY (slot),
  constraint pool_slices_balance CHECK ((balance >= 0))
);

create table postings (
  id bigint generated always as identity not null,
  entry_id bigint not null,
  from_account bigint not null,
  to_account bigint not null,
  amount bigint not null,
  constraint postings_pkey PRIMARY KEY (entry_id, id),
  constraint postings_accounts CHECK ((from_account <> to_account)),
  constraint postings_amount CHECK ((amount > 0))
);

create table practice_draws (
  market_id text not null,
  seed bytea not null,
  commitment bytea not null,
  constraint practice_draws_pkey PRIMARY KEY (market_id)
);

create table price_candles (
  market_id text not null,
  step text not null,
  starts_at timestamp with time zone not null,
  open integer[] not null,
  high integer[] not null,
  low integer[] not null,
  close integer[] not null,
  version bigint not null,
  at timestamp with time zone not null,
  constraint price_candles_market_id_step_starts_at_pk PRIMARY KEY (market_id, step, starts_at),
  constraint price_candles_step CHECK ((step = ANY (ARRAY['minute'::text, 'hour'::text, 'day'::text])))
);

create table price_folds (
  market_id text not null,
  version bigint not null,
  constraint price_folds_pkey PRIMARY KEY (market_id)
);

create table price_points (
  market_id text not null,
  version bigint not null,
  at timestamp with time zone not null,
  price integer[] not null,
  constraint price_points_market_id_version_pk PRIMARY KEY (market_id, version)
);

create table resolutions (
  id bigint generated always as identity not null,
  market_id text not null,
  outcome_id text,
  source text not null,
  evidence text not null,
  raw jsonb,
  rehearsal jsonb not null,
  rehearsal_hash bytea not null,
  proposed_by text,
  proposed_at timestamp with time zone not null,
  approved_by text,
  approved_at timestamp with time zone,
  pays_from timestamp with time zone,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_as text,
  ended_by text,
  end_reason text,
  also_won text[] not null default '{}'::text[],
  constraint resolutions_pkey PRIMARY KEY (market_id, id),
  constraint resolutions_also_won CHECK ((((outcome_id IS NOT NULL) OR (cardinality(also_won) = 0)) AND (array_position(also_won, NULL::text) IS NULL) AND (array_position(also_won, outcome_id) IS NULL))),
  constraint resolutions_approved CHECK (((approved_at IS NULL) = (pays_from IS NULL))),
  constraint resolutions_ended CHECK ((((ended_at IS NULL) = (ended_as IS NULL)) AND ((ended_as = 'paid'::text) = ((started_at IS NOT NULL) AND (ended_at IS NOT NULL))))),
  constraint resolutions_source CHECK ((source = ANY (ARRAY['admin'::text, 'feed'::text, 'practice'::text, 'guardian'::text, 'chain'::text]))),
  constraint resolutions_started CHECK (((started_at IS NULL) OR ((approved_at IS NOT NULL) AND (started_at >= pays_from))))
);

create table seals (
  id bigint not null,
  first_entry bigint not null,
  last_entry bigint not null,
  leaves bigint not null,
  root bytea not null,
  audit_id bigint not null,
  constraint seals_pkey PRIMARY KEY (id /* asc */),
  constraint seals_last UNIQUE (last_entry /* asc */),
  constraint seals_range CHECK ((last_entry >= first_entry))
);

create table server_keys (
  name text not null,
  key bytea not null,
  constraint server_keys_pkey PRIMARY KEY (name)
);

create table sessions (
  token_hash bytea not null,
  user_id text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  chain text,
  id text not null default gen_random_uuid(),
  last_used_at timestamp with time zone not null default clock_timestamp(),
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_id_unique UNIQUE (id)
);

create table settings (
  id boolean not null default true,
  auto_import boolean not null default false,
  futures_trading boolean not null default false,
  real_time_prices boolean not null default true,
  liquidity_budget bigint not null default '10000000000'::bigint,
  market_cap bigint not null default '5000000000'::bigint,
  game_cap bigint not null default '10000000000'::bigint,
  stake_cap_level_0 bigint,
  stake_cap_level_1 bigint,
  stake_cap_level_2 bigint,
  epoch bigint not null default 0,
  import_totals boolean not null default true,
  import_handicaps boolean not null default true,
  import_both_score boolean not null default true,
  import_odd_even boolean not null default true,
  import_correct_scores boolean not null default true,
  import_periods boolean not null default true,
  import_others boolean not null default true,
  combo_budget bigint not null default '50000000000'::bigint,
  in_play boolean not null default true,
  in_play_delay_soccer smallint not null default 8,
  in_play_delay_basketball smallint not null default 8,
  in_play_delay_tennis smallint not null default 8,
  in_play_delay_other smallint not null default 8,
  game_cap_in_play bigint not null default '10000000000'::bigint,
  results_cap bigint not null default 500000000,
  totals_cap bigint not null default 500000000,
  handicaps_cap bigint not null default 500000000,
  both_score_cap bigint not null default 500000000,
  odd_even_cap bigint not null default 500000000,
  correct_scores_cap bigint not null default 500000000,
  periods_cap bigint not null default 500000000,
  others_cap bigint not null default 500000000,
  import_players boolean not null default true,
  players_cap bigint not null default 100000000,
  constraint settings_pkey PRIMARY KEY (id),
  constraint settings_budget CHECK ((liquidity_budget >= 1000000000)),
  constraint settings_cap_in_play CHECK ((game_cap_in_play > 0)),
  constraint settings_caps CHECK (((market_cap > 0) AND (game_cap >= market_cap))),
  constraint settings_combo_budget CHECK ((combo_budget >= 0)),
  constraint settings_delays CHECK (((LEAST(in_play_delay_soccer, in_play_delay_basketball, in_play_delay_tennis, in_play_delay_other) >= 5) AND (GREATEST(in_play_delay_soccer, in_play_delay_basketball, in_play_delay_tennis, in_play_delay_other) <= 60))),
  constraint settings_group_caps CHECK ((LEAST(results_cap, totals_cap, handicaps_cap, both_score_cap, odd_even_cap, correct_scores_cap, players_cap, periods_cap, others_cap) > 0)),
  constraint settings_one CHECK (id),
  constraint settings_stake_caps CHECK (((stake_cap_level_0 >= 0) AND (stake_cap_level_1 >= 0) AND (stake_cap_level_2 >= 0)))
);

create table sold_parts (
  bet_id text not null,
  open_stake bigint not null,
  stake bigint not null,
  payout bigint not null,
  amount bigint not null,
  market_id text not null,
  user_id text not null,
  entry_id bigint not null,
  sold_at timestamp with time zone not null,
  market_version bigint not null,
  signed_text text not null,
  signature bytea not null,
  signed_hash bytea not null,
  priced_at timestamp with time zone,
  priced_market_id text,
  priced_version bigint,
  epoch bigint not null default 0,
  constraint sold_parts_bet_id_open_stake_pk PRIMARY KEY (bet_id, open_stake),
  constraint sold_parts_amount CHECK (((amount > 0) AND (payout >= stake))),
  constraint sold_parts_priced CHECK (((priced_market_id IS NULL) = (priced_version IS NULL))),
  constraint sold_parts_stake CHECK (((stake > 0) AND (stake < open_stake)))
);

create table used_nonces (
  nonce_hash bytea not null,
  used_at timestamp with time zone not null default clock_timestamp(),
  constraint used_nonces_pkey PRIMARY KEY (nonce_hash)
);

create table user_limits (
  user_id text not null,
  own_cap bigint,
  next_cap bigint,
  next_from timestamp with time zone,
  blocked_until timestamp with time zone,
  block_kind text,
  epoch bigint not null default 0,
  constraint user_limits_pkey PRIMARY KEY (user_id),
  constraint user_limits_block CHECK ((((blocked_until IS NULL) = (block_kind IS NULL)) AND (block_kind = ANY (ARRAY['break'::text, 'exclusion'::text])))),
  constraint user_limits_cap CHECK (((own_cap >= 0) AND (next_cap >= 0))),
  constraint user_limits_next CHECK (((next_cap IS NULL) OR (next_from IS NOT NULL)))
);

create table users (
  id text not null,
  family text not null,
  address_bytes bytea not null,
  address text not null,
  wallet_type text not null,
  kyc_level smallint not null default 0,
  daily_stake_cap bigint,
  created_at timestamp with time zone not null default clock_timestamp(),
  guest boolean not null default false,
  simulated boolean not null default false,
  epoch bigint not null default 0,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_cap CHECK ((daily_stake_cap >= 0)),
  constraint users_family CHECK ((family = ANY (ARRAY['evm'::text, 'solana'::text]))),
  constraint users_kyc_level CHECK ((kyc_level = ANY (ARRAY[0, 1])))
);

create unique index bet_endings_bet_id on bet_endings (bet_id);
create unique index bets_id on bets (id);
create unique index chain_payouts_bet_id on chain_payouts (bet_id);
create unique index live_bets_id on live_bets (id);
create unique index outcomes_id on outcomes (id);
create unique index resolutions_id on resolutions (id);
alter table accounts add constraint accounts_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id);
alter table accounts add constraint accounts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table audit add constraint audit_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table bet_minutes add constraint bet_minutes_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id);
alter table bets add constraint bets_entry_id_entries_id_fk FOREIGN KEY (entry_id) REFERENCES entries(id);
alter table bets add constraint bets_market_id_outcome_id_outcomes_market_id_id_fk FOREIGN KEY (market_id, outcome_id) REFERENCES outcomes(market_id, id);
alter table bets add constraint bets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table cash_out_order_ends add constraint cash_out_order_ends_order_id_cash_out_orders_id_fk FOREIGN KEY (order_id) REFERENCES cash_out_orders(id);
alter table cash_out_order_ends add constraint cash_out_order_ends_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table cash_out_orders add constraint cash_out_orders_bet_id_bets_id_fk FOREIGN KEY (bet_id) REFERENCES bets(id);
alter table cash_out_orders add constraint cash_out_orders_combo_id_combos_id_fk FOREIGN KEY (combo_id) REFERENCES combos(id);
alter table cash_out_orders add constraint cash_out_orders_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table cash_outs add constraint cash_outs_bet_id_bets_id_fk FOREIGN KEY (bet_id) REFERENCES bets(id);
alter table cash_outs add constraint cash_outs_priced_market_id_markets_id_fk FOREIGN KEY (priced_market_id) REFERENCES markets(id);
alter table chain_markets add constraint chain_markets_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id);
alter table chain_moved add constraint chain_moved_event FOREIGN KEY (block_number, log_index) REFERENCES chain_events(block_number, log_index);
alter table chain_outflows add constraint chain_outflows_entry_id_entries_id_fk FOREIGN KEY (entry_id) REFERENCES entries(id);
alter table chain_outflows add constraint chain_outflows_event FOREIGN KEY (block_number, log_index) REFERENCES chain_events(block_number, log_index);
alter table chain_outflows add constraint chain_outflows_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table chain_payouts add constraint chain_payouts_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id);
alter table chain_payouts add constraint chain_payouts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table chain_transactions add constraint chain_transactions_call_id_chain_calls_id_fk FOREIGN KEY (call_id) REFERENCES chain_calls(id);
alter table chain_unapplied add constraint chain_unapplied_event FOREIGN KEY (block_number, log_index) REFERENCES chain_events(block_number, log_index);
alter table chain_unapplied add constraint chain_unapplied_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id);
alter table combo_cash_outs add constraint combo_cash_outs_combo_id_combos_id_fk FOREIGN KEY (combo_id) REFERENCES combos(id);
alter table combo_endings add constraint combo_endings_combo_id_combos_id_fk FOREIGN KEY (combo_id) REFERENCES combos(id);
alter table combo_endings add constraint combo_endings_entry_id_entries_id_fk FOREIGN KEY (entry_id) REFERENCES entries(id);
alter table combo_endings add constraint combo_endings_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table combo_legs add constraint combo_legs_combo_id_combos_id_fk FOREIGN KEY (combo_id) REFERENCES combos(id);
alter table combo_legs add constraint combo_legs_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id);
alter table combo_legs add constraint combo_legs_market_id_outcome_id_outcomes_market_id_id_fk FOREIGN KEY (market_id, outcome_id) REFERENCES outcomes(market_id, id);
alter table combo_running_prices add constraint combo_running_prices_leg FOREIGN KEY (combo_id, place) REFERENCES combo_legs(combo_id, place);
alter table combo_running_prices add constraint combo_running_prices_priced_market_id_markets_id_fk FOREIGN KEY (priced_market_id) REFERENCES markets(id);
alter table combos add constraint combos_entry_id_entries_id_fk FOREIGN KEY (entry_id) REFERENCES entries(id);
alter table combos add constraint combos_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table feed_prices add constraint feed_prices_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id);
alter table games add constraint games_in_play_of_games_id_fk FOREIGN KEY (in_play_of) REFERENCES games(id);
alter table live_bets add constraint live_bets_hold_entry_id_entries_id_fk FOREIGN KEY (hold_entry_id) REFERENCES entries(id);
alter table live_bets add constraint live_bets_market_id_outcome_id_outcomes_market_id_id_fk FOREIGN KEY (market_id, outcome_id) REFERENCES outcomes(market_id, id);
alter table live_bets add constraint live_bets_place_call_id_chain_calls_id_fk FOREIGN KEY (place_call_id) REFERENCES chain_calls(id);
alter table live_bets add constraint live_bets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table market_halts add constraint market_halts_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id);
alter table market_terms add constraint market_terms_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id);
alter table markets add constraint markets_game_id_games_id_fk FOREIGN KEY (game_id) REFERENCES games(id);
alter table open_automatic_cash_outs add constraint open_automatic_cash_outs_bet_id_bets_id_fk FOREIGN KEY (bet_id) REFERENCES bets(id);
alter table open_automatic_cash_outs add constraint open_automatic_cash_outs_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id);
alter table open_automatic_cash_outs add constraint open_automatic_cash_outs_order_id_cash_out_orders_id_fk FOREIGN KEY (order_id) REFERENCES cash_out_orders(id);
alter table open_cash_out_orders add constraint open_cash_out_orders_bet_id_bets_id_fk FOREIGN KEY (bet_id) REFERENCES bets(id);
alter table open_cash_out_orders add constraint open_cash_out_orders_order_id_cash_out_orders_id_fk FOREIGN KEY (order_id) REFERENCES cash_out_orders(id);
alter table open_cash_out_orders add constraint open_cash_out_orders_priced_market_id_markets_id_fk FOREIGN KEY (priced_market_id) REFERENCES markets(id);
alter table open_combo_cash_outs add constraint open_combo_cash_outs_leg FOREIGN KEY (combo_id, place) REFERENCES combo_legs(combo_id, place);
alter table open_combo_cash_outs add constraint open_combo_cash_outs_order_id_cash_out_orders_id_fk FOREIGN KEY (order_id) REFERENCES cash_out_orders(id);
alter table open_combo_cash_outs add constraint open_combo_cash_outs_priced_market_id_markets_id_fk FOREIGN KEY (priced_market_id) REFERENCES markets(id);
alter table open_combos add constraint open_combos_combo_id_combos_id_fk FOREIGN KEY (combo_id) REFERENCES combos(id);
alter table open_combos add constraint open_combos_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table open_orders add constraint open_orders_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id);
alter table open_orders add constraint open_orders_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
alter table open_orders add constraint open_orders_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table order_ends add constraint order_ends_entry_id_entries_id_fk FOREIGN KEY (entry_id) REFERENCES entries(id);
alter table order_ends add constraint order_ends_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
alter table order_ends add constraint order_ends_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table orders add constraint orders_entry_id_entries_id_fk FOREIGN KEY (entry_id) REFERENCES entries(id);
alter table orders add constraint orders_market_id_outcome_id_outcomes_market_id_id_fk FOREIGN KEY (market_id, outcome_id) REFERENCES outcomes(market_id, id);
alter table orders add constraint orders_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table outcomes add constraint outcomes_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id);
alter table pending_changes add constraint pending_changes_ended_by_users_id_fk FOREIGN KEY (ended_by) REFERENCES users(id);
alter table pending_changes add constraint pending_changes_proposed_by_users_id_fk FOREIGN KEY (proposed_by) REFERENCES users(id);
alter table practice_draws add constraint practice_draws_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id);
alter table price_points add constraint price_points_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id);
alter table resolutions add constraint resolutions_approved_by_users_id_fk FOREIGN KEY (approved_by) REFERENCES users(id);
alter table resolutions add constraint resolutions_ended_by_users_id_fk FOREIGN KEY (ended_by) REFERENCES users(id);
alter table resolutions add constraint resolutions_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id);
alter table resolutions add constraint resolutions_market_id_outcome_id_outcomes_market_id_id_fk FOREIGN KEY (market_id, outcome_id) REFERENCES outcomes(market_id, id);
alter table resolutions add constraint resolutions_proposed_by_users_id_fk FOREIGN KEY (proposed_by) REFERENCES users(id);
alter table seals add constraint seals_audit_id_audit_id_fk FOREIGN KEY (audit_id) REFERENCES audit(id);
alter table sessions add constraint sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table sold_parts add constraint sold_parts_bet_id_bets_id_fk FOREIGN KEY (bet_id) REFERENCES bets(id);
alter table sold_parts add constraint sold_parts_entry_id_entries_id_fk FOREIGN KEY (entry_id) REFERENCES entries(id);
alter table sold_parts add constraint sold_parts_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id);
alter table sold_parts add constraint sold_parts_priced_market_id_markets_id_fk FOREIGN KEY (priced_market_id) REFERENCES markets(id);
alter table sold_parts add constraint sold_parts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table user_limits add constraint user_limits_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

CREATE INDEX accounts_of_market ON accounts (market_id);
CREATE INDEX accounts_of_user ON accounts (user_id);
create unique index accounts_owner on accounts (kind, coalesce(user_id, ''), coalesce(market_id, ''));
CREATE INDEX audit_late_starts ON audit (subject) WHERE (action = 'market.late-start'::text);
CREATE INDEX bet_endings_entry ON bet_endings (entry_id, user_id);
CREATE INDEX bet_endings_sold ON bet_endings (market_id, market_version) WHERE (kind = 'cash-out'::text);
CREATE INDEX bet_endings_version ON bet_endings (market_id, market_version) WHERE (market_version IS NOT NULL);
CREATE INDEX bets_day ON bets (user_id, placed_at, stake);
CREATE INDEX bets_moments ON bets (placed_at /* asc */);
CREATE INDEX bets_of_feed ON bets (market_id, placed_at) WHERE (priced_at IS NOT NULL);
CREATE UNIQUE INDEX bets_one_of_key ON bets (hashtextextended(((user_id || ' '::text) || idempotency_key), (0)::bigint));
CREATE UNIQUE INDEX bets_one_of_quote ON bets (hashtextextended(quote_id, (0)::bigint));
CREATE INDEX cash_out_order_ends_epoch ON cash_out_order_ends (epoch);
CREATE INDEX cash_out_orders_epoch ON cash_out_orders (epoch);
CREATE INDEX cash_out_orders_of_bet ON cash_out_orders (bet_id, placed_at);
CREATE INDEX cash_out_orders_of_combo ON cash_out_orders (combo_id, placed_at) WHERE (combo_id IS NOT NULL);
CREATE INDEX cash_out_orders_of_user ON cash_out_orders (user_id);
CREATE UNIQUE INDEX chain_calls_nonce ON chain_calls (signer, nonce) WHERE (nonce IS NOT NULL);
CREATE INDEX chain_calls_under_way ON chain_calls (id /* asc */) WHERE (state = ANY (ARRAY['queued'::text, 'sent'::text, 'included'::text]));
CREATE INDEX chain_events_bet ON chain_events (((args ->> 'betId'::text)));
CREATE INDEX chain_events_roles ON chain_events (block_number /* asc */, log_index) WHERE (name = 'RoleTaken'::text);
CREATE INDEX chain_events_transaction ON chain_events (tx_hash);
CREATE INDEX chain_outflows_unbooked ON chain_outflows (block_number /* asc */, log_index) WHERE (entry_id IS NULL);
CREATE INDEX chain_payouts_call ON chain_payouts (call_key) WHERE (state = 'sent'::text);
CREATE INDEX chain_payouts_due ON chain_payouts (bet_id) WHERE (state = ANY (ARRAY['due'::text, 'sent'::text]));
CREATE INDEX chain_payouts_set_aside ON chain_payouts (user_id) WHERE (state = 'set-aside'::text);
CREATE INDEX chain_transactions_call ON chain_transactions (call_id);
CREATE INDEX chain_unapplied_market ON chain_unapplied (market_id);
CREATE UNIQUE INDEX combo_endings_entry ON combo_endings (entry_id);
CREATE INDEX combo_endings_epoch ON combo_endings (epoch);
CREATE INDEX combo_legs_of_market ON combo_legs (market_id);
CREATE INDEX combo_legs_open ON combo_legs (market_id, outcome_id) WHERE (result IS NULL);
CREATE INDEX combos_day ON combos (user_id, placed_at, stake);
CREATE UNIQUE INDEX combos_entry ON combos (entry_id);
CREATE UNIQUE INDEX combos_key ON combos (user_id, idempotency_key);
CREATE UNIQUE INDEX games_in_play ON games (in_play_of);
CREATE INDEX live_bets_call ON live_bets (place_call_id);
CREATE INDEX live_bets_day ON live_bets (user_id, placed_at, stake);
CREATE INDEX live_bets_epoch ON live_bets (epoch /* asc */);
CREATE INDEX live_bets_failed ON live_bets (user_id, decided_at) WHERE (state = 'failed'::text);
CREATE INDEX live_bets_of_user ON live_bets (user_id, seq);
CREATE INDEX live_bets_pending ON live_bets (seq /* asc */) WHERE (state = 'pending'::text);
CREATE INDEX live_bets_pending_on ON live_bets (market_id) WHERE (state = 'pending'::text);
CREATE INDEX live_bets_signed_text ON live_bets (user_id, signed_hash);
CREATE INDEX market_halts_at ON market_halts (market_id, at);
CREATE INDEX markets_end ON markets (ends_at /* asc */);
CREATE INDEX markets_epoch ON markets (epoch /* asc */);
CREATE UNIQUE INDEX markets_main ON markets (game_id) WHERE (is_main AND (deleted_at IS NULL));
CREATE INDEX markets_of_game ON markets (game_id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX markets_question_of_game ON markets (azuro_condition_id, game_id, COALESCE(azuro_outcome_id, ''::text)) WHERE (deleted_at IS NULL);
CREATE INDEX markets_under_way ON markets (closes_at /* asc */) WHERE (state <> ALL (ARRAY['settled'::text, 'void'::text]));
CREATE INDEX open_automatic_cash_outs_epoch ON open_automatic_cash_outs (epoch);
CREATE UNIQUE INDEX open_automatic_cash_outs_order ON open_automatic_cash_outs (order_id);
CREATE INDEX open_automatic_cash_outs_price ON open_automatic_cash_outs (market_id, outcome_id, price);
CREATE INDEX open_cash_out_orders_of_market ON open_cash_out_orders (priced_market_id, decide_at);
CREATE UNIQUE INDEX open_cash_out_orders_order ON open_cash_out_orders (order_id);
CREATE INDEX open_combo_cash_outs_of_market ON open_combo_cash_outs (priced_market_id, decide_at);
CREATE INDEX open_combo_cash_outs_order ON open_combo_cash_outs (order_id);
CREATE INDEX open_combos_of_user ON open_combos (user_id, house_part);
CREATE INDEX open_orders_of_market ON open_orders (market_id, decide_at);
CREATE INDEX open_orders_of_user ON open_orders (user_id);
CREATE UNIQUE INDEX order_ends_entry ON order_ends (entry_id);
CREATE INDEX order_ends_epoch ON order_ends (epoch);
CREATE UNIQUE INDEX orders_entry ON orders (entry_id);
CREATE INDEX orders_of_market ON orders (market_id);
CREATE INDEX orders_of_user ON orders (user_id, placed_at);
CREATE UNIQUE INDEX orders_one_of_key ON orders (hashtextextended(((user_id || ' '::text) || idempotency_key), (0)::bigint));
CREATE UNIQUE INDEX orders_one_of_quote ON orders (hashtextextended(quote_id, (0)::bigint));
CREATE INDEX postings_from ON postings (from_account);
CREATE INDEX postings_to ON postings (to_account);
CREATE INDEX price_candles_age ON price_candles (step, starts_at) WHERE (step <> 'day'::text);
CREATE UNIQUE INDEX resolutions_under_way ON resolutions (market_id) WHERE (ended_at IS NULL);
CREATE INDEX sessions_expiry ON sessions (expires_at /* asc */);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE UNIQUE INDEX sold_parts_entry ON sold_parts (entry_id);
CREATE INDEX sold_parts_of_user ON sold_parts (user_id);
CREATE UNIQUE INDEX sold_parts_version ON sold_parts (market_id, market_version);
CREATE INDEX used_nonces_age ON used_nonces (used_at /* asc */);
CREATE INDEX user_limits_epoch ON user_limits (epoch /* asc */);
CREATE INDEX users_epoch ON users (epoch /* asc */);
CREATE INDEX users_guests ON users (created_at /* asc */) WHERE guest;
CREATE UNIQUE INDEX users_identity ON users (family, address_bytes) WHERE (NOT guest);
CREATE INDEX users_simulated ON users (id) WHERE simulated;

CREATE OR REPLACE FUNCTION public.code_counts_minutes()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ SELECT true $function$;

insert into market_transitions (to_state, from_state) values ('resolving', 'closed');
insert into market_transitions (to_state, from_state) values ('closed', 'open');
insert into market_transitions (to_state, from_state) values ('resolving', 'open');
insert into market_transitions (to_state, from_state) values ('suspended', 'open');
insert into market_transitions (to_state, from_state) values ('closed', 'resolving');
insert into market_transitions (to_state, from_state) values ('settled', 'resolving');
insert into market_transitions (to_state, from_state) values ('suspended', 'resolving');
insert into market_transitions (to_state, from_state) values ('void', 'resolving');
insert into market_transitions (to_state, from_state) values ('closed', 'suspended');
insert into market_transitions (to_state, from_state) values ('open', 'suspended');
insert into market_transitions (to_state, from_state) values ('resolving', 'suspended');
insert into named_locks (name, taken) values ('chain batches', '0');
insert into named_locks (name, taken) values ('chain payouts', '0');
insert into named_locks (name, taken) values ('fold-prices', '0');
insert into named_locks (name, taken) values ('seal-books', '0');
insert into pool_slices (slot, balance) values ('0', '0');
insert into pool_slices (slot, balance) values ('1', '0');
insert into pool_slices (slot, balance) values ('2', '0');
insert into pool_slices (slot, balance) values ('3', '0');
insert into pool_slices (slot, balance) values ('4', '0');
insert into pool_slices (slot, balance) values ('5', '0');
insert into pool_slices (slot, balance) values ('6', '0');
insert into pool_slices (slot, balance) values ('7', '0');
insert into pool_slices (slot, balance) values ('8', '0');
insert into pool_slices (slot, balance) values ('9', '0');
insert into pool_slices (slot, balance) values ('10', '0');
insert into pool_slices (slot, balance) values ('11', '0');
insert into pool_slices (slot, balance) values ('12', '0');
insert into pool_slices (slot, balance) values ('13', '0');
insert into pool_slices (slot, balance) values ('14', '0');
insert into pool_slices (slot, balance) values ('15', '0');
insert into settings (id, epoch, in_play, game_cap, market_cap, others_cap, totals_cap, auto_import, periods_cap, players_cap, results_cap, combo_budget, odd_even_cap, handicaps_cap, import_others, import_totals, both_score_cap, import_periods, import_players, futures_trading, import_odd_even, game_cap_in_play, import_handicaps, liquidity_budget, real_time_prices, import_both_score, correct_scores_cap, in_play_delay_other, in_play_delay_soccer, in_play_delay_tennis, import_correct_scores, in_play_delay_basketball) values ('true', '0', 'true', '10000000000', '5000000000', '500000000', '500000000', 'false', '500000000', '100000000', '500000000', '50000000000', '500000000', '500000000', 'true', 'true', '500000000', 'true', 'true', 'false', 'true', '10000000000', 'true', '10000000000', 'true', 'true', '500000000', '8', '8', '8', 'true', '8');
insert into epochs select n, (extract(epoch from now()) * 1000)::bigint from generate_series(0, 15) as n;

create schema drizzle;
create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
insert into drizzle.__drizzle_migrations (hash, created_at) values ('6d261960889a011f1cf438db59531ddfce1bdf3521d7acda6eba14fac0bbd0fa', 1796034000000);
