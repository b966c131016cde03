import type { Reader } from './database.ts';

/** Over which the bets were placed, evenly, up to ten minutes ago. */
const DAYS = 7;
const CHUNK = 100_000;
/** Each user of the crowd has this many bets of a USDC, at most. */
const BETS_OF_USER = 500;

/**
 * Fills a market of the feed, which has a bet already, with open bets at even odds, as a server would have written them:
 * correct books, made with set-based statements, but for the signatures. The outcomes take turns.
 *
 * @param own of these bets belong to a user, the others to users who are made
 * @returns the ids of the user's bets
 */
export async function fillGame(
  { rows }: Reader,
  { marketId, bets, userId, own }: { marketId: string; bets: number; userId: string; own: number },
): Promise<string[]> {
  // Rows of the referenced tables are there; checking each would take most of the time.
  await rows('begin');
  await rows('set local session_replication_role = replica');
  const crowd = `crowd ${marketId} `;
  const users = Math.ceil(bets / BETS_OF_USER);
  await rows(`
    insert into users (id, family, address_bytes, address, wallet_type)
    select '${crowd}' || n, 'evm', substr(sha256(convert_to('${crowd}' || n, 'UTF8')), 1, 20), '${crowd}' || n, 'metamask'
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
    select o.id as outcome_id, o.position, count(*) over () as outcomes from outcomes o where o.market_id = '${marketId}'`);
  const every = Math.floor(bets / own);
  for (let from = 0; from < bets; from += CHUNK) {
    const through = Math.min(bets, from + CHUNK);
    await rows(`
      create temporary table drawn as
      select n, 'b_' || substr(translate(replace(gen_random_uuid()::text, '-', ''), '0189', 'ghij'), 1, 20) as id,
        case when n % ${every} = 0 then '${userId}' else '${crowd}' || n % ${users} end as user_id, c.outcome_id,
        1000000::bigint as stake, (1000000 * c.outcomes)::bigint as payout, (1000000 * c.outcomes)::bigint as odds,
        date_trunc('milliseconds', transaction_timestamp() - interval '10 minutes'
          - make_interval(secs => ${DAYS * 86_400} * (1 - n::float8 / ${bets}))) as placed_at
      from generate_series(${from + 1}, ${through}) n
      join choices c on c.position = n % c.outcomes`);
    await rows(`insert into entries (kind, key) select 'bet', 'bet:' || id from drawn order by n`);
    await rows(`
      insert into bets (id, user_id, market_id, outcome_id, stake, odds, payout, status, placed_at, closes_at, priced_at,
        daily_stake_cap, market_version, entry_id, signed_text, signature, signed_hash, idempotency_key, body_hash, fill_rule,
        signed_odds)
      select d.id, d.user_id, m.id, d.outcome_id, d.stake, d.odds, d.payout, 'confirmed', d.placed_at, m.closes_at, d.placed_at,
        1000000000, m.version + d.n, e.id, 'Place bet: 1 on ' || d.outcome_id || ' at ' || d.odds / 1000000 || ' odds',
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
  await rows(`
    insert into bet_minutes (market_id, minute, net, highest)
    select '${marketId}', r.minute, array_agg(r.net order by r.position), array_agg(r.highest order by r.position)
    from (
      select s.minute, s.position, sum(s.change)::bigint as net, greatest(0, max(s.running))::bigint as highest
      from (
        select date_trunc('minute', b.placed_at, 'UTC') as minute, c.position, b.change,
          sum(b.change) over (partition by date_trunc('minute', b.placed_at, 'UTC'), c.position order by b.placed_at) as running
        from choices c cross join lateral (
          select b.placed_at, case when b.outcome_id = c.outcome_id then b.payout else 0 end - b.stake as change
          from bets b where b.market_id = '${marketId}'
        ) b
      ) s group by s.minute, s.position
    ) r group by r.minute
    on conflict (market_id, minute) do update set net = excluded.net, highest = excluded.highest`);
  await rows(`
    update outcomes o set open_returns = s.returns
    from (select outcome_id, sum(payout) as returns from bets where market_id = '${marketId}' group by outcome_id) s
    where o.id = s.outcome_id`);
  await rows(`
    with moved as (
      select account, sum(change) as change from (
        select from_account as account, -amount as change from postings
        union all select to_account, amount from postings
      ) p group by account
    )
    update accounts a set balance = moved.change from moved
    where moved.account = a.id and moved.change <> a.balance and a.kind <> 'pool'`);
  await rows(`
    update markets m set version = m.version + ${bets}, staked = s.staked, open_stakes = s.staked, received = s.staked
    from (select sum(stake) as staked from bets where market_id = '${marketId}') s where m.id = '${marketId}'`);
  await rows('commit');
  await rows('vacuum analyze');
  const found = await rows(`
    select id from bets where market_id = '${marketId}' and user_id = '${userId}' and odds % 1000000 = 0 and daily_stake_cap = 1000000000
      and placed_at < clock_timestamp() - interval '9 minutes' order by placed_at`);
  return found.map(({ id }) => String(id));
}
