import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reader } from './database.ts';

/** Of the built server. */
const MIGRATIONS = fileURLToPath(new URL('../api/dist/migrations', import.meta.url));
/** The last one before bets could end. */
const LAST = '0004_admin_history';
const FUNDED = 10_000_000_000;
const GRANT = 1_000_000_000;
const ODDS = 1_950_000;
const STAKE = 2_000_000;

/**
 * Gives an empty database the state of the version before results: its tables, and the correct books of one market whose bets
 * are all open, as that version wrote them.
 */
export async function makePreviousVersion({ rows }: Reader, { bets }: { bets: number }): Promise<void> {
  await rows(`create schema drizzle`);
  await rows(
    `create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  );
  for (const { tag, when } of knownMigrations()) {
    if (tag > LAST) continue;
    const text = readFileSync(join(MIGRATIONS, `${tag}.sql`), 'utf8');
    for (const statement of text.split('--> statement-breakpoint')) await rows(statement);
    const hash = createHash('sha256').update(text).digest('hex');
    await rows(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('${hash}', ${when})`);
  }
  await rows(`insert into accounts (kind) values ('pool'), ('fees'), ('faucet'), ('outside')`);
  await rows(`
    insert into users (id, family, address_bytes, address, wallet_type)
    select md5('u' || n), 'solana', sha256(convert_to('u' || n, 'UTF8')), md5('a' || n), 'phantom'
    from generate_series(1, 20) n`);
  await rows(`insert into accounts (kind, user_id) select 'user', id from users`);
  await rows(`
    insert into markets (id, title, description, category, subcategory, state, source, premium, ends_at, closes_at,
      loss_budget, funded, received, version)
    values ('m_old', 'An old market', 'Older than results.', 'politics', 'elections', 'open', 'custom', true,
      now() + interval '2 days', now() + interval '2 days', ${FUNDED}, ${FUNDED}, ${bets * STAKE}, ${bets + 1})`);
  await rows(`
    insert into outcomes (id, market_id, position, name, initial_probability, open_returns)
    select 'o_old' || p, 'm_old', p, 'Answer ' || p, 0.5,
      (select count(*) from generate_series(1, ${bets}) n where n % 2 = p) * ${(STAKE * ODDS) / 1e6}
    from generate_series(0, 1) p`);
  await rows(`insert into accounts (kind, market_id) values ('escrow', 'm_old')`);
  await rows(`
    insert into entries (kind, key) values ('pool-funding', 'pool-funding:1'), ('market-open', 'market-open:m_old')`);
  await rows(
    `insert into entries (kind, key) select 'faucet-grant', 'faucet-grant:' || id || ':first' from users`,
  );
  await rows(
    `insert into entries (kind, key) select 'bet', 'bet:b' || n from generate_series(1, ${bets}) n order by n`,
  );
  await rows(`
    insert into bets (id, user_id, market_id, outcome_id, stake, odds, payout, status, placed_at, closes_at,
      daily_stake_cap, market_version, entry_id, signed_text, signature, signed_hash, idempotency_key, body_hash)
    select 'b' || n, md5('u' || 1 + n % 20), 'm_old', 'o_old' || n % 2, ${STAKE}, ${ODDS}, ${(STAKE * ODDS) / 1e6},
      'confirmed', clock_timestamp(), m.closes_at, 1000000000000, n + 1, e.id,
      'Place bet: 2 on o_old' || n % 2 || ' at 1.95 odds', decode(repeat(md5('s' || n), 4), 'hex'),
      sha256(convert_to('s' || n, 'UTF8')), 'k' || n, sha256(convert_to('k' || n, 'UTF8'))
    from generate_series(1, ${bets}) n join entries e on e.key = 'bet:b' || n join markets m on m.id = 'm_old' order by n`);
  await rows(`
    insert into postings (entry_id, from_account, to_account, amount)
    select e.id, f.id, t.id, case e.kind when 'pool-funding' then 10000000000000 else ${FUNDED} end
    from entries e join accounts f on f.kind = case e.kind when 'pool-funding' then 'faucet' else 'pool' end
    join accounts t on t.kind = case e.kind when 'pool-funding' then 'pool' else 'escrow' end
    where e.kind in ('pool-funding', 'market-open') order by e.id`);
  await rows(`
    insert into postings (entry_id, from_account, to_account, amount)
    select e.id, f.id, a.id, ${GRANT}
    from users u join entries e on e.key = 'faucet-grant:' || u.id || ':first'
    join accounts a on a.user_id = u.id join accounts f on f.kind = 'faucet' order by e.id`);
  await rows(`
    insert into postings (entry_id, from_account, to_account, amount)
    select b.entry_id, a.id, s.id, b.stake
    from bets b join accounts a on a.user_id = b.user_id join accounts s on s.market_id = b.market_id order by b.seq`);
  await rows(`
    update accounts a set balance = coalesce((select sum(amount) from postings where to_account = a.id), 0)
      - coalesce((select sum(amount) from postings where from_account = a.id), 0)`);
}

/** What the previous version wrote, as one hash: migrating must not change a letter of it. */
export async function fingerprint({ rows }: Reader): Promise<string> {
  const [found] = await rows(`
    select md5(concat(
      (select string_agg(concat_ws(',', id, user_id, outcome_id, stake, odds, payout, status, placed_at, closes_at,
        market_version, entry_id, signed_text, signature, idempotency_key), ';' order by seq) from bets),
      (select string_agg(concat_ws(',', e.id, e.kind, e.key, e.recorded_at, p.id, p.from_account, p.to_account, p.amount),
        ';' order by p.id) from entries e join postings p on p.entry_id = e.id
        where e.kind in ('bet', 'faucet-grant') or e.key = 'market-open:m_old'),
      (select string_agg(concat_ws(',', u.id, u.address, u.kyc_level, a.balance), ';' order by u.id)
        from users u join accounts a on a.user_id = u.id),
      (select concat_ws(',', state, version, loss_budget, funded, received, ends_at) from markets where id = 'm_old'),
      (select string_agg(concat_ws(',', id, open_returns), ';' order by id) from outcomes where market_id = 'm_old')
    )) as hash`);
  return found?.hash ?? '';
}

/** The migrations that the server knows, oldest first. */
export function knownMigrations(): { tag: string; when: number }[] {
  // Written by drizzle-kit in this form.
  const journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  return journal.entries;
}

/** How often each was recorded as applied: 0 times if there are none. */
export async function appliedMigrations({ rows }: Reader): Promise<number[]> {
  const [table] = await rows(`select to_regclass('drizzle.__drizzle_migrations')::text as name`);
  if (table?.name === null) return knownMigrations().map(() => 0);
  const found = await rows(`select created_at::text as at from drizzle.__drizzle_migrations`);
  return knownMigrations().map(({ when }) => found.filter(({ at }) => at === String(when)).length);
}
