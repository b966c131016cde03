import { stateAt } from '@tallystone/core/markets/lifecycle';
import { ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { bookProbabilities } from '@tallystone/core/odds/book';
import type { Message } from '@tallystone/core/sentences/say';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { markets } from '../db/schema/markets.ts';
import { HttpError } from '../http/http-error.ts';
import { isOneSided } from '../ledger/question.ts';
import { bookColumns, bookOf, marketOutcome } from '../markets/stored-market.ts';

/** What deciding a market's end needs to know of it. */
export type EndingMarketRow = NonNullable<Awaited<ReturnType<typeof readEndingMarket>>>;

/** A refusal because of the state of the market or of its result. */
export const wrongState = (message: Message) => new HttpError('wrong-state', message);

/** Whether the contract has ended the market for good, so that nothing here can end it in another way. */
export function isEndedOnChain({ chain }: Pick<EndingMarketRow, 'chain'>): boolean {
  return chain !== null && (chain.state === 'resolved' || chain.state === 'void');
}

/** Locks a market, then reads it. Until the transaction ends no one can bet on the market or change it. */
export function lockEndingMarket(tx: Tx, id: string): Promise<EndingMarketRow | null> {
  return readEndingMarket(tx, id, sql`for update`);
}

/** Without a lock the transaction has to be one that sees the same moment throughout. */
export async function readEndingMarket(tx: Tx, id: string, lock: SQL = sql``) {
  const [market] = await rows(
    tx,
    MARKET,
    sql`
      select m.title, m.source, m.state as stored_state, m.version, m.closes_at, m.archived_at is not null as is_archived,
        m.feed_halt, m.objections, m.loss_budget, m.funded, m.open_stakes, m.received, m.pricing, m.fill_rule, m.winners,
        ${isOneSided} as is_one_sided,
        m.priced_at, m.late_from is not null as has_late_bets, null as game_cap, null as other_risk, null as pool
      from markets m where m.id = ${id} and m.deleted_at is null ${lock}`,
  );
  if (market === undefined) return null;
  // A separate statement after the lock sees what the lock waited for, and the clock after the wait.
  const [facts] = await rows(
    tx,
    FACTS,
    sql`
      select clock_timestamp()::text as now,
        (select a.balance from accounts a where a.market_id = m.id) as escrow,
        exists (select from only live_bets l where l.market_id = m.id and l.state = 'pending') as has_pending_bets, (
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
  const book = bookOf(market, facts.outcomes);
  const hasPrices = book.kind === 'lmsr' || book.odds.every((odds) => odds !== null);
  const probabilities = bookProbabilities(book);
  const { storedState, closesAt } = market;
  return {
    ...market,
    ...facts,
    id,
    /** By the clock. */
    state: stateAt({ state: storedState, closesAt }, new Date(facts.now)),
    /** Micro-USDC. */
    escrow: facts.escrow ?? ZERO_USDC,
    /** In their order. Their probabilities come from their prices, 0 to 1: null while the feed gives no odds. */
    outcomes: facts.outcomes.map((outcome, place) => ({
      ...outcome,
      probability: hasPrices ? (probabilities[place] ?? null) : null,
    })),
  };
}

const MARKET = {
  ...bookColumns,
  title: col.text,
  source: col.oneOf(markets.source),
  /** Not by the clock. */
  storedState: col.oneOf(markets.state),
  version: col.whole,
  closesAt: col.date,
  isArchived: col.bool,
  feedHalt: col.oneOf(markets.feedHalt).orNull,
  /** How often a guardian has objected. */
  objections: col.number,
  /** Whether bets placed after the game began still have to be refunded. */
  hasLateBets: col.bool,
};

const FACTS = {
  /** The database's clock, read after the lock; text keeps its microseconds. */
  now: col.text,
  escrow: col.usdc.orNull,
  /** Whether live bets are waiting for the chain to decide them. */
  hasPendingBets: col.bool,
  /** What final blocks say; null if the contract does not have the market. */
  chain: col.object({
    state: col.oneOf(['opening', 'open', 'proposed', 'resolved', 'void']),
    /** When betting ends there; no result can be proposed before. */
    closeAt: col.date,
    /** Of a proposed result: guardians may object until then. */
    objectionEndsAt: col.date.orNull,
  }).orNull,
  outcomes: col.list(marketOutcome),
};
