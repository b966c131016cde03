import type { MarketSource } from '@tallystone/core/http-api';
import { stateAt } from '@tallystone/core/markets/lifecycle';
import type { MarketState } from '@tallystone/core/markets/market-state';
import type { FeedHalt } from '@tallystone/core/markets/suspension';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { bookProbabilities } from '@tallystone/core/odds/book';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { bookOf, type OutcomeOfBook } from '../markets/stored-market.ts';

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
  const [market] = await rows<MarketRow>(
    tx,
    sql`
      select m.title, m.source, m.state, m.version::text, m.closes_at, m.archived_at is not null as is_archived,
        m.feed_halt, m.objections, m.loss_budget::text, m.funded::text, m.open_stakes::text,
        m.received::text, m.pricing, m.fill_rule, m.priced_at, m.late_from is not null as has_late_bets
      from markets m where m.id = ${id} and m.deleted_at is null ${lock}`,
  );
  if (market === undefined) return null;
  // Statements of their own after the lock: they see what was waited for, and the clock as it is then.
  const [facts] = await rows<FactsRow>(
    tx,
    sql`
      select clock_timestamp()::text as now,
        (select a.balance::text from accounts a where a.market_id = m.id) as escrow,
        exists (select from live_bets l where l.market_id = m.id and l.state = 'pending') as has_pending_bets, (
          select json_build_array(c.state, c.close_at, c.objection_ends_at)
          from chain_markets c where c.market_id = m.id and c.state <> 'refused'
        ) as chain,
        (
          select json_agg(
            json_build_array(o.id, o.name, o.initial_probability, o.open_returns::text, o.feed_odds::text)
            order by o.position)
          from outcomes o where o.market_id = m.id
        ) as outcomes
      from markets m where m.id = ${id}`,
  );
  if (facts === undefined) throw new Error(`market ${id} vanished under its lock`);
  const closesAt = new Date(market.closes_at);
  return {
    id,
    title: market.title,
    source: market.source,
    storedState: market.state,
    state: stateAt({ state: market.state, closesAt }, new Date(facts.now)),
    version: Number(market.version),
    closesAt,
    isArchived: market.is_archived,
    feedHalt: market.feed_halt,
    objections: market.objections,
    lossBudget: microUsdc(BigInt(market.loss_budget)),
    funded: microUsdc(BigInt(market.funded)),
    openStakes: microUsdc(BigInt(market.open_stakes)),
    escrow: microUsdc(BigInt(facts.escrow ?? 0)),
    outcomes: outcomesOf(market, facts.outcomes),
    hasLateBets: market.has_late_bets,
    hasPendingBets: facts.has_pending_bets,
    chain: facts.chain === null ? null : chainPlaceOf(facts.chain),
    now: facts.now,
  };
}

function chainPlaceOf([state, closeAt, objectionEndsAt]: NonNullable<FactsRow['chain']>): ChainPlace {
  return {
    state,
    closeAt: new Date(closeAt),
    objectionEndsAt: objectionEndsAt === null ? null : new Date(objectionEndsAt),
  };
}

/** The room of a market of the feed, which takes no part in its prices, is left out. */
function outcomesOf(market: MarketRow, found: FactsRow['outcomes']): EndingMarketRow['outcomes'] {
  const book = bookOf(
    { ...market, game_cap: null, other_risk: null, pool: null },
    found.map(([, , ...outcome]) => outcome),
  );
  const hasPrices = book.kind === 'lmsr' || book.odds.every((odds) => odds !== null);
  const probabilities = bookProbabilities(book);
  return found.map(([id, name, , returns], place) => ({
    id,
    name,
    openReturns: microUsdc(BigInt(returns)),
    probability: hasPrices ? (probabilities[place] ?? null) : null,
  }));
}

interface MarketRow {
  title: string;
  source: MarketSource;
  state: MarketState;
  version: string;
  closes_at: string;
  is_archived: boolean;
  feed_halt: FeedHalt | null;
  objections: number;
  loss_budget: string;
  funded: string;
  open_stakes: string;
  received: string;
  pricing: 'lmsr' | 'feed';
  fill_rule: number;
  priced_at: string | null;
  has_late_bets: boolean;
}

interface FactsRow {
  now: string;
  escrow: string | null;
  has_pending_bets: boolean;
  chain: [state: ChainPlace['state'], closeAt: string, objectionEndsAt: string | null] | null;
  outcomes: [id: string, name: string, ...OutcomeOfBook][];
}
