import type { Reader } from './database.ts';

/** Bets of one market that a server writes at once under load. */
const BATCH = 20;
const MARKETS = 500;
/** Practice money of each user, and the budget of each market. */
const LARGE = 1_000_000_000_000;
/** Over which the bets are placed, evenly. */
const DAYS = 30;
const CHUNK = 100_000;

/**
 * Fills empty books with open bets as a server writes those of the app: random users and ids, quotes, keys, 65-byte
 * signatures, in batches of one market, at the server's rule for odds. Only the sizes are right: signatures and sums aren't.
 */
export async function fillOpenBets(
  { rows }: Reader,
  { bets, users, onChunk }: { bets: number; users: number; onChunk: (done: number) => void },
): Promise<void> {
  // Rows of the referenced tables are there; checking each would take most of the time.
  await rows('set session_replication_role = replica');
  await rows(`
    insert into users (id, family, address_bytes, address, wallet_type)
    select gen_random_uuid(), 'evm', substr(sha256(convert_to(n::text, 'UTF8')), 1, 20), 'filled ' || n, 'metamask'
    from generate_series(1, ${users}) n`);
  await rows(`
    insert into accounts (kind, user_id, balance) select 'user', id, ${LARGE} from users where address like 'filled %'`);
  await rows(`
    insert into markets (id, title, description, category, subcategory, state, source, premium, ends_at, closes_at,
      loss_budget, funded)
    select ${id('m_')}, 'Filled ' || n, 'Very many bets.', 'politics', 'elections', 'open', 'custom', true,
      clock_timestamp() + interval '90 days', clock_timestamp() + interval '90 days', ${LARGE}, ${LARGE}
    from generate_series(1, ${MARKETS}) n`);
  await rows(`
    insert into outcomes (id, market_id, position, name, initial_probability)
    select 'o_' || substr(m.id, 3, 18) || p.digits, m.id, p.n, p.digits, 0.5
    from markets m cross join (values (0, 'aa'), (1, 'ab')) p(n, digits) where m.title like 'Filled %'`);
  await rows(`
    insert into accounts (kind, market_id, balance)
    select 'escrow', id, ${LARGE} from markets where title like 'Filled %'`);
  await rows(`
    create temporary table bettors as
    select row_number() over () as place, u.id as user_id, a.id as account from users u join accounts a on a.user_id = u.id
    where u.address like 'filled %'`);
  await rows(`
    create temporary table betting as
    select row_number() over () as place, m.id as market_id, m.closes_at, a.id as account
    from markets m join accounts a on a.market_id = m.id where m.title like 'Filled %'`);
  await rows('create unique index on bettors (place)');
  await rows('create unique index on betting (place)');
  await rows('analyze bettors, betting');
  for (let from = 0; from < bets; from += CHUNK) {
    await fillChunk({ rows }, { from, through: Math.min(bets, from + CHUNK), bets, users });
    onChunk(Math.min(bets, from + CHUNK));
  }
  await rows('set session_replication_role = origin');
}

async function fillChunk(
  { rows }: Pick<Reader, 'rows'>,
  { from, through, bets, users }: { from: number; through: number; bets: number; users: number },
): Promise<void> {
  // The market of a batch and the user of a bet follow from hashes of their numbers.
  await rows(`
    create temporary table drawn as
    select n, ${id('b_')} as id, ${id('q_')} as quote_id, replace(gen_random_uuid()::text, '-', '') as key,
      u.user_id, u.account as from_account, m.market_id, m.account as to_account, m.closes_at,
      1 + (n - 1) / ${BATCH} / ${MARKETS} * ${BATCH} + (n - 1) % ${BATCH} + 1 as version,
      'o_' || substr(m.market_id, 3, 18) || (array['aa', 'ab'])[1 + n % 2] as outcome_id,
      (1 + (hashint8(n * 3) & 2147483647) % 100) * 1000000::bigint as stake, (102 + (hashint8(n * 5) & 2147483647) % 800) * 10000::bigint as odds,
      (array['Ethereum', 'BSC', 'Polygon'])[1 + n % 3] as chain,
      date_trunc('milliseconds', transaction_timestamp() - make_interval(secs => ${DAYS * 86_400} * (1 - ((n - 1) / ${BATCH} * ${BATCH})::float8 / ${bets}))) as placed_at
    from generate_series(${from + 1}, ${through}) n
    join bettors u on u.place = 1 + (hashint8(n * 7) & 2147483647) % ${users}
    join betting m on m.place = 1 + (n - 1) / ${BATCH} % ${MARKETS}`);
  await rows(`insert into entries (kind, key) select 'bet', 'bet:' || id from drawn order by n`);
  await rows(
    "create temporary table made as select e.id as entry_id, d.* from drawn d join entries e on e.key = 'bet:' || d.id",
  );
  await rows(`
    insert into postings (entry_id, from_account, to_account, amount)
    select entry_id, from_account, to_account, stake from made order by n`);
  await rows(`
    insert into bets (id, user_id, market_id, outcome_id, stake, odds, payout, status, placed_at, closes_at,
      daily_stake_cap, chain, market_version, entry_id, signed_text, signature, signed_hash, quote_id, idempotency_key,
      body_hash, fill_rule, signed_odds)
    select id, user_id, market_id, outcome_id, stake, odds, stake * odds / 1000000, 'confirmed', placed_at, closes_at,
      1000000000, chain, version, entry_id,
      'Place bet: ' || stake / 1000000 || ' on ' || outcome_id || ' at ' || trim_scale((odds - 10000) / 1e6) || ' odds',
      sha256(convert_to(id, 'UTF8')) || sha256(convert_to(key, 'UTF8')) || '\\x1b', sha256(convert_to(quote_id, 'UTF8')),
      quote_id, key, sha256(convert_to('body' || id, 'UTF8')), 2, odds - 10000
    from made order by n`);
  await rows('drop table drawn, made');
}

/** SQL that makes a random id of the server's length. */
const id = (prefix: string): string =>
  `'${prefix}' || substr(translate(replace(gen_random_uuid()::text, '-', ''), '0189', 'ghij'), 1, 20)`;
