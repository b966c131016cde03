import { partOfBet } from '@tallystone/core/betting/part-of-bet';
import { cashOutEntry } from '@tallystone/core/ledger/cash-out-entry';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import type { AccountIds } from '../ledger/account-ids.ts';
import { asksTheSame } from '../ledger/question.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { type LockedMarket, lockMarket } from '../markets/lock-market.ts';
import { lockAccounts } from './batch-store.ts';
import { getOwnBet, insertCashOut, insertSoldPart, type OwnBet } from './cash-out-store.ts';
import { decideCashOuts, type SaleDecision } from './decide-cash-outs.ts';
import { signedHashOf } from './hash-parts.ts';
import { atItsPrice, loadRunning, type PricedSale, type Running } from './running-prices.ts';

/** A part of a bet as its bettor signed it, micro-USDC. */
export interface SignedPart {
  readonly stake: MicroUsdc;
  /** The open stake that the bettor saw. */
  readonly openStake: MicroUsdc;
}

/** A bet that may be cashed out, under the locks of its market and its bettor. */
export interface LockedSale extends PricedSale {
  readonly userId: string;
  readonly bet: OwnBet;
  /** What of it is sold: the part, or all that is open. If another part was sold since, no longer that part. */
  readonly share: OwnBet;
  /** Null: all that is open of it is sold. */
  readonly part: SignedPart | null;
  readonly market: LockedMarket;
  readonly ids: AccountIds;
}

/** What is asked for: a bet, or a part of it. */
interface AskedSale {
  readonly betId: string;
  readonly userId: string;
  readonly marketId: string;
  /** Micro-USDC, as signed. */
  readonly asked: MicroUsdc;
  readonly part: SignedPart | null;
  readonly mode: 'demo' | 'live';
}

/** Locks what a cash-out needs, in the order of bets, and then reads it. */
export async function lockSale(tx: Tx, asked: AskedSale): Promise<LockedSale> {
  const { marketId, userId } = asked;
  return readSale(tx, asked, await lockForSales(tx, { marketId, userIds: [userId] }));
}

/** The locked market of some bets, and the accounts of their bettors. */
export interface LockedForSales {
  readonly market: LockedMarket;
  /** The market in play on its condition, which is locked, too, if it was there before. */
  readonly running: Running | undefined;
  readonly ids: AccountIds;
}

/** Locks what cash-outs of bets of one market need, in the order of bets. */
export async function lockForSales(
  tx: Tx,
  { marketId, userIds }: { marketId: string; userIds: readonly string[] },
): Promise<LockedForSales> {
  const ours = await lockMarket(tx, marketId, 'lmsr');
  if (ours === null) await lockRunning(tx, marketId);
  const market = ours ?? (await lockMarket(tx, marketId, 'feed'));
  if (market === null) throw new Error(`market ${marketId} of a bet is not there`);
  const { ids } = await lockAccounts(tx, { marketId, userIds, pool: 'none', orders: false });
  const running = ours === null ? (await loadRunning(tx, [marketId])).get(marketId) : undefined;
  return { market, running, ids };
}

/** Reads a cash-out under its locks. @param locked with the market as it is now */
export async function readSale(
  tx: Tx,
  { betId, userId, marketId, asked, part, mode }: AskedSale,
  { market, running, ids }: LockedForSales,
): Promise<LockedSale> {
  if (market.delaySeconds !== null && running === undefined)
    throw new Error(`the market in play ${marketId} is not found on its own condition`);
  const found = await getOwnBet(tx, { betId, userId });
  if (found === null) throw new Error(`bet ${betId} went away`);
  const { bet, now } = found;
  const share = part === null || part.openStake !== bet.stake ? bet : partOfBet(bet, part.stake);
  const { funded } = market;
  return {
    ...{ userId, bet, share, part, market, ids },
    ...atItsPrice({ mode, market, marketId, bet: share, funded, asked, now }, running),
  };
}

/**
 * Locks a market of the feed and the one in play on its condition, in the order of the feed's updates: both games, then both
 * markets. So no suspension of either comes between the decision and its commit.
 */
async function lockRunning(tx: Tx, marketId: string): Promise<void> {
  const gameId = sql`(select m.game_id from markets m where m.id = ${marketId})`;
  await tx.execute(sql`select from games g where g.id = ${gameId} for update`);
  // A separate statement: the game may have gone in play during the wait.
  await tx.execute(sql`select from games g where g.in_play_of = ${gameId} for update`);
  await tx.execute(sql`
    select from markets m
    where m.id = ${marketId} or m.id in (
      select p.id from markets own join markets p on ${asksTheSame(sql`p`, sql`own`)}
      where own.id = ${marketId} and p.game_id in (select g.id from games g where g.in_play_of = ${gameId}))
    order by m.id for update`);
}

/** What the market gives for a bet, as core decides. */
export async function decideSale(db: Db, { sale }: PricedSale): Promise<SaleDecision> {
  const [decision] = await decideCashOuts(db, [sale]);
  if (decision === undefined) throw new Error('one sale is decided once');
  return decision;
}

/** Pays a locked bet, or the part of it, out. @param signed its text, and its signature in lower-case hex */
export async function saveSale(
  tx: Tx,
  locked: LockedSale,
  {
    decision,
    signed: { signedText, signature },
  }: {
    decision: SaleDecision & { kind: 'accepted' };
    signed: { signedText: string; signature: string };
  },
): Promise<void> {
  const { userId, share: bet, part, market, ids, running, sale } = locked;
  const { marketId } = bet;
  const { amount } = decision;
  const key = `cash-out:${bet.id}${part === null ? '' : `:${part.openStake}`}`;
  const entries = await recordEntries(tx, [{ key, entry: cashOutEntry({ userId, marketId, amount }) }], ids);
  const sold = {
    ...{ bet, userId, amount, at: sale.now, entryId: entries.get(key) ?? '' },
    pricedAt: sale.market.book.kind === 'feed' ? sale.market.book.pricedAt : null,
    pricedBy: running,
    ...{ signedText, signature, signedHash: signedHashOf(signedText, signature) },
    version: market.version,
    bookAfter: decision.marketAfter.book,
  };
  if (part === null) await insertCashOut(tx, sold);
  else await insertSoldPart(tx, { ...sold, openStake: part.openStake });
}
