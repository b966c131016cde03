import { balanceAccounts } from './balance-accounts.ts';
import type { Reader } from './database.ts';

/**
 * Fills a market with very many bets, as the product would have written them one by one: correct books, made with set-based
 * statements. Two outcomes alternate at odds below their price, so that the market stays balanced. Every 97th bet, from
 * ten minutes ago, has just been sold back. The signatures are invalid, which settlement doesn't check.
 */
export interface FilledMarket {
  readonly marketId: string;
  /** In their order. */
  readonly outcomeIds: readonly [string, string];
  readonly bets: number;
}

const ODDS = 1_950_000;
const CASHED_OUT = 97;
/** Their payment, in percent of their stake. */
const CASH_OUT_SHARE = 90;

/**
 * @param name distinguishes the market and its users from those of other fillings; lower case letters and digits
 * @param closesIn how long betting is still open, as an interval
 * @param placedAgo how long ago bet `b.n` was placed, as SQL; never longer than the one before it
 */
export async function fillBets(
  { rows }: Reader,
  {
    name,
    bets,
    users,
    closesIn,
    placedAgo = `interval '10 minutes'`,
  }: { name: string; bets: number; users: number; closesIn: string; placedAgo?: string },
): Promise<FilledMarket> {
  const id = (prefix: string, of: string) =>
    `'${prefix}' || translate(substr(md5('${name}' || ${of}), 1, 20), '0189', 'ghij')`;
  const [ids] = await rows(
    `select ${id('m_', `'market'`)} as market, ${id('o_', `'o0'`)} as a, ${id('o_', `'o1'`)} as b`,
  );
  const { market = '', a = '', b = '' } = ids as Record<string, string>;
  // The way it is made guarantees the keys; checking each would take most of the time.
  await rows('begin');
  await rows('set local session_replication_role = replica');
  await rows(`
    insert into markets (id, title, description, category, subcategory, state, source, premium, ends_at, closes_at,
      loss_budget, funded)
    values ('${market}', 'Filled ${name}', 'Very many bets.', 'politics', 'elections', 'open', 'custom', true,
      clock_timestamp() + interval '${closesIn}', clock_timestamp() + interval '${closesIn}', 10000000000, 10000000000)`);
  await rows(`
    insert into outcomes (id, market_id, position, name, initial_probability)
    values ('${a}', '${market}', 0, 'Yes', 0.5), ('${b}', '${market}', 1, 'No', 0.5)`);
  await rows(`insert into accounts (kind, market_id) values ('escrow', '${market}')`);
  await rows(`
    create temporary table filled_users on commit drop as
    select n, md5('${name}u' || n) as id, sha256(convert_to('${name}a' || n, 'UTF8')) as address
    from generate_series(0, ${users - 1}) n`);
  await rows(`
    insert into users (id, family, address_bytes, address, wallet_type)
    select id, 'solana', address, encode(address, 'hex'), 'phantom' from filled_users order by n`);
  await rows(`insert into accounts (kind, user_id) select 'user', id from filled_users order by n`);
  await rows(`
    create temporary table filled_bets on commit drop as
    select n, ${id('b_', `'b' || n`)} as id, md5('${name}u' || ('x' || substr(md5(n::text), 25, 7))::bit(28)::int % ${users}) as user_id,
      case n % 2 when 1 then '${a}' else '${b}' end as outcome_id, (1 + n % 5) * 1000000::bigint as stake,
      (1 + n % 5) * ${ODDS}::bigint as payout, n % ${CASHED_OUT} = 0 as is_sold
    from generate_series(1, ${bets}) n`);
  await rows(`create index on filled_bets (n)`);
  await rows(`analyze filled_users, filled_bets`);
  await rows(`
    insert into entries (kind, key) values ('market-open', 'market-open:${market}')`);
  await rows(`
    insert into entries (kind, key) select 'faucet-grant', 'faucet-grant:' || id || ':first' from filled_users order by n`);
  await rows(`insert into entries (kind, key) select 'bet', 'bet:' || id from filled_bets order by n`);
  await rows(`
    insert into entries (kind, key) select 'cash-out', 'cash-out:' || id from filled_bets where is_sold order by n`);
  await rows(`
    insert into postings (entry_id, from_account, to_account, amount)
    select e.id, p.id, s.id, 10000000000 from entries e, accounts p, accounts s
    where e.key = 'market-open:${market}' and p.kind = 'pool' and s.market_id = '${market}'`);
  await rows(`
    insert into postings (entry_id, from_account, to_account, amount)
    select e.id, f.id, a.id, 1000000000
    from filled_users u join entries e on e.key = 'faucet-grant:' || u.id || ':first'
    join accounts a on a.user_id = u.id join accounts f on f.kind = 'faucet' order by e.id`);
  await rows(`
    insert into postings (entry_id, from_account, to_account, amount)
    select e.id, a.id, s.id, b.stake
    from filled_bets b join entries e on e.key = 'bet:' || b.id
    join accounts a on a.user_id = b.user_id join accounts s on s.market_id = '${market}' order by e.id`);
  await rows(`
    insert into postings (entry_id, from_account, to_account, amount)
    select e.id, s.id, a.id, b.stake * ${CASH_OUT_SHARE} / 100
    from filled_bets b join entries e on e.key = 'cash-out:' || b.id
    join accounts a on a.user_id = b.user_id join accounts s on s.market_id = '${market}'
    where b.is_sold order by e.id`);
  await rows(`
    insert into bets (id, user_id, market_id, outcome_id, stake, odds, payout, status, placed_at, closes_at,
      daily_stake_cap, market_version, entry_id, signed_text, signature, signed_hash, idempotency_key, body_hash)
    select b.id, b.user_id, '${market}', b.outcome_id, b.stake, ${ODDS}, b.payout, 'confirmed',
      date_trunc('milliseconds', transaction_timestamp() - ${placedAgo}), m.closes_at, 1000000000000, b.n + 1, e.id,
      'Place bet: ' || b.stake / 1000000 || ' on ' || b.outcome_id || ' at 1.95 odds',
      decode(repeat(md5(b.id), 4), 'hex'), sha256(convert_to(b.id, 'UTF8')), b.id, sha256(convert_to('body' || b.id, 'UTF8'))
    from filled_bets b join entries e on e.key = 'bet:' || b.id join markets m on m.id = '${market}' order by b.n`);
  await rows(`
    insert into bet_endings (bet_id, market_id, user_id, kind, amount, entry_id, ended_at, market_version)
    select b.id, '${market}', b.user_id, 'cash-out', b.stake * ${CASH_OUT_SHARE} / 100, e.id,
      date_trunc('milliseconds', clock_timestamp()), ${bets + 1} + row_number() over (order by b.n)
    from filled_bets b join entries e on e.key = 'cash-out:' || b.id where b.is_sold order by b.n`);
  await rows(`
    insert into cash_outs (bet_id, signed_text, signature, signed_hash)
    select b.id, 'Cash out: ' || b.id || ' for ' || trim(trailing '.' from trim(trailing '0' from (b.stake * ${CASH_OUT_SHARE} / 100 / 1e6)::text)) || ' USDC',
      decode(repeat(md5(b.id), 4), 'hex'), sha256(convert_to('cash-out' || b.id, 'UTF8'))
    from filled_bets b where b.is_sold`);
  await rows(`
    update outcomes o set open_returns = s.returns
    from (select outcome_id, sum(payout) as returns from filled_bets where not is_sold group by outcome_id) s
    where o.id = s.outcome_id`);
  await rows(`
    update markets m set version = 1 + s.bets + s.sold, staked = s.staked, open_stakes = s.open, received = s.staked - s.paid
    from (
      select count(*) as bets, count(*) filter (where is_sold) as sold, sum(stake) as staked,
        coalesce(sum(stake) filter (where not is_sold), 0) as open,
        coalesce(sum(stake * ${CASH_OUT_SHARE} / 100) filter (where is_sold), 0) as paid
      from filled_bets
    ) s where m.id = '${market}'`);
  await balanceAccounts({ rows });
  await rows('commit');
  await rows('vacuum analyze');
  return { marketId: market, outcomeIds: [a, b], bets };
}
