import type { RequestQuery } from '@tallystone/core/http-api';
import type { WireMargins } from '@tallystone/core/http-api/admin-risk';
import { type RiskGrouping, type RiskPlace, riskGroups } from '@tallystone/core/markets/risk-groups';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { clusteredMean } from '@tallystone/core/odds/clustered-mean';
import { promisedMargin } from '@tallystone/core/odds/promised-margin';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows, value } from '../db/rows.ts';
import { paidForParts, withSold } from '../ledger/sold-parts.ts';
import { type DayRange, readDayRange } from './day-range.ts';
import { feedPrice } from './feed-price.ts';
import { riskPlace, riskPlaceColumns, selectRiskPlace, withRiskGame } from './risk-place.ts';

/** Most groups of a grouping. */
const GROUPS = 200;
/** The most days that are read. */
const MOST_DAYS = 366;

type Figures = WireMargins['total'];

/** Ended bets that have the same promise, together. */
interface Ended {
  readonly stake: MicroUsdc;
  readonly paid: MicroUsdc;
  readonly bets: number;
  /** USDC; null if it isn't known. */
  readonly promised: number | null;
  /** What they depend on together: a game, a market of our own, or a combo. */
  readonly cluster: string;
}

interface EndedMarket {
  readonly place: RiskPlace;
  readonly ended: readonly Ended[];
}

/**
 * What the odds of bets promised, and what the house kept, on the markets and combos that ended on some days. What it kept is the
 * house's profit of these days. Reads without locks.
 *
 * @throws HttpError `invalid-request` when a day is invalid or the days are in the wrong order
 */
export async function margins(
  db: Db,
  { now, from, to }: { now: Date } & RequestQuery<'getMargins'>,
): Promise<WireMargins> {
  const range = await readDayRange(db, { now, from, to, most: MOST_DAYS });
  const markets = await readMarkets(db, range);
  const combos = await readCombos(db, range);
  const by = (grouping: RiskGrouping) => groupsOf(markets, grouping);
  return {
    from: range.days[0] ?? '',
    to: range.days.at(-1) ?? '',
    game: by('game'),
    league: by('league'),
    day: by('day'),
    type: by('type'),
    total: figuresOf([...endedOf(markets), ...combos]),
    combos: figuresOf(combos),
    refunded: await countRefunded(db, range),
  };
}

const endedOf = (markets: readonly EndedMarket[]) => markets.flatMap(({ ended }) => ended);

async function readMarkets(db: Db, { includes }: DayRange): Promise<EndedMarket[]> {
  const found = await rows(
    db,
    {
      ...riskPlaceColumns,
      outcome: col.number,
      winners: col.number,
      odds: feedPrice.orNull,
      stake: col.usdc,
      payout: col.usdc,
      paid: col.usdc,
      bets: col.whole,
    },
    // The price of a bet is the newest one before it, found for all in one pass by version. Bets of a market at the same price have
    // the same promise. Of a bet that was refunded only what had been sold of it counts.
    sql`
      with ended as materialized (
        select m.id from markets m where ${hasEndedWithin(includes)}
      ), made as (
        select b.market_id, b.market_version as version, null::bigint as price, b.outcome_id,
          case when e.kind = 'refund' then sold.stake else b.stake end as stake,
          case when e.kind = 'refund' then sold.payout else b.payout end as payout,
          case when e.kind = 'refund' then sold.amount else coalesce(e.amount, 0) + ${paidForParts} end as paid
        from ended join bets b on b.market_id = ended.id left join bet_endings e on e.bet_id = b.id
        ${withSold}
        where e.kind is distinct from 'refund' or sold.stake is not null
        union all
        select f.market_id, f.version, f.version, null, null, null, null
        from ended join feed_prices f on f.market_id = ended.id
      ), priced as (
        select *, max(price) over (partition by market_id order by version) as priced_at from made
      )
      select ${selectRiskPlace}, o.position::int as outcome, m.winners, p.odds, s.stake, s.payout, s.paid, s.bets
      from (
        select market_id, outcome_id, priced_at, sum(stake) as stake, sum(payout) as payout, sum(paid) as paid, count(*) as bets
        from priced where outcome_id is not null
        group by market_id, outcome_id, priced_at
      ) s
      join markets m on m.id = s.market_id
      join outcomes o on o.id = s.outcome_id
      ${withRiskGame}
      left join feed_prices p on p.market_id = s.market_id and p.version = s.priced_at
      order by m.id`,
  );
  const markets = new Map<string, { place: RiskPlace; ended: Ended[] }>();
  for (const row of found) {
    const { odds, outcome, winners, stake, payout, paid, bets } = row;
    const market = markets.get(row.marketId) ?? { place: riskPlace(row), ended: [] };
    const price = odds && { odds, winners };
    const promised = promisedMargin({ stake, payout }, [{ price, outcome }]);
    // A game's markets before its start and in play depend on the same result.
    const cluster = market.place.game?.gameId ?? row.marketId;
    market.ended.push({ stake, paid, bets, promised, cluster });
    markets.set(row.marketId, market);
  }
  return [...markets.values()];
}

/** For a row `m` of markets: it ended on one of the days. */
const hasEndedWithin = (includes: DayRange['includes']) =>
  sql`m.state in ('settled', 'void') and m.staked > 0 and ${includes(sql`m.ended_at`)}`;

async function readCombos(db: Db, { includes }: DayRange): Promise<Ended[]> {
  const found = await rows(
    db,
    {
      id: col.text,
      stake: col.usdc,
      payout: col.usdc,
      paid: col.usdc,
      legs: col.list(col.object({ outcome: col.number, winners: col.number, odds: feedPrice.orNull })),
    },
    // A leg has the version that its price was read at, which the price may have made.
    sql`
      select c.id, c.stake, c.payout, n.amount as paid, (
          select json_agg(json_build_object('outcome', o.position, 'winners', m.winners, 'odds', (
            select p.odds from feed_prices p where p.market_id = l.market_id and p.version <= l.market_version
            order by p.version desc limit 1)))
          from combo_legs l join markets m on m.id = l.market_id join outcomes o on o.id = l.outcome_id
          where l.combo_id = c.id
        ) as legs
      from combo_endings n join combos c on c.id = n.combo_id
      where n.kind <> 'refund' and ${includes(sql`n.ended_at`)}`,
  );
  return found.map(({ id, stake, payout, paid, legs }) => ({
    ...{ stake, paid, bets: 1, cluster: id },
    promised: promisedMargin(
      { stake, payout },
      legs.map(({ outcome, winners, odds }) => ({ outcome, price: odds && { odds, winners } })),
    ),
  }));
}

function countRefunded(db: Db, { includes }: DayRange): Promise<number> {
  return value(
    db,
    col.whole,
    sql`
      select (
          select count(*) from markets m join bets b on b.market_id = m.id join bet_endings e on e.bet_id = b.id
          where ${hasEndedWithin(includes)} and e.kind = 'refund'
        ) + (
          select count(*) from combo_endings n where n.kind = 'refund' and ${includes(sql`n.ended_at`)}
        ) as refunded`,
  );
}

/** The groups with the largest turnover. */
function groupsOf(markets: readonly EndedMarket[], grouping: RiskGrouping): WireMargins['game'] {
  const lines = riskGroups(markets, grouping)
    .map(({ group, markets: found }) => ({ ...group, ...figuresOf(endedOf(found)) }))
    .sort((a, b) => b.turnover - a.turnover);
  return { lines: lines.slice(0, GROUPS), left: Math.max(0, lines.length - GROUPS) };
}

function figuresOf(ended: readonly Ended[]): Figures {
  const known = ended.filter(({ promised }) => promised !== null);
  const turnover = sumOf(ended.map(({ stake }) => stake));
  const kept = sumOf(ended.map(keptOf));
  return {
    turnover,
    kept,
    bets: countOf(ended),
    promised: known.reduce((sum, { promised }) => sum + (promised ?? 0), 0),
    promisedTurnover: sumOf(known.map(({ stake }) => stake)),
    promisedBets: countOf(known),
    standardError: errorOf(ended),
  };
}

const keptOf = ({ stake, paid }: Ended): MicroUsdc => microUsdc(stake - paid);
const sumOf = (amounts: readonly MicroUsdc[]) =>
  usdcToNumber(microUsdc(amounts.reduce<bigint>((sum, each) => sum + each, 0n)));
const countOf = (ended: readonly Ended[]) => ended.reduce((sum, { bets }) => sum + bets, 0);

function errorOf(ended: readonly Ended[]): number | null {
  const clusters = new Map<string, { value: number; weight: number }>();
  for (const each of ended) {
    const { value: kept, weight } = clusters.get(each.cluster) ?? { value: 0, weight: 0 };
    clusters.set(each.cluster, {
      value: kept + usdcToNumber(keptOf(each)),
      weight: weight + usdcToNumber(each.stake),
    });
  }
  return clusteredMean([...clusters.values()])?.standardError ?? null;
}
