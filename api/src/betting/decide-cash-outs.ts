import { type CashOutDecision, decideCashOut } from '@tallystone/core/betting/decide-cash-out';
import { stateAt } from '@tallystone/core/markets/lifecycle';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { type MarketAtStarts, type SoldBet, unclearMoments } from '@tallystone/core/odds/every-start';
import type { Db } from '../db/db.ts';
import { loadStarts, type StartsBy } from './starts-store.ts';

/** A bet that may be cashed out, and its market as it is stored. */
export type Sale = Omit<Parameters<typeof decideCashOut>[0], 'escrow' | 'starts'> & {
  readonly marketId: string;
  /** What the house put into the market's escrow, micro-USDC. */
  readonly funded: MicroUsdc;
};

/** The decision of core, once everything that it needs is read. */
export type SaleDecision = Exclude<CashOutDecision, { kind: 'unclear' }>;

/** The decision if no amount was asked for, so that none can be too high. */
export type CashOutOffer = Exclude<SaleDecision, { kind: 'fell' }>;

/**
 * Decides for each of these bets whether it could be cashed out alone, with everything else in the database as it is. The
 * possible starts of a game are read only as finely as needed: mostly one row per market, otherwise one per hour, then those of
 * the minutes of some hours, and single bets last. Each row is read once, however many sales there are.
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
      const escrow = microUsdc(sale.funded + sale.market.book.received);
      const decision = decideCashOut({ ...sale, escrow, starts: market });
      if (decision.kind !== 'unclear') decided.set(sale, decision);
      else if (market !== null) {
        unclear.push(sale);
        soldOf.set(market, [...(soldOf.get(market) ?? []), decision.sold]);
      }
    }
    if (unclear.length > 0 && by.kind === 'bets')
      throw new Error('bets were read to the last and are unclear');
    open = unclear;
    by = finerThan(by, () => new Set([...soldOf].flatMap(([market, sold]) => unclearMoments(market, sold))));
  }
  return sales.map((sale) => {
    const decision = decided.get(sale);
    if (decision === undefined)
      throw new Error(`the sale of a bet of market ${sale.marketId} was not decided`);
    return decision;
  });
}

/** Reads the steps that are too coarse more finely. @param unclear finds their starts, in milliseconds */
function finerThan(by: StartsBy, unclear: () => ReadonlySet<number>): StartsBy {
  switch (by.kind) {
    case 'markets':
      return { kind: 'hours' };
    case 'hours':
      return { kind: 'minutes', hours: unclear() };
    case 'minutes':
    case 'bets':
      return { kind: 'bets', hours: by.hours, minutes: unclear() };
  }
}

/**
 * Reads bets, their markets and the other facts of their cash-outs as of one moment. Without that, a bet cashed out between
 * two reads would be missing from the second.
 */
export function ofOneMoment<T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });
}

async function startsOf(
  db: Db,
  sales: readonly Sale[],
  by: StartsBy,
): Promise<ReadonlyMap<string, MarketAtStarts>> {
  // A sale on a market that takes no bets is refused without looking at its starts.
  const ofFeed = sales.filter(
    ({ market, now }) => market.book.kind === 'feed' && stateAt(market, now) === 'open',
  );
  if (ofFeed.length === 0) return new Map();
  return loadStarts(db, { marketIds: [...new Set(ofFeed.map(({ marketId }) => marketId))], by });
}
