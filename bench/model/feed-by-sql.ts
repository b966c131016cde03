import { priceOfOdds } from '@tallystone/core/markets/price-point';
import { microOdds } from '@tallystone/core/money/micro-usdc';
import { feedProbabilitiesOf } from '@tallystone/core/odds/feed';
import type pg from 'pg';

/**
 * Markets of the feed as the importer leaves them, and what the follower makes of them, written with set-based statements
 * beside the server: thousands of games, faster than any feed reports. The feed itself is silent.
 */
export interface NewFeedMarket {
  readonly id: string;
  readonly gameId: string;
  /** The game's title, which names its participants. */
  readonly title: string;
  readonly outcomeIds: readonly string[];
  /** How many of the outcomes win. */
  readonly winners: number;
  /** The feed prices the first of two outcomes only. */
  readonly isOneSided: boolean;
  /** Hundredths; 0 for an outcome without odds. */
  readonly odds: readonly number[];
  /** Milliseconds. */
  readonly pricedAt: number;
  readonly startsAt: number;
  /** Micro-USDC. */
  readonly cap: bigint;
  readonly gameCap: bigint;
}

/** As the product does it, so that its lists find what changes here. */
const PINNED = 'pinned as materialized (select epoch from epochs where slot = 0 for share)';
const CHANGED = 'epoch = greatest((select epoch from pinned), m.epoch + 1)';
/** From hundredths, of which 0 is none. */
const oddsOrNone = (odds: number) => (odds === 0 ? null : microOdds(BigInt(odds) * 10_000n));
const storedOdds = (odds: number) => oddsOrNone(odds)?.toString() ?? null;

const moment = (column: string) => `to_timestamp(${column}::numeric / 1000)`;

export async function openFeedMarkets(sql: pg.Client, markets: readonly NewFeedMarket[]): Promise<void> {
  if (markets.length === 0) return;
  const given = markets.map((market) => ({
    id: market.id,
    game_id: market.gameId,
    title: market.title,
    winners: market.winners,
    of_outcome: market.isOneSided ? market.outcomeIds[0] : null,
    priced_at: String(market.pricedAt),
    starts_at: String(market.startsAt),
    cap: String(market.cap),
    game_cap: String(market.gameCap),
    odds: market.odds.map(storedOdds),
  }));
  const outcomes = markets.flatMap((market) => {
    const { winners, isOneSided } = market;
    const probabilities = feedProbabilitiesOf({ winners, isOneSided, odds: market.odds.map(oddsOrNone) });
    return market.outcomeIds.map((id, position) => ({
      id,
      market_id: market.id,
      position,
      probability: String(probabilities[position]),
      odds: storedOdds(market.odds[position] ?? 0),
      feed_id: isOneSided && position > 0 ? null : id,
    }));
  });
  await sql.query(
    `with ${PINNED}, given as materialized (
      select * from json_to_recordset($1::json) as m(
        id text, game_id text, title text, winners smallint, of_outcome text, priced_at text, starts_at text, cap bigint, game_cap bigint, odds jsonb)
    ), played as (
      insert into games (id, title, sport, league, country, state, starts_at, cap)
      select game_id, title, 'Football', 'League', 'Country', 'Prematch', ${moment('starts_at')}, game_cap
      from given order by game_id returning id
    ), opened as (
      insert into markets (id, title, description, category, subcategory, state, source, pricing, premium,
        game_id, winners, is_main, azuro_condition_id, azuro_outcome_id, turnover, priced_at, starts_at, ends_at, closes_at, loss_budget,
        funded, fill_rule, epoch)
      select g.id, title, '', 'sports', 'football', 'open', 'azuro', 'feed', false, game_id, winners,
        -- The list has no market in which several outcomes win, or one is decided by itself.
        winners = 1 and of_outcome is null, game_id, of_outcome, 0,
        ${moment('priced_at')}, ${moment('starts_at')}, ${moment('starts_at')}, ${moment('starts_at')}, cap, 0, 2,
        (select epoch from pinned)
      from given g join played on played.id = g.game_id order by game_id
      returning id, version, priced_at
    ), priced as (
      insert into feed_prices (market_id, version, at, odds)
      select opened.id, opened.version, opened.priced_at, given.odds from opened join given using (id)
    ), funded as (
      insert into accounts (kind, market_id) select 'escrow', id from opened
    )
    insert into outcomes (id, market_id, position, name, initial_probability, feed_odds, azuro_outcome_id)
    select o.id, o.market_id, o.position, 'Outcome ' || o.position, o.probability::float8, o.odds::bigint, o.feed_id
    from json_to_recordset($2::json) as o(id text, market_id text, position smallint, probability text, odds text, feed_id text)
    join opened on opened.id = o.market_id`,
    [JSON.stringify(given), JSON.stringify(outcomes)],
  );
}

/** New odds in hundredths, or the same ones confirmed. They end the feed's own stop of betting. */
export interface OddsMove {
  readonly id: string;
  /** How many outcomes win. */
  readonly winners: number;
  readonly isOneSided: boolean;
  readonly odds: readonly number[];
  readonly pricedAt: number;
}

export async function moveOdds(sql: pg.Client, moves: readonly OddsMove[]): Promise<void> {
  if (moves.length === 0) return;
  const given = moves.map(({ id, winners, isOneSided, odds, pricedAt }) => ({
    id,
    priced_at: String(pricedAt),
    odds: odds.map(storedOdds),
    price: `{${priceOfOdds({ winners, isOneSided, odds: odds.map(oddsOrNone) })
      .map((each) => each ?? 'null')
      .join(',')}}`,
  }));
  await sql.query(
    `with ${PINNED}, given as materialized (
      select * from json_to_recordset($1::json) as m(id text, priced_at text, odds jsonb, price text)
    ), moved as (
      update markets m set priced_at = ${moment('g.priced_at')}, feed_halt = null, version = m.version + 1, ${CHANGED},
        state = case when m.state not in ('open', 'suspended') then m.state
          when m.disabled then 'suspended' else 'open' end
      from given g where m.id = g.id
      returning m.id, m.version, m.priced_at
    ), priced as (
      insert into feed_prices (market_id, version, at, odds)
      select moved.id, moved.version, moved.priced_at, g.odds from moved join given g using (id)
    ), pointed as (
      insert into price_points (market_id, version, at, price)
      select moved.id, moved.version, moved.priced_at, g.price::integer[] from moved join given g using (id)
    )
    update outcomes o set feed_odds = (g.odds ->> o.position::int)::bigint from given g where o.market_id = g.id`,
    [JSON.stringify(given)],
  );
}

/** The game turns out to have begun then. */
export interface EarlierStart {
  readonly id: string;
  readonly startedAt: number;
}

export async function startEarlier(sql: pg.Client, starts: readonly EarlierStart[]): Promise<void> {
  if (starts.length === 0) return;
  const given = starts.map(({ id, startedAt }) => ({ id, began: String(startedAt) }));
  await sql.query('begin');
  const { rows: moved } = await sql.query<{
    id: string;
    game_id: string;
    version: string;
    began: string;
    is_late: string;
  }>(
    `with ${PINNED}, given as materialized (
      select s.id, ${moment('s.began')} as began from json_to_recordset($1::json) as s(id text, began text)
    ), moved as (
      update markets m set starts_at = g.began, version = m.version + 1, ${CHANGED},
        feed_halt = case when m.state in ('open', 'suspended') then 'started' else m.feed_halt end,
        state = case when m.state in ('open', 'suspended') then 'suspended' else m.state end,
        ends_at = case when m.state in ('open', 'suspended') then least(m.ends_at, g.began) else m.ends_at end,
        closes_at = case when m.state in ('open', 'suspended') then least(m.closes_at, g.began) else m.closes_at end,
        late_from = case when l.is_late then g.began else m.late_from end
      from given g
      cross join lateral (
        select exists (
          select from bets b where b.market_id = g.id and b.placed_at >= g.began
            and not exists (select from bet_endings e where e.bet_id = b.id)
        ) or exists (
          select from combo_legs cl join combos c on c.id = cl.combo_id
          where cl.market_id = g.id and cl.result is null and c.placed_at >= g.began
        ) as is_late
      ) l
      where m.id = g.id and m.state in ('open', 'suspended', 'closed')
      returning m.id, m.game_id, m.version, g.began, l.is_late
    ), played as (
      update games set state = 'Live', starts_at = moved.began from moved where games.id = moved.game_id
    )
    select id, game_id, version, (extract(epoch from began) * 1000)::bigint as began, is_late from moved order by id`,
    [JSON.stringify(given)],
  );
  for (const { id, game_id: gameId, version, began, is_late: isLate } of moved) {
    // Every value comes as text.
    if (isLate === 't')
      await recordStart(sql, { id, gameId, version: Number(version), began: Number(began) });
  }
  await sql.query('commit');
}

/** The audit row by which the server refunds late bets, in the form in which it writes it. */
async function recordStart(
  sql: pg.Client,
  { id, gameId, version, began }: { id: string; gameId: string; version: number; began: number },
): Promise<void> {
  await sql.query(
    `insert into named_locks as l (name) values ('audit') on conflict (name) do update set taken = l.taken + 1`,
  );
  await sql.query(
    `with given as (
      select a.id + 1 as id, date_trunc('milliseconds', clock_timestamp()) as at, 'market.late-start' as action,
        $1::text as subject, $2::jsonb as after, a.hash as hash_before
      from audit a order by a.id desc limit 1
    )
    insert into audit (id, at, actor, action, subject, after, hash)
    select g.id, g.at, 'system', g.action, g.subject, g.after, sha256(g.hash_before || convert_to(jsonb_build_array(
      g.id, (extract(epoch from g.at) * 1000)::bigint, null::text, 'system', g.action, g.subject, null::jsonb, g.after,
      null::text)::text, 'UTF8'))
    from given g`,
    [id, JSON.stringify({ game: gameId, lateFrom: new Date(began).toISOString(), version, said: null })],
  );
}
