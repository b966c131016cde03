import { type CashOutDecision, decideCashOut } from '@tallystone/core/betting/decide-cash-out';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { type MarketAtStarts, type SoldBet, unclearMoments } from '@tallystone/core/odds/every-start';
import type { Db } from '../db/db.ts';
import { loadStarts, type StartsBy } from './starts-store.ts';

/** A bet that may be sold back, and its market as it is stored. */
export type Sale = Omit<Parameters<typeof decideCashOut>[0], 'escrow' | 'starts'> & {
  readonly marketId: string;
  /** What the house put into the market's escrow, micro-USDC. */
  readonly funded: MicroUsdc;
};

/** As core decides, once what it must know is read. */
export type SaleDecision = Exclude<CashOutDecision, { kind: 'unclear' }>;

/**
 * Decides whether each of these bets is sold back by itself, with everything in the database as it is. Of the starts that
 * a game may have had no more is read than is needed: mostly a row per market, else one per minute, and bets at last. What
 * is read is gone through once, however many the sales.
 *
 * @returns in the order of the sales
 */
export async function decideCashOuts(db: Db, sales: readonly Sale[]): Promise<SaleDecision[]> {
  const decided = new Map<Sale, SaleDecision>();
  let open: readonly Sale[] = sales;
  let by: StartsBy = { kind: 'markets' };
  while (open.length > 0) {
    const starts = await startsOf(db, open, by);
    const unclear: Sale[] = [];
    const soldOf = new Map<MarketAtStarts, SoldBet[]>();
    for (const sale of open) {
      const market = starts.get(sale.marketId) ?? null;
      const decision = decide(sale, market);
      if (decision.kind !== 'unclear') decided.set(sale, decision);
      else if (market !== null) {
        unclear.push(sale);
        const sold = soldOf.get(market);
        if (sold === undefined) soldOf.set(market, [decision.sold]);
        else sold.push(decision.sold);
      }
    }
    if (unclear.length > 0 && by.kind === 'bets')
      throw new Error('bets were read to the last and are unclear');
    open = unclear;
    by = by.kind === 'markets' ? { kind: 'minutes' } : { kind: 'bets', of: minutesOf(soldOf) };
  }
  return sales.map((sale) => {
    const decision = decided.get(sale);
    if (decision === undefined)
      throw new Error(`the sale of a bet of market ${sale.marketId} was not decided`);
    return decision;
  });
}

/**
 * Reads bets, their markets and what their cash-outs depend on as they were at one moment. Read one after the other, a bet
 * that is sold meanwhile would be missing from what is read later.
 */
export function ofOneMoment<T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });
}

function minutesOf(soldOf: ReadonlyMap<MarketAtStarts, readonly SoldBet[]>): Set<number> {
  return new Set([...soldOf].flatMap(([market, sold]) => unclearMoments(market, sold)));
}

async function startsOf(
  db: Db,
  sales: readonly Sale[],
  by: StartsBy,
): Promise<ReadonlyMap<string, MarketAtStarts>> {
  const ofFeed = sales.filter(({ market }) => market.book.kind === 'feed');
  if (ofFeed.length === 0) return new Map();
  return loadStarts(db, { marketIds: [...new Set(ofFeed.map(({ marketId }) => marketId))], by });
}

function decide(sale: Sale, starts: MarketAtStarts | null): CashOutDecision {
  const escrow = microUsdc(sale.funded + sale.market.book.received);
  return decideCashOut({ ...sale, escrow, starts });
}
