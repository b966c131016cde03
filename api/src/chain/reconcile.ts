import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import type { Tx } from '../db/db.ts';
import { unbookedOutflows } from './book-outflows.ts';
import { BooksDiffer } from './chain-alert.ts';
import { bookedBalance, comparedWith, lockCursor } from './cursor-store.ts';
import { unappliedAmount } from './unapplied-store.ts';

/**
 * Compares the books with the chain after a block: money that came from outside and hasn't left is in the escrow, exact to
 * the micro-USDC. Payments of the chain that aren't booked yet, and amounts of events that couldn't be applied, are
 * accounted for.
 *
 * @param balance the escrow's USDC after the block
 * @throws BooksDiffer if they differ: then nothing of the block may be kept
 */
export async function reconcile(tx: Tx, { at, balance }: { at: bigint; balance: MicroUsdc }): Promise<void> {
  const booked = await bookedBalance(tx);
  const { bettors, house } = await unbookedOutflows(tx);
  const books = microUsdc(booked - bettors - house + (await unappliedAmount(tx)));
  if (books !== balance) throw new BooksDiffer(at, { chain: balance, books });
}

/** Compares the books with the escrow's last known balance, which must still match. */
export async function reconcileAgain(tx: Tx): Promise<void> {
  await lockCursor(tx);
  const compared = await comparedWith(tx);
  if (compared !== null) await reconcile(tx, compared);
}
