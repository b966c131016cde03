import { balanceAccounts } from './balance-accounts.ts';
import type { Reader } from './database.ts';

/** Over which the bets were placed, evenly, up to ten minutes ago. */
const DAYS = 7;
const CHUNK = 100_000;
/** How many bets each user of the crowd has on average, at most: together they stake less than the user got. */
const BETS_OF_USER = 500;

/**
 * Fills markets of the feed, which have a bet already, with open bets at even odds without a margin, as a server would have
 * written them: correct books, made with set-based statements, but for the signatures. The outcomes that the feed prices take
 * turns, and all users who are made bet on all markets.
 *
 * @param own of the bets on each market belong to a user, at least one of which each market has
 * @returns the ids of the user's bets
 */
export async function fillGame(
  { rows }: Reader,
  {
    markets,
    own = null,
  }: {
    markets: readonly { readonly marketId: string; readonly bets: number }[];
    own?: { readonly userId: string; readonly bets: number } | null;
  },
): Promise<string[]> {
  const ids = markets.map(({ marketId }) => `'${marketId}'`).join();
  const crowd = `crowd ${markets[0]?.marketId} `;
  const users = Math.ceil(markets.reduce((sum, { bets }) => sum + bets, 0) / BETS_OF_USER);
  // Rows of the referenced tables are there; checking each would take most of the time.
  await rows('begin');
  await rows('set local session_replication_role = replica');
  await rows(`
    insert into users (id, family, address_bytes, address, wallet_type)
    select '${crowd}' || n, 'solana', sha256(convert_to('${crowd}' || n, 'UTF8')), '${crowd}' || n, 'phantom'
    from generate_series(0, ${users - 1}) n`);
  await rows(`
    insert into accounts (kind, user_id) select 'user', id from users where id like '${crowd}%'`);
  await rows(`
    insert into entries (kind, key) select 'faucet-grant', 'faucet-grant:' || id || ':first' from users where id like '${crowd}%'`);
  await rows(`
    insert into postings (entry_id, from_account, to_account, amount)
    select e.id, f.id, a.id, 1000000000
    from users u join entries e on e.key = 'faucet-grant:' || u.id || ':first'
    join accounts a on a.user_id = u.id join accounts f on f.kind = 'faucet'
    where u.id like '${crowd}%' order by e.id`);
  await rows(`
    create temporary table choices on commit drop as
    select o.id as outcome_id, o.market_id, o.position, s.priced, m.winners, s.outcomes * 100 / m.winners * 10000::bigint as odds
    from outcomes o join markets m on m.id = o.market_id
    join (
      select market_id, count(*) as outcomes, count(azuro_outcome_id) as priced from outcomes group by market_id
    ) s on s.market_id = m.id
    where m.id in (${ids})`);
  // In the order of their bits, as core/odds/winner-sets.ts.
  await rows(`
    create temporary table winner_sets on commit drop as
    select c.market_id, c.position as position, array[c.outcome_id] as outcome_ids from choices c where c.winners = 1
    union all
    select s.market_id, row_number() over (partition by s.market_id order by s.bits), s.outcome_ids
    from (
      select c.market_id, v.bits, array_agg(c.outcome_id) as outcome_ids
      from choices c cross join lateral generate_series(1, (1 << c.priced::int) - 1) v (bits)
      where c.winners > 1 and (v.bits >> c.position) & 1 = 1
      group by c.market_id, v.bits having count(*) = max(c.winners)
    ) s`);
  for (const { marketId, bets } of markets) {
    const userOf =
      own === null
        ? `'${crowd}' || n / c.priced % ${users}`
        : `case when n % ${Math.floor(bets / own.bets)} = 0 then '${own.userId}' else '${crowd}' || n % ${users} end`;
    for (let from = 0; from < bets; from += CHUNK) {
      const through = Math.min(bets, from + CHUNK);
      await rows(`
        create temporary table drawn as
        select n, 'b_' || substr(translate(replace(gen_random_uuid()::text, '-', ''), '0189', 'ghij'), 1, 20) as id,
          ${userOf} as user_id, c.outcome_id, c.odds, s.stake, s.stake * c.odds / 1000000 as payout,
          date_trunc('milliseconds', transaction_timestamp() - interval '10 minutes'
            - make_interval(secs => ${DAYS * 86_400} * (1 - n::float8 / ${bets}))) as placed_at
        from generate_series(${from + 1}, ${through}) n
        join choices c on c.market_id = '${marketId}' and c.position = n % c.priced
        -- Many amounts, of which each outcome has as many.
        cross join lateral (select (100 + n / c.priced % 7) * 10000::bigint as stake) s`);
      await rows(`insert into entries (kind, key) select 'bet', 'bet:' || id from drawn order by n`);
      await rows(`
        insert into bets (id, user_id, market_id, outcome_id, stake, odds, payout, status, placed_at, closes_at, priced_at,
          daily_stake_cap, market_version, entry_id, signed_text, signature, signed_hash, idempotency_key, body_hash, fill_rule,
          signed_odds)
        select d.id, d.user_id, m.id, d.outcome_id, d.stake, d.odds, d.payout, 'confirmed', d.placed_at, m.closes_at, d.placed_at,
          1000000000, m.version + d.n, e.id,
          'Place bet: ' || trim_scale(d.stake / 1e6) || ' on ' || d.outcome_id || ' at ' || trim_scale(d.odds / 1e6) || ' odds',
          sha256(convert_to(d.id, 'UTF8')), sha256(convert_to('signed' || d.id, 'UTF8')), d.id,
          sha256(convert_to('body' || d.id, 'UTF8')), 2, d.odds
        from drawn d join entries e on e.key = 'bet:' || d.id cross join markets m where m.id = '${marketId}' order by d.n`);
      await rows(`
        insert into postings (entry_id, from_account, to_account, amount)
        select e.id, a.id, s.id, d.stake
        from drawn d join entries e on e.key = 'bet:' || d.id
        join accounts a on a.user_id = d.user_id join accounts s on s.market_id = '${marketId}' order by e.id`);
      await rows('drop table drawn');
    }
  }
  await rows(`
    insert into bet_minutes (market_id, minute, net, highest)
    select r.market_id, r.minute, array_agg(r.net order by r.position), array_agg(r.highest order by r.position)
    from (
      select s.market_id, s.minute, s.position, sum(s.change)::bigint as net, greatest(0, max(s.running))::bigint as highest
      from (
        select w.market_id, date_trunc('minute', b.placed_at, 'UTC') as minute, w.position, b.change,
          sum(b.change) over (partition by w.market_id, date_trunc('minute', b.placed_at, 'UTC'), w.position
            order by b.placed_at) as running
        from winner_sets w cross join lateral (
          select b.placed_at, case when b.outcome_id = any(w.outcome_ids) then b.payout else 0 end - b.stake as change
          from bets b where b.market_id = w.market_id
        ) b
      ) s group by s.market_id, s.minute, s.position
    ) r group by r.market_id, r.minute
    on conflict (market_id, minute) do update set net = excluded.net, highest = excluded.highest`);
  await rows(`
    update outcomes o set open_returns = s.returns
    from (select outcome_id, sum(payout) as returns from bets where market_id in (${ids}) group by outcome_id) s
    where o.id = s.outcome_id`);
  await rows(`
    update markets m set version = s.version, staked = s.staked, open_stakes = s.staked, received = s.staked
    from (
      select market_id, max(market_version) as version, sum(stake) as staked from bets where market_id in (${ids})
      group by market_id
    ) s where m.id = s.market_id`);
  await balanceAccounts({ rows });
  await rows('commit');
  await rows('vacuum analyze');
  const found = await rows(`
    select id from bets where market_id in (${ids}) and user_id = '${own?.userId ?? ''}' and idempotency_key = id
    order by placed_at`);
  return found.map(({ id }) => String(id));
}
