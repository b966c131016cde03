-- The rights of the user with which servers work: it changes rows only as the product does, and no table.
-- docs/operations/installing.md says how to use it. An administrator makes the user once: create role tallystone_server login;
-- Then the owner of the tables runs this in the database, after the first start of a server and after each upgrade:
--
--   psql "$OWNER_URL" --single-transaction --set ON_ERROR_STOP=on --file server-role.sql
--
-- It can run again at any time, beside running servers.
do $do$
declare
  role constant text := 'tallystone_server';
  owner text := (select tableowner from pg_tables where schemaname = 'public' and tablename = 'entries');
  line record;
  missing text;
  changing text;
begin
  if owner is null then
    raise exception 'there are no tables yet: start a server first';
  elsif not exists (select from pg_roles where rolname = role) then
    raise exception 'an administrator has to make the user first: create role % login', role;
  elsif exists (
    select from pg_roles r
    where r.rolname = role and (r.rolsuper or r.rolcreatedb or r.rolcreaterole or r.rolreplication or r.rolbypassrls)
  ) or exists (select from pg_tables where schemaname in ('public', 'drizzle') and tableowner = role) or exists (
    select from pg_auth_members m where m.member = role::regrole and m.roleid <> 'pg_monitor'::regrole
  ) then
    raise exception '% has more rights than a server needs: it owns tables, is in another role, or has an attribute such as superuser', role;
  end if;
  -- Databases made by PostgreSQL 14 or older let every role make tables, and their owner has no other right to.
  execute format('grant create on schema public to %I', owner);
  execute format('revoke create on schema public from public, %I', role);
  execute format('grant usage on schema public, drizzle to %I', role);

  -- What the rows of each table may go through. "insert": they never change. "update": columns may change, except those that are
  -- named as kept. "delete": rows may go.
  create temporary table rights (name text primary key, may text not null, kept text not null) on commit drop;
  insert into rights values
    -- Money and what people did: history.
    ('entries', 'insert', ''),
    ('postings', 'insert', ''),
    ('bets', 'insert', ''),
    ('bet_endings', 'insert', ''),
    ('cash_outs', 'insert', ''),
    ('sold_parts', 'insert', ''),
    ('combos', 'insert', ''),
    ('combo_legs', 'insert, update', 'combo_id place market_id outcome_id odds priced_at closes_at market_version'),
    ('open_combos', 'insert, delete', ''),
    ('combo_endings', 'insert', ''),
    ('combo_cash_outs', 'insert', ''),
    ('combo_running_prices', 'insert', ''),
    ('orders', 'insert', ''),
    ('open_orders', 'insert, delete', ''),
    ('order_ends', 'insert', ''),
    ('market_halts', 'insert', ''),
    ('cash_out_orders', 'insert', ''),
    ('open_cash_out_orders', 'insert, delete', ''),
    ('open_combo_cash_outs', 'insert, delete', ''),
    ('open_automatic_cash_outs', 'insert, update, delete', 'bet_id order_id market_id outcome_id price'),
    ('cash_out_order_ends', 'insert', ''),
    ('seals', 'insert', ''),
    ('audit', 'insert', ''),
    ('market_terms', 'insert', ''),
    ('feed_prices', 'insert', ''),
    ('practice_draws', 'insert', ''),
    ('chain_events', 'insert', ''),
    ('accounts', 'insert, update', 'id kind user_id market_id'),
    ('pool_slices', 'update', 'slot'),
    ('live_bets', 'insert, update', 'id seq user_id market_id outcome_id stake odds payout placed_at closes_at priced_at daily_stake_cap chain market_version signed_text signature signed_hash quote_id idempotency_key body_hash deadline accepted_until bet_hash stake_authorization acceptance priced_on hold_entry_id placed_in'),
    ('chain_outflows', 'insert, update', 'block_number log_index user_id bet_id amount'),
    ('chain_payouts', 'insert, update', 'bet_id market_id user_id amount'),
    ('resolutions', 'insert, update', 'id market_id outcome_id also_won source evidence raw rehearsal rehearsal_hash proposed_by proposed_at'),
    ('pending_changes', 'insert, update', 'id kind subject payload summary proposed_by proposed_at'),
    -- Markets and prices.
    ('markets', 'insert, update', 'id title description category subcategory source pricing fill_rule premium is_main tags auto_resolve game_id market_group own_name line winners azuro_condition_id azuro_outcome_id may_go_in_play loss_budget created_at'),
    ('outcomes', 'insert, update', 'id market_id position name initial_probability azuro_outcome_id'),
    ('games', 'insert, update', 'id in_play_of delay_seconds'),
    ('market_transitions', '', ''),
    ('price_points', 'insert, delete', ''),
    ('price_candles', 'insert, update, delete', 'market_id step starts_at open'),
    ('price_folds', 'insert, update', 'market_id'),
    ('bet_minutes', 'insert, update, delete', 'market_id minute'),
    -- The chain.
    ('chain_calls', 'insert, update', 'id key role data gas queued_at'),
    ('chain_transactions', 'insert, update', 'signer nonce attempt call_id raw hash max_fee signed_at'),
    ('chain_moved', 'insert, update', 'block_number log_index'),
    ('chain_cursor', 'insert, update', 'id chain_id escrow'),
    ('chain_unapplied', 'insert, delete', ''),
    ('chain_markets', 'insert, update', 'market_id'),
    -- People. Guests without an account go.
    ('users', 'insert, update, delete', 'id family address_bytes address guest created_at'),
    ('user_limits', 'insert, update', 'user_id'),
    ('admin_grants', 'insert, update', 'family address_bytes role'),
    ('sessions', 'insert, update, delete', 'token_hash id user_id chain created_at expires_at'),
    ('used_nonces', 'insert, delete', ''),
    -- The server's own.
    ('settings', 'update', 'id'),
    ('server_keys', 'insert', ''),
    ('last_runs', 'insert, update, delete', 'name'),
    ('epochs', 'update', 'slot'),
    ('named_locks', 'insert, update', 'name');

  select string_agg(t.tablename, ', ' order by t.tablename) into missing
  from pg_tables t where t.schemaname = 'public' and t.tablename not in (select r.name from rights r);
  if missing is not null then
    raise exception 'this file has no line for %: use the file of the version that made the tables', missing;
  end if;

  execute format('revoke all on all tables in schema public, drizzle from %I', role);
  execute format('grant select on all tables in schema public, drizzle to %I', role);
  for line in select r.name, r.may, string_to_array(r.kept, ' ') as kept from rights r loop
    if line.may like '%insert%' then
      execute format('grant insert on %I to %I', line.name, role);
    end if;
    if line.may like '%delete%' then
      execute format('grant delete on %I to %I', line.name, role);
    end if;
    select string_agg(quote_ident(c.column_name), ', ') into changing
    from information_schema.columns c
    where c.table_schema = 'public' and c.table_name = line.name and c.column_name <> all (line.kept);
    if line.may like '%update%' then
      execute format('grant update (%s) on %I to %I', changing, line.name, role);
    end if;
  end loop;
  -- Until it runs again, tables of a new version may be changed in every way, so that an upgrade stops nothing. A migration that
  -- adds a column to a table above grants it.
  execute format(
    'alter default privileges for role %I in schema public grant select, insert, update, delete on tables to %I', owner, role);

  if has_schema_privilege(role, 'public', 'create') or has_table_privilege(role, 'entries', 'update, delete, truncate') then
    raise exception 'every role may make or change tables here. The owner of the schema has to: revoke create on schema public from public';
  end if;
end $do$;
