import type { WireAnalytics } from '@tallystone/core/http-api/admin';
import type { WireExposure, WireExposureLine } from '@tallystone/core/http-api/admin-risk';
import { type RiskGrouping, type RiskPlace, riskGroups } from '@tallystone/core/markets/risk-groups';
import { settlesBy } from '@tallystone/core/markets/settles-by';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { sql } from 'drizzle-orm';
import { hasBetEnded, withBetEnd } from '../betting/bet-end.ts';
import type { Db } from '../db/db.ts';
import { col, row, rows } from '../db/rows.ts';
import { markets } from '../db/schema/markets.ts';
import { costOfOutcome, largestTogether, lostOnEnded } from '../ledger/winners.ts';
import { riskPlace, riskPlaceColumns, selectRiskPlace, withRiskGame } from './risk-place.ts';
import { dayOf } from './utc-day.ts';

/** Most groups of a grouping, and most markets. */
const GROUPS = 200;
const MARKETS = 20;

interface Exposed {
  readonly place: RiskPlace;
  /** The most that the house may lose on the market and, for the feed's, on its game. */
  readonly cap: MicroUsdc;
  readonly gameCap: MicroUsdc | null;
  readonly openStakes: MicroUsdc;
  readonly worstCase: MicroUsdc;
  readonly bets: number;
  /** All stakes ever taken on it. */
  readonly stakes: MicroUsdc;
  /** The UTC day of its result. */
  readonly resultDay: string;
}

/**
 * What the house would lose now on each unsettled market with stakes and on the open combos, by game, league, day and market type.
 * Reads without locks.
 */
export async function exposure(db: Db): Promise<
  Pick<WireAnalytics, 'exposureByMarket' | 'exposureByCategory' | 'exposureByDay'> & {
    exposure: WireExposure;
  }
> {
  const exposed = await readExposed(db);
  const by = (grouping: RiskGrouping) => groupsOf(exposed, grouping);
  return {
    exposure: {
      game: by('game'),
      league: by('league'),
      day: by('day'),
      type: by('type'),
      total: sumOf(exposed),
      combos: await comboExposure(db),
    },
    ...deprecated(exposed),
  };
}

async function readExposed(db: Db): Promise<Exposed[]> {
  const found = await rows(
    db,
    {
      ...riskPlaceColumns,
      source: col.oneOf(markets.source),
      cap: col.usdc,
      /** What its ended markets have left of it. */
      gameCap: col.usdc.orNull,
      openStakes: col.usdc,
      worstCase: col.usdc,
      bets: col.whole,
      stakes: col.usdc,
    },
    // Includes closed markets: stakes are owed until the market is settled. Counts the pending bets that would cost the most.
    sql`
      select ${selectRiskPlace}, m.source, m.loss_budget as cap, m.open_stakes,
        case when g.id is not null then greatest(0, g.cap - coalesce(ended.lost, 0)) end as game_cap,
        greatest(0, ${largestTogether(sql`m`, costOfOutcome)} - m.received, m.open_stakes - m.received) as worst_case,
        (
          select count(*) from bets b ${withBetEnd} where b.market_id = m.id and not ${hasBetEnded}
        ) as bets, m.staked as stakes
      from markets m ${withRiskGame}
      left join (${lostOnEnded(ofGamesAtRisk)}) ended on ended.game_id = m.game_id
      where m.deleted_at is null and m.state not in ('settled', 'void') and (
        m.staked > 0 or exists (select from outcomes o where o.market_id = m.id and o.pending_stakes > 0))
      order by worst_case desc, m.staked desc, m.id`,
  );
  return found.map((market) => ({
    ...market,
    place: riskPlace(market),
    resultDay: dayOf(settlesBy(market)),
  }));
}

/** For a row `e` of markets: whether its game has others that haven't ended. The history grows, and most of it is over. */
const ofGamesAtRisk = sql`e.game_id in (
  select x.game_id from markets x where x.deleted_at is null and x.state not in ('settled', 'void'))`;

/** The groups with the largest worst case. */
function groupsOf(exposed: readonly Exposed[], grouping: RiskGrouping): WireExposure['game'] {
  const lines = riskGroups(exposed, grouping)
    .map(({ group, markets }): WireExposureLine => {
      const cap = grouping === 'game' ? (markets[0]?.gameCap ?? markets[0]?.cap) : undefined;
      return { ...group, ...sumOf(markets), ...(cap !== undefined && { cap: usdcToNumber(cap) }) };
    })
    .sort((a, b) => b.worstCase - a.worstCase || b.openStakes - a.openStakes);
  return { lines: lines.slice(0, GROUPS), left: Math.max(0, lines.length - GROUPS) };
}

function sumOf(exposed: readonly Exposed[]): WireExposure['total'] {
  const sum = (amountOf: (market: Exposed) => bigint) =>
    usdcToNumber(microUsdc(exposed.reduce((total, market) => total + amountOf(market), 0n)));
  return {
    openStakes: sum(({ openStakes }) => openStakes),
    worstCase: sum(({ worstCase }) => worstCase),
    bets: exposed.reduce((total, { bets }) => total + bets, 0),
    markets: exposed.length,
  };
}

/** The account of the combos holds the full return of each. */
function comboExposure(db: Db): Promise<WireExposure['combos']> {
  return row(
    db,
    { openStakes: col.wireUsdc, worstCase: col.wireUsdc, bets: col.whole, cap: col.wireUsdc },
    sql`
      select coalesce(sum(c.stake), 0) as open_stakes, coalesce(sum(o.house_part), 0) as worst_case, count(*) as bets,
        (select s.combo_budget from settings s) as cap
      from open_combos o join combos c on c.id = o.combo_id`,
  );
}

/** What 0.1.0 had. */
function deprecated(
  exposed: readonly Exposed[],
): Pick<WireAnalytics, 'exposureByMarket' | 'exposureByCategory' | 'exposureByDay'> {
  return {
    exposureByMarket: exposed.slice(0, MARKETS).map(({ place, worstCase, stakes, cap }) => ({
      marketId: place.marketId,
      title: place.title,
      exposure: usdcToNumber(worstCase),
      stakes: usdcToNumber(stakes),
      lossBudget: usdcToNumber(cap),
    })),
    exposureByCategory: summed(exposed, ({ place }) => place.category)
      .map(({ key: category, ...sums }) => ({ category, ...sums }))
      .sort((a, b) => b.exposure - a.exposure),
    exposureByDay: summed(exposed, ({ resultDay }) => resultDay)
      .map(({ key: day, ...sums }) => ({ day, ...sums }))
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
  };
}

/** The exposure and the number of the markets with each key. */
function summed<Key extends string>(
  exposed: readonly Exposed[],
  keyOf: (market: Exposed) => Key,
): { key: Key; exposure: number; markets: number }[] {
  const groups = new Map<Key, Exposed[]>();
  for (const market of exposed) groups.set(keyOf(market), [...(groups.get(keyOf(market)) ?? []), market]);
  return [...groups].map(([key, found]) => ({
    key,
    exposure: sumOf(found).worstCase,
    markets: found.length,
  }));
}
