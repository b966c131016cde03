import { balanceAccounts } from './balance-accounts.ts';
import type { Reader } from './database.ts';

/**
 * Fills a database with games of the feed, one market each, and very many open combos on them, as the product would have
 * written them one by one. The signatures are invalid, which paying doesn't check.
 */
export interface FilledCombos {
  readonly games: number;
  readonly combos: number;
  readonly users: number;
}

/** What each user got, micro-USDC. */
export const GRANT = 1_000_000_000n;

/** The id of a game's market, and of its outcomes, as SQL for the number `g`. */
export const marketOf = (g: string): string =>
  `('m_' || translate(substr(md5('combo market ' || ${g}), 1, 20), '0189', 'ghij'))`;
export const outcomeOf = (g: string, position: string): string =>
  `('o_' || translate(substr(md5('combo outcome ' || ${g} || ' ' || ${position}), 1, 20), '0189', 'ghij'))`;

/** The connection has the aggregate `pg_temp.product` afterwards. */
export async function fillCombos({ rows }: Reader, { games, combos, users }: FilledCombos): Promise<void> {
  await rows('begin');
  await rows('set local session_replication_role = replica');
  await rows(`create aggregate pg_temp.product(numeric) (sfunc = numeric_mul, stype = numeric)`);
  await rows(`
    insert into games (id, title, sport, league, country, state, starts_at, cap)
    select 'combo game ' || g, 'Home ' || g || ' vs Away ' || g, 'Football', 'League', 'Land', 'Prematch',
      clock_timestamp() + interval '1 hour', 10000000000
    from generate_series(1, ${games}) g`);
  await rows(`
    insert into markets (id, title, description, category, subcategory, state, source, pricing, premium, game_id, is_main,
      azuro_condition_id, priced_at, starts_at, ends_at, closes_at, loss_budget, funded, fill_rule)
    select ${marketOf('g')}, 'Home ' || g || ' vs Away ' || g, 'Who wins?', 'sports', 'soccer', 'open', 'azuro', 'feed',
      false, 'combo game ' || g, true, 'combo condition ' || g, clock_timestamp(), g1.starts_at, g1.starts_at, g1.starts_at,
      5000000000, 0, 2
    from generate_series(1, ${games}) g join games g1 on g1.id = 'combo game ' || g`);
  await rows(`
    insert into outcomes (id, market_id, position, name, initial_probability, feed_odds)
    select ${outcomeOf('g', 'p')}, ${marketOf('g')}, p, 'Team ' || p, 0.5, 1500000 + 10000 * ((7 * g + 13 * p) % 60)
    from generate_series(1, ${games}) g, generate_series(0, 1) p`);
  await rows(
    `insert into accounts (kind, market_id) select 'escrow', ${marketOf('g')} from generate_series(1, ${games}) g`,
  );
  await rows(
    `insert into accounts (kind) select 'combos' where not exists (select from accounts where kind = 'combos')`,
  );
  await rows(`
    create temporary table filled_users on commit drop as
    select n, md5('combo user ' || n) as id, sha256(convert_to('combo user ' || n, 'UTF8')) as address
    from generate_series(0, ${users - 1}) n`);
  await rows(`
    insert into users (id, family, address_bytes, address, wallet_type)
    select id, 'solana', address, encode(address, 'hex'), 'phantom' from filled_users order by n`);
  await rows(`insert into accounts (kind, user_id) select 'user', id from filled_users order by n`);
  await rows(`
    create temporary table filled_legs on commit drop as
    select n, place, ${marketOf('g')} as market_id, ${outcomeOf('g', '((n / 7 + place) % 2)')} as outcome_id
    from generate_series(1, ${combos}) n
    cross join lateral generate_series(0, 1 + n % 4) place
    -- Different games: the step is prime to their number.
    cross join lateral (select 1 + (n * 31 + place * 7) % ${games} as g) chosen`);
  await rows(`
    create temporary table filled_combos on commit drop as
    select c.n, 'c_' || translate(substr(md5('combo ' || c.n), 1, 20), '0189', 'ghij') as id,
      md5('combo user ' || c.n % ${users}) as user_id, (10 + c.n % 7)::bigint * 10000 as stake, c.odds
    from (
      select l.n, (floor(pg_temp.product(o.feed_odds::numeric / 1000000) * 100) * 10000)::bigint as odds
      from filled_legs l join outcomes o on o.id = l.outcome_id group by l.n
    ) c`);
  await rows(`
    insert into entries (kind, key) select 'faucet-grant', 'faucet-grant:' || id || ':first' from filled_users order by n`);
  await rows(`insert into entries (kind, key) select 'combo', 'combo:' || id from filled_combos order by n`);
  await rows(`
    insert into postings (entry_id, from_account, to_account, amount)
    select e.id, f.id, a.id, ${GRANT}
    from filled_users u join entries e on e.key = 'faucet-grant:' || u.id || ':first'
    join accounts a on a.user_id = u.id join accounts f on f.kind = 'faucet' order by e.id`);
  await rows(`
    insert into postings (entry_id, from_account, to_account, amount)
    select e.id, case side when 0 then a.id else p.id end, s.id,
      case side when 0 then c.stake else c.stake * (c.odds - 1000000) / 1000000 end
    from filled_combos c join entries e on e.key = 'combo:' || c.id join accounts a on a.user_id = c.user_id
    join accounts p on p.kind = 'pool' join accounts s on s.kind = 'combos' cross join generate_series(0, 1) side
    order by e.id, side`);
  await rows(`
    insert into combos (id, user_id, stake, odds, signed_odds, payout, placed_at, daily_stake_cap, budget, signed_text,
      signature, signed_hash, idempotency_key, body_hash, entry_id)
    select c.id, c.user_id, c.stake, c.odds, c.odds, c.stake * c.odds / 1000000,
      date_trunc('milliseconds', transaction_timestamp()), 1000000000000, 50000000000, 'Place combo: ' || c.id,
      decode(repeat(md5(c.id), 4), 'hex'), sha256(convert_to(c.id, 'UTF8')), c.id, sha256(convert_to('body' || c.id, 'UTF8')), e.id
    from filled_combos c join entries e on e.key = 'combo:' || c.id order by c.n`);
  await rows(`
    insert into combo_legs (combo_id, place, market_id, outcome_id, odds, priced_at, closes_at, market_version)
    select c.id, l.place, l.market_id, l.outcome_id, o.feed_odds, m.priced_at, m.closes_at, 1
    from filled_legs l join filled_combos c on c.n = l.n join outcomes o on o.id = l.outcome_id
    join markets m on m.id = l.market_id`);
  await rows(`
    insert into open_combos (combo_id, user_id, house_part)
    select id, user_id, stake * (odds - 1000000) / 1000000 from filled_combos`);
  await balanceAccounts({ rows });
  await rows('commit');
  await rows('analyze');
}
