import {
  atRunningPrice,
  type RunningPrice,
  takesRunningPrice,
} from '@tallystone/core/betting/at-running-price';
import type { MarketInPlay } from '@tallystone/core/in-play/judge-order';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { markets } from '../db/schema/markets.ts';
import { asksTheSame } from '../ledger/question.ts';
import { stateOfMarket } from '../markets/stored-market.ts';
import type { Sale } from './decide-cash-outs.ts';

/** The market in play on the condition of a bet's market, which may be that market itself. */
export interface Running extends RunningPrice, MarketInPlay {
  readonly marketId: string;
  readonly version: number;
  readonly delaySeconds: number;
  /** When the bet's own game had begun, if earlier than announced: bets from then on await their refund. */
  readonly lateFrom: Date | null;
}

/** The markets in play on the conditions of these markets, by the ids of these. Without one, its game isn't being played. */
export async function loadRunning(
  db: Db,
  marketIds: readonly string[],
): Promise<ReadonlyMap<string, Running>> {
  const found = await rows(
    db,
    RUNNING,
    sql`
      select own.id as own_id, own.late_from, m.id as market_id, m.version, ${stateOfMarket} as state, m.closes_at, m.priced_at,
        g.delay_seconds, (select max(h.at) from market_halts h where h.market_id = m.id) as halted_at, (
          select json_agg(p.feed_odds::text order by o.position)
          from outcomes o
          left join outcomes p on p.market_id = m.id and p.azuro_outcome_id = o.azuro_outcome_id
          where o.market_id = own.id
        ) as odds
      from markets own
      join games g on g.in_play_of = own.game_id or g.id = own.game_id and g.in_play_of is not null
      join markets m on m.game_id = g.id and ${asksTheSame(sql`m`, sql`own`)} and m.deleted_at is null
      where own.id in (select json_array_elements_text(${JSON.stringify(marketIds)}::json))`,
  );
  return new Map(found.map(({ ownId, ...running }) => [ownId, running]));
}

const RUNNING = {
  ownId: col.text,
  lateFrom: col.date.orNull,
  marketId: col.text,
  version: col.whole,
  state: col.oneOf(markets.state),
  closesAt: col.date,
  pricedAt: col.date,
  delaySeconds: col.number,
  haltedAt: col.date.orNull,
  /** In the order of the bet's market. */
  odds: col.list(col.odds.orNull),
};

/** A sale at the price that counts now. */
export interface PricedSale {
  readonly sale: Sale;
  /** The market in play whose price it is; null if the game isn't being played. Then it is decided at once. */
  readonly running: Running | null;
}

/**
 * Gives a sale the price of its market in play: that of a bet in play, and that of a bet from before the start once its own market
 * has closed.
 */
export function atItsPrice(sale: Sale, running: Running | undefined): PricedSale {
  const { market, marketId, bet, now } = sale;
  if (running === undefined) return { sale, running: null };
  const isOwn = running.marketId === marketId;
  if (!isOwn && !takesRunningPrice({ placedAt: bet.placedAt, market }, running, now))
    return { sale, running: null };
  return { sale: { ...sale, market: atRunningPrice(market, running), isMinimum: true }, running };
}
