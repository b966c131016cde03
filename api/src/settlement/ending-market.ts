import type { MarketSource } from '@tallystone/core/http-api/markets';
import { stateAt } from '@tallystone/core/markets/lifecycle';
import type { MarketState } from '@tallystone/core/markets/market-state';
import type { FeedHalt } from '@tallystone/core/markets/suspension';
import { type MicroUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import type { Book } from '@tallystone/core/odds/book';
import { bookProbabilities } from '@tallystone/core/odds/book';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { markets } from '../db/schema/markets.ts';
import { bookColumns, bookOf, marketOutcome } from '../markets/stored-market.ts';

/** A market that is to end, as far as the decision on it needs to know it. */
export interface EndingMarketRow {
  readonly id: string;
  readonly title: string;
  readonly source: MarketSource;
  /** As it is written, and as it is by the clock. */
  readonly storedState: MarketState;
  readonly state: MarketState;
  readonly version: number;
  readonly closesAt: Date;
  readonly isArchived: boolean;
  readonly feedHalt: FeedHalt | null;
  /** How often a guardian has objected. */
  readonly objections: number;
  /** Micro-USDC. */
  readonly lossBudget: MicroUsdc;
  readonly funded: MicroUsdc;
  /** S, and below P, micro-USDC. */
  readonly openStakes: MicroUsdc;
  readonly escrow: MicroUsdc;
  /** In their order, with what their price says, 0 to 1: null while the feed gives no odds. */
  readonly outcomes: readonly {
    readonly id: string;
    readonly name: string;
    readonly openReturns: MicroUsdc;
    readonly probability: number | null;
  }[];
  /** Whether bets that were placed after the game began are still to be given back. */
  readonly hasLateBets: boolean;
  /** Whether bets are on their way to the chain, which has not decided them yet. */
  readonly hasPendingBets: boolean;
  /** Where the contract has it; null when it does not. */
  readonly chain: ChainPlace | null;
  /** The database's clock, read after the lock; as text, which keeps its microseconds. */
  readonly now: string;
}

/** By final blocks. */
interface ChainPlace {
  readonly state: 'opening' | 'open' | 'proposed' | 'resolved' | 'void';
  /** Betting there ends then, and no result can be proposed before. */
  readonly closeAt: Date;
  /** Of a proposed result: guardians may object until then. */
  readonly objectionEndsAt: Date | null;
}

/** Whether the contract has ended it for good, so that nothing here can end it otherwise. */
export function isEndedOnChain({ chain }: Pick<EndingMarketRow, 'chain'>): boolean {
  return chain !== null && (chain.state === 'resolved' || chain.state === 'void');
}

/** Locks a market and reads it as it is then: until the transaction ends nobody bets on it or changes it. */
export function lockEndingMarket(tx: Tx, id: string): Promise<EndingMarketRow | null> {
  return selectEndingMarket(tx, id, sql`for update`);
}

/** The same without a lock, for who only looks: in a transaction that sees one moment throughout. */
export function readEndingMarket(tx: Tx, id: string): Promise<EndingMarketRow | null> {
  return selectEndingMarket(tx, id, sql``);
}

async function selectEndingMarket(tx: Tx, id: string, lock: SQL): Promise<EndingMarketRow | null> {
  const [market] = await rows(
    tx,
    MARKET,
    sql`
      select m.title, m.source, m.state as stored_state, m.version, m.closes_at, m.archived_at is not null as is_archived,
        m.feed_halt, m.objections, m.loss_budget, m.funded, m.open_stakes, m.received, m.pricing, m.fill_rule,
        m.priced_at, m.late_from is not null as has_late_bets, null as game_cap, null as other_risk, null as pool
      from markets m where m.id = ${id} and m.deleted_at is null ${lock}`,
  );
  if (market === undefined) return null;
  // Statements of their own after the lock: they see what was waited for, and the clock as it is then.
  const [facts] = await rows(
    tx,
    FACTS,
    sql`
      select clock_timestamp()::text as now,
        (select a.balance from accounts a where a.market_id = m.id) as escrow,
        exists (select from live_bets l where l.market_id = m.id and l.state = 'pending') as has_pending_bets, (
          select json_build_object('state', c.state, 'closeAt', c.close_at, 'objectionEndsAt', c.objection_ends_at)
          from chain_markets c where c.market_id = m.id and c.state <> 'refused'
        ) as chain,
        (
          select json_agg(
            json_build_object('id', o.id, 'name', o.name, 'initialProbability', o.initial_probability,
              'openReturns', o.open_returns::text, 'feedOdds', o.feed_odds::text,
              'pendingReturns', null, 'pendingStakes', null)
            order by o.position)
          from outcomes o where o.market_id = m.id
        ) as outcomes
      from markets m where m.id = ${id}`,
  );
  if (facts === undefined) throw new Error(`market ${id} vanished under its lock`);
  const { title, source, storedState, version, closesAt, isArchived, feedHalt, objections } = market;
  const { lossBudget, funded, openStakes, hasLateBets } = market;
  return {
    id,
    title,
    source,
    storedState,
    state: stateAt({ state: storedState, closesAt }, new Date(facts.now)),
    version,
    closesAt,
    isArchived,
    feedHalt,
    objections,
    lossBudget,
    funded,
    openStakes,
    hasLateBets,
    ...facts,
    escrow: facts.escrow ?? ZERO_USDC,
    outcomes: outcomesOf(bookOf(market, facts.outcomes), facts.outcomes),
  };
}

/** The room of a market of the feed, which takes no part in its prices, is left out. */
function outcomesOf(
  book: Book,
  found: readonly ReturnType<typeof marketOutcome>[],
): EndingMarketRow['outcomes'] {
  const hasPrices = book.kind === 'lmsr' || book.odds.every((odds) => odds !== null);
  const probabilities = bookProbabilities(book);
  return found.map(({ id, name, openReturns }, place) => ({
    id,
    name,
    openReturns,
    probability: hasPrices ? (probabilities[place] ?? null) : null,
  }));
}

const MARKET = {
  ...bookColumns,
  title: col.text,
  source: col.oneOf(markets.source),
  storedState: col.oneOf(markets.state),
  version: col.whole,
  closesAt: col.date,
  isArchived: col.bool,
  feedHalt: col.oneOf(markets.feedHalt).orNull,
  objections: col.number,
  hasLateBets: col.bool,
};

const FACTS = {
  now: col.text,
  escrow: col.usdc.orNull,
  hasPendingBets: col.bool,
  chain: col.object({
    state: col.oneOf(['opening', 'open', 'proposed', 'resolved', 'void']),
    closeAt: col.date,
    objectionEndsAt: col.date.orNull,
  }).orNull,
  outcomes: col.list(marketOutcome),
};
