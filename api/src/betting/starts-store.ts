import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import {
  atEveryStart,
  type BetAtStart,
  type MarketAtStarts,
  type MarketStarts,
  momentsOf,
  START_STEP_MS,
  type StartStep,
  stepOfBook,
} from '@tallystone/core/odds/every-start';
import { setsOf, type WinnerSets } from '@tallystone/core/odds/winner-sets';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { KEPT_PLAN } from '../db/plan-keeper.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { lostOnEnded } from '../ledger/winners.ts';

/** How finely the bets of a game are read: one step per market or per hour, per minute of some hours, or per bet of some minutes. */
export type StartsBy =
  | { readonly kind: 'markets' }
  | { readonly kind: 'hours' }
  /** Hours and minutes begin at these milliseconds. They are those of any of the markets. */
  | { readonly kind: 'minutes'; readonly hours: ReadonlySet<number> }
  | { readonly kind: 'bets'; readonly hours: ReadonlySet<number>; readonly minutes: ReadonlySet<number> };

/**
 * What each possible start of a game would mean for these markets of the feed and the other unended markets of their games,
 * by market id. Each game is computed once. Under the game's lock the facts can no longer change.
 */
export async function loadStarts(
  db: Db,
  { marketIds, by }: { marketIds: readonly string[]; by: StartsBy },
): Promise<Map<string, MarketAtStarts>> {
  const isOfGames = (market: SQL) => sql`${market}.game_id in (
    select a.game_id from markets a
    where a.id in (select json_array_elements_text(${JSON.stringify(marketIds)}::json)))`;
  // All at once: a game has dozens of markets, and one of them may have nearly all minutes.
  const steps = sql`(
    select s.market_id, json_agg(json_build_object(
      'at', ${inMs(sql`s.at`)}, 'net', s.net, 'highest', s.highest) order by s.at) as list
    from (
      select p.market_id, p.at, json_agg(p.net::text order by p.place) as net, json_agg(p.highest::text order by p.place) as highest
      from (
        -- The sum of the highest is no lower than the highest within an hour.
        select t.market_id, t.at, k.place, sum(k.net) as net, sum(k.highest) as highest
        from (
          select n.market_id, ${stepOfMinute(by)} as at, n.net, n.highest
          from bet_minutes n where n.market_id in (select o.id from markets o where ${isOfGames(sql`o`)})
        ) t cross join lateral unnest(t.net, t.highest) with ordinality as k(net, highest, place)
        group by t.market_id, t.at, k.place
      ) p group by p.market_id, p.at
    ) s group by s.market_id)`;
  const found = await rows(
    db,
    STARTS,
    sql`${by.kind === 'markets' ? KEPT_PLAN : sql``}
      select m.id, m.game_id, greatest(0, g.cap - coalesce(ended.lost, 0)) as game_cap, m.loss_budget as cap,
        m.received - m.open_stakes as kept, m.open_stakes, m.winners, (
          select json_agg(o.open_returns::text order by o.position) from outcomes o where o.market_id = m.id
        ) as open_returns, n.list as steps
      from markets m join games g on g.id = m.game_id
      left join (${lostOnEnded(isOfGames(sql`e`))}) ended on ended.game_id = g.id
      left join ${by.kind === 'markets' ? sql`(select null as market_id, null::json as list)` : steps} n on n.market_id = m.id
      where m.deleted_at is null and m.state not in ('settled', 'void') and ${isOfGames(sql`m`)}`,
  );
  const bets =
    by.kind === 'bets'
      ? await betsOfMinutes(db, {
          markets: found.map((row) => ({ id: row.id, sets: setsOf(row) })),
          minutes: by.minutes,
        })
      : new Map<string, StartStep[]>();
  const games = new Map<string, { cap: MicroUsdc; ids: string[]; markets: MarketStarts[] }>();
  for (const row of found) {
    const game = games.get(row.gameId) ?? { cap: row.gameCap, ids: [], markets: [] };
    game.ids.push(row.id);
    game.markets.push(startsOf(row, by, bets.get(row.id) ?? []));
    games.set(row.gameId, game);
  }
  const starts = new Map<string, MarketAtStarts>();
  const asked = new Set(marketIds);
  for (const game of games.values()) {
    const places = [...game.ids.keys()].filter((place) => asked.has(game.ids[place] ?? ''));
    for (const [each, market] of atEveryStart(game, places).entries())
      starts.set(game.ids[places[each] ?? 0] ?? '', market);
  }
  return starts;
}

const STARTS = {
  id: col.text,
  gameId: col.text,
  gameCap: col.usdc,
  cap: col.usdc,
  kept: col.usdc,
  openStakes: col.usdc,
  winners: col.number,
  openReturns: col.list(col.usdc),
  steps: col.all(col.object({ at: col.number, net: col.list(col.usdc), highest: col.list(col.usdc) })),
};

function startsOf(row: Row<typeof STARTS>, by: StartsBy, moments: readonly StartStep[]): MarketStarts {
  const { cap, kept } = row;
  const sets = setsOf(row);
  if (by.kind === 'markets') return { cap, kept, sets, steps: [stepOfBook(sets, row)] };
  const steps = row.steps.map((step): StartStep => ({ ...step, isMoment: false }));
  const unread = by.kind === 'bets' ? steps.filter(({ at }) => !by.minutes.has(at)) : steps;
  return { cap, kept, sets, steps: [...unread, ...moments].sort((a, b) => a.at - b.at) };
}

/** For a row `n` of bet_minutes: when its step begins. */
function stepOfMinute(by: StartsBy): SQL {
  const hour = sql`date_trunc('hour', n.minute, 'UTC')`;
  if (by.kind === 'markets' || by.kind === 'hours') return hour;
  const hours = JSON.stringify([...by.hours].map((at) => new Date(at).toISOString()));
  return sql`case when ${hour} in (select json_array_elements_text(${hours}::json)::timestamptz) then n.minute else ${hour} end`;
}

/**
 * The markets' bets that were placed in some minutes, as one step per moment, by market id.
 *
 * @param before only bets that were open just before this version of the market; null for bets that are open now
 */
export async function betsOfMinutes(
  db: Db,
  {
    markets,
    minutes,
    before = null,
  }: {
    markets: readonly { readonly id: string; readonly sets: WinnerSets }[];
    minutes: ReadonlySet<number>;
    before?: number | null;
  },
): Promise<Map<string, StartStep[]>> {
  const starts = [...minutes].map((at) => new Date(at).toISOString());
  const wasEnded = before === null ? sql`true` : sql`e.market_version < ${before}`;
  const wasSold = before === null ? sql`true` : sql`p.market_version < ${before}`;
  const wasThere = before === null ? sql`true` : sql`b.market_version < ${before}`;
  const found = await rows(
    db,
    { marketId: col.text, at: col.whole, outcome: col.number, stake: col.usdc, payout: col.usdc },
    sql`
      select b.market_id, ${inMs(sql`b.placed_at`)} as at, o.position as outcome, sum(b.stake - coalesce(s.stake, 0)) as stake,
        sum(b.payout - coalesce(s.payout, 0)) as payout
      from (select json_array_elements_text(${JSON.stringify(markets.map(({ id }) => id))}::json) as id) m
      cross join (select json_array_elements_text(${JSON.stringify(starts)}::json)::timestamptz as minute) n
      join bets b on b.market_id = m.id and b.priced_at is not null and b.placed_at >= n.minute
        and b.placed_at < n.minute + ${`${START_STEP_MS} milliseconds`}::interval and ${wasThere}
      join outcomes o on o.id = b.outcome_id
      -- Looked up bet by bet in the indexes, so the whole tables are never read.
      left join lateral (
        select sum(p.stake) as stake, sum(p.payout) as payout from sold_parts p where p.bet_id = b.id and ${wasSold}
      ) s on true
      left join lateral (
        select true as has_ended from bet_endings e
        where e.bet_id = b.id and e.market_version is not null and ${wasEnded} limit 1
      ) e on true
      where e.has_ended is null
      group by b.market_id, b.placed_at, o.position`,
  );
  const bets = new Map(markets.map(({ id }) => [id, [] as BetAtStart[]]));
  for (const { marketId, ...bet } of found) bets.get(marketId)?.push(bet);
  return new Map(markets.map(({ id, sets }) => [id, momentsOf(sets, bets.get(id) ?? [])]));
}

/** Whole milliseconds. */
function inMs(at: SQL): SQL {
  return sql`floor(extract(epoch from ${at}) * 1000)::bigint`;
}
