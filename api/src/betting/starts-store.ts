import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
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
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';

/** By which steps the bets of a game are known: each market as one, minutes, or minutes but for some that are read to the last bet. */
export type StartsBy =
  | { readonly kind: 'markets' }
  | { readonly kind: 'minutes' }
  /** Minutes in milliseconds, of any of the markets. */
  | { readonly kind: 'bets'; readonly of: ReadonlySet<number> };

/**
 * What any start of its game would make of markets of the feed, and of the others of their games that have not ended: by
 * market id, each game gone through once. After the lock of the game it can no longer change.
 */
export async function loadStarts(
  db: Db,
  { marketIds, by }: { marketIds: readonly string[]; by: StartsBy },
): Promise<Map<string, MarketAtStarts>> {
  const found = await rows<StartsRow>(
    db,
    sql`
      select m.id, m.game_id, g.cap::text as game_cap, m.loss_budget::text as cap,
        (m.received - m.open_stakes)::text as kept, m.open_stakes::text, (
          select json_agg(o.open_returns::text order by o.position) from outcomes o where o.market_id = m.id
        ) as open_returns, ${by.kind === 'markets' ? sql`null` : minutesOfMarket} as minutes
      from markets m join games g on g.id = m.game_id
      where m.deleted_at is null and m.state not in ('settled', 'void') and g.id in (
        select a.game_id from markets a where a.id in ${among(marketIds)})`,
  );
  const bets =
    by.kind === 'bets'
      ? await betsOfMinutes(db, {
          markets: found.map(({ id, open_returns }) => ({ id, outcomes: open_returns.length })),
          minutes: by.of,
        })
      : new Map<string, StartStep[]>();
  const games = new Map<string, { cap: MicroUsdc; ids: string[]; markets: MarketStarts[] }>();
  for (const row of found) {
    const game = games.get(row.game_id) ?? { cap: micro(row.game_cap), ids: [], markets: [] };
    game.ids.push(row.id);
    game.markets.push(startsOf(row, by, bets.get(row.id) ?? []));
    games.set(row.game_id, game);
  }
  const starts = new Map<string, MarketAtStarts>();
  for (const game of games.values()) {
    for (const [index, market] of atEveryStart(game).entries()) starts.set(game.ids[index] ?? '', market);
  }
  return starts;
}

interface StartsRow {
  id: string;
  game_id: string;
  game_cap: string;
  cap: string;
  kept: string;
  open_stakes: string;
  open_returns: string[];
  minutes: [at: number, net: string[], highest: string[]][] | null;
}

/** For a row `m` of markets. */
const minutesOfMarket = sql`(
  select json_agg(json_build_array(${inMs(sql`n.minute`)}, n.net::text[], n.highest::text[]) order by n.minute)
  from bet_minutes n where n.market_id = m.id)`;

function startsOf(row: StartsRow, by: StartsBy, moments: readonly StartStep[]): MarketStarts {
  const of = { cap: micro(row.cap), kept: micro(row.kept) };
  if (by.kind === 'markets') {
    const book = { openReturns: row.open_returns.map(micro), openStakes: micro(row.open_stakes) };
    return { ...of, steps: [stepOfBook(book)] };
  }
  const minutes = (row.minutes ?? []).map(
    ([at, net, highest]): StartStep => ({
      at,
      net: net.map(micro),
      highest: highest.map(micro),
      isMoment: false,
    }),
  );
  const unread = by.kind === 'bets' ? minutes.filter(({ at }) => !by.of.has(at)) : minutes;
  return { ...of, steps: [...unread, ...moments].sort((a, b) => a.at - b.at) };
}

/**
 * The bets of markets that were placed in some minutes, as steps of a moment each, by market id.
 *
 * @param before only those that were open when the market left this version; null: that are open now
 */
export async function betsOfMinutes(
  db: Db,
  {
    markets,
    minutes,
    before = null,
  }: {
    markets: readonly { readonly id: string; readonly outcomes: number }[];
    minutes: ReadonlySet<number>;
    before?: number | null;
  },
): Promise<Map<string, StartStep[]>> {
  const starts = [...minutes].map((at) => new Date(at).toISOString());
  const wasEnded = before === null ? sql`true` : sql`e.market_version < ${before}`;
  const wasThere = before === null ? sql`true` : sql`b.market_version < ${before}`;
  const found = await rows<{
    market_id: string;
    at: string;
    position: number;
    stake: string;
    payout: string;
  }>(
    db,
    sql`
      select b.market_id, ${inMs(sql`b.placed_at`)}::text as at, o.position, sum(b.stake)::text as stake,
        sum(b.payout)::text as payout
      from (select json_array_elements_text(${JSON.stringify(markets.map(({ id }) => id))}::json) as id) m
      cross join (select json_array_elements_text(${JSON.stringify(starts)}::json)::timestamptz as minute) n
      join bets b on b.market_id = m.id and b.priced_at is not null and b.placed_at >= n.minute
        and b.placed_at < n.minute + ${`${START_STEP_MS} milliseconds`}::interval and ${wasThere}
      join outcomes o on o.id = b.outcome_id
      -- Bet by bet from the index: the table of all ends of all bets is never read as a whole.
      left join lateral (
        select true as has_ended from bet_endings e
        where e.bet_id = b.id and e.market_version is not null and ${wasEnded} limit 1
      ) e on true
      where e.has_ended is null
      group by b.market_id, b.placed_at, o.position`,
  );
  const bets = new Map(markets.map(({ id }) => [id, [] as BetAtStart[]]));
  for (const { market_id, at, position, stake, payout } of found) {
    bets
      .get(market_id)
      ?.push({ at: Number(at), outcome: position, stake: micro(stake), payout: micro(payout) });
  }
  return new Map(markets.map(({ id, outcomes }) => [id, momentsOf(bets.get(id) ?? [], outcomes)]));
}

const micro = (text: string): MicroUsdc => microUsdc(BigInt(text));

const among = (ids: readonly string[]): SQL =>
  sql`(select json_array_elements_text(${JSON.stringify(ids)}::json))`;

/** Whole milliseconds. */
function inMs(at: SQL): SQL {
  return sql`floor(extract(epoch from ${at}) * 1000)::bigint`;
}
